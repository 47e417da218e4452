import type { Database } from "#platform/database/database.ts";
import { AppError, type ErrorCode, type FieldError } from "#platform/errors.ts";
import { findOrganization } from "#identity/organizations/queries.ts";
import { findMember } from "#identity/members/queries.ts";
import { findVisibleProject } from "#tracking/projects/queries.ts";
import { findVisibleTask } from "#tracking/tasks/queries.ts";

/** What an entry or timer refers to. */
export interface References {
  userId: string;
  projectId: string;
  taskId: string;
  startedAt: string;
  /** Who must see the project and the task; undefined where they may be any. */
  viewerId: string | undefined;
  /** The project it is on already, which may be hidden from its owner by now. */
  stayingIn?: string | undefined;
}

export function referencesOf(
  row: Record<"user_id" | "project_id" | "task_id" | "started_at", string>,
  viewerId: string | undefined,
  stayingIn?: string,
): References {
  const { user_id: userId, project_id: projectId, task_id: taskId, started_at: startedAt } = row;
  return { userId, projectId, taskId, startedAt, viewerId, stayingIn };
}

export interface Refusal extends FieldError {
  code: ErrorCode;
}

/**
 * Why an entry with these references cannot be created or moved there; undefined when it can. `prefix` is the JSON
 * Pointer of the entry in the body. `forced`: what a timer has measured goes into archived projects and done tasks too.
 */
export async function findRefusal(
  db: Database,
  orgId: string,
  references: References,
  prefix = "",
  forced = false,
): Promise<Refusal | undefined> {
  const refusal = (field: string, code: ErrorCode, message: string): Refusal => ({
    pointer: `${prefix}/${field}`,
    code,
    message,
  });
  const { projectId, viewerId } = references;
  const projectViewerId = projectId === references.stayingIn ? undefined : viewerId;
  const project = await findVisibleProject(db, orgId, projectViewerId, projectId);
  if (project === undefined) return refusal("projectId", "not_found", "There is no such project in this organization.");
  const task = await findVisibleTask(db, orgId, viewerId, references.taskId);
  if (task === undefined) return refusal("taskId", "not_found", "There is no such task in this organization.");
  const member = await findMember(db, orgId, references.userId);
  if (member === undefined) return refusal("userId", "not_found", "There is no such member in this organization.");
  if (task.project_id !== project.id)
    return refusal(
      "taskId",
      "task_not_in_project",
      "The task belongs to another project. Name a task of this project.",
    );
  if (project.status === "archived" && !forced)
    return refusal(
      "projectId",
      "project_archived",
      "The project is archived and takes no new entries. Reactivate it first.",
    );
  if (task.status === "done" && !forced)
    return refusal("taskId", "task_done", "The task is done and takes no new entries. Reopen it first.");
  const locked = await findLock(db, orgId, references.startedAt);
  if (locked !== undefined) return { ...locked, pointer: `${prefix}/startedAt` };
  return undefined;
}

/** The refusal of an instant that lies before the organization's lock date; undefined when it does not. */
export async function findLock(db: Database, orgId: string, startedAt: string): Promise<Refusal | undefined> {
  const organization = await findOrganization(db, orgId);
  const lockedBefore = organization?.locked_before ?? null;
  if (lockedBefore === null || Date.parse(startedAt) >= Date.parse(lockedBefore)) return undefined;
  return {
    pointer: "/startedAt",
    code: "period_locked",
    message: `Entries that start before ${organization?.lock_date} are locked. An owner or admin can change the lock date.`,
  };
}

export function refusalError(refusal: Refusal): AppError {
  return new AppError(refusal.code, refusal.message, { errors: [refusal] });
}

export function refTaken(pointer: string): AppError {
  const message = "Another time entry has this externalRef. Change that one, or use another reference.";
  return new AppError("external_ref_taken", message, { errors: [{ pointer, code: "external_ref_taken", message }] });
}
