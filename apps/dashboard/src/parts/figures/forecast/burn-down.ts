import { dayBeforeForecast, expectedAfter, type ForecastInput, type Pace } from "./forecast.ts";
import { countWorkingDays, workingDayAfter } from "./working-days.ts";

/** The remaining budget at the end of a day. */
export interface Left {
  day: string;
  left: number;
}

/** The bounds of the 80% prediction interval. */
export interface ExpectedLeft extends Left {
  low: number;
  high: number;
}

/** The remainder after each day with usage, from `from` until today; empty if `from` is later. */
export function burnDown({ limit, used, days, asOf }: ForecastInput, from: string): Left[] {
  if (from > asOf) return [];
  let left = limit;
  const points = days
    .filter(({ day }) => day >= from && day <= asOf)
    .map(({ day, amount }) => ({ day, left: (left -= amount) }));
  const last = { day: asOf, left: limit - used };
  return points.at(-1)?.day === asOf ? points : [...points, last];
}

const maxPoints = 80;

/**
 * The expected remainder after the working days of the forecast up to `until`, in at most 80 steps. Never below zero.
 */
export function expectedLine(input: ForecastInput, pace: Pace, until: string): ExpectedLeft[] {
  const { limit, used, workingDays } = input;
  const left = limit - used;
  const before = dayBeforeForecast(input);
  const count = countWorkingDays(before, until, workingDays) - countWorkingDays(before, before, workingDays);
  const step = Math.max(1, Math.ceil(count / maxPoints));
  const counts = Array.from({ length: Math.ceil(count / step) }, (_, at) => Math.min(count, (at + 1) * step));
  const ahead = counts.map((each) => {
    const { amount, low, high } = expectedAfter(each, pace);
    const rest = (gone: number) => Math.max(0, Math.round(left - gone));
    return { day: workingDayAfter(before, each, workingDays), left: rest(amount), low: rest(high), high: rest(low) };
  });
  return [{ day: before, left, low: left, high: left }, ...ahead];
}

/**
 * The usage in each seven-day week, oldest first; the last week ends with `to`, and the first may start before `from`.
 */
export function sumWeeks(
  days: readonly { day: string; amount: number }[],
  from: string,
  to: string,
): { to: string; amount: number }[] {
  const sums = new Map<number, number>();
  const end = Temporal.PlainDate.from(to);
  const weekOf = (day: string) => Math.floor(Temporal.PlainDate.from(day).until(end, { largestUnit: "days" }).days / 7);
  for (let week = 0; week <= weekOf(from); week++) sums.set(week, 0);
  for (const { day, amount } of days)
    if (day >= from && day <= to) sums.set(weekOf(day), (sums.get(weekOf(day)) ?? 0) + amount);
  return [...sums]
    .map(([week, amount]) => ({ to: end.subtract({ weeks: week }).toString(), amount }))
    .toSorted((left, right) => left.to.localeCompare(right.to));
}
