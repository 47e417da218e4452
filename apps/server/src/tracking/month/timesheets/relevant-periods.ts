import { dayMs } from "#platform/days.ts";
import type { Period } from "./periods.ts";
import type { EntryMonth, SheetMember } from "./queries.ts";

/** By how much a closed timesheet of another time zone can extend the open one next to it. */
const shiftMs = 2 * dayMs;

/**
 * Returns a function that lists the periods, out of `periods`, in which a member may have an open timesheet: those
 * since an active member joined, and those in or next to months with entries.
 */
export function relevantPeriods(
  periods: readonly Period[],
  months: readonly EntryMonth[],
  msOf: (instant: string) => number,
): (member: SheetMember) => readonly Period[] {
  const monthsOf = Map.groupBy(months, (row) => row.user_id);
  const known = new Map<string, Period[]>();
  const periodsIn = (month: string) => {
    const [startMs, endMs] = [msOf(month) - shiftMs, msOf(month) + 31 * dayMs + shiftMs];
    const found =
      known.get(month) ?? periods.filter((each) => msOf(each.startsAt) < endMs && msOf(each.endsAt) > startMs);
    known.set(month, found);
    return found;
  };
  return ({ user_id: userId, is_active: isActive, created_at: joinedAt }) => {
    // `periods` begins with the latest period.
    const before = isActive ? periods.findIndex(({ endsAt }) => msOf(endsAt) + shiftMs <= msOf(joinedAt)) : 0;
    const since = before === -1 ? periods : periods.slice(0, before);
    const worked = (monthsOf.get(userId) ?? []).flatMap(({ month }) => periodsIn(month));
    return worked.length === 0 ? since : [...new Set([...since, ...worked])];
  };
}
