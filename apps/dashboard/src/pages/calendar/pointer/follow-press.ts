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
  const over = new AbortController();
  const { signal } = over;
  const rest = isFinger ? setTimeout(begin, options.restMs) : undefined;

  function begin(): void {
    isDragged = true;
    capture(box.current, pointerId);
    onStart(pointer);
    frame = requestAnimationFrame(follow);
  }

  function follow(): void {
    frame = requestAnimationFrame(follow);
    onFrame(pointer);
  }

  function move(each: PointerEvent): void {
    if (each.pointerId !== pointerId) return;
    Object.assign(pointer, { x: each.clientX, y: each.clientY, altKey: each.altKey });
    const distance = Math.hypot(each.clientX - clientX, each.clientY - clientY);
    if (distance > moveStart) hasMoved = true;
    if (isDragged) onMove(pointer);
    else if (isFinger && distance > fingerSlack) end();
    else if (!isFinger && distance > moveStart) begin();
  }

  function lift({ pointerId: id, type }: PointerEvent): void {
    if (id !== pointerId) return;
    end();
    if (type === "pointerup") onLift({ isDragged, hasMoved });
  }

  function pressKey(each: KeyboardEvent): void {
    if (each.key === "Alt") pointer.altKey = each.type === "keydown";
    else if (each.key === "Escape" && isDragged) end();
    else return;
    each.preventDefault();
  }

  function end(): void {
    clearTimeout(rest);
    cancelAnimationFrame(frame);
    over.abort();
    onEnd();
  }

  addEventListener("pointermove", move, { signal });
  for (const type of ["pointerup", "pointercancel"] as const) addEventListener(type, lift, { signal });
  for (const type of ["keydown", "keyup"] as const) addEventListener(type, pressKey, { signal, capture: true });
  return { isDragged: () => isDragged, end };
}

function capture(box: HTMLElement | null, pointerId: number): void {
  try {
    box?.setPointerCapture(pointerId);
  } catch {
    // setPointerCapture throws if the pointer has already been lifted.
  }
}
