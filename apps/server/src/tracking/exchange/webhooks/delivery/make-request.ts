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
import { blockSize } from "./limits.ts";
import type { Claim } from "./queries.ts";

/** An event with its bodies, by whether the endpoint may see amounts. */
interface KnownEvent {
  change: EventChange;
  bodies: Map<boolean, Buffer | undefined>;
  traceparent: string | undefined;
}

export interface EventReader {
  /** The event for each claim, in order; its body is undefined if the event no longer exists. */
  read(claims: readonly Claim[], webhookOf: (claim: Claim) => WebhookRow): Promise<EventToSend[]>;
}

export interface EventToSend {
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

/**
 * Reads events from the change rows and caches the latest ones, because an event goes to several endpoints at different
 * times. With `isTraced`, also reads their traceparents.
 */
export function createEventReader(db: Database, isTraced = false): EventReader {
  const known = new Map<string, KnownEvent>();

  /** The events of the claims. Returns them all, because the cache may evict some before they are used. */
  async function readKnown(claims: readonly Claim[]): Promise<Map<string, KnownEvent>> {
    const found = new Map<string, KnownEvent>();
    const missing = new Map<string, Set<string>>();
    for (const { org_id: orgId, change_id: id } of claims) {
      const event = known.get(id);
      if (event !== undefined) found.set(id, event);
      else missing.set(orgId, (missing.get(orgId) ?? new Set()).add(id));
    }
    for (const [orgId, ids] of missing) {
      const traceparents = isTraced ? await listTraceparents(db, orgId, [...ids]) : undefined;
      for (const [id, change] of await readEventChanges(db, orgId, [...ids])) {
        const event = { change, bodies: new Map(), traceparent: traceparents?.get(id) };
        found.set(id, event);
        known.set(id, event);
      }
    }
    return found;
  }

  function bodyOf({ change, bodies }: KnownEvent, webhook: WebhookRow): Buffer | undefined {
    const { shows_money: showsMoney } = webhook;
    if (!bodies.has(showsMoney)) {
      const event = toEvent(change, webhook);
      bodies.set(showsMoney, event === undefined ? undefined : Buffer.from(event.body));
    }
    return bodies.get(showsMoney);
  }

  function isWanted({ action, object, former }: EventChange, webhook: WebhookRow): boolean {
    // A test event is always wanted, because it is queued for one endpoint regardless of its subscriptions.
    return action === "webhook.test" || wants(webhook, { action, object, previous: former });
  }

  return {
    async read(claims, webhookOf) {
      const found = await readKnown(claims);
      const events = claims.map((claim) => {
        const event = found.get(claim.change_id);
        const webhook = webhookOf(claim);
        return {
          body: event && bodyOf(event, webhook),
          isWanted: event === undefined || isWanted(event.change, webhook),
          at: event?.change.at,
          traceparent: event?.traceparent,
        };
      });
      for (const id of known.keys()) {
        if (known.size <= blockSize) break;
        known.delete(id);
      }
      return events;
    },
  };
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
