import { startMs } from "./start-ms.ts";
import { dayOf, rangeOfDays } from "./zoned.ts";

/** A calendar day in a zone, with its half-open range in milliseconds. */
export interface Day {
  day: string;
  from: number;
  to: number;
}

/** The key of the group of all days after today. */
export const upcoming = "upcoming";

/** Totals in whole seconds, computed as in the API's reports. */
interface Totals {
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

/** Returns a function that finds the day of an instant. Instants from `upcomingFrom` on share one group. */
export function createDayFinder(zone: string, upcomingFrom = Infinity): (ms: number) => Day {
  const later = { day: upcoming, from: upcomingFrom, to: Infinity };
  const days = new Map<string, Day>();
  return (ms) => {
    if (ms >= upcomingFrom) return later;
    const day = dayOf(ms, zone);
    const found = days.get(day) ?? { day, ...rangeOfDays(day, 1, zone) };
    days.set(day, found);
    return found;
  };
}

/** Sums entries. Every screen uses this, so that sums come from seconds and never from displayed values. */
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
 * The billable share of the tracked time. Undefined if nothing was tracked. Based on tracked seconds, because rounded
 * billable seconds could exceed the total.
 */
export function billableShareOf(entries: readonly (Timed & { billable: boolean })[]): number | undefined {
  const { seconds } = sumOf(entries);
  return seconds === 0 ? undefined : sumOf(entries.filter(({ billable }) => billable)).seconds / seconds;
}

/** Whether rounding changed any entry's billable time. */
export function isRounded(entries: readonly (Timed & { billable: boolean })[]): boolean {
  return entries.some(
    ({ billable, durationSeconds, billableSeconds }) => billable && durationSeconds !== billableSeconds,
  );
}

/** Groups entries by the day on which they start. Keeps the order of days and entries. */
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
 * Groups `entries`, reusing the groups in `before` for unchanged days: among ten thousand entries, one change affects
 * only a day or two.
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
  // Regroups the days at both edges of the change, which may have gained entries.
  const first = wholeGroups(before.groups, head);
  const last = wholeGroups(before.groups.toReversed(), tail);
  const middle = entries.slice(first.count, entries.length - last.count);
  return [...first.groups, ...groupByDay(middle, findDay), ...last.groups.toReversed()];
}

/**
 * Returns a function that groups lists by day. Each call regroups only the days in which the list differs from the last
 * one.
 */
export function createGrouper<Entry extends Timed>(findDay: (ms: number) => Day) {
  let last: { entries: readonly Entry[]; groups: DayGroup<Entry>[] } = { entries: [], groups: [] };
  return (entries: readonly Entry[]): DayGroup<Entry>[] => {
    last = { entries, groups: regroupByDay(last, entries, findDay) };
    return last.groups;
  };
}

/** Returns the leading groups that end before the entry at index `limit`, and their number of entries. */
function wholeGroups<Entry>(groups: readonly DayGroup<Entry>[], limit: number) {
  let [count, at] = [0, 0];
  for (let next = groups[at]; next !== undefined && count + next.entries.length < limit; next = groups[++at])
    count += next.entries.length;
  return { groups: groups.slice(0, at), count };
}

/** Whether all entries of a day have loaded. If not, its total would be too small. */
export function isWhole({ from, to }: Omit<Day, "day">, loaded: readonly Omit<Day, "day">[]): boolean {
  return loaded.some((range) => range.from <= from && range.to >= to);
}
