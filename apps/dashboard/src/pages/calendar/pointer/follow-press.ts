// One press of a pointer, from the moment it goes down until it is lifted, cancelled or replaced by another:
//
//   armed     nothing has happened yet. A mouse or pen starts a drag by moving, a finger by resting. A finger that moves
//             ends the press, because it scrolls the page
//   dragged   moves and frames are reported until the pointer is lifted; Escape ends the press
import type { PointerEvent as ReactPointerEvent, RefObject } from "react";

const moveStart = 4;
const fingerSlack = 10;

/** The current position of the pointer. */
export interface Pointer {
  x: number;
  y: number;
  altKey: boolean;
}

export interface Press {
  isDragged: () => boolean;
  end: () => void;
}

interface Options {
  /** Captures the pointer while it drags. */
  box: RefObject<HTMLElement | null>;
  /** How long a finger must rest before it drags. */
  restMs: number;
  /** Called when the drag starts. */
  onStart: (pointer: Pointer) => void;
  onMove: (pointer: Pointer) => void;
  /** Called in each frame of the drag, whether or not the pointer has moved. */
  onFrame: (pointer: Pointer) => void;
  onEnd: () => void;
  /** Called after `onEnd`, unless the press was cancelled. */
  onLift: (how: { isDragged: boolean; hasMoved: boolean }) => void;
}

export function followPress(event: ReactPointerEvent<HTMLElement>, options: Options): Press {
  const { box, onStart, onMove, onFrame, onEnd, onLift } = options;
  const { pointerId, clientX, clientY } = event;
  const isFinger = event.pointerType === "touch";
  const pointer: Pointer = { x: clientX, y: clientY, altKey: event.altKey };
  let isDragged = false;
  let hasMoved = false;
  let frame = 0;
  const rest = isFinger ? setTimeout(begin, options.restMs) : undefined;

  function begin(): void {
    isDragged = true;
    try {
      box.current?.setPointerCapture(pointerId);
    } catch {
      // setPointerCapture throws if the pointer has already been lifted.
    }
    onStart(pointer);
    const loop = () => {
      frame = requestAnimationFrame(loop);
      onFrame(pointer);
    };
    frame = requestAnimationFrame(loop);
  }

  function move(each: PointerEvent): void {
    if (each.pointerId !== pointerId) return;
    Object.assign(pointer, { x: each.clientX, y: each.clientY, altKey: each.altKey });
    const distance = Math.hypot(each.clientX - clientX, each.clientY - clientY);
    if (distance > moveStart) hasMoved = true;
    if (isDragged) onMove(pointer);
    else if (isFinger) {
      if (distance > fingerSlack) end();
    } else if (distance > moveStart) begin();
  }

  function lift(each: PointerEvent): void {
    if (each.pointerId !== pointerId) return;
    end();
    onLift({ isDragged, hasMoved });
  }

  function cancel(each: PointerEvent): void {
    if (each.pointerId === pointerId) end();
  }

  function pressKey(each: KeyboardEvent): void {
    if (each.key === "Escape" && isDragged) {
      each.preventDefault();
      end();
    } else if (each.key === "Alt") {
      each.preventDefault();
      pointer.altKey = each.type === "keydown";
    }
  }

  function end(): void {
    clearTimeout(rest);
    cancelAnimationFrame(frame);
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", lift);
    removeEventListener("pointercancel", cancel);
    removeEventListener("keydown", pressKey, true);
    removeEventListener("keyup", pressKey, true);
    onEnd();
  }

  addEventListener("pointermove", move);
  addEventListener("pointerup", lift);
  addEventListener("pointercancel", cancel);
  addEventListener("keydown", pressKey, true);
  addEventListener("keyup", pressKey, true);
  return { isDragged: () => isDragged, end };
}
