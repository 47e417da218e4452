export interface ForecastInput {
  limit: number;
  /** In the whole period, in it up to and with `asOf`, and in the `paceDays` up to and with `asOf`. */
  used: number;
  usedSofar: number;
  usedLately: number;
  paceDays: number;
  asOf: string;
  /** null: the period has no end. */
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
  const { limit, used, usedSofar, usedLately, paceDays, asOf, periodEnd } = input;
  const today = Temporal.PlainDate.from(asOf);
  const daysLeft = periodEnd === null ? undefined : Math.max(0, today.until(periodEnd, { largestUnit: "days" }).days);
  const projectedUsed =
    daysLeft === undefined ? null : Math.max(used, usedSofar + Math.round((usedLately * daysLeft) / paceDays));
  if (usedSofar >= limit) return { exhaustsOn: asOf, projectedUsed };
  if (usedLately <= 0) return { exhaustsOn: null, projectedUsed };
  const days = Math.ceil(((limit - usedSofar) * paceDays) / usedLately);
  const isInPeriod = days <= (daysLeft ?? furthestDays);
  return { exhaustsOn: isInPeriod ? today.add({ days }).toString() : null, projectedUsed };
}
