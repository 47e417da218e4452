import type { Database } from "#platform/database/database.ts";
import { invalid } from "#platform/errors.ts";
import { formatInstant, isDate, readInstant, queryInstant, startOfDayMs } from "#platform/time.ts";
import { findOrganization } from "./queries.ts";

/** A query's range: instants, or dates in `tz`, which defaults to the organization's time zone. */
export interface RangeQuery {
  from?: string | undefined;
  to?: string | undefined;
  tz?: string | undefined;
}

/** Converts a range to instants; the resulting `to` is exclusive. */
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
    throw invalid("/from", "out_of_range", "is after `to`; swap them");
  }
  return {
    from: fromMs === undefined ? undefined : formatInstant(fromMs),
    to: toEndMs === undefined ? undefined : formatInstant(toEndMs),
  };
}

// Compares the dates themselves: `to` includes its whole day, so if it is the day before `from`, the instants are
// equal.
function areDatesSwapped(from = "", to = ""): boolean {
  return isDate(from) && isDate(to) && from > to;
}

/**
 * Converts a point of a range to an instant. A date becomes the start of the day `plusDays` later; a `to` date is
 * inclusive, so its `plusDays` is 1.
 */
function toMs(point: string, timeZone: string, plusDays: number): number {
  return isDate(point) ? startOfDayMs(point, timeZone, plusDays) : (readInstant(queryInstant(point)) ?? 0);
}
