import { askedUsers, type Actor, may } from "#identity/access.ts";
import { recordChange } from "#identity/history/record-change.ts";
import { lockEntryRules, lockTimesheets } from "#identity/organizations/entry-rules.ts";
import { findOrganization } from "#identity/organizations/queries.ts";
import { safeInteger } from "#platform/database/column-types.ts";
import type { Transaction } from "#platform/database/database.ts";
import { rowsOfStatement } from "#platform/process/row-counts.ts";
import { gone } from "#platform/errors.ts";
import { asId } from "#platform/ids.ts";
import { lockBudgets, type Place, settleBudgets } from "#tracking/ledger/budgets/settle-budgets.ts";
import type { TimeEntryFilter } from "#tracking/ledger/entry-filters/time-entry-filter.ts";
import { readFilter } from "#tracking/entries/time-entries/read-filter.ts";
import { rewriteTimeEntries } from "#tracking/entries/time-entries/writing/rewrite-time-entries.ts";
import { lockRates } from "#tracking/ledger/rates/queries.ts";
import { billing, findRevisions, listBlocks, type Revision, type Rules } from "./queries.ts";
import type { Revise } from "./schemas.ts";

interface Sum {
  before: bigint;
  after: bigint;
}

interface Sums {
  entries: number;
  billable: Sum;
  amount: Sum;
  cost: Sum;
}

/**
 * The sums of the revisions, in total and by project, and the starts of entries that determine which budget periods are
 * affected.
 */
interface Figures extends Sums {
  unchanged: number;
  locked: number;
  projects: Map<string, Sums>;
  places: Map<string, Place>;
}

/** Applies the current rates to matching entries. Without `apply`, only reports the result. */
export async function repriceRates(tx: Transaction, actor: Actor, { input }: { input: Revise }) {
  const { billableSeconds: _, ...figures } = await reviseEntries(tx, actor, input, "rates");
  return figures;
}

/**
 * Reapplies the projects' current rounding to matching entries. Also resets `billable` to the inherited value unless it
 * was set explicitly; rates stay unchanged. Without `apply`, only reports the result.
 */
export function reroundEntries(tx: Transaction, actor: Actor, { input }: { input: Revise }) {
  return reviseEntries(tx, actor, input, "rounding");
}

const actions = { rates: "rates.repriced", rounding: "time_entries.rerounded" } as const;

/**
 * Reapplies rules to all matching entries except locked ones (see `lockedBy`). Like every other change of entries,
 * acquires row locks on the entries in id order and then on the budgets, to avoid deadlocks.
 */
async function reviseEntries(tx: Transaction, actor: Actor, input: Revise, rules: Rules) {
  const apply = input.apply ?? false;
  await lockEntryRules(tx, actor.orgId);
  if (apply) await lockTimesheets(tx, actor.orgId);
  if (apply && rules === "rates") await lockRates(tx, actor.orgId);
  const organization = await findOrganization(tx, actor.orgId);
  if (organization === undefined) throw gone("organization");
  const filter = await readScope(tx, actor, input);
  const figures = noFigures();
  for (const block of await listBlocks(tx, actor.orgId, filter, rowsOfStatement)) {
    const { matching, differing } = await findRevisions(tx, actor.orgId, rules, filter, block, apply);
    const changing = differing.filter(({ locked }) => !locked);
    count(figures, matching, differing.length - changing.length, changing);
    if (apply && changing.length > 0) {
      const rewrite = { action: "time_entry.updated", columns: billing, entries: changing } as const;
      await rewriteTimeEntries(tx, actor, rewrite);
    }
  }
  const { billable_seconds, ...shown } = toFigures(figures);
  if (apply && figures.entries > 0) {
    const places = [...figures.places.values()];
    const held = await lockBudgets(tx, actor.orgId, [...new Set(places.map((place) => place.project_id))].toSorted());
    await settleBudgets(tx, actor, held, places);
    await recordChange(tx, actor, {
      action: actions[rules],
      targetId: actor.orgId,
      row: {
        filter: shownFilter(filter),
        ...(rules === "rounding" ? { billable_seconds } : {}),
        ...shown,
        currency: organization.currency,
      },
    });
  }
  const { amount_minor: amountMinor, cost_minor: costMinor, ...counts } = shown;
  const showsMoney = may(actor, "costs:read");
  const money = showsMoney ? { amountMinor, costMinor } : {};
  return {
    applied: apply,
    ...counts,
    billableSeconds: billable_seconds,
    ...money,
    currency: organization.currency,
    projects: toProjects(figures, rules, showsMoney),
  };
}

