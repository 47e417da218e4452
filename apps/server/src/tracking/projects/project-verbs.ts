import type { Actor } from "#identity/access.ts";
import { changedColumns, recordChange } from "#identity/changes/record-change.ts";
import { type Database, type Sql, sql, type Transaction } from "#platform/database/database.ts";
import { notFound } from "#platform/errors.ts";
import { checkIfMatch } from "#platform/http/etag.ts";
import { etagOf } from "#platform/http/resource-schemas.ts";
import { asId, newId } from "#platform/ids.ts";
import { findClient } from "#tracking/clients/queries.ts";
import { deleteTasks, lockTasks } from "#tracking/tasks/queries.ts";
import { refuseIfUsed } from "#tracking/tasks/refuse-if-used.ts";
import {
  deleteProject,
  findProject,
  insertProject,
  type ProjectColumns,
  type ProjectRow,
  updateProject,
} from "./queries.ts";
import type { CreateProject, UpdateProject } from "./schemas.ts";

export async function createProject(tx: Transaction, actor: Actor, input: CreateProject): Promise<ProjectRow> {
  await checkClient(tx, actor, input.clientId);
  const row = await insertProject(tx, actor.orgId, newId("proj"), {
    name: input.name,
    code: input.code ?? null,
    client_id: input.clientId ?? null,
    color: input.color ?? null,
    description: input.description ?? "",
    status: input.status ?? "active",
    billable: input.billable ?? true,
    rounding_mode: input.rounding?.mode ?? null,
    rounding_minutes: input.rounding?.minutes ?? null,
  });
  await recordChange(tx, actor, { action: "project.created", targetId: row.id, row });
  return row;
}

export async function changeProject(
  tx: Transaction,
  actor: Actor,
  id: string,
  input: UpdateProject,
  ifMatch: string | undefined,
): Promise<ProjectRow> {
  const before = await lockProject(tx, actor.orgId, id, sql`for no key update`);
  await checkClient(tx, actor, input.clientId);
  checkIfMatch(ifMatch, etagOf(before));
  const wanted = merged(before, input);
  if (Object.keys(changedColumns(before, { ...before, ...wanted })).length === 0) return before;
  const row = await updateProject(tx, actor.orgId, id, wanted);
  if (row === undefined) throw notFound("project");
  const archives = row.status === "archived" && before.status !== "archived";
  await recordChange(tx, actor, {
    action: archives ? "project.archived" : "project.updated",
    targetId: id,
    row,
    before,
  });
  return row;
}

/** Deletes a project with its tasks; one that has time entries or a running timer is 409 and can be archived. */
export async function removeProject(
  tx: Transaction,
  actor: Actor,
  id: string,
  ifMatch: string | undefined,
): Promise<void> {
  const row = await lockProject(tx, actor.orgId, id, sql`for update`);
  checkIfMatch(ifMatch, etagOf(row));
  // Locked, so that no entry can be created under them between the count and the deletion.
  const tasks = await lockTasks(tx, actor.orgId, id);
  await refuseIfUsed(tx, actor.orgId, "project", { projectId: id });
  await deleteTasks(tx, actor.orgId, id);
  await deleteProject(tx, actor.orgId, id);
  for (const task of tasks) await recordChange(tx, actor, { action: "task.deleted", targetId: task.id, row: task });
  await recordChange(tx, actor, { action: "project.deleted", targetId: id, row });
}

function merged(before: ProjectRow, input: UpdateProject): ProjectColumns {
  const rounding =
    input.rounding === undefined
      ? { mode: before.rounding_mode, minutes: before.rounding_minutes }
      : (input.rounding ?? { mode: null, minutes: null });
  return {
    name: input.name ?? before.name,
    code: input.code === undefined ? before.code : input.code,
    client_id: input.clientId === undefined ? before.client_id : input.clientId,
    color: input.color === undefined ? before.color : input.color,
    description: input.description === undefined ? before.description : (input.description ?? ""),
    status: input.status ?? before.status,
    billable: input.billable ?? before.billable,
    rounding_mode: rounding.mode,
    rounding_minutes: rounding.minutes,
  };
}

async function checkClient(db: Database, actor: Actor, clientId: string | null | undefined): Promise<void> {
  if (clientId === undefined || clientId === null) return;
  const client = await findClient(db, actor.orgId, asId(clientId), sql`for key share`);
  if (client === undefined) throw notFound("client", "/clientId");
}

// Only a removal may keep entries from being created meanwhile: their foreign keys wait for `for update`.
async function lockProject(tx: Transaction, orgId: string, id: string, lock: Sql): Promise<ProjectRow> {
  const row = await findProject(tx, orgId, id, lock);
  if (row === undefined) throw notFound("project");
  return row;
}
