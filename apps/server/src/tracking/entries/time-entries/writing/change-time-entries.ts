import type { Actor } from "#identity/access.ts";
import { changedColumns, hasChanged, type RequestColumns } from "#identity/history/record-change.ts";
import { showUnchanged } from "#identity/show-unchanged.ts";
import type { Transaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { asId } from "#platform/ids.ts";
import { judgeEntries } from "#tracking/ledger/entry-rules/judge-entries.ts";
import type { LockedBudgets } from "#tracking/ledger/budgets/settle-budgets.ts";
import { viewerOf } from "#tracking/ledger/projects/visibility.ts";
import { listRatesOf } from "#tracking/ledger/rates/resolve-rates.ts";
import { findBlocked } from "./find-blocked.ts";
import type { Judging } from "./insert-time-entries.ts";
import {
  changesOwner,
  changesPlace,
  type EntryEdit,
  isElsewhere,
  isRerounded,
  planChange,
  type WantedChange,
  wantedChange,
} from "./plan-change.ts";
import { changedTypes, type TimeEntryColumns, type TimeEntryRow } from "#tracking/entries/time-entries/queries.ts";
import { mustSeeProject } from "#tracking/entries/time-entries/reach-time-entry.ts";
import { momentOf } from "#tracking/ledger/entry-locks/entry-locks.ts";
import { findReferred, type Referred } from "#tracking/entries/time-entries/refuse-time-entry.ts";
import {
  outcomeOf,
  isAccepted,
  onlyRow,
  openTimeEntries,
  type Outcome,
  passRefs,
  storeWrites,
} from "./writing-steps.ts";

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
  const asked = changes.map((change) => outcomeOf(() => wantedChange(change, opened.get(change.id))));
  const wanted = asked.filter(isAccepted);
  const moved = wanted.filter(isElsewhere);
  const [referred, rates] = await Promise.all([
    findWhatDecides(tx, actor, wanted),
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
          const columns = planChange(actor, referred, change, ratesOf.get(change));
          const { before, change: edit } = change;
          return { before, columns, request: edit.columns, isExcused: edit.input.lateReason !== undefined };
        }),
  );
  const outcomes = (await judgePlans(tx, orgId, planned, { rules, now })).map((plan) =>
    plan instanceof AppError || changesEntry(plan)
      ? plan
      : outcomeOf(() => showUnchanged(actor, "time-entries:read", plan.before)),
  );
  const plans = outcomes.flatMap((outcome) => (isPlan(outcome) ? outcome : []));
  const stored = await storeChanges(tx, actor, held, plans);
  return outcomes.map((outcome) => {
    if (!isPlan(outcome)) return outcome;
    const is = stored.get(outcome.before.id);
    if (is === undefined) throw new Error("a planned change was not stored");
    return is;
  });
}

interface Plan {
  before: TimeEntryRow;
  columns: TimeEntryColumns;
  request: RequestColumns | undefined;
  /** Whether the request gives a reason for a late write. */
  isExcused: boolean;
}

function isPlan(outcome: Outcome | Plan): outcome is Plan {
  return "columns" in outcome;
}

function changesEntry({ before, columns }: Plan): boolean {
  return hasChanged(before, { ...before, ...columns });
}

/**
 * Adds to each plan the rules that the changed entry would break, or replaces the plan with the error that refuses it.
 */
async function judgePlans(
  tx: Transaction,
  orgId: string,
  planned: (Plan | AppError)[],
  { rules, now }: Judging,
): Promise<(Plan | AppError)[]> {
  const plans = planned.filter(isAccepted);
  if (rules === undefined)
    return planned.map((plan) => (isAccepted(plan) && changesEntry(plan) ? unmarked(plan) : plan));
  // A plan that changes nothing is judged only if the entry has `breaks`, because `breaks` must be cleared once its
  // cause is gone.
  const judged = plans.filter((plan) => plan.before.breaks !== null || changesEntry(plan));
  const writings = judged.map(({ before, columns, isExcused }) => {
    return { is: { ...before, ...columns }, was: before, marks: before.breaks ?? [], isTimer: false, isExcused };
  });
  const verdicts = await judgeEntries(tx, orgId, rules, writings, { now });
  const verdictOf = new Map(judged.map((plan, at) => [plan, verdicts[at]]));
  return planned.map((plan) => {
    const verdict = plan instanceof AppError ? undefined : verdictOf.get(plan);
    if (plan instanceof AppError || verdict === undefined) return plan;
    return verdict.refusal ?? { ...plan, columns: { ...plan.columns, breaks: verdict.breaks } };
  });
}

/** Clears `breaks`, because the organization has no rules for entries. */
function unmarked(plan: Plan): Plan {
  return plan.before.breaks === null ? plan : { ...plan, columns: { ...plan.columns, breaks: null } };
}

async function storeChanges(
  tx: Transaction,
  actor: Actor,
  held: LockedBudgets,
  plans: Plan[],
): Promise<Map<string, Outcome>> {
  const refs = plans.map(({ before, columns }) => ({
    id: before.id,
    from: before.external_ref,
    to: columns.external_ref,
  }));
  const taken = await passRefs(tx, actor.orgId, refs);
  const free = plans.filter(({ before }) => !taken.has(before.id));
  const before = free.map((plan) => plan.before);
  const { written, settled } = await storeWrites(tx, actor, held, before, {
    action: "time_entry.updated",
    types: changedTypes,
    entries: free.map(({ before: was, columns, request }) => {
      return { ...columns, ...request, id: was.id, previous: changedColumns(was, { ...was, ...columns }) };
    }),
  });
  // The budget of a project may refuse an entry that moves into the project, just like a new entry.
  const entries = written.map(({ was, is }) => ({ was, is, isRefusable: is.project_id !== was.project_id }));
  const blocked = findBlocked(entries, settled);
  return new Map<string, Outcome>([...written.map(({ is }) => [is.id, is] as const), ...taken, ...blocked]);
}

/** Reads the rows that the decision depends on. Most changes depend on no other rows. */
function findWhatDecides(tx: Transaction, actor: Actor, wanted: WantedChange[]): Promise<Referred> {
  const placed = wanted.filter((change) => changesPlace(change) || changesOwner(change));
  const rounded = [...placed, ...wanted.filter(isRerounded)];
  const others = wanted.filter(({ before }) => mustSeeProject(actor, before));
  return findReferred(tx, actor.orgId, viewerOf(actor), {
    projectIds: [
      ...rounded.map((change) => change.wanted.project_id),
      ...others.map(({ before }) => before.project_id),
    ],
    taskIds: rounded.map((change) => change.wanted.task_id),
    userIds: placed.map((change) => change.wanted.user_id),
    moments: wanted
      .filter((change) => change.before.locked_by !== null || isElsewhere(change))
      .flatMap((change) => [momentOf(change.before), momentOf(change.wanted)]),
  });
}
