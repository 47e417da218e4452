import { askedUsers } from "#identity/access.ts";
import { byId } from "#identity/by-id.ts";
import { addOperations, type Operations } from "#identity/http/operations.ts";
import { etagOf } from "#platform/http/contract/resource-schemas.ts";
import { targetOf } from "#platform/http/contract/target.ts";
import { readPage, toPage } from "#platform/http/replies/pages.ts";
import { findRate, listRates } from "./queries.ts";
import { toRate } from "./rate.ts";
import type { HttpApp } from "#platform/http/server/create-http-app.ts";
import type { TrackingDeps } from "#tracking/ledger/deps.ts";
import { createRate, removeRate, rateRules } from "./rate-verbs.ts";
import { CreateRate, ListRates, Rate, RatePage } from "./schemas.ts";

const operations = {
  listRates: {
    at: "GET /rates",
    access: "costs:read",
    summary: "List rates",
    description: "Newest first. Filters are combined with AND; a repeated filter matches any of its values.",
    query: ListRates,
    reply: RatePage,
    others: [422],
  },
  createRate: {
    at: "POST /rates",
    access: "rates:write",
    summary: "Set a rate from a day on",
    description:
      "Applies to entries written from now on. Existing entries keep their rate and amount until they are repriced.",
    body: { ...CreateRate, "x-rules": rateRules },
    reply: Rate,
    status: 201,
    others: [400, 404, 409, 422],
  },
  getRate: {
    at: "GET /rates/:id",
    access: "costs:read",
    summary: "Get a rate",
    reply: Rate,
    others: [304, 404],
  },
  deleteRate: {
    at: "DELETE /rates/:id",
    access: "rates:write",
    summary: "Delete a rate",
    description: "Entries keep its rate and amounts until they are repriced.",
    reply: "Deleted.",
    others: [404, 412],
  },
} as const satisfies Operations;

export async function rateRoutes(app: HttpApp, { db, mutate }: TrackingDeps): Promise<void> {
  const find = byId(({ actor, params }) => findRate(db, actor.orgId, params.id), "rate");
  addOperations(
    app,
    operations,
    { tag: "Rates", mutate, find },
    {
      async listRates({ actor, query }) {
        const { kind, scope, userId, projectId, taskId } = query;
        const user_id = askedUsers(actor, userId);
        const filter = { kind, scope, user_id, project_id: projectId, task_id: taskId };
        const page = readPage(query, ["rates", filter]);
        return { body: toPage(await listRates(db, actor.orgId, filter, page), page, toRate) };
      },
      async createRate(tx, { actor, body }) {
        const row = await createRate(tx, actor, { input: body });
        return { body: toRate(row), location: `/v1/rates/${row.id}`, etag: etagOf(row) };
      },
      async getRate(request) {
        const row = await find(request);
        return { body: toRate(row), etag: etagOf(row) };
      },
      deleteRate: (tx, request) => removeRate(tx, request.actor, targetOf(request)),
    },
  );
}
