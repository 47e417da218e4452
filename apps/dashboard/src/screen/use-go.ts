import { useCallback } from "react";
import { useLocation } from "wouter";

/** Opens a screen from the keyboard; the next Tab goes to its first element. */
export function useGo(): (path: string) => void {
  const [, navigate] = useLocation();
  return useCallback(
    (path) => {
      navigate(path);
      // Waits for a frame, because a closing dialog first moves the focus back to where it was.
      requestAnimationFrame(() => document.getElementById("content")?.focus({ preventScroll: true }));
    },
    [navigate],
  );
}
