// Dragging on the days with mouse, pen or finger.
import {
  type PointerEvent as ReactPointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import type { Day } from "#time/group-by-day.ts";
import { readTextScale } from "#ui/theme/text-scale.ts";
import type { Block } from "./block.ts";
import { instantAt, quarterAt, quarterMs } from "./day-geometry.ts";
import { type Gesture, spanOf } from "./gesture.ts";
import type { Span } from "./pieces.ts";

const moveStart = 4;
const fingerSlack = 10;
const restMs = 400;
const edge = 36;
const scrollStep = 10;
const turnMs = 700;

export interface Drag extends Gesture {
  /** Undefined for a new entry. */
  block: Block | undefined;
  isCopy: boolean;
  now: Span;
}

interface Options {
  days: readonly Day[];
  hourHeight: number;
  box: RefObject<HTMLDivElement | null>;
  scroller: RefObject<HTMLDivElement | null>;
  canWrite: boolean;
  blockOf: (key: string) => Block | undefined;
  onDrop: (drag: Drag) => void;
  /** Called for a click on an empty part of a day. */
  onPlace: (ms: number) => void;
  onTurn: (steps: number) => void;
}

interface Armed {
  pointerId: number;
  isFinger: boolean;
  x: number;
  y: number;
  altKey: boolean;
  gesture: Gesture;
  block: Block | undefined;
  isDragged: boolean;
  hasMoved: boolean;
  /** When the pointer reached a side edge. If it rests there, the page turns. */
  sideSince: number | undefined;
}

export function useGesture(options: Options) {
  const [drag, setDrag] = useState<Drag>();
  const latest = useRef(options);
  useLayoutEffect(() => {
    latest.current = options;
  }, [options]);
  const state = useRef<{ armed?: Armed; last?: Drag | undefined; end?: () => void; hasDragged: boolean }>({
    hasDragged: false,
  });

  // A dragging finger must not scroll the page, which only a non-passive listener can prevent.
  const { box: area } = options;
  useEffect(() => {
    const box = area.current;
    const hold = (event: TouchEvent) => {
      if (state.current.armed?.isDragged === true && event.cancelable) event.preventDefault();
    };
    box?.addEventListener("touchmove", hold, { passive: false });
    return () => {
      box?.removeEventListener("touchmove", hold);
      state.current.end?.();
    };
  }, [area]);

  /** The instant and the day under a point; a point outside the days counts as the nearest one. */
  function under(x: number, y: number): { ms: number; day: Day } | undefined {
    const { box, days, hourHeight } = latest.current;
    const rect = box.current?.getBoundingClientRect();
    if (rect === undefined) return undefined;
    const column = Math.floor(((x - rect.left) / rect.width) * days.length);
    const day = days[Math.min(Math.max(column, 0), days.length - 1)];
    return day && { ms: instantAt(day, y - rect.top, hourHeight * readTextScale()), day };
  }

  function update(armed: Armed): void {
    const point = under(armed.x, armed.y);
    if (point === undefined) return;
    const now = spanOf(armed.gesture, point.ms, point.day);
    const isCopy = armed.gesture.kind === "move" && armed.altKey;
    const { last } = state.current;
    if (last?.now.start === now.start && last.now.end === now.end && last.isCopy === isCopy) return;
    state.current.last = { ...armed.gesture, block: armed.block, isCopy, now };
    setDrag(state.current.last);
  }

  /** Scrolls at the top and bottom edges, and turns the page at the sides. */
  function follow(armed: Armed): void {
    const { scroller, box, onTurn } = latest.current;
    const view = scroller.current?.getBoundingClientRect();
    const sides = box.current?.getBoundingClientRect();
    if (view === undefined || sides === undefined) return;
    if (armed.y < view.top + edge * 2) scroller.current?.scrollBy(0, -scrollStep);
    else if (armed.y > view.bottom - edge) scroller.current?.scrollBy(0, scrollStep);
    const side = armed.x < sides.left ? -1 : armed.x > sides.right - 4 ? 1 : 0;
    if (side === 0) armed.sideSince = undefined;
    else {
      armed.sideSince ??= performance.now();
      if (performance.now() - armed.sideSince > turnMs) {
        onTurn(side);
        armed.sideSince = undefined;
      }
    }
    update(armed);
  }

  function arm(event: ReactPointerEvent<HTMLElement>): void {
    const { canWrite, blockOf, box } = latest.current;
    const point = under(event.clientX, event.clientY);
    if (event.button !== 0 || !event.isPrimary || point === undefined || !canWrite) return;
    const { target } = event;
    const hit = target instanceof Element ? target.closest<HTMLElement>("[data-block]") : null;
    const block = hit === null ? undefined : blockOf(hit.dataset["block"] ?? "");
    if (hit !== null && block?.canChange !== true) return;
    const handle = target instanceof Element ? target.closest<HTMLElement>("[data-handle]") : null;
    const start = quarterAt(point.day, point.ms);
    const gesture: Gesture =
      block === undefined
        ? { kind: "create", span: { start, end: start + quarterMs }, grabbed: point.ms }
        : { kind: kindOf(handle?.dataset["handle"]), span: block.span, grabbed: point.ms };
    const armed: Armed = {
      pointerId: event.pointerId,
      isFinger: event.pointerType === "touch",
      x: event.clientX,
      y: event.clientY,
      altKey: event.altKey,
      gesture,
      block,
      isDragged: false,
      hasMoved: false,
      sideSince: undefined,
    };
    state.current.end?.();
    state.current = { armed, hasDragged: false };
    let frame = 0;
    const from = { x: event.clientX, y: event.clientY };
    const begin = () => {
      armed.isDragged = true;
      state.current.hasDragged = true;
      try {
        box.current?.setPointerCapture(armed.pointerId);
      } catch {
        // setPointerCapture throws if the pointer has already been lifted.
      }
      update(armed);
      const loop = () => {
        frame = requestAnimationFrame(loop);
        follow(armed);
      };
      frame = requestAnimationFrame(loop);
    };
    const isHandle = handle !== null;
    const rest = armed.isFinger ? setTimeout(begin, isHandle ? 0 : restMs) : undefined;
    const move = (each: PointerEvent) => {
      if (each.pointerId !== armed.pointerId) return;
      Object.assign(armed, { x: each.clientX, y: each.clientY, altKey: each.altKey });
      const distance = Math.hypot(each.clientX - from.x, each.clientY - from.y);
      if (distance > moveStart) armed.hasMoved = true;
      if (armed.isDragged) update(armed);
      else if (armed.isFinger) {
        if (distance > fingerSlack) end();
      } else if (distance > moveStart) begin();
    };
    const up = (each: PointerEvent) => {
      if (each.pointerId !== armed.pointerId) return;
      const dropped = armed.isDragged ? state.current.last : undefined;
      const isClick = !armed.isDragged && block === undefined;
      end();
      // A finger that pressed an entry without moving only wanted to show its handles.
      if (dropped !== undefined && (armed.hasMoved || dropped.kind === "create")) latest.current.onDrop(dropped);
      else if (isClick) latest.current.onPlace(start);
    };
    const alt = (each: KeyboardEvent) => {
      if (each.key === "Escape" && armed.isDragged) {
        each.preventDefault();
        end();
      } else if (each.key === "Alt") {
        each.preventDefault();
        armed.altKey = each.type === "keydown";
      }
    };
    const cancel = (each: PointerEvent) => {
      if (each.pointerId === armed.pointerId) end();
    };
    const end = () => {
      clearTimeout(rest);
      cancelAnimationFrame(frame);
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      removeEventListener("pointercancel", cancel);
      removeEventListener("keydown", alt, true);
      removeEventListener("keyup", alt, true);
      state.current = { hasDragged: state.current.hasDragged };
      setDrag(undefined);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
    addEventListener("pointercancel", cancel);
    addEventListener("keydown", alt, true);
    addEventListener("keyup", alt, true);
    state.current.end = end;
  }

  return {
    drag,
    arm,
    /** Whether the next click is the end of a drag. Reading it resets it. */
    wasDragged(): boolean {
      const { hasDragged } = state.current;
      state.current.hasDragged = false;
      return hasDragged;
    },
  };
}

function kindOf(handle: string | undefined): Gesture["kind"] {
  if (handle === undefined) return "move";
  return handle === "start" ? "resizeStart" : "resizeEnd";
}
