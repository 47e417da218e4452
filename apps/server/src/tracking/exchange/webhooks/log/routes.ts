import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Actor } from "#identity/access.ts";
import type { Database } from "#platform/database/database.ts";
import { byId, type InPath } from "#identity/by-id.ts";
import { sendPage } from "#platform/http/replies/replies.ts";
import { IdParams, problems } from "#platform/http/contract/resource-schemas.ts";
import { createLanes } from "#platform/concurrency/lanes.ts";
import type { TrackingDeps } from "#tracking/ledger/deps.ts";
import { readPage, toPage } from "#platform/http/replies/newest-first.ts";
import { findWebhook } from "#tracking/exchange/webhooks/queries.ts";
import { type DeliveryRow, findDelivery, listAttempts, listDeliveries } from "./queries.ts";
import { redeliver, replay, testWebhook } from "./redeliver.ts";
import { Delivery, DeliveryPage, DeliveryParams, ListDeliveries, Replayed, ReplayDeliveries } from "./schemas.ts";
import { toDelivery } from "./to-delivery.ts";

const tags = ["Webhooks"];

export const deliveryRoutes: FastifyPluginAsyncTypebox<TrackingDeps> = async (app, { db, mutate, now }) => {
  // Limits concurrent replays, because each one processes thousands of events.
  const replays = createLanes({ ofEach: 2, inAll: 4, maxWaiting: 16 });
  const webhookInPath = byId(({ actor, params }) => findWebhook(db, actor.orgId, params.id), "webhook");
  const deliveryInPath = byId(async (request: InPath<"id" | "deliveryId">) => {
    await webhookInPath(request);
    const { actor, params } = request;
    return findDelivery(db, actor.orgId, params.id, params.deliveryId);
  }, "delivery");

  app.get(
    "/webhooks/:id/deliveries",
    {
      config: { access: "webhooks:read" },
      preValidation: webhookInPath,
      schema: {
        operationId: "listDeliveries",
        tags,
        summary: "List the deliveries of a webhook endpoint",
        description: "Newest first, with every attempt; kept for 30 days.",
        params: IdParams,
        querystring: ListDeliveries,
        response: { 200: DeliveryPage, ...problems(404, 422) },
      },
    },
    async (request, reply) => {
      const { actor } = request;
      const { id } = request.params;
      const { status } = request.query;
      const page = readPage(request.query, ["deliveries", id, status]);
      const { data, nextCursor } = toPage(await listDeliveries(db, actor.orgId, id, status, page), page, (row) => row);
      return sendPage(request, reply, { data: await withAttempts(db, actor, data), nextCursor });
    },
  );

  app.post(
    "/webhooks/:id/test",
    {
      config: { access: "webhooks:write" },
      preValidation: webhookInPath,
      schema: {
        operationId: "testWebhook",
        tags,
        summary: "Send a test event to a webhook endpoint",
        description: "Queues a `webhook.test` event for this endpoint only, whatever events it is subscribed to.",
        params: IdParams,
        response: { 201: Delivery, ...problems(404, 409) },
      },
    },
    async (request, reply) =>
      mutate(request, reply, async (tx) => {
        const row = await testWebhook(tx, request.actor, request.params, { now: now() });
        return { status: 201, body: toDelivery(row, [], request.actor) };
      }),
  );

  app.post(
    "/webhooks/:id/deliveries/:deliveryId/redeliver",
    {
      config: { access: "webhooks:write" },
      preValidation: deliveryInPath,
      schema: {
        operationId: "redeliver",
        tags,
        summary: "Resend a delivery",
        description:
          "Works whatever its status: it becomes due now, and its schedule starts over. The event's id and body are the same.",
        params: DeliveryParams,
        response: { 200: Delivery, ...problems(404, 409) },
      },
    },
    async (request, reply) =>
      mutate(request, reply, async (tx) => {
        const row = await redeliver(tx, request.actor, request.params, { now: now() });
        const attempts = await listAttempts(tx, request.actor.orgId, [row.id]);
        return { status: 200, body: toDelivery(row, attempts.get(row.id) ?? [], request.actor) };
      }),
  );

  app.post(
    "/webhooks/:id/replay",
    {
      config: { access: "webhooks:write" },
      preValidation: webhookInPath,
      schema: {
        operationId: "replayDeliveries",
        tags,
        summary: "Resend failed and missed deliveries",
        description:
          "Resends all deliveries since an instant that failed or were cancelled, and the events that the endpoint missed while it was disabled.",
        params: IdParams,
        body: ReplayDeliveries,
        response: { 200: Replayed, ...problems(400, 404, 409, 422) },
      },
    },
    async (request, reply) =>
      replays.run(request.actor.orgId, () =>
        mutate(request, reply, async (tx) => {
          const body = await replay(tx, request.actor, { ...request.params, input: request.body }, { now: now() });
          return { status: 200, body };
        }),
      ),
  );
};

async function withAttempts(db: Database, actor: Actor, rows: DeliveryRow[]) {
  const attempts = await listAttempts(
    db,
    actor.orgId,
    rows.map((row) => row.id),
  );
  return rows.map((row) => toDelivery(row, attempts.get(row.id) ?? [], actor));
}
