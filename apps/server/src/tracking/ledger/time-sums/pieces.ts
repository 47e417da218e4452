import { dayMs, hourMs } from "#platform/days.ts";

/** The lengths of the periods for which sums are stored, from coarse to fine. Periods are aligned to UTC. */
export type Level = "year" | "month" | "day" | "hour" | "quarter_hour";

/** A range [fromMs, toMs) of whole stored periods or of raw entries, to add or to subtract. Null is unbounded. */
export interface Piece {
  level: Level | "entries";
  fromMs: number | null;
  toMs: number | null;
  sign: 1 | -1;
}

export interface BucketPiece extends Piece {
  bucket: number;
}

const lengthsMs = { day: dayMs, hour: hourMs, quarter_hour: hourMs / 4 };

// The cost of reading raw entries of one hour, relative to reading one stored period. Must exceed 4, because an hour
// has four quarter hours: otherwise quarter-hour sums would never be cheaper.
const entriesCostPerHour = 8;

/**
 * The cheapest pieces that add up to [fromMs, toMs); null is unbounded. `levels` are the levels with stored sums,
 * from coarse to fine. If the range ends shortly before a boundary, adding the whole period and subtracting the rest
 * is cheaper.
 */
export function splitRange(fromMs: number | null, toMs: number | null, levels: readonly Level[]): Piece[] {
  if (fromMs !== null && toMs !== null) return fromMs < toMs ? cheapest(fromMs, toMs, levels, 0, 1).pieces : [];
  const level = levels[0] ?? "entries";
  // An unbounded end is read in the longest periods.
  const cutMs = (endMs: number | null) => (endMs === null || level === "entries" ? endMs : nearest(level, endMs));
  const from = cutMs(fromMs);
  const to = cutMs(toMs);
  const pieces: Piece[] = [{ level, fromMs: from, toMs: to, sign: 1 }];
  if (fromMs !== null && from !== null) pieces.push(...between(fromMs, from, levels, 1, 1).pieces);
  if (toMs !== null && to !== null) pieces.push(...between(to, toMs, levels, 1, 1).pieces);
  return pieces;
}

/** The share of the range that is read from raw entries; 0 if the range is unbounded. */
export function rawShare(pieces: readonly Piece[], fromMs: number | null, toMs: number | null): number {
  if (fromMs === null || toMs === null || fromMs >= toMs) return 0;
  let rawMs = 0;
  for (const piece of pieces) {
    if (piece.level === "entries" && piece.fromMs !== null && piece.toMs !== null) rawMs += piece.toMs - piece.fromMs;
  }
  return rawMs / (toMs - fromMs);
}

interface Split {
  pieces: Piece[];
  cost: number;
}

/** Splits the range between two instants. If `toMs` is before `fromMs`, the sign is reversed. */
function between(fromMs: number, toMs: number, levels: readonly Level[], at: number, sign: 1 | -1): Split {
  if (fromMs <= toMs) return cheapest(fromMs, toMs, levels, at, sign);
  return cheapest(toMs, fromMs, levels, at, sign === 1 ? -1 : 1);
}

function cheapest(fromMs: number, toMs: number, levels: readonly Level[], at: number, sign: 1 | -1): Split {
  if (fromMs === toMs) return { pieces: [], cost: 0 };
  const level = levels[at];
  if (level === undefined) {
    return {
      pieces: [{ level: "entries", fromMs, toMs, sign }],
      cost: ((toMs - fromMs) / hourMs) * entriesCostPerHour,
    };
  }
  const from = nearest(level, fromMs);
  const to = nearest(level, toMs);
  if (from === to) return cheapest(fromMs, toMs, levels, at + 1, sign);
  const whole: Piece = { level, fromMs: from, toMs: to, sign };
  const count = periods(level, from, to);
  if (from === fromMs && to === toMs) return { pieces: [whole], cost: count };
  const before = between(fromMs, from, levels, at + 1, sign);
  const after = between(to, toMs, levels, at + 1, sign);
  const cost = count + before.cost + after.cost;
  const skipped = cheapest(fromMs, toMs, levels, at + 1, sign);
  return skipped.cost < cost ? skipped : { pieces: [whole, ...before.pieces, ...after.pieces], cost };
}

/** The level's boundary that is nearest to an instant; the later one if two are equally near. */
function nearest(level: Level, ms: number): number {
  if (level !== "year" && level !== "month") {
    const length = lengthsMs[level];
    return Math.floor(ms / length + 0.5) * length;
  }
  const date = new Date(ms);
  const year = date.getUTCFullYear();
  const month = date.getUTCMonth();
  const before = level === "year" ? Date.UTC(year, 0, 1) : Date.UTC(year, month, 1);
  const after = level === "year" ? Date.UTC(year + 1, 0, 1) : Date.UTC(year, month + 1, 1);
  return ms - before < after - ms ? before : after;
}

function periods(level: Level, fromMs: number, toMs: number): number {
  if (level !== "year" && level !== "month") return (toMs - fromMs) / lengthsMs[level];
  const from = new Date(fromMs);
  const to = new Date(toMs);
  const years = to.getUTCFullYear() - from.getUTCFullYear();
  return level === "year" ? years : years * 12 + to.getUTCMonth() - from.getUTCMonth();
}
