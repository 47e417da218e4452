import { addDays, listDays, startOfWeek, type Weekday } from "./zoned.ts";

/**
 * The weeks of the month that contains `day`, filled up with days of the adjacent months. Always six, so that all
 * months have the same height.
 */
export function listWeeks(day: string, weekStart: Weekday): string[][] {
  const first = startOfWeek(`${day.slice(0, 7)}-01`, weekStart);
  return Array.from({ length: 6 }, (_, week) => listDays(addDays(first, week * 7), 7));
}

/** Adds months. If the resulting month is too short, returns its last day. */
export function addMonths(day: string, months: number): string {
  return Temporal.PlainDate.from(day).add({ months }).toString();
}

/** Returns the day to which an arrow, Home, End or Page key moves. Undefined for other keys. */
export function dayOfKey(key: string, day: string, weekStart: Weekday): string | undefined {
  switch (key) {
    case "ArrowLeft":
      return addDays(day, -1);
    case "ArrowRight":
      return addDays(day, 1);
    case "ArrowUp":
      return addDays(day, -7);
    case "ArrowDown":
      return addDays(day, 7);
    case "Home":
      return startOfWeek(day, weekStart);
    case "End":
      return addDays(startOfWeek(day, weekStart), 6);
    case "PageUp":
      return addMonths(day, -1);
    case "PageDown":
      return addMonths(day, 1);
    default:
      return undefined;
  }
}

/** Clamps a day to the range from `min` to `max`. An empty bound means no limit. */
export function clampDay(day: string, min = "", max = ""): string {
  if (min !== "" && day < min) return min;
  return max !== "" && day > max ? max : day;
}
