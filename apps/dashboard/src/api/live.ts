import type { Tracking } from "./tracking/tracking.ts";

const pollMs = 30_000;

/** Refreshes the copy when the window is looked at, and every 30 seconds while it is; returns what ends that. */
export function followLive(tracking: Tracking): () => void {
  const look = () => {
    if (document.visibilityState === "visible") void tracking.refresh();
  };
  const timer = setInterval(look, pollMs);
  addEventListener("focus", look);
  addEventListener("online", look);
  document.addEventListener("visibilitychange", look);
  return () => {
    clearInterval(timer);
    removeEventListener("focus", look);
    removeEventListener("online", look);
    document.removeEventListener("visibilitychange", look);
  };
}
