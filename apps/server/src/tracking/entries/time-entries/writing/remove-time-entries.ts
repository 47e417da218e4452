import type { Actor } from "#identity/access.ts";
import { changedColumns } from "#identity/history/record-change.ts";
import type { LockedRules } from "#identity/organizations/entry-rules.ts";
import type { Transaction } from "#platform/database/database.ts";
import { AppError, notFound } from "#platform/errors.ts";
import { checkIfMatch } from "#platform/http/replies/etag.ts";
import type { Target } from "#platform/http/contract/target.ts";
import type { LockedBudgets } from "#tracking/ledger/budgets/settle-budgets.ts";
import { judgeEntries, refuseLateDeletion } from "#tracking/ledger/entry-rules/judge-entries.ts";
import { viewerOf } from "#tracking/ledger/projects/visibility.ts";
import { momentOf, refuseLocked } from "#tracking/ledger/entry-locks/entry-locks.ts";
import type { Judging } from "./insert-time-entries.ts";
import { checkLateReason } from "./new-time-entry.ts";
import type { TimeEntryRow } from "#tracking/entries/time-entries/queries.ts";
import { isRestorableOrLive, mustSeeProject, refuseReach } from "#tracking/entries/time-entries/reach-time-entry.ts";
import { findReferred } from "#tracking/entries/time-entries/refuse-time-entry.ts";
import { entryTag } from "#tracking/entries/time-entries/to-time-entry.ts";
import {
  outcomeOf,
  isAccepted,
  onlyRow,
  openTimeEntries,
  type Outcome,
  passRefs,
  storeWrites,
} from "./writing-steps.ts";

/** An entry to delete or restore. A late write needs a reason. */
export interface LateTarget extends Target {
  lateReason?: string | undefined;
}

/** Deletes an entry. It can be restored for 30 days. */
export async function removeTimeEntry(
  tx: Transaction,
  actor: Actor,
  target: LateTarget,
  { now }: { now: Date },
): Promise<TimeEntryRow> {
  return onlyRow(await removeTimeEntries(tx, actor, [target], { now }));
}

export async function restoreTimeEntry(
  tx: Transaction,
  actor: Actor,
  target: LateTarget,
  { now }: { now: Date },
): Promise<TimeEntryRow> {
  return onlyRow(await restoreTimeEntries(tx, actor, [target], { now }));
}

/** Deletes several distinct entries. The result is the same as if they were deleted one after another. */
export async function removeTimeEntries(
  tx: Transaction,
  actor: Actor,
  targets: LateTarget[],
  { now }: { now: Date },
): Promise<Outcome[]> {
  const { checked, held } = await openWritable(tx, actor, targets, {
    isThere: (row) => row.deleted_at === null,
    refuse: (row, rules, isExcused) => refuseLateDeletion(rules, row, { now, isExcused }),
  });
  const before = checked.filter(isAccepted);
  const action = "time_entry.deleted";
  const reasons = reasonsOf(targets);
  const { written } = await (reasons.size === 0
    ? storeWrites(tx, actor, held, before, { action, types: {}, entries: before.map(({ id }) => ({ id })) })
    : storeWrites(tx, actor, held, before, {
        action,
        types: { late_reason: "text" },
        entries: before.map(({ id, deleted_at, late_reason }) => {
          return { id, late_reason: reasons.get(id) ?? late_reason, previous: { deleted_at, late_reason } };
        }),
      }));
  return outcomesOf(checked, new Map(written.map(({ is }) => [is.id, is])));
}

function reasonsOf(targets: LateTarget[]): Map<string, string> {
  return new Map(
    targets.flatMap(({ id, lateReason }) => (lateReason === undefined ? [] : [[id, lateReason] as const])),
  );
}

