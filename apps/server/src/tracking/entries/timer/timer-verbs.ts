import type { Actor } from "#identity/access.ts";
import { longestStoredSeconds } from "#tracking/entries/time-entries/fields.ts";
import { hasChanged, type Origin, recordChange } from "#identity/history/record-change.ts";
import { lockOwnMembership } from "#identity/members/lock-own-membership.ts";
import { lockEntryRules } from "#identity/organizations/entry-rules.ts";
import { showUnchanged } from "#identity/show-unchanged.ts";
import { sql, type Transaction } from "#platform/database/database.ts";
import { AppError, invalid } from "#platform/errors.ts";
import { checkIfMatch } from "#platform/http/replies/etag.ts";
import type { Edit, Target } from "#platform/http/contract/target.ts";
import { asId } from "#platform/ids.ts";
import { countsUnbillable } from "#tracking/ledger/budgets/budget-state.ts";
import {
  budgetExceeded,
  type LockedBudgets,
  lockBudgets,
  measureBudget,
} from "#tracking/ledger/budgets/settle-budgets.ts";
import { findVisibleProject } from "#tracking/ledger/projects/queries.ts";
import { viewerOf } from "#tracking/ledger/projects/visibility.ts";
import { tasks } from "#tracking/ledger/tasks/task.ts";
import { ensureGeneralTask } from "#tracking/ledger/tasks/task-verbs.ts";
import { type Inserting, insertOneAndSettle } from "#tracking/entries/time-entries/writing/insert-time-entries.ts";
import { distinctTags, newTimeEntry, normalInstant } from "#tracking/entries/time-entries/writing/new-time-entry.ts";
import type { TimeEntryRow } from "#tracking/entries/time-entries/queries.ts";
import { findLock, findRefusal } from "#tracking/entries/time-entries/judge-references.ts";
import { deleteTimer } from "./queries.ts";
import type { StartTimer, UpdateTimer } from "./schemas.ts";
import { type TimerColumns, timerEtag, type TimerRow, timers } from "./timer.ts";

/** Starts the actor's timer. A running timer becomes a time entry in the same transaction. */
export async function startTimer(
  tx: Transaction,
  actor: Actor,
  { input }: { input: StartTimer },
  { now }: { now: Date },
) {
  const rules = await lockEntryRules(tx, actor.orgId, { userIds: [actor.userId] });
  // Without this lock, the second of two concurrent starts would violate the primary key instead of stopping the first
  // timer.
  await lockOwnMembership(tx, actor);
  const running = await timers.find(tx, actor.orgId, actor.userId, sql`for update`);
  // Locks both projects at once; otherwise two members who switch between the same projects could deadlock.
  const projectIds = [asId(input.projectId), running === undefined ? [] : running.project_id].flat();
  const held = await lockBudgets(tx, actor.orgId, projectIds);
  const columns = await withReferences(tx, actor, {
    project_id: asId(input.projectId),
    task_id: input.taskId === undefined ? undefined : asId(input.taskId),
    started_at: startOf(input.startedAt, now),
    description: input.description ?? "",
    tags: distinctTags(input.tags ?? []),
    billable_choice: input.billable ?? null,
  });
  await refuseLockedStart(tx, actor, columns);
  const stopped =
    running === undefined
      ? null
      : await becomeEntry(tx, actor, running, endBefore(running, columns, now), { rules, held, now });
  await refuseUsedUp(tx, actor, held, columns);
  return { timer: await timers.insert(tx, actor, { ...columns, user_id: actor.userId }), stopped };
}

/** The timer to stop (the actor's by default), and its end (now by default). */
interface Stop extends Pick<Target, "ifMatch"> {
  userId?: string;
  endedAt?: string | undefined;
}

/**
 * Turns a running timer into a time entry, regardless of its length and project. Throws 409 if no timer is running, or
 * if the timer is another member's and its project is hidden from the actor.
 */
