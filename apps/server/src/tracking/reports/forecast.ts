export interface ForecastInput {
  limit: number;
  /** In the whole period, in it up to and with `asOf`, and in the `paceDays` up to and with `asOf`. */
  used: number;
  usedSofar: number;
  usedLately: number;
  paceDays: number;
  asOf: string;
  /** Its first and last day; null: it has none. */
  periodStart: string | null;
  periodEnd: string | null;
}

export interface Forecast {
  exhaustsOn: string | null;
  projectedUsed: number | null;
}

// A budget that lasts longer than this is not going to be used up; dates end too.
const furthestDays = 36_525;

/**
 * When a budget is used up and what it comes to, if work goes on as in the days before `asOf`. Entries that lie after
 * `asOf` already count in full where that is more.
 */
export function forecast(input: ForecastInput): Forecast {
  const { limit, used, usedSofar, usedLately, paceDays, asOf, periodStart, periodEnd } = input;
  // What is worked before the period begins does not count for it.
  const before = periodStart === null ? asOf : Temporal.PlainDate.from(periodStart).subtract({ days: 1 }).toString();
  const last = Temporal.PlainDate.from(before > asOf ? before : asOf);
  const daysLeft = periodEnd === null ? undefined : last.until(periodEnd, { largestUnit: "days" }).days;
  const projectedUsed =
    daysLeft === undefined ? null : Math.max(used, usedSofar + Math.round((usedLately * daysLeft) / paceDays));
  if (usedSofar >= limit) return { exhaustsOn: asOf, projectedUsed };
  if (usedLately <= 0) return { exhaustsOn: null, projectedUsed };
  const days = Math.ceil(((limit - usedSofar) * paceDays) / usedLately);
  const isInPeriod = days <= (daysLeft ?? furthestDays);
  return { exhaustsOn: isInPeriod ? last.add({ days }).toString() : null, projectedUsed };
}
