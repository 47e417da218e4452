import { startMs } from "./start-ms.ts";

const minuteMs = 60_000;

/**
 * The entries that have begun, newest first. Entries in the future are planned or have a mistyped date. `now` may be
 * rounded down to the minute.
 */
export function begunOf<Entry extends { startedAt: string }>(entries: readonly Entry[], now: number): readonly Entry[] {
  const first = entries.findIndex((entry) => startMs(entry) < now + minuteMs);
  return first === 0 ? entries : first === -1 ? [] : entries.slice(first);
}
