import type { OrganizationRow } from "#identity/organizations/queries.ts";
import { lockEntryRules, lockTimesheets } from "#identity/organizations/entry-rules.ts";
import type { UnsentInvitation } from "#identity/members/invitations/invite-imported.ts";
import type { Origin } from "#identity/history/record-change.ts";
import { clockTime } from "#platform/database/columns.ts";
import { type DatabasePool, raw, sql, type Transaction } from "#platform/database/database.ts";
import { one } from "#platform/database/one.ts";
import { lockBudgets } from "#tracking/ledger/budgets/settle-budgets.ts";
import { lockMembers } from "#tracking/ledger/entry-rules/overlaps.ts";
import { analyze } from "#tracking/exchange/imports/staged/analyze.ts";
import { hasNewOverlap, listOwners, prepareMarks } from "#tracking/exchange/imports/staged/broken-rules.ts";
import type { ImportRow, Plan } from "#tracking/exchange/imports/import.ts";
import { appliedTables, deleteFrom, setProgress } from "#tracking/exchange/imports/queries.ts";
import { markLookalikes } from "#tracking/exchange/imports/matching/mark-lookalikes.ts";
import { matchNames } from "#tracking/exchange/imports/matching/match-names.ts";
import { planImport } from "#tracking/exchange/imports/matching/plan-import.ts";
import { stagedBytes } from "#tracking/exchange/imports/staged/staged-rows.ts";
import { startPace } from "#tracking/exchange/imports/staged/start-pace.ts";
import { hasTimesheets, isClosedAt } from "#tracking/ledger/entry-locks/entry-locks.ts";
import { syncedTo } from "#tracking/entries/copies/queries.ts";
import { lockFold, sumEntries } from "#tracking/ledger/time-sums/queries.ts";
import { beginWriting, endWriting } from "./begin-writing.ts";
import { entriesOf, settleImported } from "./imported-entries.ts";
import { insertEntries } from "./insert-entries.ts";
import { makePeople } from "./make-people.ts";
import { makePlaces } from "./make-places.ts";
import { proveImport } from "./prove-import.ts";
import { takeRates } from "./take-rates.ts";

/** Thrown if the rules, timesheets, places or other entries that the import was checked against have changed. */
class OutdatedError extends Error {}

export type AddMails = (tx: Transaction, origin: Origin, invitations: readonly UnsentInvitation[]) => Promise<void>;

/**
 * Applies an import in one transaction, which also queues the emails of its invitations. The first attempt locks the
 * rules for entries, the budgets and the members only at the end, so that other writes don't wait. If by then the rules
 * or timesheets have changed, or new entries overlap the import's although the rules refuse overlaps, a second attempt
 * locks everything at the beginning. It also starts again if a matched client, project or task has been deleted.
 */
export async function applyStaged(db: DatabasePool, row: ImportRow, addMails?: AddMails): Promise<void> {
  const attempt = (holds: boolean) =>
    db.transaction(async (tx) => {
      const invitations = await applyIn(tx, db, row, holds);
      await addMails?.(tx, row.origin, invitations);
    });
  return attempt(false).catch((error: unknown) => {
    if (!(error instanceof OutdatedError)) throw error;
    return attempt(true);
  });
}

async function applyIn(tx: Transaction, db: DatabasePool, row: ImportRow, holds: boolean): Promise<UnsentInvitation[]> {
  const { org_id: orgId, id, origin } = row;
  const { organization, since } = await beginWriting(tx, row, holds);
  const before = await findRulesVersion(tx, orgId);
  const rules = organization.entry_rules;
  const refusesOverlaps = rules?.overlaps === "refuse";
  const settledAt = refusesOverlaps ? await syncedTo(tx) : undefined;
  await matchNames(tx, orgId, id);
  await markLookalikes(tx, row);
  const plan = await planImport(tx, organization, row);
  await lockMatchedPlaces(tx, row);
  const invitations = await makePeople(tx, origin, row);
  await makePlaces(tx, origin, id);
  if (row.rates === "take") await takeRates(tx, origin, organization, row);
  if (holds && refusesOverlaps) await lockOwners(tx, row);
  const marks = await prepareMarks(tx, rules, row);
  const pace = await startPace(db, "database");
  await insertEntries(tx, row, marks, async (done, total) => {
    await setProgress(db, orgId, id, done, total);
    await pace();
  });
  const entries = entriesOf(row);
  // If a timesheet was closed after planning, fewer rows were accepted than planned, so the import starts again.
  const count = await countEntries(tx, row);
  if (count !== plan.totals.imported.rows) throw new OutdatedError();
  // Analyzes now for three reasons: queries need good plans as soon as they see the entries, the locks acquired below
  // make others wait, and outdated statistics would make the sums look up each entry separately.
  await analyze(tx, "time_entries, import_keys, changes", count);
  await lockFold(tx, orgId);
  await sumEntries(tx, orgId, entries, 1);
  await analyze(tx, "time_sums", count);
  await lockEntryRules(tx, orgId);
  await lockTimesheets(tx, orgId);
  if ((await findRulesVersion(tx, orgId)) !== before || (await hasClosed(tx, row))) throw new OutdatedError();
  await settleImported(tx, origin, entries);
  if (settledAt !== undefined) {
    await lockMembers(tx, orgId, await listOwners(tx, row));
    if (await hasNewOverlap(tx, entries, row, settledAt)) throw new OutdatedError();
  }
  const proof = await proveImport(tx, organization, row);
  const creates = { ...plan.creates, ...(await countMade(tx, row)) };
  const applied = { ...plan, creates, questions: [], money: await comparedMoney(tx, organization, row, plan) };
  // Nothing reads the staged rows any more: undoing uses only the keys, and responses show only the doubts.
  await deleteFrom(tx, appliedTables, orgId, id);
  const assigned = sql`
    stored_bytes = ${stagedBytes(row)}, status = 'applied', applied_at = ${clockTime}, plan = ${JSON.stringify(applied)},
    proof = ${JSON.stringify(proof)}`;
  await endWriting(tx, row, { action: "import.applied", assigned, since });
  return invitations;
}

