import { formatInstant } from "#platform/time.ts";
import { listEvents } from "#tracking/exchange/subscribed-calendars/list-events.ts";

/** The lines of a calendar that contains the given lines. */
export const calendar = (...lines: string[]) => ["BEGIN:VCALENDAR", "VERSION:2.0", ...lines, "END:VCALENDAR", ""];

/** The lines of an event, whose title is also its UID unless the lines give another. */
export function event(title: string, ...lines: string[]): string[] {
  const uid = lines.some((line) => line.startsWith("UID")) ? [] : [`UID:${title}`];
  return ["BEGIN:VEVENT", ...uid, `SUMMARY:${title}`, ...lines, "END:VEVENT"];
}

/** Lists what a member reads between September and December 2026: events as "Title 2026-12-01T09:00:00Z minutes". */
export function listCalendar(text: string, timeZone = "UTC") {
  const range = { from: Date.parse("2026-08-28T00:00:00Z"), to: Date.parse("2026-12-30T00:00:00Z") };
  const { events, days, warnings } = listEvents(text, { ...range, timeZone, email: "ada@example.com" });
  return {
    events: events.map(({ title, start, end }) => `${title} ${formatInstant(start)} ${(end - start) / 60_000}`),
    days: days.map(({ title, first, last }) => (first === last ? `${title} ${first}` : `${title} ${first} ${last}`)),
    warnings,
  };
}

/** Lists the events among the given lines. */
export const listLines = (lines: readonly string[], timeZone?: string) =>
  listCalendar(calendar(...lines).join("\r\n"), timeZone);
