import { dayMs } from "#platform/days.ts";
import { toInstant, toLocal, utc } from "./calendar-zones.ts";
import { expandRule } from "./expand-rule.ts";
import { parseRule, type Rule } from "./parse-rule.ts";
import { type Length, parseDuration, parseTime } from "./parse-time.ts";
import { findProperty, listProperties, parameterOf } from "./read-components.ts";
import {
  attempt,
  dayOf,
  type EventTimes,
  type EventVersion,
  instantOf,
  lengthUntil,
  type Moment,
  readMoment,
} from "./read-event.ts";
import { TornError } from "./torn-error.ts";
import { TooMuchWorkError, Work, workOfEach } from "./work.ts";

export interface SeriesContext {
  from: number;
  to: number;
  /** Limits the work for all series of the file together. */
  work: Work;
  warn: (warning: string) => void;
  add: (key: string, event: EventVersion, times: EventTimes) => void;
}

/** An event that replaces the occurrence at an instant, or at the midnight of a day, and perhaps those after it. */
interface Exception {
  event: EventVersion;
  at: number;
  isForFuture: boolean;
}

interface Occurrence {
  at: number;
  /** The local time in the zone of the series. */
  local: number;
}

/** Adding an occurrence takes as long as this many steps of searching for one. */
const workPerOccurrence = 10;
/** Local times differ from UTC by less than this. */
const marginMs = 2 * dayMs;

/**
 * Separates events that share a UID only by mistake, as in some feeds. They are different events if all were changed at
 * the same time, and none repeats or replaces anything.
 */
export function separate(events: readonly EventVersion[]): (readonly EventVersion[])[] {
  const isVersion = ({ version, component }: EventVersion) =>
    version !== events[0]?.version ||
    !/[1-9]/.test(version) ||
    ["RRULE", "RDATE", "RECURRENCE-ID"].some((name) => findProperty(component, name) !== undefined);
  if (events.some(isVersion)) return [events];
  return [...Map.groupBy(events, ({ component }) => findProperty(component, "DTSTART")?.value.trim()).values()];
}

/**
 * Reads the events with one UID: the versions of a single event or of a series, and of the events that replace its
 * occurrences.
 */
export function readSeries(events: readonly EventVersion[], context: SeriesContext): void {
  let master: EventVersion | undefined;
  for (const event of events) if (event.replaced === undefined) master = newer(master, event);
  const start = master?.times?.start;
  const exceptions = new Map<string, Exception>();
  for (const event of events) {
    const { replaced, zones, named } = event;
    if (replaced === undefined) continue;
    const read = () => readMoment(replaced, zones, start?.zone);
    const moment = attempt(read, `${named} was left out`, context.warn);
    if (moment === undefined) continue;
    const { key, at } = identify(moment, start);
    const isForFuture = parameterOf(replaced, "RANGE")?.toUpperCase() === "THISANDFUTURE";
    if (newer(exceptions.get(key)?.event, event) === event) exceptions.set(key, { event, at, isForFuture });
  }
  if (master?.isCancelled === true) return;
  for (const [key, { event }] of exceptions)
    if (event.times !== undefined && !isHidden(event)) context.add(key, event, event.times);
  if (master?.times === undefined || isHidden(master)) return;
  const series = { master, times: master.times, exceptions };
  try {
    attempt(() => addOccurrences(series, context), `${master.named} was left out`, context.warn);
  } catch (error) {
    if (!(error instanceof TooMuchWorkError)) throw error;
    context.warn(`${master.named} repeats too often; only some of its times were read.`);
  }
}

/** The version that was written last or, if the versions do not say, the one that comes last in the file. */
function newer(one: EventVersion | undefined, other: EventVersion): EventVersion {
  return one === undefined || one.version <= other.version ? other : one;
}

function isHidden({ isCancelled, isDeclined }: EventVersion): boolean {
  return isCancelled || isDeclined;
}

/** Identifies an occurrence by its instant or day, because files write the same one in different ways. */
function identify(moment: Moment, start = moment): Occurrence & { key: string } {
  if (start.isDay || moment.isDay) {
    const day = dayOf(moment, start.zone);
    const local = day * dayMs + timeOfDay(start);
    return { key: `d${day}`, at: start.isDay ? local : toInstant(local, start.zone), local };
  }
  const at = instantOf(moment);
  // Keeps a local time that the clocks skip, because days are counted from it.
  return { key: `i${at}`, at, local: moment.zone === start.zone ? moment.local : toLocal(at, start.zone) };
}

interface Series {
  master: EventVersion;
  times: EventTimes;
  exceptions: ReadonlyMap<string, Exception>;
}

