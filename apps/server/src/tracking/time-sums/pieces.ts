/** The lengths of the periods that sums are stored for, all cut in UTC; coarse to fine. */
export type Level = "year" | "month" | "day" | "hour" | "quarter_hour";

/** Whole stored periods, or raw entries, of [fromMs, toMs), to be added or taken away; null is unbounded. */
export interface Piece {
  level: Level | "entries";
  fromMs: number | null;
  toMs: number | null;
  sign: 1 | -1;
}

/** A piece of the range of one bucket; the bucket's number is the caller's. */
export interface BucketPiece extends Piece {
  bucket: number;
}

const hourMs = 3_600_000;
const lengthsMs = { day: 24 * hourMs, hour: hourMs, quarter_hour: hourMs / 4 };

// What an hour of raw entries costs in stored periods. At 4 or less, the sums of quarter hours would never be worth it.
const entriesCostPerHour = 8;

/**
 * The pieces that add up to the range [fromMs, toMs), null being unbounded, at the least cost. `levels` are those there
 * are sums of, coarse to fine. An end just before a boundary is the whole period with a little taken away.
 */
export function splitRange(fromMs: number | null, toMs: number | null, levels: readonly Level[]): Piece[] {
  if (fromMs !== null && toMs !== null) return fromMs < toMs ? cheapest(fromMs, toMs, levels, 0, 1).pieces : [];
  const level = levels[0] ?? "entries";
  // What lies in an unbounded direction is read in the longest periods, however far it reaches.
  const cutMs = (endMs: number | null) => (endMs === null || level === "entries" ? endMs : nearest(level, endMs));
  const from = cutMs(fromMs);
  const to = cutMs(toMs);
  const pieces: Piece[] = [{ level, fromMs: from, toMs: to, sign: 1 }];
  if (fromMs !== null && from !== null) pieces.push(...between(fromMs, from, levels, 1, 1).pieces);
  if (toMs !== null && to !== null) pieces.push(...between(to, toMs, levels, 1, 1).pieces);
  return pieces;
}

/** The length of what pieces read from raw entries, as a share of their range; 0 for an unbounded one. */
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

/** The range from one instant to the other, which counts negative if it leads backwards. */
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

/** The boundary of a level that is nearest to an instant, the later one of two. */
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

/** How many periods of a level there are from one of its boundaries to another. */
function periods(level: Level, fromMs: number, toMs: number): number {
  if (level !== "year" && level !== "month") return (toMs - fromMs) / lengthsMs[level];
  const from = new Date(fromMs);
  const to = new Date(toMs);
  const years = to.getUTCFullYear() - from.getUTCFullYear();
  return level === "year" ? years : years * 12 + to.getUTCMonth() - from.getUTCMonth();
}
