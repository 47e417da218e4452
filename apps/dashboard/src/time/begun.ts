import { startMs } from "./start-ms.ts";

const minuteMs = 60_000;

/**
 * The entries that have begun, newest first. The others are planned, or their date is mistyped. `now` may be rounded
 * down to the minute.
 */
export function begunOf<Entry extends { startedAt: string }>(entries: readonly Entry[], now: number): readonly Entry[] {
  const first = entries.findIndex((entry) => startMs(entry) < now + minuteMs);
  return first === 0 ? entries : first === -1 ? [] : entries.slice(first);
}
