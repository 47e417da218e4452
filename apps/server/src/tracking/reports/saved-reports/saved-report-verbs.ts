import type { Actor } from "#identity/access.ts";
import type { Transaction } from "#platform/database/database.ts";
import type { Edit, Target } from "#platform/http/contract/target.ts";
import { checkQuery } from "./read-query.ts";
import { type SavedReportRow, savedReports } from "./saved-report.ts";
import type { CreateSavedReport, UpdateSavedReport } from "./schemas.ts";

/** Revokes the links to a saved report. */
export type RevokeLinks = (tx: Transaction, actor: Actor, reportId: string) => Promise<unknown>;

export async function createSavedReport(
  tx: Transaction,
  actor: Actor,
  { input: { name, query, shared = false } }: { input: CreateSavedReport },
): Promise<SavedReportRow> {
  checkQuery(query);
  return savedReports.insert(tx, actor, { owner_id: actor.userId, name, shared, query });
}

export async function changeSavedReport(
  tx: Transaction,
  actor: Actor,
  { id, input, ifMatch }: Edit<UpdateSavedReport>,
): Promise<SavedReportRow> {
  const before = await savedReports.lock(tx, actor, { id });
  if (input.query !== undefined) checkQuery(input.query);
  const { name = before.name, shared = before.shared, query = before.query } = input;
  const wanted = { name, shared, query: isSame(query, before.query) ? before.query : query };
  return savedReports.change(tx, actor, before, wanted, { ifMatch });
}

export async function removeSavedReport(
  tx: Transaction,
  actor: Actor,
  target: Target,
  { revokeLinksOf }: { revokeLinksOf: RevokeLinks },
): Promise<void> {
  const row = await savedReports.lockForRemoval(tx, actor, target);
  await revokeLinksOf(tx, actor, row.id);
  await savedReports.remove(tx, actor, row);
}

/** Compares queries regardless of the order of fields, which the database does not preserve. */
function isSame(query: object, other: object): boolean {
  const inOrder = (one: object) => JSON.stringify(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return inOrder(query) === inOrder(other);
}