export async function stopTimer(
  tx: Transaction,
  actor: Actor,
  { userId = actor.userId, endedAt, ifMatch }: Stop,
  { now }: { now: Date },
): Promise<TimeEntryRow> {
  const rules = await lockEntryRules(tx, actor.orgId, { userIds: [userId] });
  const running = await lockTimer(tx, actor.orgId, userId);
  if (running === undefined || !(await seesTimer(tx, actor, running)))
    throw new AppError("timer_not_running", "No timer is running.");
  const end = endedAt === undefined ? now : endOf(endedAt, running, now);
  checkIfMatch(ifMatch, timerEtag(running));
  const held = await lockBudgets(tx, actor.orgId, [running.project_id]);
  return becomeEntry(tx, actor, running, end, { rules, held, now });
}

function endOf(endedAt: string, { started_at: startedAt }: TimerRow, now: Date): Date {
  const end = new Date(normalInstant(endedAt));
  if (end > now) throw invalid("/endedAt", "out_of_range", "must not be in the future");
  if (end.getTime() < Date.parse(startedAt))
    throw invalid("/endedAt", "out_of_range", `must not be before the timer's start, ${startedAt}`);
  return end;
}

async function seesTimer(tx: Transaction, actor: Actor, timer: TimerRow): Promise<boolean> {
  if (timer.user_id === actor.userId) return true;
  return (await findVisibleProject(tx, actor.orgId, viewerOf(actor), timer.project_id)) !== undefined;
}

/**
 * Stops the timer of a deactivated member. A timer that started in a locked period keeps running: it cannot become an
 * entry, and its time must not be lost.
 */
export async function stopTimerOf(
  tx: Transaction,
  origin: Origin,
  { userId }: { userId: string },
  { now }: { now: Date },
): Promise<void> {
  const rules = await lockEntryRules(tx, origin.orgId, { userIds: [userId] });
  const running = await timers.find(tx, origin.orgId, userId, sql`for update`);
  if (running === undefined || (await findLock(tx, origin.orgId, running)) !== undefined) return;
  const held = await lockBudgets(tx, origin.orgId, [running.project_id]);
  await becomeEntry(tx, origin, running, now, { rules, held, now });
}

export async function discardTimer(tx: Transaction, actor: Actor, { ifMatch }: Pick<Target, "ifMatch">): Promise<void> {
  const row = await lockTimer(tx, actor.orgId, actor.userId);
  if (row === undefined) throw noTimer();
  checkIfMatch(ifMatch, timerEtag(row));
  await timers.remove(tx, actor, row);
}

export async function changeTimer(
  tx: Transaction,
  actor: Actor,
  { input, ifMatch }: Omit<Edit<UpdateTimer>, "id">,
  { now }: { now: Date },
): Promise<TimerRow> {
  await lockEntryRules(tx, actor.orgId, { userIds: [actor.userId] });
  const before = await lockTimer(tx, actor.orgId, actor.userId);
  if (before === undefined) throw noTimer();
  const projectId = input.projectId === undefined ? before.project_id : asId(input.projectId);
  const stays = projectId === before.project_id;
  const wanted = {
    project_id: projectId,
    task_id: input.taskId === undefined ? (stays ? before.task_id : undefined) : asId(input.taskId),
    started_at: input.startedAt === undefined ? before.started_at : startOf(input.startedAt, now),
    description: input.description === undefined ? before.description : (input.description ?? ""),
    tags: input.tags === undefined ? before.tags : distinctTags(input.tags ?? []),
    billable_choice: input.billable === undefined ? before.billable_choice : input.billable,
  };
  const moves = !stays || wanted.task_id !== before.task_id;
  const columns = moves
    ? await withReferences(tx, actor, wanted, before.project_id, () => checkIfMatch(ifMatch, timerEtag(before)))
    : { ...wanted, task_id: before.task_id };
  checkIfMatch(ifMatch, timerEtag(before));
  if (!hasChanged(before, { ...before, ...columns })) return showUnchanged(actor, "time-entries:read", before);
  if (!stays || columns.started_at !== before.started_at) await refuseLockedStart(tx, actor, columns);
  if (!stays) await refuseUsedUp(tx, actor, await lockBudgets(tx, actor.orgId, [columns.project_id]), columns);
  return timers.update(tx, actor, before, columns);
}

async function refuseLockedStart(tx: Transaction, actor: Actor, timer: TimerColumns): Promise<void> {
  const locked = await findLock(tx, actor.orgId, { ...timer, user_id: actor.userId });
  if (locked !== undefined) throw locked;
}

