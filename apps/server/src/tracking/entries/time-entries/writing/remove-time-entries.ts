import type { Actor } from "#identity/access.ts";
import type { LockedRules } from "#identity/organizations/entry-rules.ts";
import type { Transaction } from "#platform/database/database.ts";
import { AppError, notFound } from "#platform/errors.ts";
import type { Target } from "#platform/http/contract/target.ts";
import { checkIfMatch } from "#platform/http/replies/etag.ts";
import type { TimeEntryRow } from "#tracking/entries/time-entries/queries.ts";
import { isRestorableOrLive, refuseReach } from "#tracking/entries/time-entries/reach-time-entry.ts";
import { entryTag } from "#tracking/entries/time-entries/to-time-entry.ts";
import { refuseLocked } from "#tracking/ledger/entry-locks/entry-locks.ts";
import { refuseLateDeletion } from "#tracking/ledger/entry-rules/judge-entries.ts";
import { checkLateReason } from "./new-time-entry.ts";
import { onlyRow, type Outcome, outcomeOf } from "./outcomes.ts";
import { judgePlans, openTimeEntries, type Plan, storePlans } from "./writing-steps.ts";

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
  const { planned, held } = await openWritable(tx, actor, targets, {
    isThere: (row) => row.deleted_at === null,
    plan: (before, rules, lateReason) => {
      const isExcused = lateReason !== undefined;
      refuseLateDeletion(rules, before, { now, isExcused });
      return { before, columns: isExcused ? { late_reason: lateReason } : {}, isExcused };
    },
  });
  return storePlans(tx, actor, held, "time_entry.deleted", planned);
}

/** Restores several distinct entries. The result is the same as if they were restored one after another. */
export async function restoreTimeEntries(
  tx: Transaction,
  actor: Actor,
  targets: LateTarget[],
  { now }: { now: Date },
): Promise<Outcome[]> {
  const { planned, held, rules } = await openWritable(tx, actor, targets, {
    isThere: (row) => isRestorableOrLive(row, now),
    plan: (before, _, lateReason) => {
      if (before.deleted_at === null)
        throw new AppError("not_deleted", "The time entry is not deleted, so it cannot be restored.");
      const columns = { late_reason: lateReason ?? before.late_reason };
      return { before, columns, isExcused: lateReason !== undefined };
    },
  });
  const plans = await judgePlans(tx, actor.orgId, planned, { rules, now }, true);
  return storePlans(tx, actor, held, "time_entry.restored", plans);
}

/**
 * Locks the entries and their budgets. Returns a plan for each target that exists, is not locked and can be written by
 * the actor, and an error for each other target.
 */
async function openWritable(
  tx: Transaction,
  actor: Actor,
  targets: LateTarget[],
  {
    isThere,
    plan,
  }: {
    isThere: (row: TimeEntryRow) => boolean;
    plan: (row: TimeEntryRow, rules: LockedRules | undefined, lateReason: string | undefined) => Plan;
  },
) {
  const { rules, opened, held } = await openTimeEntries(
    tx,
    actor,
    targets.map(({ id }) => id),
  );
  const planned = targets.map(({ id, ifMatch, lateReason }) =>
    outcomeOf(() => {
      const row = opened.get(id);
      if (row === undefined || !isThere(row)) throw notFound("time entry");
      refuseReach(actor, "time-entries:write", row);
      checkIfMatch(ifMatch, entryTag(row, actor));
      checkLateReason(actor, { lateReason });
      refuseLocked(row);
      return plan(row, rules, lateReason);
    }),
  );
  return { planned, held, rules };
}
