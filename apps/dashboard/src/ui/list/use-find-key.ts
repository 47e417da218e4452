import { useEffect, useEffectEvent } from "react";
import { isApple } from "#ui/is-apple.ts";

/**
 * While only part of a list is on the page, Ctrl+F (⌘F on Apple's devices) focuses the search field of the list,
 * because the browser would search only that part. Pressed again in that field, it opens the browser's search.
 */
export function useFindKey(isPartial: () => boolean): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== "f" || !(isApple ? event.metaKey : event.ctrlKey)) return;
    if (event.shiftKey || event.altKey || event.defaultPrevented || !isPartial()) return;
    const field = document.querySelector<HTMLInputElement>("[data-search]");
    if (field === null || field === document.activeElement) return;
    field.select();
    field.focus();
    // A field that is hidden or behind a dialog doesn't get the focus, so the browser's search opens.
    if (field === document.activeElement) event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
}