/** Selects the requested entries of every member: unlike a read, it ignores the key's scopes. */
async function readScope(tx: Transaction, actor: Actor, input: Revise): Promise<TimeEntryFilter> {
  const { userId, projectId, taskId, clientId, unrated, ...query } = input;
  return {
    ...(await readFilter(tx, actor, query)),
    projectIds: projectId?.map(asId),
    taskIds: taskId?.map(asId),
    clientIds: clientId?.map(asId),
    userIds: askedUsers(actor, userId)?.map(asId),
    unrated,
  };
}

/** The filter as the audit log shows it; null means no condition. */
function shownFilter({ from, to, projectIds, taskIds, clientIds, userIds, unrated }: TimeEntryFilter) {
  return {
    from: from ?? null,
    to: to ?? null,
    project_ids: projectIds ?? null,
    task_ids: taskIds ?? null,
    client_ids: clientIds ?? null,
    user_ids: userIds ?? null,
    ...(unrated === true ? { unrated } : {}),
  };
}

function noSums(): Sums {
  const none = { before: 0n, after: 0n };
  return { entries: 0, billable: { ...none }, amount: { ...none }, cost: { ...none } };
}

function noFigures(): Figures {
  return { ...noSums(), unchanged: 0, locked: 0, projects: new Map(), places: new Map() };
}

function count(figures: Figures, matching: number, locked: number, changing: Revision[]): void {
  figures.unchanged += matching - locked - changing.length;
  figures.locked += locked;
  for (const revision of changing) {
    const ofProject = figures.projects.get(revision.project_id) ?? noSums();
    figures.projects.set(revision.project_id, ofProject);
    for (const sums of [figures, ofProject]) add(sums, revision);
    addPlace(figures.places, revision);
  }
}

function add(sums: Sums, revision: Revision): void {
  sums.entries++;
  sums.billable.before += BigInt(revision.was_billable_seconds);
  sums.billable.after += BigInt(revision.billable_seconds);
  sums.amount.before += BigInt(revision.was_amount_minor);
  sums.amount.after += BigInt(revision.amount_minor);
  sums.cost.before += BigInt(revision.was_cost_minor);
  sums.cost.after += BigInt(revision.cost_minor);
}

/**
 * Remembers the first and last start of a project's entries on each UTC day. A day overlaps at most two periods of a
 * budget, so every affected period contains one of these starts.
 */
function addPlace(places: Map<string, Place>, { project_id, started_at }: Revision): void {
  const day = `${project_id} ${started_at.slice(0, 10)}`;
  const [first, last] = [`${day} first`, `${day} last`];
  const at = Date.parse(started_at);
  const isBefore = (place: Place | undefined) => place === undefined || at < Date.parse(place.started_at);
  const isAfter = (place: Place | undefined) => place === undefined || at > Date.parse(place.started_at);
  if (isBefore(places.get(first))) places.set(first, { project_id, started_at });
  if (isAfter(places.get(last))) places.set(last, { project_id, started_at });
}

function toFigures({ entries, unchanged, locked, billable, amount, cost }: Figures) {
  return {
    entries,
    unchanged,
    locked,
    billable_seconds: toShift(billable),
    amount_minor: toShift(amount),
    cost_minor: toShift(cost),
  };
}

function toShift({ before, after }: Sum) {
  const exact = (sum: bigint) => safeInteger(Number(sum));
  return { before: exact(before), after: exact(after), difference: exact(after - before) };
}

function toProjects({ projects }: Figures, rules: Rules, showsMoney: boolean) {
  return [...projects]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([projectId, { entries, billable, amount, cost }]) => ({
      projectId,
      entries,
      ...(rules === "rounding" ? { billableSeconds: toShift(billable) } : {}),
      ...(showsMoney ? { amountMinor: toShift(amount), costMinor: toShift(cost) } : {}),
    }));
}
