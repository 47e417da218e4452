import type { Day } from "#time/group-by-day.ts";
import { dayMs } from "@stint/grammar/days.ts";
import { quarterAt, quarterMs, snap } from "#pages/calendar/blocks/day-geometry.ts";
import type { Span } from "#pages/calendar/blocks/pieces.ts";

/** The longest time entry that the API accepts. */
export const longestMs = 7 * dayMs;

/** A drag with a pointer or finger, and where it started. */
export interface Gesture {
  kind: "create" | "move" | "resizeStart" | "resizeEnd";
  /** The span before the drag; for a new entry, the quarter-hour where the drag started. */
  span: Span;
  /** The instant under the pointer when the drag started. */
  grabbed: number;
}

/** The span that results from dragging to `pointer`, an instant of `day`. */
export function draggedSpan({ kind, span, grabbed }: Gesture, pointer: number, day: Day): Span {
  const { start, end } = span;
  switch (kind) {
    case "create": {
      const quarter = quarterAt(day, pointer);
      return quarter < start
        ? { start: Math.max(quarter, end - longestMs), end }
        : { start, end: Math.min(quarter + quarterMs, start + longestMs) };
    }
    case "move": {
      const moved = snap(day, pointer - (grabbed - start));
      return { start: moved, end: moved + (end - start) };
    }
    case "resizeStart": {
      const latest = Math.max(start, end - quarterMs);
      return { start: Math.max(Math.min(snap(day, pointer), latest), end - longestMs), end };
    }
    case "resizeEnd": {
      const earliest = Math.min(end, start + quarterMs);
      return { start, end: Math.min(Math.max(snap(day, pointer), earliest), start + longestMs) };
    }
  }
}
