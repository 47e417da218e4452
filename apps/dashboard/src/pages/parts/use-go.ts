import { useCallback } from "react";
import { useLocation } from "wouter";

/** Opens a screen by keys: the next Tab goes to the first thing on it. */
export function useGo(): (path: string) => void {
  const [, navigate] = useLocation();
  return useCallback(
    (path) => {
      navigate(path);
      // A dialog that closes first gives the focus back to where it was.
      requestAnimationFrame(() => document.getElementById("content")?.focus({ preventScroll: true }));
    },
    [navigate],
  );
}
