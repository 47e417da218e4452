import { clockText } from "@stint/grammar/time-text.ts";
import { clockOf, dayOf } from "@stint/grammar/zone.ts";

export function localTime(instant: string | number, zone: string): { day: string; clock: string } {
  const ms = typeof instant === "number" ? instant : Date.parse(instant);
  return { day: dayOf(ms, zone), clock: clockText(clockOf(ms, zone)) };
}
