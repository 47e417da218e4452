import { namesOf, valuesOf } from "#platform/database/columns.ts";
import { containing } from "#platform/database/contains.ts";
import { type Database, sql, type Transaction } from "#platform/database/database.ts";
import { one } from "#platform/database/one.ts";
import type { PageRequest } from "#platform/http/replies/pages.ts";
import { batches } from "./billing-batch.ts";
import type { BilledSums, BillingBatchRow } from "./billing-batch.ts";

export interface ProjectSums extends BilledSums {
  project_id: string;
  client_id: string | null;
}

export const findBatch = batches.find;

export function listBatches(
  db: Database,
  orgId: string,
  q: string | undefined,
  page: PageRequest,
): Promise<BillingBatchRow[]> {
  return batches.list(db, orgId, containing(sql`reference`, q), page);
}

export async function insertBatch(
  tx: Transaction,
  { org_id: orgId, ...batch }: Omit<BillingBatchRow, "version" | "created_at" | "updated_at">,
): Promise<BillingBatchRow> {
  const rows = await tx.query<BillingBatchRow>(sql`
    insert into billing_batches (org_id, ${namesOf(batch)}) values (${orgId}, ${valuesOf(batch)}) returning *`);
  return one(rows);
}

export async function insertProjects(
  tx: Transaction,
  orgId: string,
  batchId: string,
  projects: ProjectSums[],
): Promise<void> {
  await tx.query(sql`
    insert into billing_batch_projects (org_id, batch_id, project_id, client_id, entries, seconds, billable_seconds, amount_minor)
    select ${orgId}, ${batchId}, project_id, client_id, entries, seconds, billable_seconds, amount_minor
      from json_populate_recordset(null::billing_batch_projects, ${JSON.stringify(projects)}::json)`);
}

export async function insertNames(
  tx: Transaction,
  orgId: string,
  batchId: string,
  names: ReadonlyMap<string, string>,
): Promise<void> {
  await tx.query(sql`
    insert into billing_batch_names (org_id, batch_id, id, name)
    select ${orgId}, ${batchId}, n.id, n.name from unnest(${[...names.keys()]}::text[], ${[...names.values()]}::text[]) as n (id, name)`);
}

/** Copies the entries' billing data into the batch. The transaction must already have locked the entries. */
export async function insertEntries(
  tx: Transaction,
  orgId: string,
  batchId: string,
  entries: { id: string; day: string; client_id: string | null }[],
): Promise<void> {
  await tx.query(sql`
    insert into billing_batch_entries (org_id, entry_id, batch_id, day, started_at, duration_seconds, billable_seconds,
                                       rate_minor, amount_minor, user_id, project_id, task_id, client_id, description)
    select ${orgId}, e.id, ${batchId}, i.day, e.started_at, e.duration_seconds, e.billable_seconds, e.rate_minor, e.amount_minor,
           e.user_id, e.project_id, e.task_id, i.client_id, e.description
      from json_to_recordset(${JSON.stringify(entries)}::json) as i (id text, day date, client_id text)
     cross join lateral (select * from time_entries where org_id = ${orgId} and id = i.id limit 1) e`);
}

export async function listBilledIds(db: Database, orgId: string, batchId: string): Promise<string[]> {
  const rows = await db.query<{ entry_id: string }>(sql`
    select entry_id from billing_batch_entries where org_id = ${orgId} and batch_id = ${batchId} order by entry_id`);
  return rows.map((row) => row.entry_id);
}

export async function lockEntries(tx: Transaction, orgId: string, ids: string[]): Promise<void> {
  await tx.query(sql`
    select from time_entries where org_id = ${orgId} and id = any(${ids}) order by id for no key update`);
}

/** Deletes a batch's lines. The caller must already have detached the entries from the batch. */
export async function deleteLines(tx: Transaction, orgId: string, id: string): Promise<void> {
  await tx.query(sql`delete from billing_batch_entries where org_id = ${orgId} and batch_id = ${id}`);
  await tx.query(sql`delete from billing_batch_names where org_id = ${orgId} and batch_id = ${id}`);
  await tx.query(sql`delete from billing_batch_projects where org_id = ${orgId} and batch_id = ${id}`);
}

/** The sums of a batch's projects, with the names stored in the batch. */
export async function readBreakdown(
  db: Database,
  orgId: string,
  batchId: string,
): Promise<{ projects: ProjectSums[]; names: Map<string, string> }> {
  const rows = await db.query<ProjectSums & { name: string; client_name: string | null }>(sql`
    select p.*, (select name from billing_batch_names where org_id = ${orgId} and batch_id = ${batchId} and id = p.project_id),
           (select name from billing_batch_names where org_id = ${orgId} and batch_id = ${batchId} and id = p.client_id) as client_name
      from billing_batch_projects p
     where p.org_id = ${orgId} and p.batch_id = ${batchId}`);
  const names = new Map(rows.map((row) => [row.project_id, row.name]));
  for (const { client_id: id, client_name: name } of rows) if (id !== null && name !== null) names.set(id, name);
  return { projects: rows, names };
}
