import { useEffect } from "react";

/** Marks the icon of the installed app while the timer runs. */
export function useAppBadge(isRunning: boolean): void {
  useEffect(() => {
    // Browsers reject both where the app isn't installed.
    const clear = () => void navigator.clearAppBadge?.().catch(() => undefined);
    if (isRunning) void navigator.setAppBadge?.().catch(() => undefined);
    // Another device may have stopped the timer while the app was closed.
    else clear();
    return clear;
  }, [isRunning]);
}
