import { closest } from "fastest-levenshtein";
import { type Actor, may } from "#identity/access.ts";
import type { Origin } from "#identity/history/record-change.ts";
import { demandRecentAuthentication } from "#identity/demand-recent-authentication.ts";
import { type Database, sql, type Transaction } from "#platform/database/database.ts";
import { AppError, invalid, notFound, refusal } from "#platform/errors.ts";
import { changedColumns, newColumns } from "#platform/fields/fields.ts";
import { checkIfMatch } from "#platform/http/replies/etag.ts";
import type { Edit, Target } from "#platform/http/contract/target.ts";
import { asId } from "#platform/ids.ts";
import { needSecretKey } from "#platform/secrets/need-secret-key.ts";
import { encrypt } from "#platform/secrets/encrypt.ts";
import { findVisibleProject } from "#tracking/ledger/projects/queries.ts";
import { viewerOf } from "#tracking/ledger/projects/visibility.ts";
import {
  declarationOf,
  eventTypes,
  expandEvents,
  isEventType,
} from "#tracking/exchange/event-catalogue/event-types.ts";
import { cancelPendingDeliveries, countWebhooks, findWebhook } from "#tracking/exchange/webhooks/queries.ts";
import { webhookFields } from "#tracking/exchange/webhooks/fields.ts";
import type { CreateWebhook, UpdateWebhook } from "#tracking/exchange/webhooks/schemas.ts";
import { type WebhookRow, webhooks, webhookTag } from "#tracking/exchange/webhooks/webhook.ts";
import { newWebhookSecret } from "#tracking/exchange/webhooks/webhook-secrets.ts";
import { actionOf, disable, hasEntitledRegistrar } from "./disable-webhook.ts";
import { dayMs } from "#platform/days.ts";

const maxWebhooks = 100;
const overlapMs = dayMs;

export interface WebhookAndSecret {
  row: WebhookRow;
  secret: string;
}

export async function createWebhook(
  tx: Transaction,
  actor: Actor,
  { input }: { input: CreateWebhook },
  { secretKey }: { secretKey: Buffer | undefined },
): Promise<WebhookAndSecret> {
  const key = needSecretKey(secretKey);
  const events = input.events ?? ["*"];
  checkEvents(events);
  demandScopes(actor, events);
  await checkProject(tx, actor, input.projectId);
  if ((await countWebhooks(tx, actor.orgId)) >= maxWebhooks) {
    throw new AppError(
      "too_many_webhooks",
      `An organization has at most ${maxWebhooks} webhook endpoints. Delete one first.`,
    );
  }
  const secret = newWebhookSecret();
  const row = await webhooks.insert(tx, actor, {
    ...newColumns(webhookFields, input),
    ...registrar(actor),
    secret_sealed: encrypt(key, secret),
  });
  return { row, secret };
}

export async function changeWebhook(
  tx: Transaction,
  actor: Actor,
  { id, input, ifMatch }: Edit<UpdateWebhook>,
  { now }: { now: Date },
): Promise<WebhookRow> {
  const before = await webhooks.lock(tx, actor, { id });
  if (input.events !== undefined) checkEvents(input.events);
  const wanted = changedColumns(webhookFields, before, input);
  if (wanted.project_id !== before.project_id) await checkProject(tx, actor, wanted.project_id);
  // If the registering member has lost access to webhooks, enabling the endpoint registers it for the actor.
  const isTakenOver = input.status === "active" && !(await hasEntitledRegistrar(tx, before));
  const columns = {
    ...wanted,
    ...registration(actor, before, wanted, isTakenOver, now),
    ...statusColumns(before, wanted.status, now),
  };
  checkIfMatch(ifMatch, webhookTag(before));
  if (input.status === "active") demandSecret(before);
  const row = await webhooks.change(tx, actor, before, columns, { action: actionOf(before, wanted) });
  if (row !== before && row.status === "disabled") await cancelPendingDeliveries(tx, actor.orgId, id, now);
  return row;
}

/**
 * Deletes the secret of an endpoint, because the key that encrypts it has been lost, and disables the endpoint. After a
 * rotation has created a new secret, the endpoint can be enabled again.
 */
export async function forgetSecret(
  tx: Transaction,
  origin: Origin,
  id: string,
  { now }: { now: Date },
): Promise<WebhookRow> {
  const before = await findWebhook(tx, origin.orgId, id, sql`for no key update`);
  if (before === undefined) throw notFound("webhook");
  const columns = {
    secret_sealed: null,
    previous_secret_sealed: null,
    previous_secret_expires_at: null,
    disabled_at: before.disabled_at ?? now.toISOString(),
    disabled_reason:
      "The server's SECRET_KEY was lost, and this endpoint's signing secret with it. Rotate the secret, give the new one to the receiver, then enable the endpoint.",
  };
  return disable(tx, origin, before, columns, now);
}

