import type { DatabasePool, Transaction } from "#platform/database/database.ts";
import { violates } from "#platform/database/database-errors.ts";
import { newId } from "#platform/ids.ts";
import { wants } from "#tracking/webhooks/event-payload.ts";
import type { WebhookRow } from "#tracking/webhooks/queries.ts";
import { splitEntitled } from "#tracking/webhooks/registrar.ts";
import {
  type FreshDelivery,
  holdActiveWebhooks,
  holdBehind,
  insertFreshDeliveries,
  listLockedOrganizations,
  measurePending,
  noteBehind,
  putBack,
  type QueuedChange,
  takeQueued,
} from "./fan-out-queries.ts";
import { type PendingBounds, pendingBounds, type PendingLimits, roomOf } from "./pending-limits.ts";
import type { Claim, Lease, WebhookKey } from "./queries.ts";
import { keyOf } from "./slots.ts";

export interface FanOutOptions extends Lease {
  /** The delay of the first attempt; only a delivery without delay can be claimed at once. */
  firstWaitMs: number;
  /** The most changes of one organization to take at a time. */
  changesOfEach: number;
  pending: PendingLimits;
  /** How many more attempts may be under way at this node for an endpoint, and for an organization. */
  freeOf: (webhook: WebhookRow) => number;
  freeOfOrganization: (orgId: string) => number;
  /** How many deliveries may be claimed to wait for an attempt of the endpoint to end. */
  freeInLine: (webhook: WebhookRow) => number;
}

export interface FannedOut {
  /** The number of changes that left the queue; unless it is 0, there may be more. */
  taken: number;
  /** The first attempts that this node makes now, and their endpoints. */
  claims: Claim[];
  webhooks: WebhookRow[];
  /** Active endpoints whose registrar has lost the right to them: they receive nothing. */
  unentitled: WebhookRow[];
  /** Endpoints that have other due deliveries. */
  waiting: WebhookKey[];
  /** Organizations in which deliveries became due without an event, such as by a redelivery. */
  restarted: string[];
}

const takeLimits = { deliveriesOfEach: 1_500, changes: 1_000 };
// These create or restart deliveries themselves, in the transaction of their change.
const restarting = new Set(["webhook.test", "webhook.redelivered", "webhook.replayed"]);

/**
 * Turns queued changes into deliveries in one transaction: a change leaves the queue together with its deliveries, or
 * stays. Any number of nodes may run it at once. The same statement claims the deliveries that this node has room for,
 * which saves an update and a round trip each. Changes with locked endpoints stay queued, so no organization waits for
 * another's locks. An endpoint with too many pending deliveries falls behind; `catchUp` creates its deliveries later.
 */
export async function fanOut(db: DatabasePool, options: FanOutOptions): Promise<FannedOut> {
  try {
    return await fanOutOnce(db, options, "refused");
  } catch (error) {
    if (!violates(error, "deliveries_event_key")) throw error;
    return fanOutOnce(db, options, "skipped");
  }
}

/** Events that a replay has queued already are rare, and skipping them makes each insert dearer: so they are refused first. */
function fanOutOnce(db: DatabasePool, options: FanOutOptions, replayed: "refused" | "skipped"): Promise<FannedOut> {
  return db.transaction(async (tx) => {
    const { changesOfEach } = options;
    const queued = await takeQueued(tx, { ...takeLimits, changesOfEach });
    const { active, behind, changes } = await holdEndpoints(tx, queued);
    const restarted = new Set(changes.filter(({ action }) => restarting.has(action)).map(({ org_id }) => org_id));
    const { entitled: webhooks, others: unentitled } = splitEntitled(active);
    const wanted = wantedBy(webhooks, changes);
    await fallBehind(tx, wanted, behind, options);
    const { fresh, waiting } = makeDeliveries(wanted, options);
    const claims = fresh.length === 0 ? [] : await insertFreshDeliveries(tx, fresh, { ...options, replayed });
    return { taken: changes.length, claims, webhooks, unentitled, waiting, restarted: [...restarted] };
  });
}

/** The changes to deliver to each endpoint, in order. */
type Wanted = Map<WebhookRow, QueuedChange[]>;

