import type { Actor } from "#identity/access.ts";
import type { Transaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { changedColumns, newColumns } from "#platform/fields/fields.ts";
import type { Edit, Target } from "#platform/http/contract/target.ts";
import { type ClientRow, clients } from "./client.ts";
import { clientFields } from "./fields.ts";
import { countProjectsOfClient } from "./queries.ts";
import type { CreateClient, UpdateClient } from "./schemas.ts";

export function createClient(tx: Transaction, actor: Actor, { input }: { input: CreateClient }): Promise<ClientRow> {
  return clients.insert(tx, actor, newColumns(clientFields, input));
}

export async function changeClient(tx: Transaction, actor: Actor, edit: Edit<UpdateClient>): Promise<ClientRow> {
  const before = await clients.lock(tx, actor, edit);
  return clients.change(tx, actor, before, changedColumns(clientFields, before, edit.input));
}

/** Deletes a client. Throws 409 if it has projects. */
export async function removeClient(tx: Transaction, actor: Actor, target: Target): Promise<void> {
  const row = await clients.lockForRemoval(tx, actor, target);
  const projects = await countProjectsOfClient(tx, actor.orgId, row.id);
  if (projects > 0) {
    throw new AppError(
      "in_use",
      `The client has ${projects} ${projects === 1 ? "project" : "projects"}. Archive it, or move its projects to another client first.`,
    );
  }
  await clients.remove(tx, actor, row);
}
