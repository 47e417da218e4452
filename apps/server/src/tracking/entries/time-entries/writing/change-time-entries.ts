import type { Actor } from "#identity/access.ts";
import { showUnchanged } from "#identity/show-unchanged.ts";
import type { Transaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { asId } from "#platform/ids.ts";
import { judgeReferences } from "#tracking/entries/time-entries/judge-references.ts";
import type { TimeEntryRow } from "#tracking/entries/time-entries/queries.ts";
import { listRatesOf } from "#tracking/ledger/rates/resolve-rates.ts";
import { isAccepted, onlyRow, type Outcome, outcomeOf } from "./outcomes.ts";
import { type EntryEdit, isElsewhere, planChange, wantedChange } from "./plan-change.ts";
import { changesEntry, isPlan, judgePlans, openTimeEntries, type Plan, storePlans } from "./writing-steps.ts";

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
  changes: EntryEdit[],
  { now, isShared = false }: { now: Date; isShared?: boolean },
): Promise<Outcome[]> {
  const { orgId } = actor;
  const { rules, opened, held } = await openTimeEntries(
    tx,
    orgId,
    changes.map(({ id }) => id),
    {
      projectIds: changes.flatMap(({ input }) => (input.projectId === undefined ? [] : asId(input.projectId))),
      userIds: changes.flatMap(({ input }) => (input.userId === undefined ? [] : asId(input.userId))),
    },
    isShared,
  );
  if (isShared && (opened.size < changes.length || rules !== undefined || held.projects.size > 0))
    throw new NotShareableError();
  const asked = changes.map((change) => outcomeOf(() => wantedChange(actor, change, opened.get(change.id))));
  const wanted = asked.filter(isAccepted);
  const moved = wanted.filter(isElsewhere);
  const [judged, rates] = await Promise.all([
    judgeReferences(
      tx,
      orgId,
      wanted.flatMap(({ former, latter }) => [former, latter]),
    ),
    listRatesOf(
      tx,
      orgId,
      moved.map((change) => change.wanted),
    ),
  ]);
  const ratesOf = new Map(moved.map((change, at) => [change, rates[at]]));
  const planned = asked.map((change) =>
    change instanceof AppError
      ? change
      : outcomeOf((): Plan => {
          const columns = planChange(actor, judged, change, ratesOf.get(change));
          const { before, change: edit } = change;
          return { before, columns, request: edit.columns, isExcused: edit.input.lateReason !== undefined };
        }),
  );
  const plans = (await judgePlans(tx, orgId, planned, { rules, now })).map((plan) =>
    isPlan(plan) && !changesEntry(plan)
      ? outcomeOf(() => showUnchanged(actor, "time-entries:read", plan.before))
      : plan,
  );
  return storePlans(tx, actor, held, "time_entry.updated", plans);
}
