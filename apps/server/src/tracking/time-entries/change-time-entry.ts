import { type Actor, may } from "#identity/access.ts";
import { hasChanged, recordChange } from "#identity/history/record-change.ts";
import { holdEntryRules } from "#identity/organizations/entry-rules.ts";
import { showUnchanged } from "#identity/show-unchanged.ts";
import { violates } from "#platform/database/database-errors.ts";
import { type Database, sql, type Transaction } from "#platform/database/database.ts";
import { AppError, notFound } from "#platform/errors.ts";
import { checkIfMatch } from "#platform/http/etag.ts";
import type { Edit, Target } from "#platform/http/target.ts";
import { asId } from "#platform/ids.ts";
import type { MeasuredPeriod } from "#tracking/budgets/measure-budgets.ts";
import { budgetExceeded, holdBudgets, settleBudgets } from "#tracking/budgets/settle-budgets.ts";
import { findProject, findVisibleProject } from "#tracking/projects/queries.ts";
import { viewerOf } from "#tracking/projects/visibility.ts";
import { amountMinor } from "#tracking/rates/amount.ts";
import { findRates } from "#tracking/rates/resolve-rates.ts";
import { findTask } from "#tracking/tasks/queries.ts";
import { recordDeltas } from "#tracking/time-sums/queries.ts";
import { billableSeconds } from "./billable-seconds.ts";
import { shareOf } from "./insert-time-entries.ts";
import { checkOwner, distinctTags, normalInstant } from "./new-time-entry.ts";
import { deleteTimeEntry, findTimeEntry, type TimeEntryRow, updateTimeEntry } from "./queries.ts";
import { findLock, findRefusal, referencesOf, refTaken, refusalError } from "./refuse-time-entry.ts";
import type { UpdateTimeEntry } from "./schemas.ts";
import { entryTag } from "./to-time-entry.ts";

export const restorableDays = 30;

export async function changeTimeEntry(
  tx: Transaction,
  actor: Actor,
  { id, input, ifMatch }: Edit<UpdateTimeEntry>,
): Promise<TimeEntryRow> {
  await holdEntryRules(tx, actor.orgId);
  const before = await lockLiveEntry(tx, actor, id);
  const wanted = merged(before, input);
  if (wanted.user_id !== before.user_id) checkOwner(actor, wanted.user_id, "/userId");
  const moves = wanted.project_id !== before.project_id || wanted.task_id !== before.task_id;
  const refusal =
    moves || wanted.user_id !== before.user_id
      ? await findRefusal(tx, actor.orgId, referencesOf(wanted, viewerOf(actor), before.project_id))
      : undefined;
  if (refusal?.code === "not_found") throw refusalError(refusal);
  checkIfMatch(ifMatch, entryTag(before, actor));
  await refuseLocked(tx, before, wanted.started_at);
  // An entry that stays where it is may be corrected, also in an archived project or a closed task.
  if (refusal !== undefined && (moves || refusal.code === "task_not_in_project")) throw refusalError(refusal);
  const held = await holdBudgets(tx, actor.orgId, [before.project_id, wanted.project_id]);
  const columns = { ...wanted, ...(await billing(tx, actor.orgId, before, wanted, moves)) };
  if (!hasChanged(before, { ...before, ...columns })) return showUnchanged(actor, "time-entries:read", before);
  const row = await store(tx, actor.orgId, id, columns);
  await recordDeltas(tx, actor.orgId, { was: before, is: row });
  await recordChange(tx, actor, {
    action: "time_entry.updated",
    targetId: id,
    row: stored(row),
    before: stored(before),
  });
  const settled = await settleBudgets(tx, actor, held, [before, row]);
  const period = settled.get(row);
  if (row.project_id !== before.project_id && period !== undefined) refuseBlocked(period, row);
  return row;
}

/** Moving an entry into a project is a new entry there. */
function refuseBlocked(period: MeasuredPeriod, row: TimeEntryRow): void {
  const share = shareOf(period, row);
  if (period.budget.onExceed !== "block" || period.state.remaining >= 0 || share === 0) return;
  throw budgetExceeded(period, period.state.remaining + share, "/projectId");
}

/** The row as it stands in its table. */
function stored(row: TimeEntryRow): object {
  const { locked: _, ...columns } = row;
  return columns;
}

