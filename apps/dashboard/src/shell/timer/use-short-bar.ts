import { useLayoutEffect, useSyncExternalStore } from "react";
import { useLocation } from "wouter";

/**
 * Whether a phone's timer bar has one line instead of two: on /time as soon as the second has scrolled past the top,
 * elsewhere always. Set on the root element, because elements that stick below the bar need its height.
 */
export function useShortBar(): void {
  const [location] = useLocation();
  const isScrolled = useSyncExternalStore(followScroll, () => scrollY >= 48);
  const bar = location === "/time" ? (isScrolled ? "scrolled" : "long") : "short";
  useLayoutEffect(() => void (document.documentElement.dataset["bar"] = bar), [bar]);
}

function followScroll(listener: () => void): () => void {
  addEventListener("scroll", listener, { passive: true });
  return () => removeEventListener("scroll", listener);
}
