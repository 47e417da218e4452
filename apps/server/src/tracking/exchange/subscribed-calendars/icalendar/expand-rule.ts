import { dayMs, hourMs, minuteMs } from "#platform/days.ts";
import type { Rule } from "./parse-rule.ts";
import type { Work } from "./work.ts";

const weekMs = 7 * dayMs;
const yearMs = 365 * dayMs;

const dayOf = (ms: number) => Math.floor(ms / dayMs);
const modulo = (value: number, by: number) => ((value % by) + by) % by;

/** `monthOf` is the number of months from year 0 to a time; `monthStart` is the time at which such a month begins. */
const monthOf = (ms: number) => {
  const date = new Date(ms);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
};
const monthStart = (month: number) => new Date(0).setUTCFullYear(0, month, 1);
/** The first day of the week that contains `day`. 1970-01-01, day 0, was a Thursday. */
const startOfWeek = (day: number, weekStart: number) => day - modulo(day + 4 - weekStart, 7);

interface Range {
  start: number;
  until: number;
  /** The result may lack times before this one. */
  from: number;
  to: number;
}

/**
 * Yields the times of a rule in ascending order. All times are local, in milliseconds as if they were UTC. The first
 * one is the start, which is included whatever the rule says (RFC 5545, section 3.3.10).
 */
export function* expandRule(rule: Rule, { start, until, from, to }: Range, work: Work): Generator<number> {
  const { size, weekStart, numbers } = rule;
  const [interval = 1] = numbers["INTERVAL"] ?? [];
  const [count = Infinity] = numbers["COUNT"] ?? [];
  const last = Math.min(until, to);
  const isChosenDay = dayFilter(rule, start);
  const { beginOf, periodAt } = size > weekMs ? monthly() : regular();

  yield start;
  let counted = 1;
  for (let period = count === Infinity ? Math.max(0, Math.floor(periodAt(from))) : 0; ; period++) {
    const begin = beginOf(period * interval);
    if (begin > last || counted >= count) return;
    work.spend();
    const skipped = unmatched(begin);
    if (skipped > 0) {
      period = Math.ceil(periodAt((Math.floor(begin / skipped) + 1) * skipped)) - 1;
      continue;
    }
    for (const time of positioned(candidates(begin, beginOf(period * interval + 1)))) {
      if (time <= start) continue;
      if (time > last || counted >= count) return;
      counted++;
      yield time;
    }
  }

  function regular() {
    const base = size === weekMs ? startOfWeek(dayOf(start), weekStart) * dayMs : Math.floor(start / size) * size;
    return {
      beginOf: (index: number) => base + index * size,
      periodAt: (ms: number) => (ms - base) / (size * interval),
    };
  }

  function monthly() {
    const months = size === yearMs ? 12 : 1;
    const base = Math.floor(monthOf(start) / months) * months;
    return {
      beginOf: (index: number) => monthStart(base + index * months),
      periodAt: (ms: number) => (monthOf(ms) - base) / (months * interval),
    };
  }

  /**
   * For short periods: the length of the day, hour or minute that contains the period, if the rule excludes it;
   * otherwise 0.
   */
  function unmatched(begin: number): number {
    if (size >= dayMs) return 0;
    if (!isChosenDay(dayOf(begin))) return dayMs;
    if (size < hourMs && hours(begin).length === 0) return hourMs;
    return size < minuteMs && minutes(begin).length === 0 ? minuteMs : 0;
  }

  function* candidates(begin: number, end: number): Generator<number> {
    const clock = [hours(begin), minutes(begin), clockPart("BYSECOND", 1000, 60, begin)] as const;
    for (let day = dayOf(begin); day * dayMs < end; day++) {
      work.spend();
      const month = monthOf(day * dayMs);
      if (numbers["BYMONTH"]?.includes((month % 12) + 1) === false) day = dayOf(monthStart(month + 1)) - 1;
      else if (isChosenDay(day))
        for (const hour of clock[0])
          for (const minute of clock[1])
            for (const second of clock[2]) {
              work.spend();
              yield day * dayMs + hour * hourMs + minute * minuteMs + second * 1000;
            }
    }
  }

  function hours(begin: number): number[] {
    return clockPart("BYHOUR", hourMs, 24, begin);
  }
  function minutes(begin: number): number[] {
    return clockPart("BYMINUTE", minuteMs, 60, begin);
  }

  /**
   * The hours, minutes or seconds at which the rule occurs: those that it lists, or else the start's. If the rule's
   * periods are no longer than the unit, only the value of the period itself, provided that the rule includes it.
   */
  function clockPart(name: string, unit: number, most: number, begin: number): number[] {
    const listed = numbers[name];
    const value = modulo(Math.floor((size > unit ? start : begin) / unit), most);
    if (size > unit) return listed ?? [value];
    return listed === undefined || listed.includes(value) ? [value] : [];
  }

  function positioned(times: Generator<number>): Iterable<number> {
    const positions = numbers["BYSETPOS"];
    if (positions === undefined) return times;
    const all = [...times];
    const chosen = new Set(positions.map((position) => all.at(position > 0 ? position - 1 : position)));
    return all.filter((time) => chosen.has(time));
  }
}

