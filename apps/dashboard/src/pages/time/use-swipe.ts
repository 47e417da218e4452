import { type PointerEvent, useRef, useState } from "react";
import { readTextScale } from "#ui/theme/text-scale.ts";

/** The width of both buttons, and how far a finger moves before its direction counts, in pixels. */
const buttons = 152;
const slack = 10;

/**
 * A finger that moves a row to the left uncovers its buttons; `swiped` is the row's key. The row follows the finger by
 * the CSS variable `--swipe`, without rendering.
 */
export function useSwipe(canSwipe: (key: string) => boolean) {
  const [swiped, setSwiped] = useState<string>();
  const press = useRef<{ row: HTMLElement; x: number; y: number; isSwipe: boolean }>(undefined);

  function end({ type, clientX }: PointerEvent): void {
    const { current } = press;
    press.current = undefined;
    if (current?.isSwipe !== true) return;
    current.row.style.removeProperty("--swipe");
    if (type === "pointercancel" || current.x - clientX < buttons / 2) setSwiped(undefined);
  }

  return {
    swiped,
    close: () => setSwiped(undefined),
    handlers: {
      onPointerDown({ pointerType, target, clientX: x, clientY: y }: PointerEvent) {
        const row = (target as Element).closest<HTMLElement>("[data-key]");
        const key = row?.dataset["key"];
        if (key !== swiped) setSwiped(undefined);
        if (pointerType === "touch" && row !== null && canSwipe(key ?? ""))
          press.current = { row, x, y, isSwipe: false };
      },
      onPointerMove({ pointerId, clientX, clientY }: PointerEvent) {
        const { current } = press;
        if (current === undefined) return;
        const shift = current.x - clientX;
        if (!current.isSwipe) {
          if (shift < slack || shift < Math.abs(current.y - clientY)) return;
          current.isSwipe = true;
          // What ends the swipe is then a press on the row, and not on what is under the finger.
          current.row.setPointerCapture(pointerId);
          setSwiped(current.row.dataset["key"]);
        }
        const most = buttons * readTextScale();
        current.row.style.setProperty("--swipe", `${Math.min(Math.max(0, shift), most)}px`);
      },
      onPointerUp: end,
      onPointerCancel: end,
    },
  };
}
