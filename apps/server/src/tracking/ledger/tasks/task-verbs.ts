import type { Actor } from "#identity/access.ts";
import { recordChange } from "#identity/history/record-change.ts";
import { sql, type Transaction } from "#platform/database/database.ts";
import { notFound, refusal } from "#platform/errors.ts";
import { changedColumns, newColumns } from "#platform/fields/fields.ts";
import type { Edit, Target } from "#platform/http/contract/target.ts";
import { findVisibleProject } from "#tracking/ledger/projects/queries.ts";
import { viewerOf } from "#tracking/ledger/projects/visibility.ts";
import { taskFields } from "./fields.ts";
import { deleteTasks, findOpenTaskByName, lockTasks } from "./queries.ts";
import { refuseIfUsed } from "./refuse-if-used.ts";
import type { CreateTask, UpdateTask } from "./schemas.ts";
import { type TaskRow, tasks } from "./task.ts";

export async function createTask(
  tx: Transaction,
  actor: Actor,
  { projectId, input }: { projectId: string; input: CreateTask },
): Promise<TaskRow> {
  // The lock prevents a deletion of the project before the task is inserted.
  const project = await findVisibleProject(tx, actor.orgId, viewerOf(actor), projectId, sql`for key share`);
  if (project === undefined) throw notFound("project");
  return tasks.insert(tx, actor, { project_id: projectId, ...newColumns(taskFields, input) });
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
  return (await tasks.insert(tx, actor, task)).id;
}

export async function changeTask(tx: Transaction, actor: Actor, edit: Edit<UpdateTask>): Promise<TaskRow> {
  const before = await tasks.lock(tx, actor, edit);
  return tasks.change(tx, actor, before, changedColumns(taskFields, before, edit.input));
}

/** Deletes a task. Throws 409 if it has time entries or a running timer; it can still be marked as done. */
export async function removeTask(tx: Transaction, actor: Actor, target: Target): Promise<void> {
  const row = await tasks.lockForRemoval(tx, actor, target);
  await refuseIfUsed(tx, actor.orgId, "task", { projectId: row.project_id, taskId: row.id });
  await tasks.remove(tx, actor, row);
}

/** Deletes a project's tasks. Throws 409 if the project has time entries or a running timer. */
export async function removeTasks(tx: Transaction, actor: Actor, projectId: string): Promise<void> {
  // Locks the tasks, so nobody can create entries for them between the check and the deletion.
  const rows = await lockTasks(tx, actor.orgId, projectId);
  await refuseIfUsed(tx, actor.orgId, "project", { projectId });
  await deleteTasks(tx, actor.orgId, projectId);
  for (const row of rows) await recordChange(tx, actor, { action: "task.deleted", targetId: row.id, row });
}
