import type { Database } from "#platform/database/database.ts";
import { type AppError, notFound, refusal } from "#platform/errors.ts";
import { findOrganization } from "#identity/organizations/queries.ts";
import { listMemberIds } from "#identity/members/queries.ts";
import { listProjectsById } from "#tracking/ledger/projects/queries.ts";
import type { ProjectRow } from "#tracking/ledger/projects/project.ts";
import { listTasksById } from "#tracking/ledger/tasks/queries.ts";
import type { TaskRow } from "#tracking/ledger/tasks/task.ts";
import { findClosed, lockAt, type Moment, type Periods } from "#tracking/ledger/entry-locks/entry-locks.ts";

export interface References {
  userId: string;
  projectId: string;
  taskId: string;
  startedAt: string;
  /** The member who must be able to see the project and the task; undefined to skip the check. */
  viewerId: string | undefined;
  /**
   * The entry's current project. The entry may stay in it even if the project has since been hidden from the member.
   */
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

/** The referenced rows that exist. */
export interface Referred extends Periods {
  projects: ReadonlyMap<string, ProjectRow & { seen: boolean }>;
  tasks: ReadonlyMap<string, TaskRow & { seen: boolean }>;
  memberIds: ReadonlySet<string>;
}

const noPeriods: Periods = { organization: undefined, closed: new Map() };

/** Reads the rows that entries refer to, as seen by one viewer. Empty lists need no query. */
export async function findReferred(
  db: Database,
  orgId: string,
  viewerId: string | undefined,
  named: { projectIds: string[]; taskIds: string[]; userIds: string[]; moments: Moment[] },
): Promise<Referred> {
  const ask = <Row>(ids: string[], list: (ids: string[]) => Promise<Row[]>) =>
    ids.length === 0 ? [] : list([...new Set(ids)]);
  const [projects, tasks, memberIds, periods] = await Promise.all([
    ask(named.projectIds, (ids) => listProjectsById(db, orgId, viewerId, ids)),
    ask(named.taskIds, (ids) => listTasksById(db, orgId, viewerId, ids)),
    ask(named.userIds, (ids) => listMemberIds(db, orgId, ids)),
    named.moments.length === 0 ? noPeriods : findPeriods(db, orgId, named.moments),
  ]);
  return {
    ...periods,
    projects: new Map(projects.map((project) => [project.id, project])),
    tasks: new Map(tasks.map((task) => [task.id, task])),
    memberIds: new Set(memberIds),
  };
}

/** Like `refusalOf` for one entry, but reads the referenced rows too. */
export async function findRefusal(
  db: Database,
  orgId: string,
  references: References,
  prefix = "",
  forced = false,
): Promise<AppError | undefined> {
  const { userId, projectId, taskId, viewerId } = references;
  const named = { projectIds: [projectId], taskIds: [taskId], userIds: [userId], moments: [references] };
  return refusalOf(await findReferred(db, orgId, viewerId, named), references, prefix, forced);
}

/**
 * Returns why no entry can be created in, or moved to, this project and task; undefined if one can. `prefix` is the
 * entry's JSON Pointer in the body. `forced` is for stopped timers, which are stored even in archived projects and done
 * tasks.
 */
export function refusalOf(
  referred: Referred,
  references: References,
  prefix = "",
  forced = false,
): AppError | undefined {
  const at = (field: string) => `${prefix}/${field}`;
  const { userId, projectId, taskId, stayingIn, startedAt } = references;
  const project = referred.projects.get(projectId);
  if (project === undefined || !(project.seen || projectId === stayingIn)) return notFound("project", at("projectId"));
  const task = referred.tasks.get(taskId);
  if (task?.seen !== true) return notFound("task", at("taskId"));
  if (!referred.memberIds.has(userId)) return notFound("member", at("userId"));
  if (task.project_id !== project.id) {
    const message = "The task belongs to another project. Choose a task of this project.";
    return refusal(at("taskId"), "task_not_in_project", message);
  }
  if (project.status === "archived" && !forced) {
    const message = "The project is archived and accepts no new entries. Reactivate it first.";
    return refusal(at("projectId"), "project_archived", message);
  }
  if (task.status === "done" && !forced)
    return refusal(at("taskId"), "task_done", "The task is done and accepts no new entries. Reopen it first.");
  return lockAt(referred, { userId, startedAt }, prefix);
}

/** Like `lockAt`, but reads the lock date and the closed timesheets too. */
export async function findLock(db: Database, orgId: string, moment: Moment): Promise<AppError | undefined> {
  return lockAt(await findPeriods(db, orgId, [moment]), moment);
}

async function findPeriods(db: Database, orgId: string, moments: Moment[]): Promise<Periods> {
  const organization = await findOrganization(db, orgId);
  return { organization, closed: await findClosed(db, organization, moments) };
}

export function refTaken(pointer: string): AppError {
  const message = "Another time entry has this externalRef. Change that entry, or use another reference.";
  return refusal(pointer, "external_ref_taken", message);
}
