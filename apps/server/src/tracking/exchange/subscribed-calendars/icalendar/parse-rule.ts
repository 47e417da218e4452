import { dayMs, hourMs, minuteMs } from "#platform/days.ts";
import { quote, TornError } from "./torn-error.ts";

const sizes: Record<string, number> = {
  SECONDLY: 1_000,
  MINUTELY: minuteMs,
  HOURLY: hourMs,
  DAILY: dayMs,
  WEEKLY: 7 * dayMs,
  MONTHLY: 30 * dayMs,
  YEARLY: 365 * dayMs,
};
const weekdays = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];
/**
 * The smallest and largest number that each part may contain. A part that allows negative numbers does not allow zero.
 */
const ranges: Record<string, [number, number]> = {
  INTERVAL: [1, 99_999],
  COUNT: [1, 999_999_999],
  BYSECOND: [0, 59],
  BYMINUTE: [0, 59],
  BYHOUR: [0, 23],
  BYMONTHDAY: [-31, 31],
  BYYEARDAY: [-366, 366],
  BYWEEKNO: [-53, 53],
  BYMONTH: [1, 12],
  BYSETPOS: [-366, 366],
};

export interface Rule {
  /** The length of a period in milliseconds; exact only for periods of up to a week. */
  size: number;
  until: string | undefined;
  weekStart: number;
  /** `nth` is 0 if every occurrence of the weekday is meant. */
  days: { nth: number; weekday: number }[];
  /** The parts that are lists of numbers, in ascending order. */
  numbers: Partial<Record<string, number[]>>;
}

export function parseRule(text: string): Rule {
  const torn = new TornError(`its recurrence rule is not valid: ${quote(text)}`);
  const rule: Rule = { size: 0, until: undefined, weekStart: 1, days: [], numbers: {} };
  for (const part of text.toUpperCase().split(";")) {
    const [name = "", value = ""] = part.split("=").map((side) => side.trim());
    if (name === "FREQ") rule.size = sizes[value] ?? 0;
    else if (name === "UNTIL") rule.until = value;
    else if (name === "WKST") rule.weekStart = weekdays.indexOf(value);
    else if (name === "BYDAY") rule.days = value.split(",").map(parseDay);
    // Apple's and some other programs write this if there is no limit.
    else if (name === "COUNT" && /^(0|-\d+)$/.test(value)) continue;
    else if (ranges[name] !== undefined) {
      const [least, most] = ranges[name];
      const numbers = value.split(",").map((number) => (/^\s*[+-]?\d{1,9}\s*$/.test(number) ? Number(number) : NaN));
      if (numbers.some((number) => !(number >= least && number <= most) || (least < 0 && number === 0))) throw torn;
      rule.numbers[name] = numbers.sort((one, other) => one - other);
    } else if (name !== "" && !name.startsWith("X-") && part !== "RSCALE=GREGORIAN" && part !== "SKIP=OMIT") throw torn;
  }
  if (rule.size === 0 || rule.weekStart === -1 || rule.days.some(({ weekday }) => weekday === -1)) throw torn;
  return rule;
}

function parseDay(text: string): { nth: number; weekday: number } {
  const [, nth = "0", weekday = ""] = /^([+-]?\d{1,3})?([A-Z]{2})$/.exec(text.trim()) ?? [];
  return { nth: Number(nth), weekday: weekdays.indexOf(weekday) };
}
