import { askedUsers, type Actor, demandScope, may } from "#identity/access.ts";
import { recordChange } from "#identity/history/record-change.ts";
import { lockEntryRules, lockTimesheets } from "#identity/organizations/entry-rules.ts";
import { findOrganization } from "#identity/organizations/queries.ts";
import type { Transaction } from "#platform/database/database.ts";
import { rowsOfStatement } from "#platform/process/row-counts.ts";
import { dateAt } from "#platform/days.ts";
import { AppError, gone, invalid } from "#platform/errors.ts";
import type { Target } from "#platform/http/contract/target.ts";
import { newId } from "#platform/ids.ts";
import { listBuckets } from "#tracking/reports/summaries/buckets.ts";
import { readFilter } from "#tracking/entries/time-entries/read-filter.ts";
import { rewriteTimeEntries } from "#tracking/entries/time-entries/writing/rewrite-time-entries.ts";
import { mustBeApproved } from "./approved-time.ts";
import { batches } from "./billing-batch.ts";
import { toBreakdown, toTasks } from "./breakdown.ts";
import { findUnbilled, readNames, sumByProject, totalOf, type UnbilledEntry } from "./find-unbilled.ts";
import {
  deleteLines,
  insertBatch,
  insertEntries,
  insertNames,
  insertProjects,
  listBilledIds,
  lockEntries,
} from "./queries.ts";
import { type CreateBillingBatch, maxBilledEntries } from "./schemas.ts";
import { shownBatch, toSums } from "./billing-batch.ts";

const columns = ["billing_batch_id", "billed_at", "billed_reference"] as const;
const unbilled = { billing_batch_id: null, billed_at: null, billed_reference: null };

export async function previewBatch(tx: Transaction, actor: Actor, { input }: { input: CreateBillingBatch }) {
  const { organization, blocks, projects, names } = await readBill(tx, actor, input, { lock: false });
  const showsMoney = may(actor, "costs:read");
  return {
    dryRun: true as const,
    timeZone: organization.time_zone,
    currency: organization.currency,
    totals: toSums(totalOf(projects), showsMoney),
    ...toBreakdown(projects, names.names, showsMoney),
    tasks: toTasks(blocks.flat(), names.names, showsMoney),
  };
}

/**
 * Bills all matching unbilled entries, including those in closed periods. Locks them in id order, as every write does,
 * to avoid deadlocks. A concurrent batch waits for the locks and then skips the entries. The primary key of
 * `billing_batch_entries` ensures that no entry is billed twice.
 *
 * The batch stores a copy of the data that its lines show, so the lines never change. Billed entries cannot change, so
 * a project's unbilled time is exactly its stored sums minus those of its batches (tracking/ledger/unbilled).
 */
export async function createBatch(
  tx: Transaction,
  actor: Actor,
  { input }: { input: CreateBillingBatch },
  { now }: { now: Date },
) {
  const { orgId } = actor;
  await lockEntryRules(tx, orgId);
  // Locks the timesheets before the entries: a query that has waited for an entry's lock sees the entry's new values,
  // but the old status of its timesheet.
  await lockTimesheets(tx, orgId);
  const { organization, blocks, projects, names } = await readBill(tx, actor, input, { lock: true });
  const batch = await insertBatch(tx, {
    org_id: orgId,
    id: newId("bill"),
    reference: input.reference,
    billed_on: input.billedOn ?? dateAt(now.getTime(), organization.time_zone),
    filter: storedFilter(actor, input.filter),
    time_zone: organization.time_zone,
    currency: organization.currency,
    created_by: actor.userId,
    ...totalOf(projects),
  });
  await insertNames(tx, orgId, batch.id, names.names);
  await insertProjects(tx, orgId, batch.id, projects);
  const dayOf = dayFinder(blocks.flat(), organization.time_zone);
  const billed = { billing_batch_id: batch.id, billed_at: batch.created_at, billed_reference: batch.reference };
  for (const block of blocks) {
    const facts = block.map((entry) => ({
      id: entry.id,
      day: dayOf(entry),
      client_id: names.clientOf.get(entry.project_id) ?? null,
    }));
    await insertEntries(tx, orgId, batch.id, facts);
    const entries = block.map(({ id }) => ({ id, ...billed, previous: unbilled }));
    await rewriteTimeEntries(tx, actor, { action: "time_entry.updated", columns, entries });
  }
  await recordChange(tx, actor, { action: "billing_batch.created", targetId: batch.id, row: batch });
  return {
    batch,
    shown: { ...shownBatch(batch, actor), ...toBreakdown(projects, names.names, may(actor, "costs:read")) },
  };
}

