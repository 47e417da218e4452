import { clockText } from "@stint/grammar/time-text.ts";
import { clockOf, dayOf, rangeOfDays } from "@stint/grammar/zone.ts";
import { dayMs } from "@stint/grammar/days.ts";

const names = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

export function weekdayOf(day: string): string {
  return names[new Date(day).getUTCDay()] ?? "";
}

let latest = { zone: "", day: "", fromMs: 0, toMs: 0 };

/**
 * Returns the day around an instant. Caches the latest day, because the entries of a list are sorted and computing a
 * day takes 20 µs.
 */
function dayAround(ms: number, zone: string): typeof latest {
  if (latest.zone !== zone || ms < latest.fromMs || ms >= latest.toMs) {
    const day = dayOf(ms, zone);
    latest = { zone, day, ...rangeOfDays(day, day, zone) };
  }
  return latest;
}

export function dayIn(ms: number, zone: string): string {
  return dayAround(ms, zone).day;
}

export function localTime(instant: string | number, zone: string): { day: string; clock: string } {
  const ms = typeof instant === "number" ? instant : Date.parse(instant);
  const { day, fromMs, toMs } = dayAround(ms, zone);
  // If a day has 24 hours, no clocks change, so the clock time is simply the time since midnight.
  const minutes = toMs - fromMs === dayMs ? Math.floor((ms - fromMs) / 60_000) : clockOf(ms, zone);
  return { day, clock: clockText(minutes) };
}

export function plural(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`;
}
