import { endMs, startMs } from "./start-ms.ts";

interface Timed {
  id: string;
  startedAt: string;
  durationSeconds: number;
}

/** The entries that began before an earlier one ended, each with the seconds that they share. */
export function findOverlaps(entries: readonly Timed[]): ReadonlyMap<string, number> {
  const overlaps = new Map<string, number>();
  let lastEnd = -Infinity;
  for (const entry of entries.toSorted((left, right) => startMs(left) - startMs(right))) {
    const [start, end] = [startMs(entry), endMs(entry)];
    const shared = Math.min(end, lastEnd) - start;
    if (shared > 0) overlaps.set(entry.id, shared / 1000);
    lastEnd = Math.max(lastEnd, end);
  }
  return overlaps;
}