function addOccurrences({ master, times, exceptions }: Series, context: SeriesContext): void {
  const { start, length } = times;
  const work = new Work(workOfEach, context.work);
  const rules = rulesOf(master, work);
  const datesOf = (name: "RDATE" | "EXDATE") => readDates(name, master, times, { work, warn: context.warn });
  const dates = datesOf("RDATE");
  const following = [...exceptions.values()].filter(({ isForFuture }) => isForFuture);
  following.sort((one, other) => one.at - other.at);
  let reach = 0;
  for (const { days, ms } of [length, ...dates.map((date) => date.length)]) reach = Math.max(reach, days * dayMs + ms);
  for (const { event, at } of following) reach = Math.max(reach, reachOf(event.times, at));
  const [from, to] = [context.from - reach - marginMs, context.to + reach + marginMs];
  const isNear = (local: number) => local >= from && local <= to;

  const excluded = datesOf("EXDATE").filter(({ moment }) => isNear(moment.local));
  const left = new Set([...exceptions.keys(), ...excluded.map(({ moment }) => identify(moment, start).key)]);
  const seen = new Set<number>();
  const add = (occurrence: Occurrence, itsLength: Length) => {
    const { at, local } = occurrence;
    if (seen.has(at)) return;
    seen.add(at);
    const onDay = `d${Math.floor(local / dayMs)}`;
    const key = start.isDay ? onDay : `i${at}`;
    if (left.has(key) || left.has(onDay)) return;
    const change = following.findLast((exception) => exception.at <= at);
    if (change === undefined) {
      context.add(key, master, { ...times, start: { ...start, local }, length: itsLength });
      return;
    }
    const changed = change.event.times;
    if (changed !== undefined && !isHidden(change.event))
      context.add(key, change.event, { ...changed, start: follow(changed.start, change.at, occurrence, start) });
  };

  for (const { moment, length: itsLength } of dates) {
    if (!isNear(moment.local)) continue;
    work.spend(workPerOccurrence + following.length);
    add(identify(moment, start), itsLength);
  }
  if (rules.length === 0 && isNear(start.local)) add(identify(start), length);
  for (const rule of rules) {
    const until = untilOf(rule, start);
    for (const local of expandRule(rule, { start: start.local, until, from, to }, work)) {
      if (!isNear(local)) continue;
      work.spend(workPerOccurrence + following.length);
      add(identify({ ...start, local }), length);
    }
  }
}

/**
 * How far outside a range an occurrence may be that a change of all following occurrences moves into the range: the
 * distance of the move plus the new length.
 */
function reachOf(times: EventTimes | undefined, at: number): number {
  if (times === undefined) return 0;
  return Math.abs(instantOf(times.start) - at) + times.length.days * dayMs + times.length.ms;
}

function rulesOf({ component }: EventVersion, work: Work): Rule[] {
  if (findProperty(component, "EXRULE") !== undefined) throw new TornError("it excludes dates by a rule (EXRULE)");
  const rules = listProperties(component, "RRULE");
  work.spend(rules.length * workPerOccurrence);
  return rules.map(({ value }) => parseRule(value));
}

/** The latest local time at which the rule can occur. If it is given as a day, all times of that day are included. */
function untilOf({ until }: Rule, { isDay, zone }: Moment): number {
  if (until === undefined) return Infinity;
  const end = parseTime(until);
  if (end.isDay) return end.local + dayMs - 1;
  return end.isUtc && !isDay ? toLocal(end.local, zone) : end.local;
}

/** The dates that a series adds or excludes. Unreadable ones cause a warning and are ignored. */
function readDates(
  name: "RDATE" | "EXDATE",
  { component, zones, named }: EventVersion,
  { start, length }: EventTimes,
  { work, warn }: { work: Work; warn: (warning: string) => void },
): { moment: Moment; length: Length }[] {
  const dates: { moment: Moment; length: Length }[] = [];
  for (const property of listProperties(component, name))
    for (const [value] of property.value.matchAll(/[^,\s]+/g)) {
      work.spend();
      const [begin = "", end] = value.split("/");
      const momentOf = (text: string) => readMoment({ ...property, value: text }, zones, start.zone);
      const read = () => {
        const moment = momentOf(begin);
        if (end === undefined) return { moment, length };
        return { moment, length: /^[+-]?P/i.test(end) ? parseDuration(end) : lengthUntil(moment, momentOf(end)) };
      };
      const date = attempt(read, `A date of ${named} was ignored`, warn);
      if (date !== undefined) dates.push(date);
    }
  return dates;
}

/**
 * Moves an occurrence in the way in which a change of all following occurrences moved the first of them. Computes in
 * the time zone of the change.
 */
function follow(changed: Moment, changedAt: number, { at }: Occurrence, start: Moment): Moment {
  // A UTC time does not reveal the zone of the later occurrences.
  const zone = changed.isDay || changed.zone === utc ? start.zone : changed.zone;
  const localOf = (instant: number) => {
    const local = start.isDay ? instant : toLocal(instant, zone);
    return changed.isDay ? local - timeOfDay({ local }) : local;
  };
  const to = changed.isDay ? changed.local : toLocal(instantOf(changed), zone);
  return { local: localOf(at) + to - localOf(changedAt), isDay: changed.isDay, zone };
}

function timeOfDay({ local }: { local: number }): number {
  return local - Math.floor(local / dayMs) * dayMs;
}
