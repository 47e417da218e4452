import type { ClockTime } from "@stint/grammar/parse-clock.ts";
import { nextClock } from "@stint/grammar/zone.ts";
import { dayMs } from "@stint/grammar/days.ts";
import { dayOf } from "./zoned.ts";

/**
 * The instant of a clock time that was typed to replace `former`, on the same day. If `former` ends a span that begins
 * at `start` and is shorter than a day, it is the first such instant after `start` instead. If clocks repeat the time,
 * the instant nearest to `former` is meant; if they skip it, the result is undefined.
 */
export function editClock(former: number, time: ClockTime, zone: string, start = -Infinity): number | undefined {
  return nextClock(start, dayOf(former - start < dayMs ? start : former, zone), time, zone, former);
}
