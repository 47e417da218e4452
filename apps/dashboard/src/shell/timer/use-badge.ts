import { useEffect } from "react";

/** Marks the icon of the installed app while the timer runs. */
export function useBadge(isRunning: boolean): void {
  useEffect(() => {
    // Rejected where the app isn't installed.
    const marked = isRunning ? navigator.setAppBadge?.() : navigator.clearAppBadge?.();
    marked?.catch(() => undefined);
  }, [isRunning]);
}
