import { byId } from "#identity/by-id.ts";
import { addOperations, type Operations } from "#identity/http/operations.ts";
import { type Static } from "#platform/http/contract/type/type.ts";
import { editOf, targetOf } from "#platform/http/contract/target.ts";
import { inlineSchema } from "#platform/http/reference/openapi-schemas.ts";
import { readPage, toPage } from "#platform/http/replies/pages.ts";
import type { HttpApp } from "#platform/http/server/create-http-app.ts";
import { eventCatalogue } from "#tracking/exchange/event-catalogue/event-catalogue.ts";
import { findWebhook, listWebhooks } from "#tracking/exchange/webhooks/queries.ts";
import {
  CreateWebhook,
  EventTypes,
  ListWebhooks,
  UpdateWebhook,
  Webhook,
  WebhookPage,
  WebhookWithSecret,
} from "#tracking/exchange/webhooks/schemas.ts";
import { toWebhook, type WebhookRow, webhookTag } from "#tracking/exchange/webhooks/webhook.ts";
import type { TrackingDeps } from "#tracking/ledger/deps.ts";
import { checkWebhookUrl } from "./check-webhook-url.ts";
import { changeWebhook, createWebhook, removeWebhook, rotateSecret, type WebhookAndSecret } from "./webhook-verbs.ts";

const operations = {
  listWebhooks: {
    at: "GET /webhooks",
    access: "webhooks:read",
    summary: "List webhook endpoints",
    query: ListWebhooks,
    reply: WebhookPage,
    others: [422],
  },
  createWebhook: {
    at: "POST /webhooks",
    access: "webhooks:write",
    reauthenticated: true,
    summary: "Register a webhook endpoint",
    description:
      "The reply contains the secret that signs deliveries, which is shown only this once. The key needs the read scopes for the events' contents.",
    body: CreateWebhook,
    reply: WebhookWithSecret,
    status: 201,
    others: [400, 404, 409, 422],
    byHand: true,
  },
  getWebhook: {
    at: "GET /webhooks/:id",
    access: "webhooks:read",
    summary: "Get a webhook endpoint",
    reply: Webhook,
    others: [304, 404],
  },
  updateWebhook: {
    at: "PATCH /webhooks/:id",
    access: "webhooks:write",
    summary: "Change, enable or disable a webhook endpoint",
    description:
      "Changing the URL or project, or adding events, registers the endpoint again: this needs the same scopes and recent authentication as registering it, and `showsMoney` is determined again. The same applies to enabling an endpoint if the member who registered it was deactivated or may no longer manage webhooks.",
    body: UpdateWebhook,
    reply: Webhook,
    others: [400, 404, 412, 422],
    byHand: true,
  },
  deleteWebhook: {
    at: "DELETE /webhooks/:id",
    access: "webhooks:write",
    evenWhileEnding: true,
    summary: "Delete a webhook endpoint and its log",
    reply: "Deleted.",
    others: [404, 412],
  },
  rotateWebhookSecret: {
    at: "POST /webhooks/:id/rotate-secret",
    access: "webhooks:write",
    reauthenticated: true,
    summary: "Replace the secret of a webhook endpoint",
    description:
      "The reply contains the new secret, which is shown only this once. Deliveries are also signed with the previous one for 24 hours.",
    reply: WebhookWithSecret,
    others: [404, 409, 412],
  },
  listEventTypes: {
    at: "GET /event-types",
    access: "webhooks:read",
    summary: "List the event types",
    description: "The events that can be subscribed to, each with the JSON Schema of its body and an example.",
    reply: EventTypes,
    others: [],
  },
} as const satisfies Operations;

export interface WebhookDeps extends TrackingDeps {
  secretKey: Buffer | undefined;
  webhookAllowPrivate: boolean;
}

export async function webhookRoutes(app: HttpApp, deps: WebhookDeps): Promise<void> {
  const { db, mutate, now, secretKey, webhookAllowPrivate } = deps;
  const find = byId(({ actor, params }) => findWebhook(db, actor.orgId, params.id), "webhook");
  let catalogue: Static<typeof EventTypes> | undefined;
  addOperations(
    app,
    operations,
    { tag: "Webhooks", mutate, find },
    {
      async listWebhooks({ actor, query }) {
        const page = readPage(query, ["webhooks"]);
        return { body: toPage(await listWebhooks(db, actor.orgId, page), page, toWebhook) };
      },
      async createWebhook({ actor, body: input }, _reply, inTransaction) {
        await checkWebhookUrl(input.url, webhookAllowPrivate);
        return inTransaction(async (tx) => {
          const made = await createWebhook(tx, actor, { input }, { secretKey });
          return { ...withSecret(made), location: `/v1/webhooks/${made.row.id}` };
        });
      },
      getWebhook: async (request) => shown(await find(request)),
      async updateWebhook(request, _reply, inTransaction) {
        const { url } = request.body;
        if (url !== undefined && url !== (await find(request)).url) await checkWebhookUrl(url, webhookAllowPrivate);
        return inTransaction(async (tx) =>
          shown(await changeWebhook(tx, request.actor, editOf(request), { now: now() })),
        );
      },
      deleteWebhook: (tx, request) => removeWebhook(tx, request.actor, targetOf(request)),
      rotateWebhookSecret: async (tx, request) =>
        withSecret(await rotateSecret(tx, request.actor, targetOf(request), { secretKey, now: now() })),
      async listEventTypes() {
        catalogue ??= { data: eventCatalogue.map((entry) => ({ ...entry, schema: inlineSchema(entry.schema) })) };
        return { body: catalogue };
      },
    },
  );
}

function shown(row: WebhookRow) {
  return { body: toWebhook(row), etag: webhookTag(row) };
}

function withSecret({ row, secret }: WebhookAndSecret) {
  return { body: { ...toWebhook(row), secret }, isSecret: true, etag: webhookTag(row) };
}