/** Throws 409 where an entry lies in a locked period, or would begin in one. */
async function refuseLocked(tx: Transaction, row: TimeEntryRow, startedAt = row.started_at): Promise<void> {
  const lock = row.locked ? await findLock(tx, row.org_id, row.started_at) : undefined;
  // The body need not name what stands in the way.
  if (lock !== undefined) throw new AppError(lock.code, lock.message);
  const refusal = startedAt === row.started_at ? undefined : await findLock(tx, row.org_id, startedAt);
  if (refusal !== undefined) throw refusalError(refusal);
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

type Billing = Pick<
  TimeEntryRow,
  | "billable"
  | "billable_seconds"
  | "rate_minor"
  | "rate_source"
  | "amount_minor"
  | "cost_rate_minor"
  | "cost_rate_source"
  | "cost_minor"
>;

/** What is billed of it and what it costs: each made anew only when something that decides it has changed. */
async function billing(
  tx: Transaction,
  orgId: string,
  before: TimeEntryRow,
  wanted: Wanted,
  moves: boolean,
): Promise<Billing> {
  const rounded = await rounding(tx, orgId, before, wanted, moves);
  const isElsewhere = moves || wanted.user_id !== before.user_id || wanted.started_at !== before.started_at;
  const rates = isElsewhere ? await findRates(tx, orgId, wanted) : before;
  return {
    ...rounded,
    rate_minor: rates.rate_minor,
    rate_source: rates.rate_source,
    amount_minor: amountMinor(rates.rate_minor, rounded.billable_seconds),
    cost_rate_minor: rates.cost_rate_minor,
    cost_rate_source: rates.cost_rate_source,
    cost_minor: amountMinor(rates.cost_rate_minor, wanted.duration_seconds),
  };
}

async function rounding(
  tx: Transaction,
  orgId: string,
  before: TimeEntryRow,
  wanted: Wanted,
  moves: boolean,
): Promise<Pick<TimeEntryRow, "billable" | "billable_seconds">> {
  const isChosenAnew = wanted.billable_choice !== before.billable_choice;
  const hasNewDuration = wanted.duration_seconds !== before.duration_seconds;
  const kept = { billable: before.billable, billable_seconds: before.billable_seconds };
  if (!moves && !isChosenAnew && !hasNewDuration) return kept;
  const project = await findProject(tx, orgId, wanted.project_id);
  const task = await findTask(tx, orgId, wanted.task_id);
  if (project === undefined || task === undefined) throw new Error("a stored entry's project and task exist");
  const inherited = moves || isChosenAnew ? (task.billable ?? project.billable) : before.billable;
  const billable = wanted.billable_choice ?? inherited;
  // The rounding of now is not slipped in by a choice that changes nothing.
  if (!moves && !hasNewDuration && billable === before.billable) return kept;
  const { rounding_mode: mode, rounding_minutes: minutes } = project;
  const rule = mode === null || minutes === null ? null : { mode, minutes };
  return { billable, billable_seconds: billableSeconds(wanted.duration_seconds, billable, rule) };
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
export async function removeTimeEntry(tx: Transaction, actor: Actor, { id, ifMatch }: Target): Promise<void> {
  await holdEntryRules(tx, actor.orgId);
  const before = await lockLiveEntry(tx, actor, id);
  checkIfMatch(ifMatch, entryTag(before, actor));
  await refuseLocked(tx, before);
  const held = await holdBudgets(tx, actor.orgId, [before.project_id]);
  const row = await deleteTimeEntry(tx, actor.orgId, id);
  if (row === undefined) throw notFound("time entry");
  await recordDeltas(tx, actor.orgId, { was: before });
  await recordChange(tx, actor, { action: "time_entry.deleted", targetId: id, row: stored(row) });
  await settleBudgets(tx, actor, held, [before]);
}

export async function restoreTimeEntry(
  tx: Transaction,
  actor: Actor,
  { id, ifMatch }: Target,
  { now }: { now: Date },
): Promise<TimeEntryRow> {
  await holdEntryRules(tx, actor.orgId);
  const before = await findTimeEntry(tx, actor.orgId, id, sql`for update`);
  if (before === undefined || !isRestorableOrLive(before, now)) throw notFound("time entry");
  checkIfMatch(ifMatch, entryTag(before, actor));
  if (before.deleted_at === null) throw new AppError("not_deleted", "The time entry is not deleted.");
  await refuseLocked(tx, before);
  const held = await holdBudgets(tx, actor.orgId, [before.project_id]);
  const row = await store(tx, actor.orgId, id, { deleted_at: null });
  await recordDeltas(tx, actor.orgId, { is: row });
  await recordChange(tx, actor, {
    action: "time_entry.restored",
    targetId: id,
    row: stored(row),
    before: stored(before),
  });
  await settleBudgets(tx, actor, held, [row]);
  return row;
}

/** False for a deleted entry whose content is gone, or about to go. */
export function isRestorableOrLive(row: TimeEntryRow, now: Date): boolean {
  if (row.deleted_at === null) return true;
  return row.purged_at === null && now.getTime() - Date.parse(row.deleted_at) < restorableDays * 86_400_000;
}

/**
 * Throws 404 when the entry is another member's on a project that is hidden from the actor, and 403 when it is another
 * member's and the actor may not do that to it.
 */
export async function checkReach(
  db: Database,
  actor: Actor,
  scope: "time-entries:read" | "time-entries:write",
  row: TimeEntryRow,
): Promise<void> {
  const viewerId = viewerOf(actor);
  if (viewerId !== undefined && row.user_id !== viewerId) {
    const project = await findVisibleProject(db, actor.orgId, viewerId, row.project_id);
    if (project === undefined) throw notFound("time entry");
  }
  if (may(actor, scope, row.user_id)) return;
  throw new AppError(
    "forbidden",
    `This is another member's time entry, and the role ${actor.role} reaches only its own.`,
  );
}

async function lockLiveEntry(tx: Transaction, actor: Actor, id: string): Promise<TimeEntryRow> {
  const row = await findTimeEntry(tx, actor.orgId, id, sql`for update`);
  if (row === undefined || row.deleted_at !== null) throw notFound("time entry");
  await checkReach(tx, actor, "time-entries:write", row);
  return row;
}