/** Throws if the timer would count towards a blocking budget that is used up. */
async function refuseUsedUp(tx: Transaction, actor: Actor, held: LockedBudgets, timer: TimerColumns): Promise<void> {
  const period = await measureBudget(tx, held, timer);
  if (period === undefined || period.budget.onExceed !== "block" || period.state.remaining > 0) return;
  const task = await tasks.find(tx, actor.orgId, timer.task_id);
  const isBillable = timer.billable_choice ?? task?.billable ?? period.project.billable;
  if (isBillable || countsUnbillable(period.budget)) throw budgetExceeded(period, 0, "/projectId");
}

export function noTimer(): AppError {
  return new AppError("not_found", "No timer is running.");
}

/**
 * The timer's columns with a task that accepts entries: the requested task, or `General` by default. Throws if the task
 * accepts none. `beforeState` runs after the checks for 404 and before the checks of state.
 */
async function withReferences(
  tx: Transaction,
  actor: Actor,
  wanted: Omit<TimerColumns, "task_id"> & { task_id: string | undefined },
  stayingIn?: string,
  beforeState: () => void = () => undefined,
): Promise<TimerColumns> {
  if (wanted.task_id === undefined)
    return {
      ...wanted,
      task_id: await ensureGeneralTask(tx, actor, wanted.project_id, { pointer: "/projectId", beforeState }),
    };
  const references = { ...wanted, user_id: actor.userId, task_id: wanted.task_id, viewer_id: viewerOf(actor) };
  const refusal = await findRefusal(tx, actor.orgId, { ...references, staying_in: stayingIn });
  if (refusal?.code === "not_found") throw refusal;
  beforeState();
  if (refusal !== undefined) throw refusal;
  return { ...wanted, task_id: wanted.task_id };
}

async function becomeEntry(
  tx: Transaction,
  origin: Origin,
  timer: TimerRow,
  end: Date,
  inserting: Inserting,
): Promise<TimeEntryRow> {
  await deleteTimer(tx, origin.orgId, timer.user_id);
  const locked = await findLock(tx, origin.orgId, timer);
  if (locked !== undefined) {
    throw new AppError(
      locked.code,
      `${locked.message} The running timer started before that day too: change its start, or discard it.`,
    );
  }
  const elapsedSeconds = Math.floor((end.getTime() - Date.parse(timer.started_at)) / 1000);
  const entry = newTimeEntry(origin, {
    user_id: timer.user_id,
    project_id: timer.project_id,
    task_id: timer.task_id,
    started_at: timer.started_at,
    duration_seconds: Math.min(Math.max(0, elapsedSeconds), longestStoredSeconds),
    description: timer.description,
    tags: timer.tags,
    billable_choice: timer.billable_choice,
    external_ref: null,
    late_reason: null,
    source: "timer",
    forced: true,
    // No visibility check: the project may have been hidden from the member since the timer started.
    viewer_id: undefined,
  });
  const row = await insertOneAndSettle(tx, origin, entry, inserting);
  await recordChange(tx, origin, { action: "timer.stopped", targetId: timer.user_id, row: timer });
  return row;
}

// The running timer ends when the next timer starts, so that no time counts twice. If the next timer's start is before
// the running timer's, the running timer ends now.
function endBefore(running: TimerRow, next: TimerColumns, now: Date): Date {
  return Date.parse(next.started_at) >= Date.parse(running.started_at) ? new Date(next.started_at) : now;
}

/** Finds and locks the member's timer. Locks the member first, as a start does, even if the member is deactivated. */
async function lockTimer(tx: Transaction, orgId: string, userId: string): Promise<TimerRow | undefined> {
  await tx.query(sql`select 1 from members where org_id = ${orgId} and user_id = ${userId} for no key update`);
  return timers.find(tx, orgId, userId, sql`for update`);
}

function startOf(startedAt: string | undefined, now: Date): string {
  const instant = normalInstant(startedAt ?? now.toISOString());
  if (Date.parse(instant) > now.getTime()) throw invalid("/startedAt", "out_of_range", "must not be in the future");
  return instant;
}
