import { dayOf } from "./zoned.ts";

const longMs = 10 * 3_600_000;

/** Whether a timer was probably left running: for over ten hours, or past midnight. */
export function isForgotten(startedAt: string, now: number, zone: string): boolean {
  return now - Date.parse(startedAt) > longMs || dayOf(startedAt, zone) !== dayOf(now, zone);
}
