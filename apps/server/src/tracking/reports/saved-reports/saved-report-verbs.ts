import { type Actor, may } from "#identity/access.ts";
import { hasChanged, recordChange } from "#identity/history/record-change.ts";
import { showUnchanged } from "#identity/show-unchanged.ts";
import { type Sql, sql, type Transaction } from "#platform/database/database.ts";
import { AppError, notFound } from "#platform/errors.ts";
import { checkIfMatch } from "#platform/http/replies/etag.ts";
import { etagOf } from "#platform/http/contract/resource-schemas.ts";
import type { Edit, Target } from "#platform/http/contract/target.ts";
import { newId } from "#platform/ids.ts";
import { revokeLinksOf } from "#tracking/reports/report-links/link-verbs.ts";
import {
  deleteSavedReport,
  findSavedReport,
  insertSavedReport,
  type SavedReportRow,
  updateSavedReport,
} from "./queries.ts";
import { checkQuery } from "./read-query.ts";
import type { CreateSavedReport, UpdateSavedReport } from "./schemas.ts";

/** Throws 403 if the actor may only read the report, because another member owns it. */
export function refuseForeignReport(actor: Actor, row: SavedReportRow): void {
  if (may(actor, "reports:write", row.owner_id)) return;
  throw new AppError(
    "forbidden",
    `This is another member's saved report. With the role ${actor.role} you may change only your own; save a copy instead.`,
  );
}

export async function createSavedReport(
  tx: Transaction,
  actor: Actor,
  { input }: { input: CreateSavedReport },
): Promise<SavedReportRow> {
  checkQuery(input.query);
  const row = await insertSavedReport(tx, {
    org_id: actor.orgId,
    id: newId("report"),
    owner_id: actor.userId,
    name: input.name,
    shared: input.shared ?? false,
    query: input.query,
  });
  await recordChange(tx, actor, { action: "saved_report.created", targetId: row.id, row });
  return row;
}

export async function changeSavedReport(
  tx: Transaction,
  actor: Actor,
  { id, input, ifMatch }: Edit<UpdateSavedReport>,
): Promise<SavedReportRow> {
  const before = await lockReport(tx, actor, id, sql`for no key update`);
  if (input.query !== undefined) checkQuery(input.query);
  checkIfMatch(ifMatch, etagOf(before));
  const wanted = {
    name: input.name ?? before.name,
    shared: input.shared ?? before.shared,
    query: input.query ?? before.query,
  };
  const isSameQuery = isSame(wanted.query, before.query);
  if (isSameQuery && !hasChanged(before, { ...before, name: wanted.name, shared: wanted.shared }))
    return showUnchanged(actor, "reports:read", before);
  const row = await updateSavedReport(tx, actor.orgId, id, wanted);
  await recordChange(tx, actor, {
    action: "saved_report.updated",
    targetId: id,
    row,
    before: isSameQuery ? { ...before, query: row.query } : before,
  });
  return row;
}

export async function removeSavedReport(tx: Transaction, actor: Actor, { id, ifMatch }: Target): Promise<void> {
  const row = await lockReport(tx, actor, id, sql`for update`);
  checkIfMatch(ifMatch, etagOf(row));
  await revokeLinksOf(tx, actor, id);
  await deleteSavedReport(tx, actor.orgId, id);
  await recordChange(tx, actor, { action: "saved_report.deleted", targetId: id, row });
}

async function lockReport(tx: Transaction, actor: Actor, id: string, lock: Sql): Promise<SavedReportRow> {
  const row = await findSavedReport(tx, actor.orgId, id, actor.userId, lock);
  if (row === undefined) throw notFound("saved report");
  refuseForeignReport(actor, row);
  return row;
}

/** Compares queries regardless of the order of fields, which the database does not preserve. */
function isSame(query: object, other: object): boolean {
  const inOrder = (one: object) => JSON.stringify(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return inOrder(query) === inOrder(other);
}
