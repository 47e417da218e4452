import { dayMs } from "@stint/grammar/days.ts";
import { toZoned } from "./zoned.ts";

const halfYearMs = 182 * dayMs;

/** Whether two zones, such as Berlin and Vienna, show the same time both now and in half a year. */
export function haveSameClock(zone: string, other: string, now: number): boolean {
  return [now, now + halfYearMs].every((at) => toZoned(at, zone).offset === toZoned(at, other).offset);
}
