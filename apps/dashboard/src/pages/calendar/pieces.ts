import type { Day } from "#time/group-by-day.ts";

/** A stretch of time, half-open, in milliseconds. */
export interface Span {
  start: number;
  end: number;
}

/** The part of a span that lies on one of the shown days. */
export interface Piece {
  /** Which of the shown days. */
  column: number;
  from: number;
  to: number;
  /** Tells whether the span begins and ends within this piece. */
  isStart: boolean;
  isEnd: boolean;
}

/** The pieces of a span on the shown days; one without duration has a piece on the day on which it lies. */
export function piecesOf({ start, end }: Span, days: readonly Day[]): Piece[] {
  return days.flatMap((day, column) => {
    const isOn = start >= day.from && start < day.to;
    if (!isOn && (start >= day.to || end <= day.from)) return [];
    const from = Math.max(start, day.from);
    const to = Math.min(end, day.to);
    return [{ column, from, to, isStart: from === start, isEnd: to === end }];
  });
}
