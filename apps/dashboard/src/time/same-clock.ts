import { toZoned } from "./zoned.ts";

const halfYearMs = 182 * 86_400_000;

/** Whether two zones show the same time both now and in half a year, like Berlin and Vienna. */
export function haveSameClock(zone: string, other: string, now: number): boolean {
  return [now, now + halfYearMs].every((at) => toZoned(at, zone).offset === toZoned(at, other).offset);
}
