import { type RefObject, useEffect, useEffectEvent } from "react";

/** Copies from a grid and pastes into it while the focus is on one of its cells. */
export function useGridClipboard(
  box: RefObject<HTMLElement | null>,
  copyText: () => string,
  onPaste: (text: string) => void,
): void {
  const textOfRange = useEffectEvent(copyText);
  const take = useEffectEvent(onPaste);
  useEffect(() => {
    // Checks the focus, because copy and paste events go to the document if no text is selected.
    const isHere = () => {
      const { activeElement } = document;
      return box.current?.contains(activeElement) === true && !(activeElement instanceof HTMLInputElement);
    };
    const copy = (event: ClipboardEvent) => {
      if (!isHere()) return;
      event.preventDefault();
      event.clipboardData?.setData("text/plain", textOfRange());
    };
    const paste = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData("text/plain");
      if (!isHere() || text === undefined) return;
      event.preventDefault();
      take(text);
    };
    document.addEventListener("copy", copy);
    document.addEventListener("paste", paste);
    return () => {
      document.removeEventListener("copy", copy);
      document.removeEventListener("paste", paste);
    };
  }, [box]);
}
