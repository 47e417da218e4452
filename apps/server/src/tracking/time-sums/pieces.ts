/** The periods for which sums are stored, aligned to UTC, coarse to fine. */
export type Level = "year" | "month" | "day" | "hour" | "quarter_hour";

/** A range [fromMs, toMs) made of whole stored periods or raw entries, to be added or subtracted; null is unbounded. */
export interface Piece {
  level: Level | "entries";
  fromMs: number | null;
  toMs: number | null;
  sign: 1 | -1;
}

/** A piece of a bucket's range; the caller numbers the buckets. */
export interface BucketPiece extends Piece {
  bucket: number;
}

const hourMs = 3_600_000;
const lengthsMs = { day: 24 * hourMs, hour: hourMs, quarter_hour: hourMs / 4 };

// The cost of reading an hour of raw entries, in units of one stored period. It must be more than 4, the number of
// quarter hours in an hour; otherwise quarter-hour sums would never be cheaper.
const entriesCostPerHour = 8;

/**
 * The cheapest pieces that add up to [fromMs, toMs); null is unbounded. `levels` are those with stored sums, coarse to
 * fine. If the range ends just before a boundary, it is cheaper to add the whole period and subtract what follows the
 * end.
 */
export function splitRange(fromMs: number | null, toMs: number | null, levels: readonly Level[]): Piece[] {
  if (fromMs !== null && toMs !== null) return fromMs < toMs ? cheapest(fromMs, toMs, levels, 0, 1).pieces : [];
  const level = levels[0] ?? "entries";
  // Reads an unbounded direction in the longest periods, however far it extends.
  const cutMs = (endMs: number | null) => (endMs === null || level === "entries" ? endMs : nearest(level, endMs));
  const from = cutMs(fromMs);
  const to = cutMs(toMs);
  const pieces: Piece[] = [{ level, fromMs: from, toMs: to, sign: 1 }];
  if (fromMs !== null && from !== null) pieces.push(...between(fromMs, from, levels, 1, 1).pieces);
  if (toMs !== null && to !== null) pieces.push(...between(to, toMs, levels, 1, 1).pieces);
  return pieces;
}

/** The share of the range that is read from raw entries; 0 for an unbounded range. */
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

/** Splits the range between two instants; if they are reversed, with the opposite sign. */
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

/** The boundary of a level nearest to an instant; the later one if two are equally near. */
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

/** The number of periods of a level between two of its boundaries. */
function periods(level: Level, fromMs: number, toMs: number): number {
  if (level !== "year" && level !== "month") return (toMs - fromMs) / lengthsMs[level];
  const from = new Date(fromMs);
  const to = new Date(toMs);
  const years = to.getUTCFullYear() - from.getUTCFullYear();
  return level === "year" ? years : years * 12 + to.getUTCMonth() - from.getUTCMonth();
}