/** Undoes a batch: deletes its lines and makes its entries editable and billable again. */
export async function removeBatch(tx: Transaction, actor: Actor, target: Target): Promise<void> {
  const { orgId } = actor;
  await lockEntryRules(tx, orgId);
  const batch = await batches.lockForRemoval(tx, actor, target);
  const { id } = batch;
  const previous = { billing_batch_id: id, billed_at: batch.created_at, billed_reference: batch.reference };
  const ids = await listBilledIds(tx, orgId, id);
  for (let at = 0; at < ids.length; at += rowsOfStatement) {
    const block = ids.slice(at, at + rowsOfStatement);
    await lockEntries(tx, orgId, block);
    const entries = block.map((entryId) => ({ id: entryId, ...unbilled, previous }));
    await rewriteTimeEntries(tx, actor, { action: "time_entry.updated", columns, entries });
  }
  await deleteLines(tx, orgId, id);
  await batches.remove(tx, actor, batch);
}

async function readBill(
  tx: Transaction,
  actor: Actor,
  { filter: { approval, ...asked }, expected, includeUnrated = false }: CreateBillingBatch,
  { lock }: { lock: boolean },
) {
  // `expected` requires the right to see amounts, because a caller could otherwise find out amounts by guessing.
  if (expected !== undefined) demandScope(actor, "costs:read");
  const organization = await findOrganization(tx, actor.orgId);
  if (organization === undefined) throw gone("organization");
  const query = { ...asked, tz: asked.tz ?? organization.time_zone };
  const filter = await readFilter(tx, actor, query, "billing:write").catch(rethrowInFilter);
  const blocks = await findUnbilled(tx, actor.orgId, filter, { lock, more: mustBeApproved(organization, approval) });
  if (blocks === undefined)
    throw invalid(
      "/filter",
      "too_many_entries",
      `matches more than ${maxBilledEntries} entries; choose a shorter period, or fewer clients or projects`,
    );
  const entries = blocks.flat();
  if (entries.length === 0)
    throw new AppError(
      "nothing_to_bill",
      "No entry that matches the filter is billable and not billed yet. Check the filter, whether the entries are billable, and whether they have to be approved first.",
    );
  const unrated = entries.filter((entry) => entry.unrated).length;
  if (unrated > 0 && !includeUnrated)
    throw new AppError(
      "unrated_entries",
      `${unrated} of the ${entries.length} entries have no rate. Set rates and reprice the entries, or bill them at 0 with includeUnrated.`,
    );
  const names = await readNames(tx, actor.orgId, entries);
  const projects = sumByProject(entries, names);
  if (expected !== undefined) checkExpected(expected, totalOf(projects));
  return { organization, blocks, names, projects };
}

function checkExpected(
  expected: NonNullable<CreateBillingBatch["expected"]>,
  totals: ReturnType<typeof totalOf>,
): void {
  const { entries, amount_minor: amountMinor, billable_seconds: billableSeconds } = totals;
  const isChanged =
    expected.entries !== entries ||
    expected.amountMinor !== amountMinor ||
    (expected.billableSeconds !== undefined && expected.billableSeconds !== billableSeconds);
  if (isChanged)
    throw new AppError(
      "billing_changed",
      `The totals differ from those expected: there are now ${entries} entries with ${billableSeconds} billable seconds and ${amountMinor} minor units. Check the preview again.`,
    );
}

/** Prefixes the pointers of an error with `/filter`, because the body contains the query there. */
function rethrowInFilter(error: unknown): never {
  if (!(error instanceof AppError) || error.errors === undefined) throw error;
  const errors = error.errors.map((fault) => ({ ...fault, pointer: `/filter${fault.pointer}` }));
  throw new AppError(error.code, error.message, { errors });
}

/** The filter to store, with `me` replaced by the member's id. */
function storedFilter(actor: Actor, filter: CreateBillingBatch["filter"]): CreateBillingBatch["filter"] {
  const userId = askedUsers(actor, filter.userId);
  return userId === undefined ? filter : { ...filter, userId };
}

function dayFinder(entries: UnbilledEntry[], timeZone: string): (entry: UnbilledEntry) => string {
  let [fromMs, toMs] = [Infinity, -Infinity];
  for (const { started_at: startedAt } of entries) {
    const ms = Date.parse(startedAt);
    [fromMs, toMs] = [Math.min(fromMs, ms), Math.max(toMs, ms)];
  }
  const days = listBuckets("day", timeZone, "monday", fromMs, toMs + 1);
  return ({ started_at: startedAt }) => {
    const ms = Date.parse(startedAt);
    let [low, high] = [0, days.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((days[middle]?.startMs ?? Infinity) <= ms) low = middle;
      else high = middle - 1;
    }
    return days[low]?.key ?? dateAt(ms, timeZone);
  };
}
