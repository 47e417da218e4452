import { recordChange } from "#identity/history/record-change.ts";
import { changeEntryRules } from "#identity/organizations/entry-rules.ts";
import { findOrganization, listOrganizationIds, updateLockedBefore } from "#identity/organizations/queries.ts";
import { type Database, type DatabasePool, sql, type Transaction } from "#platform/database/database.ts";
import { runInTurns } from "#platform/concurrency/run-in-turns.ts";
import { formatInstant, startOfDayMs } from "#platform/time.ts";
import { resettleBudgets } from "#tracking/ledger/budgets/resettle-budget.ts";
import { effectiveAt } from "#tracking/ledger/rates/effective-at.ts";
import { listEffectiveDates, updateEffectiveAt } from "#tracking/ledger/rates/queries.ts";

/**
 * Recomputes lock dates, the instants from which rates apply, and budget periods after an update of the time zone
 * database. `version` is that of the database, such as `2026a`; it is stored at the end, so the next start repeats an
 * interrupted run. Each organization has a separate transaction.
 */
export async function recutDates(db: DatabasePool, version: string, now: Date): Promise<void> {
  if ((await findVersion(db)) >= version) return;
  await runInTurns(await listOrganizationIds(db), (orgId) => db.transaction((tx) => recutOrganization(tx, orgId, now)));
  await db.query(sql`
    insert into time_zone_data (version) values (${version})
    on conflict (is_only) do update set version = greatest(time_zone_data.version, excluded.version)`);
}

async function findVersion(db: Database): Promise<string> {
  const [row] = await db.query<{ version: string }>(sql`select version from time_zone_data`);
  return row?.version ?? "";
}

/** Recomputes an organization's dates, regardless of the version that they were computed with. */
export async function recutOrganization(tx: Transaction, orgId: string, now: Date): Promise<void> {
  await changeEntryRules(tx, orgId);
  const before = await findOrganization(tx, orgId, sql`for no key update`);
  if (before === undefined) return;
  const origin = { orgId, userId: null, keyId: null, requestId: null };
  const { time_zone: timeZone, lock_date: lockDate } = before;
  if (lockDate !== null) {
    const row = await updateLockedBefore(tx, orgId, formatInstant(startOfDayMs(lockDate, timeZone)));
    if (row !== undefined)
      await recordChange(tx, origin, { action: "organization.updated", targetId: orgId, row, before });
  }
  for (const date of await listEffectiveDates(tx, orgId)) {
    for (const { was_effective_at: was, ...row } of await updateEffectiveAt(
      tx,
      orgId,
      date,
      effectiveAt(date, timeZone),
    )) {
      const former = { ...row, effective_at: was };
      await recordChange(tx, origin, { action: "rate.updated", targetId: row.id, row, before: former });
    }
  }
  await resettleBudgets(tx, origin, now);
}
