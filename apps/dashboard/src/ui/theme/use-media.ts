import { useCallback, useSyncExternalStore } from "react";

/** Whether the page matches a media query. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query);
      list.addEventListener("change", listener);
      return () => list.removeEventListener("change", listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

/**
 * Whether the phone layout is in use. The breakpoint is the style sheets' 860px in em, so it scales with the font size.
 */
export function useIsPhone(): boolean {
  return useMedia("screen and (max-width: 53.75em)");
}
