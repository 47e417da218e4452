// Calendar days as `YYYY-MM-DD`, computed without Temporal, which Node lacks before version 26.

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
/** The longest time that an entry can have. */
export const longestEntryMs = 7 * dayMs;

export function addDays(day: string, days: number): string {
  return toDay(Date.parse(day) + days * dayMs);
}

export const weekDays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;
export type WeekDay = (typeof weekDays)[number];

/** Returns the first day of the week that contains `day`. */
export function startOfWeek(day: string, weekStart: WeekDay): string {
  const at = (new Date(day).getUTCDay() + 6) % 7;
  return addDays(day, -((at - weekDays.indexOf(weekStart) + 7) % 7));
}

/** Returns the text if it is an existing calendar day; undefined otherwise. */
export function readDay(text: string): string | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return undefined;
  const ms = Date.parse(text);
  // Compare the text, because Date.parse reads 31 February as 3 March.
  return !Number.isNaN(ms) && toDay(ms) === text ? text : undefined;
}

function toDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
