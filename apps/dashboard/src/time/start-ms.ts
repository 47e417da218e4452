// Caches parsed instants, because each change sorts and groups up to ten thousand entries.
const parsed = new WeakMap<object, number>();

export function startMs(entry: { startedAt: string }): number {
  const known = parsed.get(entry);
  if (known !== undefined) return known;
  const ms = Date.parse(entry.startedAt);
  parsed.set(entry, ms);
  return ms;
}

export function endMs(entry: { startedAt: string; durationSeconds: number }): number {
  return startMs(entry) + entry.durationSeconds * 1000;
}