/** Creates a new secret. For a day, deliveries are also signed with the previous secret. */
export async function rotateSecret(
  tx: Transaction,
  actor: Actor,
  target: Target,
  { secretKey, now }: { secretKey: Buffer | undefined; now: Date },
): Promise<WebhookAndSecret> {
  const key = needSecretKey(secretKey);
  const before = await webhooks.lock(tx, actor, target);
  const secret = newWebhookSecret();
  const columns = {
    secret_sealed: encrypt(key, secret),
    previous_secret_sealed: before.secret_sealed,
    previous_secret_expires_at:
      before.secret_sealed === null ? null : new Date(now.getTime() + overlapMs).toISOString(),
  };
  return { row: await webhooks.update(tx, actor, before, columns, "webhook.secret_rotated"), secret };
}

/** Deletes an endpoint, its log and its pending deliveries. */
export async function removeWebhook(tx: Transaction, actor: Actor, target: Target): Promise<void> {
  await webhooks.remove(tx, actor, await webhooks.lockForRemoval(tx, actor, target));
}

type Registered = Pick<WebhookRow, "url" | "events" | "project_id">;

/**
 * The columns that register the endpoint again after a change; empty if the registration stays. If the change takes the
 * endpoint over, sets a new URL, selects another project or adds events, the actor becomes the registering member, and
 * the actor's key must have the scopes for the events.
 */
function registration(
  actor: Actor,
  before: Registered,
  wanted: Registered,
  isTakenOver: boolean,
  now: Date,
): Partial<WebhookRow> {
  const isElsewhere = isTakenOver || wanted.url !== before.url || wanted.project_id !== before.project_id;
  const known = isElsewhere ? new Set<string>() : expandEvents(before.events);
  const added = [...expandEvents(wanted.events)].filter((type) => !known.has(type));
  const grows = wanted.events.includes("*") && !before.events.includes("*");
  if (added.length === 0 && !isElsewhere && !grows) return {};
  demandRecentAuthentication(actor, now.getTime());
  demandScopes(actor, added);
  return registrar(actor);
}

function registrar(actor: Actor): Pick<WebhookRow, "user_id" | "shows_money"> {
  return { user_id: actor.userId, shows_money: may(actor, "costs:read") };
}

function statusColumns(before: WebhookRow, status: WebhookRow["status"], now: Date): Partial<WebhookRow> {
  if (status === before.status) return {};
  return status === "active"
    ? { status, disabled_at: null, disabled_reason: null, failing_since: null }
    : { status, disabled_at: now.toISOString(), disabled_reason: "Disabled by a member." };
}

/** Throws 422 if the endpoint has no secret, because its deliveries could not be signed. */
function demandSecret(row: WebhookRow): void {
  if (row.secret_sealed !== null) return;
  throw invalid(
    "/status",
    "secret_missing",
    "This endpoint's secret was lost with the server's SECRET_KEY. Rotate it first (POST …/rotate-secret), and give the new one to the receiver.",
  );
}

function checkEvents(events: readonly string[]): void {
  const at = events.findIndex((type) => type !== "*" && !isEventType(type));
  const unknown = events[at];
  if (unknown === undefined) return;
  const known = ["*", ...eventTypes];
  throw invalid(
    `/events/${at}`,
    "unknown_event",
    `isn't an event type; the closest is ${closest(unknown, known)}. Known: ${known.join(", ")}`,
  );
}

/** Throws 403 if the actor's key may not read some of these event types. */
function demandScopes(actor: Actor, events: readonly string[]): void {
  const scopes = new Set([...expandEvents(events)].map((type) => declarationOf(type).resource.readScope));
  for (const scope of scopes) {
    if (scope === undefined || may(actor, scope)) continue;
    const message = `These events show data that needs the scope ${scope}, which this key lacks. Leave them out, or use a key that has it.`;
    throw refusal("/events", "insufficient_scope", message);
  }
}

async function checkProject(db: Database, actor: Actor, projectId: string | null | undefined): Promise<void> {
  if (projectId === undefined || projectId === null) return;
  const project = await findVisibleProject(db, actor.orgId, viewerOf(actor), asId(projectId), sql`for key share`);
  if (project === undefined) throw notFound("project", "/projectId");
}
