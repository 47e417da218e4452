import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { type Static, Type } from "#platform/http/contract/type/type.ts";
import { byId, pathFirst } from "#identity/by-id.ts";
import { inlineSchema } from "#platform/http/reference/openapi-schemas.ts";
import { sendJson, sendPage, sendResource } from "#platform/http/replies/replies.ts";
import { IdParams, NotModified, problems } from "#platform/http/contract/resource-schemas.ts";
import { editOf, targetOf } from "#platform/http/contract/target.ts";
import type { TrackingDeps } from "#tracking/ledger/deps.ts";
import { readPage, toPage } from "#platform/http/replies/newest-first.ts";
import { checkWebhookUrl } from "./check-webhook-url.ts";
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
import { toWebhook, webhookTag } from "#tracking/exchange/webhooks/webhook.ts";
import { changeWebhook, createWebhook, removeWebhook, rotateSecret } from "./webhook-verbs.ts";

export interface WebhookDeps extends TrackingDeps {
  secretKey: Buffer | undefined;
  webhookAllowPrivate: boolean;
}

const tags = ["Webhooks"];

export const webhookRoutes: FastifyPluginAsyncTypebox<WebhookDeps> = async (app, deps) => {
  const { db, mutate, now, secretKey, webhookAllowPrivate } = deps;
  const inPath = byId(({ actor, params }) => findWebhook(db, actor.orgId, params.id), "webhook");

  app.get(
    "/webhooks",
    {
      config: { access: "webhooks:read" },
      schema: {
        operationId: "listWebhooks",
        tags,
        summary: "List webhook endpoints",
        querystring: ListWebhooks,
        response: { 200: WebhookPage, ...problems(422) },
      },
    },
    async (request, reply) => {
      const page = readPage(request.query, ["webhooks"]);
      return sendPage(request, reply, toPage(await listWebhooks(db, request.actor.orgId, page), page, toWebhook));
    },
  );

  app.post(
    "/webhooks",
    {
      config: { access: "webhooks:write", reauthenticated: true },
      schema: {
        operationId: "createWebhook",
        tags,
        summary: "Register a webhook endpoint",
        description:
          "The reply contains the secret that signs deliveries, which is shown only this once. The key needs the read scopes for the events' contents.",
        body: CreateWebhook,
        response: { 201: WebhookWithSecret, ...problems(400, 404, 409, 422) },
      },
    },
    async (request, reply) => {
      await checkWebhookUrl(request.body.url, webhookAllowPrivate);
      return mutate(request, reply, async (tx) => {
        const { row, secret } = await createWebhook(tx, request.actor, { input: request.body }, { secretKey });
        const body = { ...toWebhook(row), secret };
        return { status: 201, body, isSecret: true, location: `/v1/webhooks/${row.id}`, etag: webhookTag(row) };
      });
    },
  );

  app.get(
    "/webhooks/:id",
    {
      config: { access: "webhooks:read" },
      preValidation: pathFirst(inPath),
      schema: {
        operationId: "getWebhook",
        tags,
        summary: "Get a webhook endpoint",
        params: IdParams,
        response: { 200: Webhook, 304: NotModified, ...problems(404) },
      },
    },
    async (request, reply) => {
      const row = await inPath(request);
      return sendResource(request, reply, webhookTag(row), toWebhook(row));
    },
  );

  app.patch(
    "/webhooks/:id",
    {
      config: { access: "webhooks:write" },
      preValidation: inPath,
      schema: {
        operationId: "updateWebhook",
        tags,
        summary: "Change, enable or disable a webhook endpoint",
        description:
          "Changing the URL or project, or adding events, registers the endpoint again: this needs the same scopes and recent authentication as registering it, and `showsMoney` is determined again. The same applies to enabling an endpoint if the member who registered it was deactivated or may no longer manage webhooks.",
        params: IdParams,
        body: UpdateWebhook,
        response: { 200: Webhook, ...problems(400, 404, 412, 422) },
      },
    },
    async (request, reply) => {
      const { url } = request.body;
      if (url !== undefined && url !== (await inPath(request)).url) await checkWebhookUrl(url, webhookAllowPrivate);
      return mutate(request, reply, async (tx) => {
        const row = await changeWebhook(tx, request.actor, editOf(request), { now: now() });
        return { status: 200, body: toWebhook(row), etag: webhookTag(row) };
      });
    },
  );

  app.delete(
    "/webhooks/:id",
    {
      config: { access: "webhooks:write", evenWhileEnding: true },
      preValidation: pathFirst(inPath),
      schema: {
        operationId: "deleteWebhook",
        tags,
        summary: "Delete a webhook endpoint and its log",
        params: IdParams,
        response: { 204: Type.Null({ description: "Deleted." }), ...problems(404, 412) },
      },
    },
    async (request, reply) =>
      mutate(request, reply, async (tx) => {
        await removeWebhook(tx, request.actor, targetOf(request));
        return { status: 204 };
      }),
  );

  app.post(
    "/webhooks/:id/rotate-secret",
    {
      config: { access: "webhooks:write", reauthenticated: true },
      preValidation: pathFirst(inPath),
      schema: {
        operationId: "rotateWebhookSecret",
        tags,
        summary: "Replace the secret of a webhook endpoint",
        description:
          "The reply contains the new secret, which is shown only this once. Deliveries are also signed with the previous one for 24 hours.",
        params: IdParams,
        response: { 200: WebhookWithSecret, ...problems(404, 409, 412) },
      },
    },
    async (request, reply) =>
      mutate(request, reply, async (tx) => {
        const { row, secret } = await rotateSecret(tx, request.actor, targetOf(request), { secretKey, now: now() });
        return { status: 200, body: { ...toWebhook(row), secret }, isSecret: true, etag: webhookTag(row) };
      }),
  );

  let catalogue: Static<typeof EventTypes> | undefined;
  app.get(
    "/event-types",
    {
      config: { access: "webhooks:read" },
      schema: {
        operationId: "listEventTypes",
        tags,
        summary: "List the event types",
        description: "The events that can be subscribed to, each with the JSON Schema of its body and an example.",
        response: { 200: EventTypes },
      },
    },
    async (_request, reply) => {
      catalogue ??= { data: eventCatalogue.map((entry) => ({ ...entry, schema: inlineSchema(entry.schema) })) };
      return sendJson(reply, 200, catalogue);
    },
  );
};
