import type { Actor } from "#identity/access.ts";
import { hasChanged, type Origin, recordChange, recordChanges } from "#identity/history/record-change.ts";
import { showUnchanged } from "#identity/show-unchanged.ts";
import { type Sql, sql, type Transaction } from "#platform/database/database.ts";
import { one } from "#platform/database/one.ts";
import { AppError, notFound } from "#platform/errors.ts";
import { changedColumns, newColumns } from "#platform/fields/fields.ts";
import { checkIfMatch } from "#platform/http/replies/etag.ts";
import { etagOf } from "#platform/http/contract/resource-schemas.ts";
import type { Edit, Target } from "#platform/http/contract/target.ts";
import { newId } from "#platform/ids.ts";
import { clientFields } from "./fields.ts";
import {
  type ClientColumns,
  type ClientRow,
  countProjectsOfClient,
  deleteClient,
  findClient,
  insertClients,
  updateClient,
} from "./queries.ts";
import type { CreateClient, UpdateClient } from "./schemas.ts";

export async function createClient(
  tx: Transaction,
  actor: Actor,
  { input }: { input: CreateClient },
): Promise<ClientRow> {
  return one(await storeClients(tx, actor, [newColumns(clientFields, input)]));
}

/** Stores new clients with their change rows; ids ascend in the given order. */
export async function storeClients(tx: Transaction, origin: Origin, clients: ClientColumns[]): Promise<ClientRow[]> {
  const ids = clients.map(() => newId("client")).toSorted();
  const rows = await insertClients(
    tx,
    origin.orgId,
    clients.map((columns, at) => ({ ...columns, id: ids[at] ?? "" })),
  );
  const changes = rows.map((row) => ({ action: "client.created", targetId: row.id, row }) as const);
  await recordChanges(tx, origin, changes);
  return rows;
}

export async function changeClient(
  tx: Transaction,
  actor: Actor,
  { id, input, ifMatch }: Edit<UpdateClient>,
): Promise<ClientRow> {
  const before = await lockClient(tx, actor.orgId, id, sql`for no key update`);
  checkIfMatch(ifMatch, etagOf(before));
  const wanted = changedColumns(clientFields, before, input);
  if (!hasChanged(before, { ...before, ...wanted })) return showUnchanged(actor, "projects:read", before);
  const row = await updateClient(tx, actor.orgId, id, wanted);
  if (row === undefined) throw notFound("client");
  await recordChange(tx, actor, { action: "client.updated", targetId: id, row, before });
  return row;
}

/** Deletes a client. Throws 409 if it has projects. */
export async function removeClient(tx: Transaction, actor: Actor, { id, ifMatch }: Target): Promise<void> {
  const row = await lockClient(tx, actor.orgId, id, sql`for update`);
  checkIfMatch(ifMatch, etagOf(row));
  const projects = await countProjectsOfClient(tx, actor.orgId, id);
  if (projects > 0) {
    throw new AppError(
      "in_use",
      `The client has ${projects} ${projects === 1 ? "project" : "projects"}. Archive it, or move its projects to another client first.`,
    );
  }
  await deleteClient(tx, actor.orgId, id);
  await recordChange(tx, actor, { action: "client.deleted", targetId: id, row });
}

// Only deletion locks with `for update`, because that lock makes the concurrent creation of projects wait.
async function lockClient(tx: Transaction, orgId: string, id: string, lock: Sql): Promise<ClientRow> {
  const row = await findClient(tx, orgId, id, lock);
  if (row === undefined) throw notFound("client");
  return row;
}
