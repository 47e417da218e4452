import { useEffect, useEffectEvent } from "react";
import { isApple } from "#ui/is-apple.ts";

/**
 * While a list isn't wholly on the page, Ctrl+F (⌘F on Apple's devices) focuses the search field of the list, because
 * the browser would find only a part. Pressed there, it opens the browser's search.
 */
export function useFindKey(isPartial: () => boolean): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== "f" || !(isApple ? event.metaKey : event.ctrlKey)) return;
    if (event.shiftKey || event.altKey || event.defaultPrevented || !isPartial()) return;
    const field = document.querySelector<HTMLInputElement>("[data-search]");
    if (field === null || field === document.activeElement) return;
    field.select();
    field.focus();
    // A hidden field, or one behind a dialog, doesn't get the focus.
    if (field === document.activeElement) event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
}
