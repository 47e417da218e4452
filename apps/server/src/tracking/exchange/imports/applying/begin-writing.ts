import { findOrganization, type OrganizationRow } from "#identity/organizations/queries.ts";
import { lockEntryRules, lockTimesheets } from "#identity/organizations/entry-rules.ts";
import { type Action, recordChange } from "#identity/history/record-change.ts";
import { nextVersion } from "#platform/database/columns.ts";
import { type Sql, sql, type Transaction } from "#platform/database/database.ts";
import { imports, type ImportRow } from "#tracking/exchange/imports/import.ts";
import { StaleWorkError } from "#tracking/exchange/imports/staged/stale-work-error.ts";

/** Locks the import's work until the transaction ends, and keeps the transaction's changes out of the event queue. */
export async function beginWriting(tx: Transaction, row: ImportRow, holds: boolean): Promise<OrganizationRow> {
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
  return organization;
}

/** Stores the result of applying or undoing an import, and records the change. */
export async function endWriting(
  tx: Transaction,
  { org_id: orgId, id, origin }: ImportRow,
  action: Action,
  assigned: Sql,
): Promise<void> {
  const [row] = await tx.query<ImportRow>(sql`
    update imports set ${assigned}, work = null, failure = null, ${nextVersion}
     where org_id = ${orgId} and id = ${id}
    returning *`);
  if (row === undefined) throw new StaleWorkError();
  await recordChange(tx, origin, { action, targetId: id, row });
}

/** Selects the entries created by an import. */
export function entriesOf({ org_id: orgId, id }: Pick<ImportRow, "org_id" | "id">) {
  return sql`
    select e.* from import_keys k join time_entries e on e.org_id = k.org_id and e.id = k.entry_id
     where k.org_id = ${orgId} and k.import_id = ${id}`;
}
