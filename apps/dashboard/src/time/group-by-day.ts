import { startMs } from "./start-ms.ts";
import { addDays, dayOf, startOfDay } from "./zoned.ts";

/** A calendar day in a zone, with the instants between which it lies, half-open, in milliseconds. */
export interface Day {
  day: string;
  from: number;
  to: number;
}

/** What totals are made of: whole seconds, as the reports of the API sum them. */
export interface Totals {
  seconds: number;
  billableSeconds: number;
}

interface Timed {
  startedAt: string;
  durationSeconds: number;
  billableSeconds: number;
}

export interface DayGroup<Entry> extends Day, Totals {
  entries: Entry[];
}

/** Finds the day on which an instant lies. Each day is cut once, because Temporal is slow for thousands of instants. */
export function createDayFinder(zone: string): (ms: number) => Day {
  const days = new Map<string, Day>();
  let last: Day | undefined;

  function cut(day: string): Day {
    const known = days.get(day) ?? { day, from: startOfDay(day, zone), to: startOfDay(addDays(day, 1), zone) };
    days.set(day, known);
    return known;
  }

  return (ms) => {
    if (last !== undefined && ms >= last.from && ms < last.to) return last;
    const shown = cut(dayOf(ms, zone));
    // Where clocks go back over midnight they show the day before a second time; it has ended all the same.
    last = ms < shown.to ? shown : cut(addDays(shown.day, 1));
    return last;
  };
}

/** The one sum of entries that every screen shows: of seconds, never of what is displayed. */
export function sumOf(entries: readonly Timed[]): Totals {
  let seconds = 0;
  let billableSeconds = 0;
  for (const entry of entries) {
    seconds += entry.durationSeconds;
    billableSeconds += entry.billableSeconds;
  }
  return { seconds, billableSeconds };
}

/** Entries by the day on which they start, in the order in which the days come first; newest first stays newest first. */
export function groupByDay<Entry extends Timed>(
  entries: readonly Entry[],
  findDay: (ms: number) => Day,
): DayGroup<Entry>[] {
  const groups = new Map<Day, Entry[]>();
  for (const entry of entries) {
    const day = findDay(startMs(entry));
    const group = groups.get(day);
    if (group === undefined) groups.set(day, [entry]);
    else group.push(entry);
  }
  return [...groups].map(([day, own]) => ({ ...day, entries: own, ...sumOf(own) }));
}

/** Whether all of a day has been read; the total of another one would be too small. */
export function isWhole({ from, to }: Day, loaded: readonly { from: number; to: number }[]): boolean {
  return loaded.some((range) => range.from <= from && range.to >= to);
}