/** Restores several distinct entries. The result is the same as if they were restored one after another. */
export async function restoreTimeEntries(
  tx: Transaction,
  actor: Actor,
  targets: LateTarget[],
  { now }: { now: Date },
): Promise<Outcome[]> {
  const { checked, held, rules } = await openWritable(tx, actor, targets, {
    isThere: (row) => isRestorableOrLive(row, now),
    refuse: (row) => {
      if (row.deleted_at === null)
        throw new AppError("not_deleted", "The time entry is not deleted, so it cannot be restored.");
    },
  });
  const judged = await judgeRestored(tx, actor.orgId, checked, targets, { rules, now });
  const rows = judged.filter(isAccepted);
  const refs = rows.map(({ before: { id, external_ref } }) => ({ id, from: null, to: external_ref }));
  const taken = await passRefs(tx, actor.orgId, refs);
  const free = rows.filter(({ before }) => !taken.has(before.id));
  const { written } = await storeWrites(
    tx,
    actor,
    held,
    free.map(({ before }) => before),
    {
      action: "time_entry.restored",
      types: { breaks: "text[]", late_reason: "text" },
      entries: free.map(({ before, breaks, late_reason }) => {
        const previous = {
          deleted_at: before.deleted_at,
          ...changedColumns(before, { ...before, breaks, late_reason }),
        };
        return { id: before.id, breaks, late_reason, previous };
      }),
    },
  );
  const stored = new Map<string, Outcome>([...written.map(({ is }) => [is.id, is] as const), ...taken]);
  return outcomesOf(
    judged.map((outcome) => (outcome instanceof AppError ? outcome : outcome.before)),
    stored,
  );
}

interface Restored extends Pick<TimeEntryRow, "breaks" | "late_reason"> {
  before: TimeEntryRow;
}

/** Judges restored entries by the rules for entries, like new entries. */
async function judgeRestored(
  tx: Transaction,
  orgId: string,
  checked: Outcome[],
  targets: LateTarget[],
  { rules, now }: Judging,
): Promise<(Restored | AppError)[]> {
  const reasons = reasonsOf(targets);
  const rows = checked.filter(isAccepted);
  const writings = rows.map((is) => {
    return { is, was: undefined, marks: is.breaks ?? [], isTimer: false, isExcused: reasons.has(is.id) };
  });
  const verdicts = rules === undefined ? [] : await judgeEntries(tx, orgId, rules, writings, { now });
  const verdictOf = new Map(rows.map(({ id }, at) => [id, verdicts[at]]));
  return checked.map((outcome) => {
    if (outcome instanceof AppError) return outcome;
    const { breaks = null, refusal } = verdictOf.get(outcome.id) ?? {};
    return refusal ?? { before: outcome, breaks, late_reason: reasons.get(outcome.id) ?? outcome.late_reason };
  });
}

/**
 * Locks the entries and their budgets. Returns the entry for each target that exists, is not locked and can be written
 * by the actor, and an error for each other target.
 */
async function openWritable(
  tx: Transaction,
  actor: Actor,
  targets: LateTarget[],
  {
    isThere,
    refuse,
  }: {
    isThere: (row: TimeEntryRow) => boolean;
    refuse: (row: TimeEntryRow, rules: LockedRules | undefined, isExcused: boolean) => void;
  },
): Promise<{ checked: Outcome[]; held: LockedBudgets; rules: LockedRules | undefined }> {
  const { rules, opened, held } = await openTimeEntries(
    tx,
    actor.orgId,
    targets.map(({ id }) => id),
  );
  const rows = [...opened.values()].filter(isThere);
  const referred = await findReferred(tx, actor.orgId, viewerOf(actor), {
    projectIds: rows.flatMap((row) => (mustSeeProject(actor, row) ? row.project_id : [])),
    taskIds: [],
    userIds: [],
    moments: rows.filter(({ locked_by: lockedBy }) => lockedBy !== null).map(momentOf),
  });
  const checked = targets.map(({ id, ifMatch, lateReason }) =>
    outcomeOf(() => {
      const row = opened.get(id);
      if (row === undefined || !isThere(row)) throw notFound("time entry");
      refuseReach(actor, "time-entries:write", row, referred.projects.get(row.project_id)?.seen === true);
      checkIfMatch(ifMatch, entryTag(row, actor));
      checkLateReason(actor, { lateReason });
      refuseLocked(referred, row);
      refuse(row, rules, lateReason !== undefined);
      return row;
    }),
  );
  return { checked, held, rules };
}

function outcomesOf(checked: Outcome[], written: Map<string, Outcome>): Outcome[] {
  return checked.map((outcome) => (outcome instanceof AppError ? outcome : (written.get(outcome.id) ?? outcome)));
}
