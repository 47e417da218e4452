/** A span of time, half-open, in milliseconds. */
export interface Range {
  from: number;
  to: number;
}

/** The ranges with `added`, joined where they touch, earliest first. */
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