/**
 * Returns a function that decides whether a rule includes a day. Takes the parts that the rule lacks from the start.
 */
function dayFilter({ size, days, weekStart, numbers }: Rule, start: number): (day: number) => boolean {
  const begin = new Date(start);
  let { BYMONTH: months, BYMONTHDAY: monthDays } = numbers;
  const { BYYEARDAY: yearDays, BYWEEKNO: weeks } = numbers;
  const isByDay = days.length > 0 || monthDays !== undefined || yearDays !== undefined;
  if (!isByDay && (size === weekMs || (size === yearMs && weeks !== undefined)))
    days = [{ nth: 0, weekday: begin.getUTCDay() }];
  else if (!isByDay && size > weekMs) {
    if (size === yearMs) months ??= [begin.getUTCMonth() + 1];
    monthDays = [begin.getUTCDate()];
  }
  const isYearly = size === yearMs && months === undefined;
  const countsWeekdays = size > weekMs && weeks === undefined;

  return (day) => {
    const month = monthOf(day * dayMs);
    const inMonth = () => span(day, month, 1);
    const inYear = () => span(day, month - (month % 12), 12);
    if (months?.includes((month % 12) + 1) === false) return false;
    if (monthDays !== undefined && !includes(monthDays, inMonth())) return false;
    if (yearDays !== undefined && !includes(yearDays, inYear())) return false;
    if (weeks !== undefined && !includes(weeks, weekOf(day, weekStart))) return false;
    const today = days.filter(({ weekday }) => weekday === modulo(day + 4, 7));
    if (days.length === 0 || today.some(({ nth }) => nth === 0 || !countsWeekdays)) return true;
    if (today.length === 0) return false;
    const { nth, fromEnd } = isYearly ? inYear() : inMonth();
    const inWeeks = { nth: Math.ceil(nth / 7), fromEnd: -Math.ceil(-fromEnd / 7) };
    return today.some((one) => includes([one.nth], inWeeks));
  };
}

/** A position counted from the start and, as a negative number, from the end. */
interface Position {
  nth: number;
  fromEnd: number;
}

function includes(listed: readonly number[], { nth, fromEnd }: Position): boolean {
  return listed.includes(nth) || listed.includes(fromEnd);
}

/** The position of a day in a span of `months` months that begins with `month`. */
function span(day: number, month: number, months: number): Position {
  return { nth: day - dayOf(monthStart(month)) + 1, fromEnd: day - dayOf(monthStart(month + months)) };
}

/** The position of a day's week in the year that has most of its days. */
function weekOf(day: number, weekStart: number): Position {
  const middle = startOfWeek(day, weekStart) + 3;
  const year = span(middle, new Date(middle * dayMs).getUTCFullYear() * 12, 12);
  return { nth: Math.ceil(year.nth / 7), fromEnd: -Math.ceil(-year.fromEnd / 7) };
}
