import { clockOf, dayOf } from "@stint/grammar/zone.ts";

const names = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

export function weekdayOf(day: string): string {
  return names[new Date(day).getUTCDay()] ?? "";
}

/** `1:30`, or `1:30:15` with seconds. */
export function durationText(seconds: number): string {
  const sign = seconds < 0 ? "-" : "";
  const whole = Math.abs(seconds);
  const two = (value: number) => String(value).padStart(2, "0");
  const rest = whole % 60;
  const minutes = `${sign}${Math.floor(whole / 3600)}:${two(Math.floor((whole % 3600) / 60))}`;
  return rest === 0 ? minutes : `${minutes}:${two(rest)}`;
}

/** Minutes after midnight as `09:05`. */
export function clockText(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
}

/** The day and the clock of an instant in a zone. */
export function localTime(instant: string | number, zone: string): { day: string; clock: string } {
  const ms = typeof instant === "number" ? instant : Date.parse(instant);
  return { day: dayOf(ms, zone), clock: clockText(clockOf(ms, zone)) };
}

export function plural(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`;
}
