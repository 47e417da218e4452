import { askedUsers } from "#identity/access.ts";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { Type } from "#platform/http/contract/type/type.ts";
import { byId, pathFirst } from "#identity/by-id.ts";
import { sendPage, sendResource } from "#platform/http/replies/replies.ts";
import { etagOf, IdParams, NotModified, problems } from "#platform/http/contract/resource-schemas.ts";
import { targetOf } from "#platform/http/contract/target.ts";
import type { TrackingDeps } from "#tracking/ledger/deps.ts";
import { readPage, toPage } from "#platform/http/replies/newest-first.ts";
import { findRate, listRates } from "./queries.ts";
import { toRate } from "./rate.ts";
import { createRate, removeRate } from "./rate-verbs.ts";
import { CreateRate, ListRates, Rate, RatePage } from "./schemas.ts";

const tags = ["Rates"];

export const rateRoutes: FastifyPluginAsyncTypebox<TrackingDeps> = async (app, { db, mutate }) => {
  const inPath = byId(({ actor, params }) => findRate(db, actor.orgId, params.id), "rate");

  app.get(
    "/rates",
    {
      config: { access: "costs:read" },
      schema: {
        operationId: "listRates",
        tags,
        summary: "List rates",
        description: "Newest first. Filters are combined with AND; a repeated filter matches any of its values.",
        querystring: ListRates,
        response: { 200: RatePage, ...problems(422) },
      },
    },
    async (request, reply) => {
      const { kind, scope, userId, projectId, taskId } = request.query;
      const filter = {
        kind,
        scope,
        user_id: askedUsers(request.actor, userId),
        project_id: projectId,
        task_id: taskId,
      };
      const page = readPage(request.query, ["rates", filter]);
      const rows = await listRates(db, request.actor.orgId, filter, page);
      return sendPage(request, reply, toPage(rows, page, toRate));
    },
  );

  app.post(
    "/rates",
    {
      config: { access: "rates:write" },
      schema: {
        operationId: "createRate",
        tags,
        summary: "Set a rate from a day on",
        description:
          "Applies to entries written from now on. Existing entries keep their rate and amount until they are repriced.",
        body: CreateRate,
        response: { 201: Rate, ...problems(400, 404, 409, 422) },
      },
    },
    async (request, reply) =>
      mutate(request, reply, async (tx) => {
        const row = await createRate(tx, request.actor, { input: request.body });
        return { status: 201, body: toRate(row), location: `/v1/rates/${row.id}`, etag: etagOf(row) };
      }),
  );

  app.get(
    "/rates/:id",
    {
      config: { access: "costs:read" },
      preValidation: pathFirst(inPath),
      schema: {
        operationId: "getRate",
        tags,
        summary: "Get a rate",
        params: IdParams,
        response: { 200: Rate, 304: NotModified, ...problems(404) },
      },
    },
    async (request, reply) => {
      const row = await inPath(request);
      return sendResource(request, reply, etagOf(row), toRate(row));
    },
  );

  app.delete(
    "/rates/:id",
    {
      config: { access: "rates:write" },
      preValidation: pathFirst(inPath),
      schema: {
        operationId: "deleteRate",
        tags,
        summary: "Delete a rate",
        description: "Entries keep its rate and amounts until they are repriced.",
        params: IdParams,
        response: { 204: Type.Null({ description: "Deleted." }), ...problems(404, 412) },
      },
    },
    async (request, reply) =>
      mutate(request, reply, async (tx) => {
        await removeRate(tx, request.actor, targetOf(request));
        return { status: 204 };
      }),
  );
};
