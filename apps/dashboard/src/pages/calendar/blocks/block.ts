import type { TimeEntry, Timer } from "@stint/sdk";
import type { Day } from "#time/group-by-day.ts";
import { endMs, startMs } from "#time/start-ms.ts";
import { heightOf } from "./day-geometry.ts";
import { boxOf, type Lane, packLanes, type Box } from "./lanes.ts";
import { type Piece, piecesOf, type Span } from "./pieces.ts";

/**
 * Something shown in the calendar: an entry, the running timer, an entry being created, or an event from another
 * calendar.
 */
export interface Block {
  /** Stays the same when the server assigns an entry its id. */
  key: string;
  kind: "entry" | "timer" | "draft" | "event";
  span: Span;
  description: string;
  projectId: string | undefined;
  /** Undefined for everything except entries. */
  entry: TimeEntry | undefined;
  isUnconfirmed: boolean;
  canChange: boolean;
}

/** The fields of blocks that are not stored entries. */
export const unchangeable = { entry: undefined, isUnconfirmed: false, canChange: false };

export function spanOf(entry: TimeEntry): Span {
  return { start: startMs(entry), end: endMs(entry) };
}

export function entryBlock(entry: TimeEntry, key: string, rights: Pick<Block, "isUnconfirmed" | "canChange">): Block {
  const { description, projectId } = entry;
  return { key, kind: "entry", span: spanOf(entry), description, projectId, entry, ...rights };
}

export function timerBlock({ description, projectId, startedAt }: Timer, now: number): Block {
  const start = Date.parse(startedAt);
  const span = { start, end: Math.max(now, start) };
  return { ...unchangeable, key: "timer", kind: "timer", span, description, projectId };
}

/** A piece of a block with its position. */
export interface PlacedPiece extends Piece, Box, Lane {
  key: string;
  block: Block;
  /** Whether this is the first visible piece of its block. Only the first piece can be focused and is read aloud. */
  isFirst: boolean;
}

/** Places the pieces of all blocks, in time order; pieces that would overlap are side by side. */
export function placePieces(blocks: readonly Block[], days: readonly Day[], hourHeight: number): PlacedPiece[] {
  const pieces = blocks
    .toSorted((left, right) => left.span.start - right.span.start || (left.key < right.key ? -1 : 1))
    .flatMap((block) =>
      piecesOf(block.span, days).map((piece, at) => {
        const day = days[piece.column] ?? { from: 0, to: 0 };
        const y = (ms: number) => heightOf(day, ms, hourHeight);
        const box = boxOf(y(piece.from), y(piece.to), y(day.to));
        return { ...piece, ...box, block, key: at === 0 ? block.key : `${block.key} ${at}`, isFirst: at === 0 };
      }),
    );
  const lanes = new Map<(typeof pieces)[number], Lane>();
  for (const own of Map.groupBy(pieces, ({ column }) => column).values())
    for (const [at, lane] of packLanes(own).entries()) {
      const piece = own[at];
      if (piece !== undefined) lanes.set(piece, lane);
    }
  return pieces.map((piece) => ({ ...piece, ...(lanes.get(piece) ?? { lane: 0, lanes: 1, width: 1 }) }));
}
