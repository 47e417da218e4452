import type { Database } from "#platform/database/database.ts";
import { invalid } from "#platform/errors.ts";
import { formatInstant, isDate, parseInstant, queryInstant, startOfDayMs } from "#platform/time.ts";
import { findOrganization } from "./queries.ts";

/** A range as given in a query: instants, or dates in `tz`, which defaults to the organization's time zone. */
export interface RangeQuery {
  from?: string | undefined;
  to?: string | undefined;
  tz?: string | undefined;
}

/** The instants of a range, half-open. */
export async function readRange(
  db: Database,
  orgId: string,
  { from, to, tz }: RangeQuery,
): Promise<{ from: string | undefined; to: string | undefined }> {
  const needsZone = [from, to].some((point) => point !== undefined && isDate(point));
  const timeZone = tz ?? (needsZone ? (await findOrganization(db, orgId))?.time_zone : undefined) ?? "UTC";
  const fromMs = from === undefined ? undefined : toMs(from, timeZone, 0);
  const toEndMs = to === undefined ? undefined : toMs(to, timeZone, 1);
  if (fromMs !== undefined && toEndMs !== undefined && (fromMs > toEndMs || areDatesSwapped(from, to))) {
    throw invalid("/from", "out_of_range", "from is after to; swap them");
  }
  return {
    from: fromMs === undefined ? undefined : formatInstant(fromMs),
    to: toEndMs === undefined ? undefined : formatInstant(toEndMs),
  };
}

// Compares dates rather than instants: `to` may end at the instant at which `from` begins.
function areDatesSwapped(from = "", to = ""): boolean {
  return isDate(from) && isDate(to) && from > to;
}

/**
 * The first instant of a date in the zone, plus whole days. A `to` date is inclusive, so it is passed with one day
 * more.
 */
function toMs(point: string, timeZone: string, plusDays: number): number {
  return isDate(point) ? startOfDayMs(point, timeZone, plusDays) : (parseInstant(queryInstant(point)) ?? 0);
}
