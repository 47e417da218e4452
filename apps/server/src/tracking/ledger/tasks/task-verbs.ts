import type { Actor } from "#identity/access.ts";
import { hasChanged, type Origin, recordChange, recordChanges } from "#identity/history/record-change.ts";
import { showUnchanged } from "#identity/show-unchanged.ts";
import { type Sql, sql, type Transaction } from "#platform/database/database.ts";
import { one } from "#platform/database/one.ts";
import { notFound, refusal } from "#platform/errors.ts";
import { changedColumns, newColumns } from "#platform/fields/fields.ts";
import { checkIfMatch } from "#platform/http/replies/etag.ts";
import { etagOf } from "#platform/http/contract/resource-schemas.ts";
import type { Edit, Target } from "#platform/http/contract/target.ts";
import { newId } from "#platform/ids.ts";
import { findVisibleProject } from "#tracking/ledger/projects/queries.ts";
import { viewerOf } from "#tracking/ledger/projects/visibility.ts";
import { taskFields } from "./fields.ts";
import {
  deleteTask,
  findOpenTaskByName,
  findVisibleTask,
  insertTasks,
  type TaskColumns,
  type TaskRow,
  updateTask,
} from "./queries.ts";
import { refuseIfUsed } from "./refuse-if-used.ts";
import type { CreateTask, UpdateTask } from "./schemas.ts";

export async function createTask(
  tx: Transaction,
  actor: Actor,
  { projectId, input }: { projectId: string; input: CreateTask },
): Promise<TaskRow> {
  // The lock prevents a deletion of the project before the task is inserted.
  const project = await findVisibleProject(tx, actor.orgId, viewerOf(actor), projectId, sql`for key share`);
  if (project === undefined) throw notFound("project");
  return one(await storeTasks(tx, actor, [{ project_id: projectId, ...newColumns(taskFields, input) }]));
}

const defaultTask = "General";

/**
 * `pointer` is the JSON Pointer of the project in the request, for errors. `beforeState` is a check that runs after the
 * checks for 404 and before those of state.
 */
interface GeneralOptions {
  pointer?: string;
  beforeState?: () => void;
}

/**
 * Returns the id of the project's open task `General`, creating it if necessary. The project is locked, so the task is
 * created only once.
 */
export async function ensureGeneralTask(
  tx: Transaction,
  actor: Actor,
  projectId: string,
  { pointer, beforeState }: GeneralOptions = {},
): Promise<string> {
  const project = await findVisibleProject(tx, actor.orgId, viewerOf(actor), projectId, sql`for no key update`);
  if (project === undefined) throw notFound("project", pointer);
  beforeState?.();
  if (project.status === "archived") {
    const message = "The project is archived and accepts no new entries. Reactivate it first.";
    throw refusal(pointer, "project_archived", message);
  }
  const existing = await findOpenTaskByName(tx, actor.orgId, projectId, defaultTask);
  if (existing !== undefined) return existing.id;
  const task = { project_id: projectId, ...newColumns(taskFields, { name: defaultTask }) };
  return one(await storeTasks(tx, actor, [task])).id;
}

/** Stores new tasks with their change rows. Their ids ascend in the given order. */
export async function storeTasks(
  tx: Transaction,
  origin: Origin,
  tasks: (TaskColumns & { project_id: string })[],
): Promise<TaskRow[]> {
  const ids = tasks.map(() => newId("task")).toSorted();
  const rows = await insertTasks(
    tx,
    origin.orgId,
    tasks.map((columns, at) => ({ ...columns, id: ids[at] ?? "" })),
  );
  const changes = rows.map((row) => ({ action: "task.created", targetId: row.id, row }) as const);
  await recordChanges(tx, origin, changes);
  return rows;
}

export async function changeTask(
  tx: Transaction,
  actor: Actor,
  { id, input, ifMatch }: Edit<UpdateTask>,
): Promise<TaskRow> {
  const before = await lockTask(tx, actor, id, sql`for no key update`);
  checkIfMatch(ifMatch, etagOf(before));
  const wanted = changedColumns(taskFields, before, input);
  if (!hasChanged(before, { ...before, ...wanted })) return showUnchanged(actor, "projects:read", before);
  const row = await updateTask(tx, actor.orgId, id, wanted);
  if (row === undefined) throw notFound("task");
  await recordChange(tx, actor, { action: "task.updated", targetId: id, row, before });
  return row;
}

/** Deletes a task. Throws 409 if it has time entries or a running timer; it can still be marked as done. */
export async function removeTask(tx: Transaction, actor: Actor, { id, ifMatch }: Target): Promise<void> {
  const row = await lockTask(tx, actor, id, sql`for update`);
  checkIfMatch(ifMatch, etagOf(row));
  await refuseIfUsed(tx, actor.orgId, "task", { projectId: row.project_id, taskId: id });
  await deleteTask(tx, actor.orgId, id);
  await recordChange(tx, actor, { action: "task.deleted", targetId: id, row });
}

// The caller chooses the lock, because only a deletion should block the concurrent creation of entries and timers (`for
// update`).
async function lockTask(tx: Transaction, actor: Actor, id: string, lock: Sql): Promise<TaskRow> {
  const row = await findVisibleTask(tx, actor.orgId, viewerOf(actor), id, lock);
  if (row === undefined) throw notFound("task");
  return row;
}
