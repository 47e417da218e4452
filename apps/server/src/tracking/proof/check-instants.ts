import { findOrganization } from "#identity/organizations/queries.ts";
import { sql, type Transaction } from "#platform/database/database.ts";
import { formatInstant, startOfDayMs } from "#platform/time.ts";
import { effectiveAt } from "#tracking/ledger/rates/effective-at.ts";
import { type Found, foundOf } from "./check-history.ts";

/** Compares the stored instants of local dates with this process's time zone data. */
export async function checkInstants(tx: Transaction, orgId: string, most: number): Promise<Found[]> {
  const organization = await findOrganization(tx, orgId);
  if (organization === undefined) return [];
  const { time_zone: timeZone, lock_date: lockDate, locked_before: lockedBefore } = organization;
  const expected = lockDate === null ? null : formatInstant(startOfDayMs(lockDate, timeZone));
  const locks =
    lockedBefore === expected ? [] : [{ id: orgId, column: "locked_before", stored: lockedBefore, expected }];
  const rates = await tx.query<{ id: string; date: string; at: string }>(
    sql`select id, effective_from as date, effective_at as at from rates where org_id = ${orgId} order by id`,
  );
  const dates = new Map<string, string>();
  const begins = rates.flatMap(({ id, date, at }) => {
    const begin = dates.get(date) ?? effectiveAt(date, timeZone);
    dates.set(date, begin);
    return begin === at ? [] : [{ id, column: "effective_at", stored: at, expected: begin }];
  });
  return [foundOf("organization.instant", locks, most), foundOf("rate.instant", begins, most)].flat();
}
