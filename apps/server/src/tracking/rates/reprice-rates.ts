import { type Actor, may } from "#identity/access.ts";
import { recordChange } from "#identity/changes/record-change.ts";
import { holdEntryRules } from "#identity/organizations/entry-rules.ts";
import { findOrganization } from "#identity/organizations/queries.ts";
import { safeInteger } from "#platform/database/column-types.ts";
import type { Transaction } from "#platform/database/database.ts";
import { notFound } from "#platform/errors.ts";
import { holdBudgets, type Place, settleBudgets } from "#tracking/budgets/settle-budgets.ts";
import type { TimeEntryFilter } from "#tracking/time-entries/queries.ts";
import { readFilter } from "#tracking/time-entries/read-filter.ts";
import { holdRates } from "./queries.ts";
import { findRepricings, listBlocks, type Repricing, storeRepricings } from "./repricing-queries.ts";
import type { Reprice } from "./schemas.ts";

// Small enough that each statement ends long before its time-out.
const blockSize = 1_000;

interface Sum {
  before: bigint;
  after: bigint;
}

/** What repricing comes to; sums of its changes, and where they are. */
interface Figures {
  entries: number;
  unchanged: number;
  locked: number;
  amount: Sum;
  cost: Sum;
  places: Map<string, Place>;
}

/**
 * Resolves the rates of all matching entries anew, and gives them to those that have others and are not locked; without
 * `apply` it only counts. Locks entries in the order of their ids and budgets after them, as every change of one does.
 */
export async function repriceRates(tx: Transaction, actor: Actor, input: Reprice) {
  const apply = input.apply ?? false;
  await holdEntryRules(tx, actor.orgId);
  if (apply) await holdRates(tx, actor.orgId);
  const organization = await findOrganization(tx, actor.orgId);
  if (organization === undefined) throw notFound("organization");
  const filter = await readScope(tx, actor, input);
  const figures = noFigures();
  for (const block of await listBlocks(tx, actor.orgId, filter, blockSize)) {
    const { matching, differing } = await findRepricings(tx, actor.orgId, filter, block, apply);
    const changing = differing.filter(({ locked }) => !locked);
    count(figures, matching, differing.length - changing.length, changing);
    if (apply && changing.length > 0) await storeRepricings(tx, actor, changing);
  }
  const shown = toFigures(figures);
  if (apply && figures.entries > 0) {
    const places = [...figures.places.values()];
    const held = await holdBudgets(tx, actor.orgId, [...new Set(places.map((place) => place.project_id))].toSorted());
    await settleBudgets(tx, actor, held, places);
    await recordChange(tx, actor, {
      action: "rates.repriced",
      targetId: actor.orgId,
      row: { filter: shownFilter(filter), ...shown, currency: organization.currency },
    });
  }
  const { amount_minor: amountMinor, cost_minor: costMinor, ...counts } = shown;
  const money = may(actor, "costs:read") ? { amountMinor, costMinor } : {};
  return { applied: apply, ...counts, ...money, currency: organization.currency };
}

/** The entries that are asked for: of every member, whatever the key may read. */
async function readScope(tx: Transaction, actor: Actor, input: Reprice): Promise<TimeEntryFilter> {
  const { userId, ...query } = input;
  const userIds = userId?.map((id) => (id === "me" ? actor.userId : id));
  return { ...(await readFilter(tx, actor, query)), userIds };
}

/** A filter as the audit log shows it; null is everything. */
function shownFilter({ from, to, projectIds, taskIds, clientIds, userIds }: TimeEntryFilter) {
  return {
    from: from ?? null,
    to: to ?? null,
    project_ids: projectIds ?? null,
    task_ids: taskIds ?? null,
    client_ids: clientIds ?? null,
    user_ids: userIds ?? null,
  };
}

function noFigures(): Figures {
  const none = { before: 0n, after: 0n };
  return { entries: 0, unchanged: 0, locked: 0, amount: { ...none }, cost: { ...none }, places: new Map() };
}

function count(figures: Figures, matching: number, locked: number, changing: Repricing[]): void {
  figures.entries += changing.length;
  figures.unchanged += matching - locked - changing.length;
  figures.locked += locked;
  for (const repricing of changing) {
    figures.amount.before += BigInt(repricing.was_amount_minor);
    figures.amount.after += BigInt(repricing.amount_minor);
    figures.cost.before += BigInt(repricing.was_cost_minor);
    figures.cost.after += BigInt(repricing.cost_minor);
    addPlace(figures.places, repricing);
  }
}

/**
 * The first and last start of a project's entries on each day in UTC: no budget has three periods in one day, so these
 * lie in every period that was touched.
 */
function addPlace(places: Map<string, Place>, { project_id, started_at }: Repricing): void {
  const day = `${project_id} ${started_at.slice(0, 10)}`;
  const [first, last] = [`${day} first`, `${day} last`];
  const at = Date.parse(started_at);
  const isBefore = (place: Place | undefined) => place === undefined || at < Date.parse(place.started_at);
  const isAfter = (place: Place | undefined) => place === undefined || at > Date.parse(place.started_at);
  if (isBefore(places.get(first))) places.set(first, { project_id, started_at });
  if (isAfter(places.get(last))) places.set(last, { project_id, started_at });
}

function toFigures({ entries, unchanged, locked, amount, cost }: Figures) {
  return { entries, unchanged, locked, amount_minor: toShift(amount), cost_minor: toShift(cost) };
}

function toShift({ before, after }: Sum) {
  const exact = (sum: bigint) => safeInteger(Number(sum));
  return { before: exact(before), after: exact(after), difference: exact(after - before) };
}
