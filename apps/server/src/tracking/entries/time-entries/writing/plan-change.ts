import type { Actor } from "#identity/access.ts";
import type { RequestColumns } from "#identity/history/record-change.ts";
import { notFound } from "#platform/errors.ts";
import { checkIfMatch } from "#platform/http/replies/etag.ts";
import type { Edit } from "#platform/http/contract/target.ts";
import { asId } from "#platform/ids.ts";
import { viewerOf } from "#tracking/ledger/projects/visibility.ts";
import { type EntryRates, pricesOf } from "#tracking/ledger/rates/prices.ts";
import { billableSeconds } from "#tracking/ledger/entry-rules/billable-seconds.ts";
import { checkLateReason, checkOwner, distinctTags, normalInstant } from "./new-time-entry.ts";
import type { TimeEntryColumns, TimeEntryRow } from "#tracking/entries/time-entries/queries.ts";
import { refuseReach } from "#tracking/entries/time-entries/reach-time-entry.ts";
import { momentOf, refuseLocked } from "#tracking/ledger/entry-locks/entry-locks.ts";
import { type Referred, referencesOf, refusalOf } from "#tracking/entries/time-entries/refuse-time-entry.ts";
import type { UpdateTimeEntry } from "#tracking/entries/time-entries/schemas.ts";
import { entryTag } from "#tracking/entries/time-entries/to-time-entry.ts";

export interface EntryEdit extends Edit<UpdateTimeEntry> {
  /** Describes the request that asks for this change, if the changes of a transaction come from several requests. */
  columns?: RequestColumns;
}

/** A requested change, and the state that the entry should have after it. */
export interface WantedChange {
  change: EntryEdit;
  before: TimeEntryRow;
  wanted: Wanted;
}

type Wanted = ReturnType<typeof merged>;

export function wantedChange(change: EntryEdit, before: TimeEntryRow | undefined): WantedChange {
  if (before === undefined || before.deleted_at !== null) throw notFound("time entry");
  return { change, before, wanted: merged(before, change.input) };
}

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

export function changesPlace({ before, wanted }: WantedChange): boolean {
  return wanted.project_id !== before.project_id || wanted.task_id !== before.task_id;
}

export function changesOwner({ before, wanted }: WantedChange): boolean {
  return wanted.user_id !== before.user_id;
}

function changesStart({ before, wanted }: WantedChange): boolean {
  return wanted.started_at !== before.started_at;
}

/** Whether the change can affect the entry's rates. */
export function isElsewhere(wanted: WantedChange): boolean {
  return changesPlace(wanted) || changesOwner(wanted) || changesStart(wanted);
}

/** Whether the change requires the billing rules of the project and task to be applied again. */
export function isRerounded(change: WantedChange): boolean {
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
  referred: Referred,
  asked: WantedChange,
  rates: EntryRates | undefined,
): TimeEntryColumns {
  const { change, before, wanted } = asked;
  refuseReach(actor, "time-entries:write", before, referred.projects.get(before.project_id)?.seen === true);
  if (changesOwner(asked)) checkOwner(actor, wanted.user_id, "/userId");
  checkLateReason(actor, change.input);
  const moves = changesPlace(asked);
  const refusal =
    moves || changesOwner(asked)
      ? refusalOf(referred, referencesOf(wanted, viewerOf(actor), before.project_id))
      : undefined;
  if (refusal?.code === "not_found") throw refusal;
  checkIfMatch(change.ifMatch, entryTag(before, actor));
  refuseLocked(referred, before, momentOf(wanted));
  // An entry that stays in its project and task may be corrected even if the project is archived or the task is done.
  if (refusal !== undefined && (moves || refusal.code === "task_not_in_project")) throw refusal;
  const late = { breaks: before.breaks, late_reason: change.input.lateReason ?? before.late_reason };
  return { ...wanted, ...late, ...billing(referred, asked, rates ?? before) };
}

/** The billing columns after the change. The billed seconds are recomputed only if their inputs changed. */
function billing(referred: Referred, asked: WantedChange, rates: EntryRates) {
  const rounded = rounding(referred, asked);
  return { ...rounded, ...pricesOf(rates, rounded.billable_seconds, asked.wanted.duration_seconds) };
}

function rounding(referred: Referred, asked: WantedChange): Pick<TimeEntryRow, "billable" | "billable_seconds"> {
  const { before, wanted } = asked;
  const kept = { billable: before.billable, billable_seconds: before.billable_seconds };
  if (!isRerounded(asked)) return kept;
  const project = referred.projects.get(wanted.project_id);
  const task = referred.tasks.get(wanted.task_id);
  if (project === undefined || task === undefined)
    throw new Error("the project or task of a stored entry was not found");
  const moves = changesPlace(asked);
  const isRechosen = wanted.billable_choice !== before.billable_choice;
  const inherited = moves || isRechosen ? (task.billable ?? project.billable) : before.billable;
  const billable = wanted.billable_choice ?? inherited;
  const hasNewDuration = wanted.duration_seconds !== before.duration_seconds;
  // If the project, task, duration and `billable` are unchanged, the billed seconds stay, even if the project's
  // rounding has changed since.
  if (!moves && !hasNewDuration && billable === before.billable) return kept;
  const { rounding_mode: mode, rounding_minutes: minutes } = project;
  const rule = mode === null || minutes === null ? null : { mode, minutes };
  return { billable, billable_seconds: billableSeconds(wanted.duration_seconds, billable, rule) };
}
