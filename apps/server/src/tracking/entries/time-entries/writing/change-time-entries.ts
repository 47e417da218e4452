import type { Actor } from "#identity/access.ts";
import type { RequestColumns } from "#identity/history/record-change.ts";
import { showUnchanged } from "#identity/show-unchanged.ts";
import type { Transaction } from "#platform/database/database.ts";
import { notFound } from "#platform/errors.ts";
import type { Edit } from "#platform/http/contract/target.ts";
import { checkIfMatch } from "#platform/http/replies/etag.ts";
import {
  type ChangedReferences,
  judgeChanges,
  type JudgedChange,
  referenceRefusal,
} from "#tracking/entries/time-entries/judge-references.ts";
import type { LockedTimeEntry, TimeEntryRow } from "#tracking/entries/time-entries/queries.ts";
import { refuseReach } from "#tracking/entries/time-entries/reach-time-entry.ts";
import type { UpdateTimeEntry } from "#tracking/entries/time-entries/schemas.ts";
import { entryTag } from "#tracking/entries/time-entries/to-time-entry.ts";
import { lockRefusal, refuseLocked } from "#tracking/ledger/entry-locks/entry-locks.ts";
import { viewerOf } from "#tracking/ledger/projects/visibility.ts";
import { pricesOf } from "#tracking/ledger/rates/prices.ts";
import { checkLateReason, checkOwner, mergedColumns, readBody } from "./new-time-entry.ts";
import { onlyRow, type Outcome, outcomeOf } from "./outcomes.ts";
import { changesEntry, isPlan, judgePlans, openTimeEntries, type Plan, storePlans } from "./writing-steps.ts";

export interface EntryEdit extends Edit<UpdateTimeEntry> {
  /** Describes the request that asks for this change, if the changes of a transaction come from several requests. */
  columns?: RequestColumns;
}

export async function changeTimeEntry(
  tx: Transaction,
  actor: Actor,
  edit: EntryEdit,
  { now }: { now: Date },
): Promise<TimeEntryRow> {
  return onlyRow(await changeTimeEntries(tx, actor, [edit], { now }));
}

/** Rolls back a shared transaction, because each of its changes needs a separate one. */
export class NotShareableError extends Error {}

/**
 * Changes several distinct entries. The result is the same as if they were changed one after another.
 *
 * `isShared` means that each change comes from another request. Throws a `NotShareableError` if an entry is locked or
 * missing, so that no change waits for another's entry. Also throws it if the organization has rules for entries or
 * timesheets, or a project has a budget, because then each request must be judged by itself.
 */
export async function changeTimeEntries(
  tx: Transaction,
  actor: Actor,
  edits: EntryEdit[],
  { now, isShared = false }: { now: Date; isShared?: boolean },
): Promise<Outcome[]> {
  const { orgId } = actor;
  const references = edits.flatMap((edit) => changedReferences(actor, edit) ?? []);
  const movesTo = {
    projectIds: references.flatMap(({ project_id: id }) => id ?? []),
    userIds: references.flatMap(({ user_id: id }) => id ?? []),
  };
  const ids = edits.map(({ id }) => id);
  const [{ rules, opened, held }, judged] = await Promise.all([
    openTimeEntries(tx, actor, ids, movesTo, isShared),
    judgeChanges(tx, orgId, references),
  ]);
  if (isShared && (opened.size < edits.length || rules !== undefined || held.projects.size > 0))
    throw new NotShareableError();
  const planned = edits.map((edit) =>
    outcomeOf(() => planChange(actor, edit, opened.get(edit.id), judged.get(edit.id))),
  );
  const plans = (await judgePlans(tx, orgId, planned, { rules, now })).map((plan) =>
    isPlan(plan) && !changesEntry(plan)
      ? outcomeOf(() => showUnchanged(actor, "time-entries:read", plan.before))
      : plan,
  );
  return storePlans(tx, actor, held, "time_entry.updated", plans);
}

/** The references to judge; undefined if the edit leaves them and the billed seconds as they are. */
function changedReferences(actor: Actor, { id, input }: EntryEdit): ChangedReferences | undefined {
  const { userId: user_id, projectId: project_id, taskId: task_id, startedAt: started_at, ...others } = readBody(input);
  const { durationSeconds: duration_seconds, billable } = others;
  const changed = { user_id, project_id, task_id, started_at, duration_seconds };
  if (billable === undefined && Object.values(changed).every((value) => value === undefined)) return undefined;
  return { id, ...changed, viewer_id: viewerOf(actor) };
}

/**
 * Plans a change, before the rules for entries are judged. Throws if it is refused. `is` judges the references after
 * the change; undefined if they did not have to be judged.
 */
function planChange(
  actor: Actor,
  { input, ifMatch, columns: request }: EntryEdit,
  before: LockedTimeEntry | undefined,
  is: JudgedChange | undefined,
): Plan {
  if (before === undefined || before.deleted_at !== null) throw notFound("time entry");
  const wanted = mergedColumns(before, input);
  const changesPlace = wanted.project_id !== before.project_id || wanted.task_id !== before.task_id;
  const changesOwner = wanted.user_id !== before.user_id;
  const changesStart = wanted.started_at !== before.started_at;
  refuseReach(actor, "time-entries:write", before);
  if (changesOwner) checkOwner(actor, wanted.user_id, "/userId");
  checkLateReason(actor, input);
  const refusal = changesPlace || changesOwner ? referenceRefusal(is?.refused) : undefined;
  if (refusal?.code === "not_found") throw refusal;
  checkIfMatch(ifMatch, entryTag(before, actor));
  refuseLocked(before);
  const locked = changesOwner || changesStart ? lockRefusal(is?.lock) : undefined;
  if (locked !== undefined) throw locked;
  // An entry that stays in its project and task may be corrected even if the project is archived or the task is done.
  if (refusal !== undefined && (changesPlace || refusal.code === "task_not_in_project")) throw refusal;
  const late = { breaks: before.breaks, late_reason: input.lateReason ?? before.late_reason };
  const billed = billing(before, wanted, changesPlace, is);
  const rates = changesPlace || changesOwner || changesStart ? is : undefined;
  const prices = pricesOf(rates ?? before, billed.billable_seconds, wanted.duration_seconds);
  const columns = { ...wanted, ...late, ...billed, ...prices };
  return { before, columns, request, isExcused: input.lateReason !== undefined };
}

/**
 * The billed seconds after the change. If the project, task, duration and `billable` are unchanged, they stay, even if
 * the project's rounding has changed since.
 */
function billing(
  before: TimeEntryRow,
  wanted: ReturnType<typeof mergedColumns>,
  changesPlace: boolean,
  is: JudgedChange | undefined,
): Pick<TimeEntryRow, "billable" | "billable_seconds"> {
  if (is === undefined) return { billable: before.billable, billable_seconds: before.billable_seconds };
  const isRechosen = wanted.billable_choice !== before.billable_choice;
  const billable = wanted.billable_choice ?? (changesPlace || isRechosen ? is.is_billable : before.billable);
  const isSame = !changesPlace && wanted.duration_seconds === before.duration_seconds && billable === before.billable;
  if (isSame) return { billable, billable_seconds: before.billable_seconds };
  return { billable, billable_seconds: billable ? is.rounded_seconds : 0 };
}
