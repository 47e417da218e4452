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
import type { Block } from "#pages/calendar/blocks/block.ts";
import { instantAt, quarterAt, quarterMs } from "#pages/calendar/blocks/day-geometry.ts";
import { createEdgeScroll } from "./edge-scroll.ts";
import { followPress, type Pointer, type Press } from "./follow-press.ts";
import { draggedSpan, type Gesture } from "./gesture.ts";
import type { Span } from "#pages/calendar/blocks/pieces.ts";

const restMs = 400;

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

export function useGesture(options: Options) {
  const [drag, setDrag] = useState<Drag>();
  const latest = useRef(options);
  useLayoutEffect(() => {
    latest.current = options;
  }, [options]);
  const press = useRef<Press>(undefined);
  const hasDragged = useRef(false);

  // A dragging finger must not scroll the page, which only a non-passive listener can prevent.
  const { box: area } = options;
  useEffect(() => {
    const box = area.current;
    const hold = (event: TouchEvent) => {
      if (press.current?.isDragged() === true && event.cancelable) event.preventDefault();
    };
    box?.addEventListener("touchmove", hold, { passive: false });
    return () => {
      box?.removeEventListener("touchmove", hold);
      press.current?.end();
    };
  }, [area]);

  function arm(event: ReactPointerEvent<HTMLElement>): void {
    const { canWrite, blockOf, box } = latest.current;
    const point = pointAt(latest.current, event.clientX, event.clientY);
    if (event.button !== 0 || !event.isPrimary || point === undefined || !canWrite) return;
    const { hit, handle } = targetOf(event);
    const block = hit === null ? undefined : blockOf(hit.dataset["block"] ?? "");
    if (hit !== null && block?.canChange !== true) return;
    const start = quarterAt(point.day, point.ms);
    const gesture: Gesture =
      block === undefined
        ? { kind: "create", span: { start, end: start + quarterMs }, grabbed: point.ms }
        : { kind: kindOf(handle?.dataset["handle"]), span: block.span, grabbed: point.ms };
    press.current?.end();
    hasDragged.current = false;
    let last: Drag | undefined;

    const update = ({ x, y, altKey }: Pointer) => {
      const to = pointAt(latest.current, x, y);
      if (to === undefined) return;
      const now = draggedSpan(gesture, to.ms, to.day);
      const isCopy = gesture.kind === "move" && altKey;
      if (last?.now.start === now.start && last.now.end === now.end && last.isCopy === isCopy) return;
      last = { ...gesture, block, isCopy, now };
      setDrag(last);
    };
    const scrollAtEdge = createEdgeScroll(() => latest.current);
    press.current = followPress(event, {
      box,
      restMs: handle === null ? restMs : 0,
      onStart(pointer) {
        hasDragged.current = true;
        update(pointer);
      },
      onMove: update,
      onFrame(pointer) {
        scrollAtEdge(pointer);
        update(pointer);
      },
      onEnd() {
        press.current = undefined;
        setDrag(undefined);
      },
      onLift({ isDragged, hasMoved }) {
        if (!isDragged) {
          if (block === undefined) latest.current.onPlace(start);
          // A finger that pressed an entry without moving only shows the entry's handles.
        } else if (last !== undefined && (hasMoved || last.kind === "create")) latest.current.onDrop(last);
      },
    });
  }

  return {
    drag,
    arm,
    /** Whether the next click is the end of a drag. Each call resets this to false. */
    wasDragged(): boolean {
      const was = hasDragged.current;
      hasDragged.current = false;
      return was;
    },
  };
}

/** The instant and the day under a point; a point outside the days counts as the nearest one. */
function pointAt({ box, days, hourHeight }: Options, x: number, y: number): { ms: number; day: Day } | undefined {
  const rect = box.current?.getBoundingClientRect();
  if (rect === undefined) return undefined;
  const column = Math.floor(((x - rect.left) / rect.width) * days.length);
  const day = days[Math.min(Math.max(column, 0), days.length - 1)];
  return day && { ms: instantAt(day, y - rect.top, hourHeight * readTextScale()), day };
}

/** The block that was pressed, and its handle. */
function targetOf({ target }: ReactPointerEvent): { hit: HTMLElement | null; handle: HTMLElement | null } {
  const closest = (selector: string) => (target instanceof Element ? target.closest<HTMLElement>(selector) : null);
  return { hit: closest("[data-block]"), handle: closest("[data-handle]") };
}

function kindOf(handle: string | undefined): Gesture["kind"] {
  if (handle === undefined) return "move";
  return handle === "start" ? "resizeStart" : "resizeEnd";
}
