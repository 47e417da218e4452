import type { WeekDay } from "#identity/organizations/week-days.ts";
import { safeInteger } from "#platform/database/column-types.ts";
import { countWorkingDays, workingDayAfter } from "./working-days.ts";

/** The days that the forecast extrapolates from: two inclusive dates. */
export interface Basis {
  from: string;
  to: string;
  workingDays: number;
}

export interface ForecastInput {
  limit: number;
  /** Usage in the whole period, until the end of `asOf`, and on the basis days. */
  used: number;
  usedSofar: number;
  usedLately: number;
  basis: Basis;
  workingDays: readonly WeekDay[];
  asOf: string;
  /** The period's first and last day; null if it is unbounded. */
  periodStart: string | null;
  periodEnd: string | null;
}

export interface Forecast {
  exhaustsOn: string | null;
  projectedUsed: number | null;
  basis: Basis;
}

const paceDays = 28;
// A budget that would last longer gets no exhaustion date, because the range of dates is limited.
const furthestWorkingDays = 36_525;

/**
 * The days to extrapolate from: the last 28 up to `asOf`, but none before the budget's first day or the first entry.
 * A bound after `asOf` is ignored.
 */
export function readBasis(
  asOf: string,
  startsOn: string | null,
  firstDay: string | undefined,
  workingDays: readonly WeekDay[],
): Basis {
  const earliest = Temporal.PlainDate.from(asOf)
    .subtract({ days: paceDays - 1 })
    .toString();
  const begun = [earliest, startsOn ?? "", firstDay ?? ""].filter((day) => day <= asOf);
  const from = begun.toSorted().at(-1) ?? earliest;
  return { from, to: asOf, workingDays: countWorkingDays(from, asOf, workingDays) };
}

/**
 * Predicts when a budget will be used up, and its final usage, from the average per working day. The final usage is at
 * least the usage already booked, including entries after `asOf`.
 */
export function forecast(input: ForecastInput): Forecast {
  const { limit, used, usedSofar, usedLately, basis, workingDays, asOf, periodStart, periodEnd } = input;
  // The forecast starts after `asOf`; for a future period, on the period's first day.
  const before = periodStart === null ? asOf : Temporal.PlainDate.from(periodStart).subtract({ days: 1 }).toString();
  const last = before > asOf ? before : asOf;
  const hasPace = basis.workingDays > 0 && usedLately > 0;
  const daysLeft = periodEnd === null ? furthestWorkingDays : countWorkingDays(nextDay(last), periodEnd, workingDays);
  const projected = hasPace ? usedSofar + roundedQuotient(usedLately, daysLeft, basis.workingDays) : usedSofar;
  const projectedUsed = periodEnd === null ? null : safeInteger(Math.max(used, projected));
  if (usedSofar >= limit) return { exhaustsOn: asOf, projectedUsed, basis };
  if (!hasPace) return { exhaustsOn: null, projectedUsed, basis };
  const needed = quotientUp(limit - usedSofar, basis.workingDays, usedLately);
  const exhaustsOn = needed > daysLeft ? null : workingDayAfter(last, needed, workingDays);
  return { exhaustsOn, projectedUsed, basis };
}

function nextDay(date: string): string {
  return Temporal.PlainDate.from(date).add({ days: 1 }).toString();
}

/** `a` × `b` / `c`, rounded half up. BigInt, because products of amounts exceed 2^53. */
function roundedQuotient(a: number, b: number, c: number): number {
  return Number((BigInt(a) * BigInt(b) * 2n + BigInt(c)) / (BigInt(c) * 2n));
}

function quotientUp(a: number, b: number, c: number): number {
  return Number((BigInt(a) * BigInt(b) + BigInt(c) - 1n) / BigInt(c));
}
