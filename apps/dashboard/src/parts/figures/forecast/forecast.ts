import { addDays, type Weekday } from "#time/zoned.ts";
import { countWorkingDays, workingDayAfter } from "./working-days.ts";

/** The usage on a day, in seconds or minor units. Days without usage are omitted. */
export interface DayAmount {
  day: string;
  amount: number;
}

export interface ForecastInput {
  /** The budget's limit, in seconds or minor units. */
  limit: number;
  /** The usage in the period up to and including `asOf`. */
  used: number;
  days: readonly DayAmount[];
  asOf: string;
  /** The days that determine the pace, as returned by the API: at most the 28 days up to `asOf`. */
  basis: { from: string; to: string; workingDays: number };
  workingDays: readonly Weekday[];
  /** The first and last day of the budget's period; null for a budget without periods. */
  periodStart: string | null;
  periodEnd: string | null;
}

export type Forecast =
  /** `on`: the day on which the limit was reached; undefined if `days` doesn't reach back that far. */
  | { kind: "usedUp"; on: string | undefined }
  | { kind: "none"; reason: "nothingTracked" | "tooYoung" }
  /**
   * Without a prediction interval, both `earliest` and `latest` are undefined. If the budget may outlast the period,
   * only `latest` is undefined.
   */
  | { kind: "runsOut"; on: string; earliest: string | undefined; latest: string | undefined }
  /** `earliest`: the earliest day on which the budget might run out after all. */
  | { kind: "lasts"; until: string | null; projected: number | undefined; earliest: string | undefined };

/** With fewer working days, the pace is unknown. */
export const fewestWorkingDays = 5;
// Dates have a maximum, so a budget that lasts more days than this gets no date.
const furthest = 36_525;

/** The day before the forecast starts: `asOf` or, if the period starts later, the day before the period. */
export function dayBeforeForecast({ asOf, periodStart }: Pick<ForecastInput, "asOf" | "periodStart">): string {
  return periodStart === null || periodStart <= asOf ? asOf : addDays(periodStart, -1);
}

/** Forecasts when a budget runs out if usage continues at the average of the basis. */
export function forecast(input: ForecastInput): Forecast {
  const { limit, used, workingDays, periodEnd } = input;
  if (used >= limit) return { kind: "usedUp", on: dayOfLimit(input) };
  const pace = paceOf(input);
  if (typeof pace === "string") return { kind: "none", reason: pace };
  const left = limit - used;
  const before = dayBeforeForecast(input);
  const daysLeft =
    periodEnd === null ? furthest : Math.max(0, countWorkingDays(addDays(before, 1), periodEnd, workingDays));
  const at = (count: number) => (count > daysLeft ? undefined : workingDayAfter(before, count, workingDays));
  const hasBand = pace.spread !== undefined;
  const earliest = hasBand ? at(firstDay(pace, left, 1, daysLeft)) : undefined;
  const needed = quotientUp(left, pace.workingDays, pace.amount);
  if (needed > daysLeft) {
    const projected = periodEnd === null ? undefined : used + roundedQuotient(pace.amount, daysLeft, pace.workingDays);
    return { kind: "lasts", until: periodEnd, projected, earliest };
  }
  const latest = hasBand ? at(firstDay(pace, left, -1, daysLeft)) : undefined;
  return { kind: "runsOut", on: workingDayAfter(before, needed, workingDays), earliest, latest };
}

export interface Pace {
  /** The total usage of the basis; `workingDays` is the number of its working days. */
  amount: number;
  workingDays: number;
  /** The working days per week. */
  aWeek: number;
  /** The standard deviation of the weekly totals, and the number of weeks; undefined for fewer than two weeks. */
  spread: { deviation: number; weeks: number } | undefined;
}

