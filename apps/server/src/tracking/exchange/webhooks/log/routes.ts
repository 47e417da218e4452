import type { Actor } from "#identity/access.ts";
import { byId, type InPath } from "#identity/by-id.ts";
import { addOperations, type Operations } from "#identity/http/operations.ts";
import { createLanes } from "#platform/concurrency/lanes.ts";
import type { Database } from "#platform/database/database.ts";
import { readPage, toPage } from "#platform/http/replies/pages.ts";
import type { HttpApp } from "#platform/http/server/create-http-app.ts";
import { findWebhook } from "#tracking/exchange/webhooks/queries.ts";
import type { TrackingDeps } from "#tracking/ledger/deps.ts";
import { type DeliveryRow, findDelivery, listAttempts, listDeliveries } from "./queries.ts";
import { redeliver, replay, testWebhook } from "./redeliver.ts";
import { Delivery, DeliveryPage, DeliveryParams, ListDeliveries, Replayed, ReplayDeliveries } from "./schemas.ts";
import { toDelivery } from "./to-delivery.ts";

const operations = {
  listDeliveries: {
    at: "GET /webhooks/:id/deliveries",
    access: "webhooks:read",
    summary: "List the deliveries of a webhook endpoint",
    description: "Newest first, with every attempt; kept for 30 days.",
    query: ListDeliveries,
    reply: DeliveryPage,
    others: [404, 422],
  },
  testWebhook: {
    at: "POST /webhooks/:id/test",
    access: "webhooks:write",
    summary: "Send a test event to a webhook endpoint",
    description: "Queues a `webhook.test` event for this endpoint only, whatever events it is subscribed to.",
    reply: Delivery,
    status: 201,
    others: [404, 409],
  },
  redeliver: {
    at: "POST /webhooks/:id/deliveries/:deliveryId/redeliver",
    access: "webhooks:write",
    summary: "Resend a delivery",
    description:
      "Works whatever its status: it becomes due now, and its schedule starts over. The event's id and body are the same.",
    params: DeliveryParams,
    reply: Delivery,
    others: [404, 409],
  },
  replayDeliveries: {
    at: "POST /webhooks/:id/replay",
    access: "webhooks:write",
    summary: "Resend failed and missed deliveries",
    description:
      "Resends all deliveries since an instant that failed or were cancelled, and the events that the endpoint missed while it was disabled.",
    body: ReplayDeliveries,
    reply: Replayed,
    others: [400, 404, 409, 422],
    byHand: true,
  },
} as const satisfies Operations;

export async function deliveryRoutes(app: HttpApp, { db, mutate, now }: TrackingDeps): Promise<void> {
  // Limits concurrent replays, because each one processes thousands of events.
  const replays = createLanes({ ofEach: 2, inAll: 4, maxWaiting: 16 });
  const webhook = byId(({ actor, params }: InPath) => findWebhook(db, actor.orgId, params.id), "webhook");
  const delivery = byId(async (request: InPath<"id" | "deliveryId">) => {
    const { id } = await webhook(request);
    return findDelivery(db, request.actor.orgId, id, request.params.deliveryId);
  }, "delivery");
  addOperations(
    app,
    operations,
    {
      tag: "Webhooks",
      mutate,
      find: { listDeliveries: webhook, testWebhook: webhook, redeliver: delivery, replayDeliveries: webhook },
    },
    {
      async listDeliveries(request) {
        const { id } = await webhook(request);
        const { actor, query } = request;
        const page = readPage(query, ["deliveries", id, query.status]);
        const rows = await listDeliveries(db, actor.orgId, id, query.status, page);
        const { data, nextCursor } = toPage(rows, page, (row) => row);
        return { body: { data: await withAttempts(db, actor, data), nextCursor } };
      },
      async testWebhook(tx, { actor, params }) {
        return { body: toDelivery(await testWebhook(tx, actor, params, { now: now() }), [], actor) };
      },
      async redeliver(tx, { actor, params }) {
        const row = await redeliver(tx, actor, params, { now: now() });
        const attempts = await listAttempts(tx, actor.orgId, [row.id]);
        return { body: toDelivery(row, attempts.get(row.id) ?? [], actor) };
      },
      replayDeliveries: async ({ actor, params, body: input }, _reply, inTransaction) =>
        replays.run(actor.orgId, () =>
          inTransaction(async (tx) => ({ body: await replay(tx, actor, { ...params, input }, { now: now() }) })),
        ),
    },
  );
}

async function withAttempts(db: Database, actor: Actor, rows: DeliveryRow[]) {
  const attempts = await listAttempts(
    db,
    actor.orgId,
    rows.map((row) => row.id),
  );
  return rows.map((row) => toDelivery(row, attempts.get(row.id) ?? [], actor));
}
