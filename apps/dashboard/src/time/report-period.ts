import { readDay } from "./read-day.ts";
import { addDays, dayOf, startOfDay, startOfWeek, type Weekday } from "./zoned.ts";

/** The API's names of report periods, which are relative to the current day. */
export const periods = [
  "today",
  "yesterday",
  "thisWeek",
  "lastWeek",
  "thisMonth",
  "lastMonth",
  "thisQuarter",
  "lastQuarter",
  "thisYear",
  "lastYear",
  "last7Days",
  "last30Days",
] as const;
export type Period = (typeof periods)[number];

/** The periods that most reports are about. */
export const usualPeriods = ["thisWeek", "lastWeek", "thisMonth", "lastMonth"] as const satisfies readonly Period[];

/** A range of days, both inclusive. */
export interface DayRange {
  from: string;
  to: string;
}

/** A range in the API's terms: the ends are days or instants. As an instant, `to` is exclusive. */
interface ApiRange {
  from?: string | null | undefined;
  to?: string | null | undefined;
}

/** The whole days in `zone` that contain a range. An open end is omitted. */
export function daysContaining({ from = null, to = null }: ApiRange, zone: string): Partial<DayRange> {
  return {
    ...(from === null ? {} : { from: readDay(from) ?? dayOf(from, zone) }),
    ...(to === null ? {} : { to: readDay(to) ?? dayOf(Date.parse(to) - 1, zone) }),
  };
}

/** Whether the range starts and ends at day boundaries in `zone`, so a report over its days shows the same figures. */
export function isOfWholeDays({ from = null, to = null }: ApiRange, zone: string): boolean {
  const isBetweenDays = (point: string) =>
    readDay(point) !== undefined || startOfDay(dayOf(point, zone), zone) === Date.parse(point);
  return [from, to].every((point) => point === null || isBetweenDays(point));
}

/** The days of a period relative to `today`, as the API counts them. */
export function rangeOfPeriod(period: Period, today: string, weekStart: Weekday): DayRange {
  const day = Temporal.PlainDate.from(today);
  const week = Temporal.PlainDate.from(startOfWeek(today, weekStart));
  const month = day.with({ day: 1 });
  const quarter = month.subtract({ months: (month.month - 1) % 3 });
  const year = month.with({ month: 1 });
  const ranges: Record<Period, [first: Temporal.PlainDate, length: Temporal.DurationLike]> = {
    today: [day, { days: 1 }],
    yesterday: [day.subtract({ days: 1 }), { days: 1 }],
    thisWeek: [week, { days: 7 }],
    lastWeek: [week.subtract({ days: 7 }), { days: 7 }],
    last7Days: [day.subtract({ days: 6 }), { days: 7 }],
    thisMonth: [month, { months: 1 }],
    lastMonth: [month.subtract({ months: 1 }), { months: 1 }],
    last30Days: [day.subtract({ days: 29 }), { days: 30 }],
    thisQuarter: [quarter, { months: 3 }],
    lastQuarter: [quarter.subtract({ months: 3 }), { months: 3 }],
    thisYear: [year, { years: 1 }],
    lastYear: [year.subtract({ years: 1 }), { years: 1 }],
  };
  const [first, length] = ranges[period];
  return { from: first.toString(), to: first.add(length).subtract({ days: 1 }).toString() };
}

export function countDays({ from, to }: DayRange): number {
  return Temporal.PlainDate.from(from).until(to, { largestUnit: "days" }).days + 1;
}

/**
 * The range before or after `range` with the same length: in months if `range` consists of whole months, otherwise in
 * days.
 */
export function rangeBeside(range: DayRange, side: "before" | "after"): DayRange {
  const first = Temporal.PlainDate.from(range.from);
  const next = Temporal.PlainDate.from(range.to).add({ days: 1 });
  const isOfMonths = first.day === 1 && next.day === 1;
  const length = first.until(next, { largestUnit: isOfMonths ? "months" : "days" });
  if (side === "before") return { from: first.subtract(length).toString(), to: addDays(range.from, -1) };
  return { from: next.toString(), to: next.add(length).subtract({ days: 1 }).toString() };
}

export const intervals = ["day", "week", "month", "quarter", "year"] as const;
export type Interval = (typeof intervals)[number];

/** Chooses an interval that splits a range into a legible number of bars. */
export function intervalFor(range: DayRange): Interval {
  const days = countDays(range);
  if (days <= 31) return "day";
  if (days <= 190) return "week";
  return days <= 1_100 ? "month" : "year";
}

/** A part of a range, with the key that the API uses for it. */
export interface Bucket extends DayRange {
  key: string;
}

/** The buckets of a range, including empty ones. The first and last are clipped to the range. */
export function listBuckets(range: DayRange, interval: Interval, weekStart: Weekday): Bucket[] {
  const buckets: Bucket[] = [];
  for (let day = range.from; day <= range.to;) {
    const bucket = bucketOf(day, interval, weekStart);
    buckets.push({ ...bucket, from: day, to: bucket.to < range.to ? bucket.to : range.to });
    day = addDays(bucket.to, 1);
  }
  return buckets;
}

/** The entire bucket that contains a day. */
export function bucketOf(day: string, interval: Interval, weekStart: Weekday): Bucket {
  const date = Temporal.PlainDate.from(day);
  const year = String(date.year).padStart(4, "0");
  const quarter = Math.ceil(date.month / 3);
  const of = (key: string, first: Temporal.PlainDate, length: Temporal.DurationLike): Bucket => ({
    key,
    from: first.toString(),
    to: first.add(length).subtract({ days: 1 }).toString(),
  });
  switch (interval) {
    case "day":
      return of(day, date, { days: 1 });
    case "week": {
      const first = startOfWeek(day, weekStart);
      return of(first, Temporal.PlainDate.from(first), { days: 7 });
    }
    case "month":
      return of(day.slice(0, 7), date.with({ day: 1 }), { months: 1 });
    case "quarter":
      return of(`${year}-Q${quarter}`, date.with({ day: 1, month: quarter * 3 - 2 }), { months: 3 });
    case "year":
      return of(year, date.with({ day: 1, month: 1 }), { years: 1 });
  }
}

export function bucketOfKey(key: string, interval: Interval, weekStart: Weekday): Bucket {
  const [year = "", part] = key.split("-");
  if (interval === "quarter")
    return bucketOf(`${year}-${String(Number(part?.slice(1)) * 3).padStart(2, "0")}-01`, interval, weekStart);
  if (interval === "month") return bucketOf(`${key}-01`, interval, weekStart);
  return bucketOf(interval === "year" ? `${key}-01-01` : key, interval, weekStart);
}
