import { findOrganization, type OrganizationRow } from "#identity/organizations/queries.ts";
import { lockEntryRules, lockTimesheets } from "#identity/organizations/entry-rules.ts";
import { type Action, recordChange } from "#identity/history/record-change.ts";
import { nextVersion } from "#platform/database/columns.ts";
import { type Sql, sql, type Transaction } from "#platform/database/database.ts";
import { one } from "#platform/database/one.ts";
import { imports, type ImportRow, StaleWorkError } from "#tracking/exchange/imports/import.ts";
import { markEndpointsBehind } from "#tracking/exchange/webhooks/delivery/behind.ts";

/** The organization whose data an import or an undo changes, and the instant before the first change. */
interface Writing {
  organization: OrganizationRow;
  since: string;
}

/** Locks the import's work until the transaction ends, and keeps the transaction's changes out of the event queue. */
export async function beginWriting(tx: Transaction, row: ImportRow, holds: boolean): Promise<Writing> {
  const { org_id: orgId, id, work } = row;
  await tx.query(sql`
    select set_config('stint.behind', 'on', true), set_config('work_mem', '64MB', true), set_config('jit', 'off', true),
           set_config('plan_cache_mode', 'force_custom_plan', true)`);
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`import work ${orgId} ${id}`}, 0))`);
  if (holds) {
    await lockEntryRules(tx, orgId);
    await lockTimesheets(tx, orgId);
  }
  const current = await imports.find(tx, orgId, id);
  const organization = await findOrganization(tx, orgId);
  if (current?.work !== work || organization === undefined) throw new StaleWorkError();
  const { since } = one(await tx.query<{ since: string }>(sql`select clock_timestamp() as since`));
  return { organization, since };
}

/** Stores the result of applying or undoing an import, records the change, and tells endpoints of all changes. */
export async function endWriting(
  tx: Transaction,
  { org_id: orgId, id, origin }: ImportRow,
  { action, assigned, since }: { action: Action; assigned: Sql; since: string },
): Promise<void> {
  const [row] = await tx.query<ImportRow>(sql`
    update imports set ${assigned}, work = null, failure = null, ${nextVersion}
     where org_id = ${orgId} and id = ${id}
    returning *`);
  if (row === undefined) throw new StaleWorkError();
  await recordChange(tx, origin, { action, targetId: id, row });
  await markEndpointsBehind(tx, orgId, since);
}