/** Returns the pace of the basis, or the reason why there is none. */
export function paceOf(input: ForecastInput): Pace | "nothingTracked" | "tooYoung" {
  const { basis, days, workingDays } = input;
  const within = days.filter(({ day }) => day >= basis.from && day <= basis.to);
  const amount = within.reduce((sum, each) => sum + each.amount, 0);
  if (amount <= 0) return "nothingTracked";
  if (basis.workingDays < fewestWorkingDays) return "tooYoung";
  const weeks = weeksBefore(basis);
  const sums = weeks.map(({ from, to }) =>
    within.reduce((sum, each) => sum + (each.day >= from && each.day <= to ? each.amount : 0), 0),
  );
  return {
    amount,
    workingDays: basis.workingDays,
    aWeek: workingDays.length,
    spread: sums.length < 2 ? undefined : { deviation: deviationOf(sums), weeks: sums.length },
  };
}

/**
 * The 90% quantiles of Student's t-distribution by degrees of freedom. Applied on both sides, they give the 80%
 * interval.
 */
const quantiles = [3.078, 1.886, 1.638];

/**
 * The expected usage in the next `count` working days, with its 80% prediction interval. The interval treats the usage
 * as a sum of weekly totals whose mean is estimated from the basis.
 */
export function expectedAfter(count: number, pace: Pace): { amount: number; low: number; high: number } {
  const amount = (pace.amount * count) / pace.workingDays;
  if (pace.spread === undefined) return { amount, low: amount, high: amount };
  const { deviation, weeks } = pace.spread;
  const ahead = count / pace.aWeek;
  const quantile = quantiles[Math.min(weeks - 2, quantiles.length - 1)] ?? 0;
  const half = quantile * deviation * Math.sqrt(ahead + ahead ** 2 / weeks);
  return { amount, low: Math.max(0, amount - half), high: amount + half };
}

/**
 * The day on which `left` is used up at `perWeek` per week; undefined if `perWeek` is zero or `left` lasts beyond
 * `periodEnd`.
 */
export function runsOutAt(
  perWeek: number,
  input: Pick<ForecastInput, "limit" | "used" | "asOf" | "workingDays" | "periodStart" | "periodEnd">,
): string | undefined {
  const { limit, used, workingDays, periodEnd } = input;
  if (perWeek <= 0) return undefined;
  const needed = Math.max(1, Math.ceil(((limit - used) * workingDays.length) / perWeek));
  if (needed > furthest) return undefined;
  const day = workingDayAfter(dayBeforeForecast(input), needed, workingDays);
  return periodEnd !== null && day > periodEnd ? undefined : day;
}

/** The number of working days until the upper (1) or lower (-1) bound reaches `left`. */
function firstDay(pace: Pace, left: number, side: 1 | -1, daysLeft: number): number {
  for (let count = 1; count <= daysLeft; count++) {
    const { low, high } = expectedAfter(count, pace);
    if ((side === 1 ? high : low) >= left) return count;
  }
  return daysLeft + 1;
}

/** The whole seven-day weeks of the basis, counted back from its end. */
function weeksBefore({ from, to }: { from: string; to: string }): { from: string; to: string }[] {
  const weeks: { from: string; to: string }[] = [];
  for (let end = to; addDays(end, -6) >= from; end = addDays(end, -7)) weeks.push({ from: addDays(end, -6), to: end });
  return weeks;
}

function deviationOf(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1));
}

function dayOfLimit({ days, limit, periodStart, asOf }: ForecastInput): string | undefined {
  let used = 0;
  for (const { day, amount } of days) {
    if (periodStart !== null && day < periodStart) continue;
    used += amount;
    if (day <= asOf && used >= limit) return day;
  }
  return undefined;
}

/** `a` × `b` / `c`, rounded half up, in BigInt because products of amounts exceed 2^53. */
function roundedQuotient(a: number, b: number, c: number): number {
  return Number((BigInt(a) * BigInt(b) * 2n + BigInt(c)) / (BigInt(c) * 2n));
}

/** `a` × `b` / `c`, rounded up. */
function quotientUp(a: number, b: number, c: number): number {
  return Number((BigInt(a) * BigInt(b) + BigInt(c) - 1n) / BigInt(c));
}
