import type { Actor } from "#identity/access.ts";
import { changedColumns, hasChanged, type RequestColumns } from "#identity/history/record-change.ts";
import { type LockedRules, lockEntryRules } from "#identity/organizations/entry-rules.ts";
import { TryAgainError } from "#platform/database/database-errors.ts";
import type { Transaction } from "#platform/database/database.ts";
import { refTaken } from "#tracking/entries/time-entries/judge-references.ts";
import {
  freeRefs,
  isRefTaken,
  listRefHolders,
  type LockedTimeEntry,
  lockTimeEntries,
  type TimeEntryColumns,
  type TimeEntryRow,
} from "#tracking/entries/time-entries/queries.ts";
import { type LockedBudgets, lockBudgets } from "#tracking/ledger/budgets/settle-budgets.ts";
import { judgeEntries } from "#tracking/ledger/entry-rules/judge-entries.ts";
import { viewerOf } from "#tracking/ledger/projects/visibility.ts";
import type { Judging } from "./insert-time-entries.ts";
import type { Outcome } from "./outcomes.ts";
import { type RewriteAction, rewriteAndRead } from "./rewrite-time-entries.ts";
import { settleWritten } from "./settle-written.ts";

/** A write of an existing entry that was not refused so far. */
export interface Plan {
  before: TimeEntryRow;
  /** The columns to store; all plans of a write have the same. */
  columns: Partial<TimeEntryColumns>;
  /** Describes the request that asks for this write, if the writes of a transaction come from several requests. */
  request?: RequestColumns | undefined;
  /** Whether the request gives a reason for a late write. */
  isExcused: boolean;
}

type Planned = Plan | Outcome;

export function isPlan(planned: Planned): planned is Plan {
  return "columns" in planned;
}

export function changesEntry({ before, columns }: Plan): boolean {
  return hasChanged(before, { ...before, ...columns });
}

/**
 * The first step of every write to existing entries. Locks the rules for entries, then the entries, then the budgets of
 * their current projects and of `movesTo`, in a single round trip.
 *
 * `isShared` leaves out locked entries instead of waiting for them, and only reads the budgets; the lock on the rules
 * prevents new budgets.
 */
export async function openTimeEntries(
  tx: Transaction,
  actor: Actor,
  ids: string[],
  movesTo: { projectIds: string[]; userIds: string[] } = { projectIds: [], userIds: [] },
  isShared = false,
): Promise<{ rules: LockedRules | undefined; opened: Map<string, LockedTimeEntry>; held: LockedBudgets }> {
  const { orgId } = actor;
  const [rules, rows, held] = await Promise.all([
    lockEntryRules(tx, orgId, { entryIds: ids, userIds: movesTo.userIds }),
    lockTimeEntries(tx, orgId, ids, { viewerId: viewerOf(actor), skipsLocked: isShared }),
    lockBudgets(tx, orgId, movesTo.projectIds, ids, !isShared),
  ]);
  // An entry was moved to another member after this transaction had locked the entries' members. A retry locks the new
  // member too.
  if (rules?.heldMembers !== undefined && rows.some((row) => rules.heldMembers?.includes(row.user_id) !== true))
    throw new TryAgainError();
  return { rules, opened: new Map(rows.map((row) => [row.id, row])), held };
}

/**
 * Adds to each plan the rules that the written entry would break, or replaces the plan with the error that refuses it.
 * Restored entries are judged like new ones.
 */
export async function judgePlans(
  tx: Transaction,
  orgId: string,
  planned: Planned[],
  { rules, now }: Judging,
  isRestored = false,
): Promise<Planned[]> {
  // A plan that changes nothing is judged only if the entry has `breaks`, because `breaks` must be cleared once its
  // cause is gone.
  const isJudged = (plan: Plan) =>
    isRestored || (rules !== undefined && plan.before.breaks !== null) || changesEntry(plan);
  const plans = planned.filter(isPlan).filter(isJudged);
  const writings = plans.map(({ before, columns, isExcused }) => {
    const was = isRestored ? undefined : before;
    return { is: { ...before, ...columns }, was, marks: before.breaks ?? [], isTimer: false, isExcused };
  });
  const verdicts = rules === undefined ? [] : await judgeEntries(tx, orgId, rules, writings, { now });
  const judged = new Map<Planned, Planned>(
    plans.map((plan, at) => {
      const { breaks = null, refusal } = verdicts[at] ?? {};
      return [plan, refusal ?? { ...plan, columns: { ...plan.columns, breaks } }];
    }),
  );
  return planned.map((plan) => judged.get(plan) ?? plan);
}

