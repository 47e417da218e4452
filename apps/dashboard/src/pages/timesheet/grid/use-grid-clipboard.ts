import { type RefObject, useEffect, useEffectEvent } from "react";

/**
 * Copied cells as text: as shown, for other programs, and with the exact values, because the shown text may be rounded.
 */
export interface Copied {
  shown: string;
  exact: string;
}

// Other programs ignore this format, and copying anywhere else removes it from the clipboard.
const exactFormat = "application/x-stint-cells";

/** Copies from a grid and pastes into it while the focus is on one of its cells. */
export function useGridClipboard(
  box: RefObject<HTMLElement | null>,
  copyCells: () => Copied,
  onPaste: (text: string) => void,
): void {
  const cellsOfRange = useEffectEvent(copyCells);
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
      const { shown, exact } = cellsOfRange();
      event.clipboardData?.setData("text/plain", shown);
      event.clipboardData?.setData(exactFormat, exact);
    };
    const paste = (event: ClipboardEvent) => {
      const { clipboardData } = event;
      if (!isHere() || clipboardData === null) return;
      event.preventDefault();
      take(clipboardData.getData(exactFormat) || clipboardData.getData("text/plain"));
    };
    document.addEventListener("copy", copy);
    document.addEventListener("paste", paste);
    return () => {
      document.removeEventListener("copy", copy);
      document.removeEventListener("paste", paste);
    };
  }, [box]);
}
