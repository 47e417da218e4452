import { useCallback } from "react";
import { useLocation } from "wouter";

/** Opens a screen from the keyboard and moves the focus there, so the next Tab goes to the screen's first element. */
export function useGo(): (path: string) => void {
  const [, navigate] = useLocation();
  return useCallback(
    (path) => {
      navigate(path);
      // Waits for a frame, because a dialog that closes first restores the previous focus.
      requestAnimationFrame(() => document.getElementById("content")?.focus({ preventScroll: true }));
    },
    [navigate],
  );
}
