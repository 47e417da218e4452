import type { Day } from "#time/group-by-day.ts";

/** A half-open span of time in milliseconds. */
export interface Span {
  start: number;
  end: number;
}

/** The part of a span on one of the visible days. */
export interface Piece {
  /** The index of the visible day. */
  column: number;
  from: number;
  to: number;
  /** Whether the span starts in this piece. */
  isStart: boolean;
  isEnd: boolean;
}

/** Splits a span into pieces on the visible days. A span without duration has one piece, on its day. */
export function piecesOf({ start, end }: Span, days: readonly Day[]): Piece[] {
  return days.flatMap((day, column) => {
    const isOn = start >= day.from && start < day.to;
    if (!isOn && (start >= day.to || end <= day.from)) return [];
    const from = Math.max(start, day.from);
    const to = Math.min(end, day.to);
    return [{ column, from, to, isStart: from === start, isEnd: to === end }];
  });
}