/** Locks the endpoints of these changes, and leaves out the changes whose endpoints cannot be locked now. */
async function holdEndpoints(tx: Transaction, queued: QueuedChange[]) {
  if (queued.length === 0) return { active: [], behind: new Map<string, string>(), changes: queued };
  const orgIds = [...new Set(queued.map(({ org_id }) => org_id))];
  const active = await holdActiveWebhooks(tx, orgIds);
  const behind = await holdBehind(tx, orgIds);
  const countOf = (rows: { org_id: string }[], orgId: string) => rows.filter(({ org_id }) => org_id === orgId).length;
  const locked = await listLockedOrganizations(
    tx,
    orgIds.map((orgId) => ({ orgId, active: countOf(active, orgId), behind: countOf(behind, orgId) })),
  );
  const isFree = ({ org_id: orgId }: { org_id: string }) => !locked.has(orgId);
  if (locked.size > 0)
    await putBack(
      tx,
      queued.filter((change) => !isFree(change)),
    );
  return {
    active: active.filter(isFree),
    behind: new Map(behind.map((each) => [keyOf(each), each.after_at])),
    changes: queued.filter(isFree),
  };
}

function wantedBy(webhooks: WebhookRow[], changes: QueuedChange[]): Wanted {
  const byOrganization = Map.groupBy(changes, ({ org_id }) => org_id);
  return new Map(
    webhooks.map((webhook) => [
      webhook,
      (byOrganization.get(webhook.org_id) ?? []).filter((change) => wants(webhook, change)),
    ]),
  );
}

/**
 * Removes the changes of endpoints that are behind already or have too many pending deliveries, and marks these as
 * behind.
 */
async function fallBehind(
  tx: Transaction,
  wanted: Wanted,
  behind: Map<string, string>,
  { firstWaitMs, freeOf, freeInLine, pending: limits }: FanOutOptions,
): Promise<void> {
  const late: WebhookRow[] = [];
  const suspects = new Map<string, { webhook: WebhookRow; more: number; bounds: PendingBounds }>();
  const endpointsOf = Map.groupBy(wanted.keys(), ({ org_id }) => org_id);
  for (const [webhook, { length: more }] of wanted) {
    if (more === 0) continue;
    if (behind.has(keyOf(webhook))) late.push(webhook);
    // An endpoint with room cannot have many due.
    else if (firstWaitMs > 0 || freeOf(webhook) + freeInLine(webhook) < more) {
      const bounds = pendingBounds(endpointsOf.get(webhook.org_id)?.length ?? 1, limits);
      suspects.set(keyOf(webhook), { webhook, more, bounds });
    }
  }
  if (suspects.size > 0) {
    const asked = [...suspects.values()].map(({ webhook: { org_id, id }, bounds }) => ({ org_id, id, ...bounds }));
    for (const measured of await measurePending(tx, asked, limits.probeMs)) {
      const suspect = suspects.get(keyOf(measured));
      if (suspect === undefined) continue;
      const { webhook, more, bounds } = suspect;
      if (roomOf(webhook.failing_since !== null, measured, bounds) < more) late.push(webhook);
    }
  }
  const marks = late.flatMap((webhook) => {
    const first = wanted.get(webhook)?.reduce((a, b) => (Date.parse(b.at) < Date.parse(a.at) ? b : a));
    wanted.set(webhook, []);
    return first === undefined ? [] : [{ org_id: webhook.org_id, id: webhook.id, at: first.at }];
  });
  if (marks.length > 0) await noteBehind(tx, marks);
}

function makeDeliveries(wanted: Wanted, { firstWaitMs, freeOf, freeOfOrganization, freeInLine }: FanOutOptions) {
  const fresh: FreshDelivery[] = [];
  const waiting: WebhookKey[] = [];
  const freeOfEach = new Map<string, number>();
  for (const [webhook, changes] of wanted) {
    const { org_id, id } = webhook;
    const ofOrganization = freeOfEach.get(org_id) ?? freeOfOrganization(org_id);
    const free = freeOf(webhook);
    const slots = Math.min(free, ofOrganization, changes.length);
    // A line is served when an attempt of its own endpoint ends.
    const inLine = slots > 0 || free === 0 ? freeInLine(webhook) : 0;
    const left = firstWaitMs > 0 ? 0 : Math.min(slots + inLine, changes.length);
    freeOfEach.set(org_id, ofOrganization - Math.min(slots, left));
    for (const [at, change] of changes.entries()) {
      const what = { change_id: change.id, type: change.action };
      fresh.push({ org_id, id: newId("dlv"), webhook_id: id, ...what, claimed: at < left });
    }
    if (firstWaitMs === 0 && changes.length > left) waiting.push({ org_id, id });
  }
  return { fresh, waiting };
}
