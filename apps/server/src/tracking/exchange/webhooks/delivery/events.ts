import { createHmac } from "node:crypto";
import type { Database } from "#platform/database/database.ts";
import {
  type EventChange,
  listTraceparents,
  readEventChanges,
} from "#tracking/exchange/event-catalogue/change-queries.ts";
import { toEvent, wants } from "#tracking/exchange/event-catalogue/event-payload.ts";
import type { WebhookRow } from "#tracking/exchange/webhooks/webhook.ts";
import { type OpenSecret, signingSecrets } from "#tracking/exchange/webhooks/webhook-secrets.ts";
import type { Claim } from "./claims.ts";
import { blockSize } from "./limits.ts";

export interface EventToSend {
  /** Undefined if the event no longer exists. */
  body: Buffer | undefined;
  /**
   * Whether the endpoint may still receive the event: a member who sees less may have registered the endpoint again
   * since.
   */
  isWanted: boolean;
  /** When the event happened. */
  at: string | undefined;
  /** The traceparent of the request that made the change; undefined if the request was not traced. */
  traceparent: string | undefined;
}

/** An event with its bodies, by whether the endpoint may see amounts. */
interface KnownEvent {
  change: EventChange;
  bodies: Map<boolean, Buffer | undefined>;
  traceparent: string | undefined;
}

/**
 * Reads events from the change rows and caches the latest ones, because an event goes to several endpoints at different
 * times. With `isTraced`, also reads their traceparents.
 */
export function createEventReader(db: Database, isTraced: boolean) {
  const known = new Map<string, KnownEvent>();

  async function readMissing(claims: readonly Claim[]): Promise<void> {
    const missing = claims.filter(({ change_id: id }) => !known.has(id));
    for (const [orgId, ofThis] of Map.groupBy(missing, ({ org_id }) => org_id)) {
      const ids = [...new Set(ofThis.map(({ change_id: id }) => id))];
      const traceparents = isTraced ? await listTraceparents(db, orgId, ids) : undefined;
      for (const [id, change] of await readEventChanges(db, orgId, ids))
        known.set(id, { change, bodies: new Map(), traceparent: traceparents?.get(id) });
    }
  }

  return {
    /** Returns the event for each claim, in order. */
    async read(claims: readonly { claim: Claim; webhook: WebhookRow }[]): Promise<EventToSend[]> {
      await readMissing(claims.map(({ claim }) => claim));
      const events = claims.map(({ claim, webhook }) => toSend(known.get(claim.change_id), webhook));
      for (const id of known.keys()) {
        if (known.size <= blockSize) break;
        known.delete(id);
      }
      return events;
    },
  };
}

function toSend(event: KnownEvent | undefined, webhook: WebhookRow): EventToSend {
  if (event === undefined) return { body: undefined, isWanted: true, at: undefined, traceparent: undefined };
  const { bodies, traceparent } = event;
  const { action, object, former, at } = event.change;
  const { shows_money: showsMoney } = webhook;
  if (!bodies.has(showsMoney)) {
    const body = toEvent(event.change, webhook)?.body;
    bodies.set(showsMoney, body === undefined ? undefined : Buffer.from(body));
  }
  // A test event is always wanted, because it is queued for one endpoint regardless of its subscriptions.
  const isWanted = action === "webhook.test" || wants(webhook, { action, object, previous: former });
  return { body: bodies.get(showsMoney), isWanted, at, traceparent };
}

export function requestHeaders(
  webhook: WebhookRow,
  claim: Claim,
  body: Buffer,
  { at, openSecret, userAgent }: { at: Date; openSecret: OpenSecret; userAgent: string },
): Record<string, string> {
  return {
    "content-type": "application/json",
    "user-agent": userAgent,
    // Identifies the attempt in the receiver's logs. Receivers detect duplicates by webhook-id, which stays the same.
    "stint-attempt": String(claim.attempts),
    ...signedHeaders(claim.change_id, at, body, signingSecrets(openSecret, webhook, at)),
  };
}

const prefix = "whsec_";

/** The headers of Standard Webhooks 1.0, with one signature for each secret. */
export function signedHeaders(
  id: string,
  at: Date,
  body: Buffer,
  secrets: readonly string[],
): Record<"webhook-id" | "webhook-timestamp" | "webhook-signature", string> {
  const timestamp = Math.floor(at.getTime() / 1000);
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest("base64")}`;
  });
  return { "webhook-id": id, "webhook-timestamp": String(timestamp), "webhook-signature": signatures.join(" ") };
}
