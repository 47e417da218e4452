import { useLayoutEffect, useSyncExternalStore } from "react";

/**
 * Whether a phone's timer bar has one line instead of two: on a daily screen as soon as the second has scrolled past the
 * top, elsewhere always. Set on the page, because what sticks below the bar depends on its height.
 */
export function useShortBar(isDaily: boolean): void {
  const isScrolled = useSyncExternalStore(followScroll, () => scrollY >= 48);
  const bar = isDaily ? (isScrolled ? "scrolled" : undefined) : "short";
  useLayoutEffect(() => {
    if (bar === undefined) delete document.documentElement.dataset["bar"];
    else document.documentElement.dataset["bar"] = bar;
  }, [bar]);
}

function followScroll(listener: () => void): () => void {
  addEventListener("scroll", listener, { passive: true });
  return () => removeEventListener("scroll", listener);
}
