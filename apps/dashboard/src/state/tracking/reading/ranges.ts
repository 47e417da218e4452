/** A half-open range of time in milliseconds. */
export interface Range {
  from: number;
  to: number;
}

/** The latest instant that the API accepts. */
export const endOfTime = Date.UTC(2199, 11, 31);

const minuteMs = 60_000;

/** Adds a range and merges ranges that touch. Returns them earliest first. */
export function addRange(ranges: readonly Range[], added: Range): Range[] {
  const joined = ranges.filter(({ from, to }) => to >= added.from && from <= added.to);
  const rest = ranges.filter((range) => !joined.includes(range));
  const from = Math.min(added.from, ...joined.map((range) => range.from));
  const to = Math.max(added.to, ...joined.map((range) => range.to));
  return [...rest, { from, to }].toSorted((left, right) => left.from - right.from);
}

/** The parts of `wanted` that no range covers. */
export function missingParts(ranges: readonly Range[], wanted: Range): Range[] {
  const missing: Range[] = [];
  let { from } = wanted;
  for (const range of ranges) {
    if (range.to <= from || range.from >= wanted.to) continue;
    if (range.from > from) missing.push({ from, to: range.from });
    from = Math.max(from, range.to);
  }
  if (from < wanted.to) missing.push({ from, to: wanted.to });
  return missing;
}

/**
 * Whether every entry from `startedMs` (the newest loaded start) until now is certain to be loaded. `now` may have been
 * rounded down to the minute.
 */
export function hasNewest(ranges: readonly Range[], startedMs: number | undefined, now: number): boolean {
  const range = ranges.find(({ from, to }) => from < now + minuteMs && to > now);
  if (range === undefined) return false;
  // The range of a page begins 1 ms after the start of the page's last entry.
  return range.from === 0 || (startedMs !== undefined && startedMs >= range.from - 1);
}
