import type { ClockTime } from "@stint/grammar/parse-clock.ts";
import { nextClock } from "@stint/grammar/zone.ts";
import { dayOf } from "./zoned.ts";

const dayMs = 86_400_000;

/**
 * The instant of a clock time that was typed instead of `former`. It stays on the day of `former` or, if it ends a span
 * shorter than a day that begins at `start`, is the next one after that. If clocks repeat the time, the instant nearest
 * to `former` is meant; if they skip it, the result is undefined.
 */
export function editClock(former: number, time: ClockTime, zone: string, start = -Infinity): number | undefined {
  return nextClock(start, dayOf(former - start < dayMs ? start : former, zone), time, zone, former);
}
