import { type Actor, may } from "#identity/access.ts";
import { changedColumns, recordChange } from "#identity/changes/record-change.ts";
import { violates } from "#platform/database/database-errors.ts";
import { sql, type Transaction } from "#platform/database/database.ts";
import { AppError, notFound } from "#platform/errors.ts";
import { checkIfMatch } from "#platform/http/etag.ts";
import { etagOf } from "#platform/http/resource-schemas.ts";
import { asId } from "#platform/ids.ts";
import { findProject } from "#tracking/projects/queries.ts";
import { findTask } from "#tracking/tasks/queries.ts";
import { billableSeconds } from "./billable-seconds.ts";
import { checkOwner, normalInstant } from "./create-time-entries.ts";
import { distinctTags } from "./insert-time-entries.ts";
import { deleteTimeEntry, findTimeEntry, type TimeEntryRow, updateTimeEntry } from "./queries.ts";
import { findRefusal, refTaken, refusalError } from "./refuse-time-entry.ts";
import type { UpdateTimeEntry } from "./schemas.ts";

export const restorableDays = 30;

export async function changeTimeEntry(
  tx: Transaction,
  actor: Actor,
  id: string,
  input: UpdateTimeEntry,
  ifMatch: string | undefined,
): Promise<TimeEntryRow> {
  const before = await lockLiveEntry(tx, actor, id);
  const wanted = merged(before, input);
  if (wanted.user_id !== before.user_id) checkOwner(actor, wanted.user_id, "/userId");
  const moves = wanted.project_id !== before.project_id || wanted.task_id !== before.task_id;
  const refusal =
    moves || wanted.user_id !== before.user_id
      ? await findRefusal(tx, actor.orgId, {
          userId: wanted.user_id,
          projectId: wanted.project_id,
          taskId: wanted.task_id,
        })
      : undefined;
  if (refusal?.code === "not_found") throw refusalError(refusal);
  checkIfMatch(ifMatch, etagOf(before));
  // An entry that stays where it is may be corrected, also in an archived project or a closed task.
  if (refusal !== undefined && (moves || refusal.code === "task_not_in_project")) throw refusalError(refusal);
  const columns = { ...wanted, ...(await billing(tx, actor.orgId, before, wanted, moves)) };
  if (Object.keys(changedColumns(before, { ...before, ...columns })).length === 0) return before;
  const row = await store(tx, actor.orgId, id, columns);
  await recordChange(tx, actor, { action: "time_entry.updated", targetId: id, row, before });
  return row;
}

type Wanted = ReturnType<typeof merged>;

function merged(before: TimeEntryRow, input: UpdateTimeEntry) {
  const tags = input.tags === undefined ? before.tags : distinctTags(input.tags ?? []);
  return {
    user_id: input.userId === undefined ? before.user_id : asId(input.userId),
    project_id: input.projectId === undefined ? before.project_id : asId(input.projectId),
    task_id: input.taskId === undefined ? before.task_id : asId(input.taskId),
    started_at: input.startedAt === undefined ? before.started_at : normalInstant(input.startedAt),
    duration_seconds: input.durationSeconds ?? before.duration_seconds,
    description: input.description === undefined ? before.description : (input.description ?? ""),
    tags,
    tag_keys: tags.map((tag) => tag.toLowerCase()),
    billable_choice: input.billable === undefined ? before.billable_choice : input.billable,
    external_ref: input.externalRef === undefined ? before.external_ref : input.externalRef,
  };
}

/** Whether it counts, and how many seconds are billed: made anew only when something that decides it has changed. */
async function billing(
  tx: Transaction,
  orgId: string,
  before: TimeEntryRow,
  wanted: Wanted,
  moves: boolean,
): Promise<Pick<TimeEntryRow, "billable" | "billable_seconds">> {
  const chosenAnew = wanted.billable_choice !== before.billable_choice;
  if (!moves && !chosenAnew && wanted.duration_seconds === before.duration_seconds) {
    return { billable: before.billable, billable_seconds: before.billable_seconds };
  }
  const project = await findProject(tx, orgId, wanted.project_id);
  const task = await findTask(tx, orgId, wanted.task_id);
  if (project === undefined || task === undefined) throw new Error("a stored entry's project and task exist");
  const inherited = moves || chosenAnew ? (task.billable ?? project.billable) : before.billable;
  const billable = wanted.billable_choice ?? inherited;
  const { rounding_mode: mode, rounding_minutes: minutes } = project;
  const rounding = mode === null || minutes === null ? null : { mode, minutes };
  return { billable, billable_seconds: billableSeconds(wanted.duration_seconds, billable, rounding) };
}

async function store(
  tx: Transaction,
  orgId: string,
  id: string,
  columns: Partial<TimeEntryRow>,
): Promise<TimeEntryRow> {
  try {
    const row = await updateTimeEntry(tx, orgId, id, columns);
    if (row === undefined) throw notFound("time entry");
    return row;
  } catch (error) {
    if (violates(error, "time_entries_external_ref_key")) throw refTaken("/externalRef");
    throw error;
  }
}

/** Deletes an entry so that it can be restored for 30 days. */
export async function removeTimeEntry(
  tx: Transaction,
  actor: Actor,
  id: string,
  ifMatch: string | undefined,
): Promise<void> {
  const before = await lockLiveEntry(tx, actor, id);
  checkIfMatch(ifMatch, etagOf(before));
  const row = await deleteTimeEntry(tx, actor.orgId, id);
  if (row === undefined) throw notFound("time entry");
  await recordChange(tx, actor, { action: "time_entry.deleted", targetId: id, row });
}

export async function restoreTimeEntry(
  tx: Transaction,
  actor: Actor,
  id: string,
  ifMatch: string | undefined,
  now: Date,
): Promise<TimeEntryRow> {
  const before = await findTimeEntry(tx, actor.orgId, id, sql`for update`);
  if (before === undefined || !isRestorableOrLive(before, now)) throw notFound("time entry");
  checkIfMatch(ifMatch, etagOf(before));
  if (before.deleted_at === null) throw new AppError("not_deleted", "The time entry is not deleted.");
  const row = await store(tx, actor.orgId, id, { deleted_at: null });
  await recordChange(tx, actor, { action: "time_entry.restored", targetId: id, row, before });
  return row;
}

/** False for a deleted entry whose content is gone, or about to go. */
export function isRestorableOrLive(row: TimeEntryRow, now: Date): boolean {
  if (row.deleted_at === null) return true;
  return row.purged_at === null && now.getTime() - Date.parse(row.deleted_at) < restorableDays * 86_400_000;
}

/** Throws 403 when the entry is another member's and the actor may not do that to it. */
export function checkReach(actor: Actor, scope: "time-entries:read" | "time-entries:write", row: TimeEntryRow): void {
  if (may(actor, scope, row.user_id)) return;
  throw new AppError(
    "forbidden",
    `This is another member's time entry, and the role ${actor.role} reaches only its own.`,
  );
}

async function lockLiveEntry(tx: Transaction, actor: Actor, id: string): Promise<TimeEntryRow> {
  const row = await findTimeEntry(tx, actor.orgId, id, sql`for update`);
  if (row === undefined || row.deleted_at !== null) throw notFound("time entry");
  checkReach(actor, "time-entries:write", row);
  return row;
}
