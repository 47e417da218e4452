import type { Actor } from "#identity/access.ts";
import type { Transaction } from "#platform/database/database.ts";
import { AppError, notFound } from "#platform/errors.ts";
import { checkIfMatch } from "#platform/http/etag.ts";
import type { Target } from "#platform/http/target.ts";
import type { HeldBudgets } from "#tracking/budgets/settle-budgets.ts";
import { viewerOf } from "#tracking/projects/visibility.ts";
import type { TimeEntryRow } from "./queries.ts";
import { isRestorableOrLive, mustSeeProject, refuseReach } from "./reach-time-entry.ts";
import { findReferred, refuseLocked } from "./refuse-time-entry.ts";
import { entryTag } from "./to-time-entry.ts";
import {
  outcomeOf,
  isAccepted,
  onlyRow,
  openTimeEntries,
  type Outcome,
  passRefs,
  storeWrites,
} from "./write-time-entries.ts";

/** Deletes an entry, which can be restored for 30 days. */
export async function removeTimeEntry(tx: Transaction, actor: Actor, target: Target): Promise<TimeEntryRow> {
  return onlyRow(await removeTimeEntries(tx, actor, [target]));
}

export async function restoreTimeEntry(
  tx: Transaction,
  actor: Actor,
  target: Target,
  { now }: { now: Date },
): Promise<TimeEntryRow> {
  return onlyRow(await restoreTimeEntries(tx, actor, [target], { now }));
}

/** Deletes distinct entries as if one after another. */
export async function removeTimeEntries(tx: Transaction, actor: Actor, targets: Target[]): Promise<Outcome[]> {
  const { checked, held } = await openWritable(tx, actor, targets, (row) => row.deleted_at === null);
  const before = checked.filter(isAccepted);
  const entries = before.map(({ id }) => ({ id }));
  const { written } = await storeWrites(tx, actor, held, before, { action: "time_entry.deleted", types: {}, entries });
  return outcomesOf(checked, new Map(written.map(({ is }) => [is.id, is])));
}

/** Restores distinct entries in the same way. */
export async function restoreTimeEntries(
  tx: Transaction,
  actor: Actor,
  targets: Target[],
  { now }: { now: Date },
): Promise<Outcome[]> {
  const { checked, held } = await openWritable(
    tx,
    actor,
    targets,
    (row) => isRestorableOrLive(row, now),
    (row) => {
      if (row.deleted_at === null) throw new AppError("not_deleted", "The time entry is not deleted.");
    },
  );
  const rows = checked.filter(isAccepted);
  const refs = rows.map(({ id, external_ref }) => ({ id, from: null, to: external_ref }));
  const taken = await passRefs(tx, actor.orgId, refs);
  const before = rows.filter(({ id }) => !taken.has(id));
  const entries = before.map(({ id, deleted_at }) => ({ id, previous: { deleted_at } }));
  const { written } = await storeWrites(tx, actor, held, before, { action: "time_entry.restored", types: {}, entries });
  return outcomesOf(checked, new Map<string, Outcome>([...written.map(({ is }) => [is.id, is] as const), ...taken]));
}

/** Locks the entries and their budgets; returns those that exist, that the actor may write and that are not locked. */
async function openWritable(
  tx: Transaction,
  actor: Actor,
  targets: Target[],
  isThere: (row: TimeEntryRow) => boolean,
  refuseState: (row: TimeEntryRow) => void = () => {},
): Promise<{ checked: Outcome[]; held: HeldBudgets }> {
  const { opened, held } = await openTimeEntries(
    tx,
    actor.orgId,
    targets.map(({ id }) => id),
  );
  const rows = [...opened.values()].filter(isThere);
  const referred = await findReferred(tx, actor.orgId, viewerOf(actor), {
    projectIds: rows.flatMap((row) => (mustSeeProject(actor, row) ? row.project_id : [])),
    taskIds: [],
    userIds: [],
    organization: rows.some(({ locked }) => locked),
  });
  const checked = targets.map(({ id, ifMatch }) =>
    outcomeOf(() => {
      const row = opened.get(id);
      if (row === undefined || !isThere(row)) throw notFound("time entry");
      refuseReach(actor, "time-entries:write", row, referred.projects.get(row.project_id)?.seen === true);
      checkIfMatch(ifMatch, entryTag(row, actor));
      refuseState(row);
      refuseLocked(referred.organization, row);
      return row;
    }),
  );
  return { checked, held };
}

function outcomesOf(checked: Outcome[], written: Map<string, Outcome>): Outcome[] {
  return checked.map((outcome) => (outcome instanceof AppError ? outcome : (written.get(outcome.id) ?? outcome)));
}
