import type { Actor } from "#identity/access.ts";
import type { RequestColumns } from "#identity/history/record-change.ts";
import { notFound } from "#platform/errors.ts";
import type { Edit } from "#platform/http/contract/target.ts";
import { checkIfMatch } from "#platform/http/replies/etag.ts";
import {
  type Judged,
  type JudgedReferences,
  referenceRefusal,
  type References,
} from "#tracking/entries/time-entries/judge-references.ts";
import type { TimeEntryColumns, TimeEntryRow } from "#tracking/entries/time-entries/queries.ts";
import { refuseReach, storedReferences } from "#tracking/entries/time-entries/reach-time-entry.ts";
import type { UpdateTimeEntry } from "#tracking/entries/time-entries/schemas.ts";
import { entryTag } from "#tracking/entries/time-entries/to-time-entry.ts";
import { lockRefusal, refuseLocked } from "#tracking/ledger/entry-locks/entry-locks.ts";
import { viewerOf } from "#tracking/ledger/projects/visibility.ts";
import { type EntryRates, pricesOf } from "#tracking/ledger/rates/prices.ts";
import { checkLateReason, checkOwner, mergedColumns } from "./new-time-entry.ts";

export interface EntryEdit extends Edit<UpdateTimeEntry> {
  /** Describes the request that asks for this change, if the changes of a transaction come from several requests. */
  columns?: RequestColumns;
}

/** A requested change, and the state that the entry should have after it. */
export interface WantedChange {
  change: EntryEdit;
  before: TimeEntryRow;
  wanted: ReturnType<typeof mergedColumns>;
  /** The references that decide whether the entry may be written; undefined if none have to be judged. */
  former: References | undefined;
  latter: References | undefined;
}

export function wantedChange(actor: Actor, change: EntryEdit, before: TimeEntryRow | undefined): WantedChange {
  if (before === undefined || before.deleted_at !== null) throw notFound("time entry");
  const wanted = mergedColumns(before, change.input);
  const isRead = isElsewhere({ before, wanted }) || isRerounded({ before, wanted });
  const latter = { ...wanted, viewer_id: viewerOf(actor), staying_in: before.project_id };
  return { change, before, wanted, former: storedReferences(actor, before), latter: isRead ? latter : undefined };
}

type Asked = Pick<WantedChange, "before" | "wanted">;

function changesPlace({ before, wanted }: Asked): boolean {
  return wanted.project_id !== before.project_id || wanted.task_id !== before.task_id;
}

function changesOwner({ before, wanted }: Asked): boolean {
  return wanted.user_id !== before.user_id;
}

function changesStart({ before, wanted }: Asked): boolean {
  return wanted.started_at !== before.started_at;
}

/** Whether the change can affect the entry's rates. */
export function isElsewhere(wanted: Asked): boolean {
  return changesPlace(wanted) || changesOwner(wanted) || changesStart(wanted);
}

/** Whether the change requires the billing rules of the project and task to be applied again. */
function isRerounded(change: Asked): boolean {
  const { before, wanted } = change;
  const isRechosen = wanted.billable_choice !== before.billable_choice;
  return changesPlace(change) || isRechosen || wanted.duration_seconds !== before.duration_seconds;
}

/**
 * The entry's columns after the change, before the rules for entries are judged. Throws if the change is refused.
 * `rates` are the entry's new rates; undefined if they stay.
 */
export function planChange(
  actor: Actor,
  judged: JudgedReferences,
  asked: WantedChange,
  rates: EntryRates | undefined,
): Partial<TimeEntryColumns> {
  const { change, before, wanted, former, latter } = asked;
  const [was, is] = [judged.get(former), judged.get(latter)];
  refuseReach(actor, "time-entries:write", before, was?.refused !== "project");
  if (changesOwner(asked)) checkOwner(actor, wanted.user_id, "/userId");
  checkLateReason(actor, change.input);
  const moves = changesPlace(asked);
  const refusal = moves || changesOwner(asked) ? referenceRefusal(is?.refused) : undefined;
  if (refusal?.code === "not_found") throw refusal;
  checkIfMatch(change.ifMatch, entryTag(before, actor));
  refuseLocked(before, was?.lock);
  const locked = changesOwner(asked) || changesStart(asked) ? lockRefusal(is?.lock) : undefined;
  if (locked !== undefined) throw locked;
  // An entry that stays in its project and task may be corrected even if the project is archived or the task is done.
  if (refusal !== undefined && (moves || refusal.code === "task_not_in_project")) throw refusal;
  const late = { breaks: before.breaks, late_reason: change.input.lateReason ?? before.late_reason };
  const billed = billing(asked, is);
  const prices = pricesOf(rates ?? before, billed.billable_seconds, wanted.duration_seconds);
  return { ...wanted, ...late, ...billed, ...prices };
}

/** The billed seconds after the change. They are recomputed only if their inputs changed. */
function billing(asked: WantedChange, is: Judged | undefined): Pick<TimeEntryRow, "billable" | "billable_seconds"> {
  const { before, wanted } = asked;
  const moves = changesPlace(asked);
  const isRechosen = wanted.billable_choice !== before.billable_choice;
  const billable =
    wanted.billable_choice ?? (is !== undefined && (moves || isRechosen) ? is.is_billable : before.billable);
  const hasNewDuration = wanted.duration_seconds !== before.duration_seconds;
  // If the project, task, duration and `billable` are unchanged, the billed seconds stay, even if the project's
  // rounding has changed since.
  if (is === undefined || !isRerounded(asked) || (!moves && !hasNewDuration && billable === before.billable))
    return { billable: before.billable, billable_seconds: before.billable_seconds };
  return { billable, billable_seconds: billable ? is.rounded_seconds : 0 };
}
