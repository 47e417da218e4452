import { useEffect } from "react";

/**
 * While active, the browser asks before the page is closed or reloaded, and Back and Forward don't leave the screen.
 */
export function useLeaveGuard(isActive: boolean): void {
  useEffect(() => {
    if (!isActive) return;
    const { href } = location;
    const state: unknown = history.state;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    // Captured, so that the router doesn't see the event. The event can't be cancelled, so the address is pushed again.
    const stay = (event: PopStateEvent) => {
      event.stopImmediatePropagation();
      history.pushState(state, "", href);
    };
    addEventListener("beforeunload", ask);
    addEventListener("popstate", stay, { capture: true });
    return () => {
      removeEventListener("beforeunload", ask);
      removeEventListener("popstate", stay, { capture: true });
    };
  }, [isActive]);
}