/**
 * Locks the matched clients, projects and tasks, so that nobody deletes them before the import refers to them. Locks
 * parents first, as deletions do.
 */
async function lockMatchedPlaces(tx: Transaction, { org_id: orgId, id }: ImportRow): Promise<void> {
  for (const [table, column] of [
    ["clients", "client_id"],
    ["projects", "project_id"],
    ["tasks", "task_id"],
  ] as const) {
    const { missing } = one(
      await tx.query<{ missing: number }>(sql`
        with matched as materialized (
          select distinct ${raw(column)} as id from import_places
           where org_id = ${orgId} and import_id = ${id} and ${raw(column)} is not null and (listed or used)
        ), locked as (
          select p.id from ${raw(table)} p
           where p.org_id = ${orgId} and p.id in (select id from matched) order by p.id for key share of p
        )
        select (select count(*) from matched) - (select count(*) from locked) as missing`),
    );
    if (missing > 0) throw new OutdatedError();
  }
}

/** Acquires the locks that settling needs, early but in the same order: the budgets, then the members. */
async function lockOwners(tx: Transaction, row: ImportRow): Promise<void> {
  const { org_id: orgId, id } = row;
  const places = await tx.query<{ project_id: string }>(sql`
    select distinct project_id from import_places
     where org_id = ${orgId} and import_id = ${id} and used and project_id is not null order by project_id`);
  await lockBudgets(
    tx,
    orgId,
    places.map(({ project_id: projectId }) => projectId),
  );
  await lockMembers(tx, orgId, await listOwners(tx, row));
}

async function countEntries(tx: Transaction, { org_id: orgId, id }: ImportRow): Promise<number> {
  const rows = await tx.query<{ count: number }>(sql`
    select count(*) as count from import_keys where org_id = ${orgId} and import_id = ${id}`);
  return one(rows).count;
}

/** Whether a timesheet that covers an entry of the import has been closed. */
async function hasClosed(tx: Transaction, row: ImportRow): Promise<boolean> {
  const { org_id: orgId } = row;
  const found = await tx.query(sql`
    select from (${entriesOf(row)}) e
     where ${hasTimesheets(orgId)} and exists (select from timesheets s where s.org_id = ${orgId} and ${isClosedAt(raw("e.user_id"), raw("e.started_at"))})
     limit 1`);
  return found.length > 0;
}

async function findRulesVersion(tx: Transaction, orgId: string): Promise<number> {
  const rows = await tx.query<{ version: number }>(
    sql`select rules_version as version from organizations where id = ${orgId}`,
  );
  return one(rows).version;
}

/**
 * Counts the objects that the import created. The plan's figures can be larger, because the plan doesn't know which
 * people of the file were mapped to members.
 */
async function countMade(tx: Transaction, { org_id: orgId, id }: ImportRow): Promise<Partial<Plan["creates"]>> {
  const rows = await tx.query<Pick<Plan["creates"], "people" | "clients" | "projects" | "tasks">>(sql`
    select count(*) filter (where kind = 'member') as people, count(*) filter (where kind = 'client') as clients,
           count(*) filter (where kind = 'project') as projects, count(*) filter (where kind = 'task') as tasks
      from import_made where org_id = ${orgId} and import_id = ${id}`);
  return one(rows);
}

/**
 * Adds the total of the imported amounts, but only for the organization's currency, because entries have no other
 * currency.
 */
async function comparedMoney(
  tx: Transaction,
  { currency }: OrganizationRow,
  row: ImportRow,
  { money }: Plan,
): Promise<Plan["money"]> {
  if (money.length === 0) return [];
  const { total } = one(
    await tx.query<{ total: number }>(
      sql`select coalesce(sum(e.amount_minor), 0)::bigint as total from (${entriesOf(row)}) e`,
    ),
  );
  return money.map((sum) => ({ ...sum, importedMinor: sum.currency === currency ? total : null }));
}
