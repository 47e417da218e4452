export interface FilledEntry {
  startedAt: string;
  durationSeconds: number;
}

const slotMs = 20 * 60_000;
const workMs = 8 * 3_600_000;
const dayMs = 86_400_000;

/** Returns entries of 15 minutes, 24 a day, ending yesterday. */
export function listEntries(count: number, nowMs: number): FilledEntry[] {
  const perDay = workMs / slotMs;
  const today = nowMs - (nowMs % dayMs);
  return Array.from({ length: count }, (_, at) => {
    const daysAgo = 1 + Math.floor((count - 1 - at) / perDay);
    const startedMs = today - daysAgo * dayMs + workMs + (at % perDay) * slotMs;
    return { startedAt: new Date(startedMs).toISOString(), durationSeconds: 900 };
  });
}

/** Returns the entries in the form of timewarrior's files, one per month. */
export function toTimewarrior(entries: readonly FilledEntry[], tag: string): Map<string, string> {
  const byMonth = Map.groupBy(entries, ({ startedAt }) => startedAt.slice(0, 7));
  const compact = (ms: number) => new Date(ms).toISOString().replaceAll(/[-:]|\.\d+/g, "");
  return new Map(
    [...byMonth].map(([month, rows]) => {
      const lines = rows.map(({ startedAt, durationSeconds }) => {
        const startedMs = Date.parse(startedAt);
        return `inc ${compact(startedMs)} - ${compact(startedMs + durationSeconds * 1000)} # ${tag}\n`;
      });
      return [`${month}.data`, lines.toSorted().join("")];
    }),
  );
}
