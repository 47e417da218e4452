import { type PointerEvent, useRef, useState } from "react";
import { readTextScale } from "#ui/theme/text-scale.ts";

/** The width of both buttons, and how far a finger moves before its direction counts, in pixels. */
const buttons = 152;
const slack = 10;

interface Press {
  row: HTMLElement;
  /** Where the row was and where the finger went down. */
  from: { shift: number; x: number; y: number };
  isSwipe: boolean;
}

/**
 * A finger that moves a row to the left uncovers its buttons; `swiped` is the row's key. The row follows the finger by
 * the CSS variable `--swipe`, without rendering.
 */
export function useSwipe(canSwipe: (key: string) => boolean) {
  const [swiped, setSwiped] = useState<string>();
  const press = useRef<Press>(undefined);
  const shiftOf = ({ from }: Press, { clientX }: PointerEvent) =>
    Math.min(Math.max(0, from.shift + from.x - clientX), buttons * readTextScale());

  function end(event: PointerEvent): void {
    const { current } = press;
    press.current = undefined;
    if (current?.isSwipe !== true) return;
    if (event.type === "pointercancel" || shiftOf(current, event) < (buttons * readTextScale()) / 2)
      setSwiped(undefined);
    current.row.style.removeProperty("--swipe");
  }

  return {
    swiped,
    close: () => setSwiped(undefined),
    handlers: {
      onPointerDown({ pointerType, target, clientX, clientY }: PointerEvent) {
        const row = target instanceof Element ? target.closest<HTMLElement>("[data-key]") : null;
        const key = row?.dataset["key"];
        if (key !== swiped) setSwiped(undefined);
        if (pointerType !== "touch" || row === null || key === undefined || !canSwipe(key)) return;
        const shift = key === swiped ? buttons * readTextScale() : 0;
        press.current = { row, from: { shift, x: clientX, y: clientY }, isSwipe: false };
      },
      onPointerMove(event: PointerEvent) {
        const { current } = press;
        if (current === undefined) return;
        const { row, from } = current;
        const [x, y] = [Math.abs(from.x - event.clientX), Math.abs(from.y - event.clientY)];
        if (!current.isSwipe) {
          if (x < slack || x < y) return;
          current.isSwipe = true;
          // The press that ends a swipe then goes to the row, and not to what is under the finger.
          row.setPointerCapture(event.pointerId);
          setSwiped(row.dataset["key"]);
        }
        row.style.setProperty("--swipe", `${shiftOf(current, event)}px`);
      },
      onPointerUp: end,
      onPointerCancel: end,
    },
  };
}
