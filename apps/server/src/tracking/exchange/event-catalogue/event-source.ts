import type { Database } from "#platform/database/database.ts";
import type { WebhookRow } from "#tracking/exchange/webhooks/webhook.ts";
import { type EventChange, listMissedChanges, listTraceparents, readEventChanges } from "./change-queries.ts";
import { toEvent, wants } from "./event-payload.ts";

/** An event for an endpoint. */
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

/** The number of events that are cached. */
const maxKnown = 1_000;

export type EventSource = ReturnType<typeof createEventSource>;

/**
 * Reads the events of deliveries. Caches the latest ones, because an event goes to several endpoints at different times.
 * With `isTraced`, also reads their traceparents.
 */
export function createEventSource(db: Database, isTraced: boolean) {
  const known = new Map<string, KnownEvent>();

  return {
    wants,
    listMissedChanges,
    /** Reads the events of these deliveries; returns a function that finds a delivery's event for its endpoint. */
    async read(deliveries: readonly { org_id: string; change_id: string }[]) {
      // Keeps them all, because the cache may evict some before they are used.
      const found = new Map(deliveries.map(({ change_id: id }) => [id, known.get(id)]));
      const missing = deliveries.filter(({ change_id: id }) => found.get(id) === undefined);
      for (const [orgId, ofThis] of Map.groupBy(missing, ({ org_id }) => org_id)) {
        const ids = [...new Set(ofThis.map(({ change_id: id }) => id))];
        const traceparents = isTraced ? await listTraceparents(db, orgId, ids) : undefined;
        for (const [id, change] of await readEventChanges(db, orgId, ids)) {
          const event = { change, bodies: new Map(), traceparent: traceparents?.get(id) };
          found.set(id, event);
          known.set(id, event);
        }
      }
      for (const id of known.keys()) {
        if (known.size <= maxKnown) break;
        known.delete(id);
      }
      return ({ change_id: id }: { change_id: string }, webhook: WebhookRow) => toSend(found.get(id), webhook);
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
