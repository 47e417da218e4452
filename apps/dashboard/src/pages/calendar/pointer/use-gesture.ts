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
  const latest = useLatest(options);
  const press = usePress(options.box);
  const hasDragged = useRef(false);

  function arm(event: ReactPointerEvent<HTMLElement>): void {
    const begun = beginningOf(event, latest.current);
    if (begun === undefined) return;
    const { gesture, block, handle } = begun;
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
      box: latest.current.box,
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
          if (block === undefined) latest.current.onPlace(gesture.span.start);
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

function useLatest<Value>(value: Value) {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  }, [value]);
  return latest;
}

/** The press that is followed, if any. It ends with the component. */
function usePress(area: Options["box"]) {
  const press = useRef<Press>(undefined);
  useEffect(() => {
    const box = area.current;
    const end = () => press.current?.end();
    // A dragging finger must not scroll the page, which only a non-passive listener can prevent.
    const hold = (event: TouchEvent) => {
      if (press.current?.isDragged() === true && event.cancelable) event.preventDefault();
    };
    box?.addEventListener("touchmove", hold, { passive: false });
    return () => {
      box?.removeEventListener("touchmove", hold);
      end();
    };
  }, [area]);
  return press;
}

/** The gesture that a press begins; undefined if there is none. */
function beginningOf(event: ReactPointerEvent<HTMLElement>, options: Options) {
  const { target } = event;
  const closest = (selector: string) => (target instanceof Element ? target.closest<HTMLElement>(selector) : null);
  const [hit, handle] = [closest("[data-block]"), closest("[data-handle]")];
  const point = pointAt(options, event.clientX, event.clientY);
  if (event.button !== 0 || !event.isPrimary || point === undefined || !options.canWrite) return undefined;
  const block = hit === null ? undefined : options.blockOf(hit.dataset["block"] ?? "");
  if (hit !== null && block?.canChange !== true) return undefined;
  const start = quarterAt(point.day, point.ms);
  const gesture: Gesture =
    block === undefined
      ? { kind: "create", span: { start, end: start + quarterMs }, grabbed: point.ms }
      : { kind: kindOf(handle?.dataset["handle"]), span: block.span, grabbed: point.ms };
  return { gesture, block, handle };
}

/** The instant and the day under a point; a point outside the days counts as the nearest one. */
function pointAt({ box, days, hourHeight }: Options, x: number, y: number): { ms: number; day: Day } | undefined {
  const rect = box.current?.getBoundingClientRect();
  if (rect === undefined) return undefined;
  const column = Math.floor(((x - rect.left) / rect.width) * days.length);
  const day = days[Math.min(Math.max(column, 0), days.length - 1)];
  return day && { ms: instantAt(day, y - rect.top, hourHeight * readTextScale()), day };
}

function kindOf(handle: string | undefined): Gesture["kind"] {
  if (handle === undefined) return "move";
  return handle === "start" ? "resizeStart" : "resizeEnd";
}