/**
 * Writes the plans, their sums and their change rows, and settles budgets. Returns the outcomes in the given order. If
 * one is an error, the transaction must be rolled back.
 */
export async function storePlans(
  tx: Transaction,
  actor: Actor,
  held: LockedBudgets,
  action: RewriteAction,
  planned: Planned[],
): Promise<Outcome[]> {
  const plans = planned.filter(isPlan);
  const outcomes = await passRefs(tx, actor, action, plans);
  const free = plans.filter(({ before }) => !outcomes.has(before.id));
  const [first] = free;
  if (first !== undefined) {
    const columns = Object.keys(first.columns) as (keyof TimeEntryColumns)[];
    const entries = free.map((plan) => entryOf(plan, action));
    const rows = await rewriteAndRead(tx, actor, { action, columns, entries }).catch((error: unknown) => {
      // Another transaction took the reference after the check. A retry will find the entry that has it.
      throw isRefTaken(error) ? new TryAgainError() : error;
    });
    for (const row of rows) outcomes.set(row.id, row);
    const byId = new Map(rows.map((row) => [row.id, row]));
    const written = free.map(({ before: was }) => {
      const is = byId.get(was.id);
      if (is === undefined) throw new Error("a locked entry was not written");
      // The budget of a project may refuse an entry that moves into the project, just like a new entry.
      return { was, is, isRefusable: is.project_id !== was.project_id };
    });
    for (const [id, error] of await settleWritten(tx, actor, held, written)) outcomes.set(id, error);
  }
  return planned.map((plan) => {
    const outcome = isPlan(plan) ? outcomes.get(plan.before.id) : plan;
    if (outcome === undefined) throw new Error("a plan was not stored");
    return outcome;
  });
}

function entryOf({ before, columns, request }: Plan, action: RewriteAction) {
  const changed = changedColumns(before, { ...before, ...columns });
  if (action === "time_entry.updated") return { ...columns, ...request, id: before.id, previous: changed };
  // Deletions without a reason have no previous values.
  const previous = Object.keys(columns).length === 0 ? null : { deleted_at: before.deleted_at, ...changed };
  return { ...columns, id: before.id, previous };
}

/**
 * Returns the errors for entries whose new reference is in use when the changes take effect in order. First clears the
 * references that move between these entries, because the unique constraint checks each row immediately.
 */
async function passRefs(
  tx: Transaction,
  { orgId }: Actor,
  action: RewriteAction,
  plans: Plan[],
): Promise<Map<string, Outcome>> {
  // Restoring an entry changes its reference from null to the former one.
  const changing = plans
    .map(({ before, columns }) => {
      const { external_ref: to } = { ...before, ...columns };
      return { id: before.id, from: action === "time_entry.restored" ? null : before.external_ref, to };
    })
    .filter(({ from, to }) => from !== to);
  const wanted = changing.flatMap(({ to }) => to ?? []);
  const refused = new Map<string, Outcome>();
  if (wanted.length === 0) return refused;
  const holders = await listRefHolders(tx, orgId, wanted);
  const givers = new Set(holders.values());
  for (const { id, from, to } of changing) {
    const holder = to === null ? undefined : holders.get(to);
    if (holder !== undefined && holder !== id) {
      refused.set(id, refTaken());
      continue;
    }
    if (from !== null) holders.delete(from);
    if (to !== null) holders.set(to, id);
  }
  const freed = changing.flatMap(({ id }) => (givers.has(id) && !refused.has(id) ? id : []));
  if (freed.length > 0) await freeRefs(tx, orgId, freed);
  return refused;
}
