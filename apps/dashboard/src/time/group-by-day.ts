import { startMs } from "./start-ms.ts";
import { addDays, dayOf, startOfDay } from "./zoned.ts";

/** A calendar day in a zone, with the instants between which it lies, half-open, in milliseconds. */
export interface Day {
  day: string;
  from: number;
  to: number;
}

/** The parts of a total: whole seconds, as the reports of the API sum them. */
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

const quarterMs = 900_000;

/**
 * Finds the day on which an instant lies. Temporal is slow for thousands of instants: each day is cut once, and found
 * again by the quarter of an hour, at whose ends the offsets of all zones of today change.
 */
export function createDayFinder(zone: string): (ms: number) => Day {
  const days = new Map<string, Day>();
  const quarters = new Map<number, Day>();

  function cut(day: string): Day {
    const known = days.get(day) ?? { day, from: startOfDay(day, zone), to: startOfDay(addDays(day, 1), zone) };
    days.set(day, known);
    return known;
  }

  return (ms) => {
    const quarter = Math.floor(ms / quarterMs);
    const known = quarters.get(quarter);
    if (known !== undefined && ms >= known.from && ms < known.to) return known;
    const shown = cut(dayOf(ms, zone));
    // Clocks that go back over midnight show the day before a second time; it has ended all the same.
    const found = ms < shown.to ? shown : cut(addDays(shown.day, 1));
    quarters.set(quarter, found);
    return found;
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

/**
 * How much of the tracked time is billable; undefined where nothing was tracked. Rounding makes the billable seconds of
 * an entry more or fewer than were tracked, so a share of those could be more than the whole.
 */
export function billableShareOf(entries: readonly (Timed & { billable: boolean })[]): number | undefined {
  const { seconds } = sumOf(entries);
  return seconds === 0 ? undefined : sumOf(entries.filter(({ billable }) => billable)).seconds / seconds;
}

/** Tells whether rounding changed the billable time of some entry. */
export function isRounded(entries: readonly (Timed & { billable: boolean })[]): boolean {
  return entries.some(
    ({ billable, durationSeconds, billableSeconds }) => billable && durationSeconds !== billableSeconds,
  );
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

/**
 * The groups of `entries`, where those of `before` are known: days in which nothing changed keep their group. Of ten
 * thousand entries one change concerns one day or two.
 */
export function regroupByDay<Entry extends Timed>(
  before: { entries: readonly Entry[]; groups: readonly DayGroup<Entry>[] },
  entries: readonly Entry[],
  findDay: (ms: number) => Day,
): DayGroup<Entry>[] {
  const shorter = Math.min(before.entries.length, entries.length);
  let head = 0;
  while (head < shorter && before.entries[head] === entries[head]) head++;
  let tail = 0;
  while (tail < shorter - head && before.entries.at(-1 - tail) === entries.at(-1 - tail)) tail++;
  // A day at the edge of the change may have got another entry.
  const first = wholeGroups(before.groups, head);
  const last = wholeGroups(before.groups.toReversed(), tail);
  const middle = entries.slice(first.count, entries.length - last.count);
  return [...first.groups, ...groupByDay(middle, findDay), ...last.groups.toReversed()];
}

/** The first groups that end before the `limit`th entry, and how many entries they hold. */
function wholeGroups<Entry>(groups: readonly DayGroup<Entry>[], limit: number) {
  let [count, at] = [0, 0];
  for (let next = groups[at]; next !== undefined && count + next.entries.length < limit; next = groups[++at])
    count += next.entries.length;
  return { groups: groups.slice(0, at), count };
}

/** Tells whether all of a day has been read; the total of another one would be too small. */
export function isWhole({ from, to }: Day, loaded: readonly { from: number; to: number }[]): boolean {
  return loaded.some((range) => range.from <= from && range.to >= to);
}
