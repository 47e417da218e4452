import type { Actor } from "#identity/access.ts";
import { byId } from "#identity/by-id.ts";
import { addOperations, type Operations } from "#identity/http/operations.ts";
import type { Database } from "#platform/database/database.ts";
import { etagOf } from "#platform/http/contract/resource-schemas.ts";
import { editOf, targetOf } from "#platform/http/contract/target.ts";
import { readPage, toPage } from "#platform/http/replies/pages.ts";
import type { HttpApp } from "#platform/http/server/create-http-app.ts";
import type { TrackingDeps } from "#tracking/ledger/deps.ts";
import { readUnbilled, tagWith } from "#tracking/ledger/unbilled/unbilled.ts";
import { changeClient, createClient, removeClient } from "./client-verbs.ts";
import { type ClientRow, toClient } from "./client.ts";
import { findClient, listClients } from "./queries.ts";
import { Client, ClientPage, CreateClient, ListClients, UpdateClient } from "./schemas.ts";

const operations = {
  listClients: {
    at: "GET /clients",
    access: "projects:read",
    summary: "List clients",
    query: ListClients,
    reply: ClientPage,
    others: [422],
  },
  createClient: {
    at: "POST /clients",
    access: "projects:write",
    summary: "Create a client",
    body: CreateClient,
    reply: Client,
    status: 201,
    others: [400, 409, 422],
  },
  getClient: {
    at: "GET /clients/:id",
    access: "projects:read",
    summary: "Get a client",
    reply: Client,
    others: [304, 404],
  },
  updateClient: {
    at: "PATCH /clients/:id",
    access: "projects:write",
    summary: "Change a client",
    body: UpdateClient,
    reply: Client,
    others: [400, 404, 412, 422],
  },
  deleteClient: {
    at: "DELETE /clients/:id",
    access: "projects:write",
    summary: "Delete a client that has no projects",
    reply: "Deleted.",
    others: [404, 409, 412],
  },
} as const satisfies Operations;

export async function clientRoutes(app: HttpApp, { db, mutate }: TrackingDeps): Promise<void> {
  const find = byId(({ actor, params }) => findClient(db, actor.orgId, params.id), "client");
  addOperations(
    app,
    operations,
    { tag: "Clients", mutate, find },
    {
      async listClients({ actor, query }) {
        const { archived, q } = query;
        const page = readPage(query, ["clients", archived, q]);
        const rows = await listClients(db, actor.orgId, { archived, q }, page);
        const unbilledOf = await readUnbilled(db, actor, { clientIds: rows.map(({ id }) => id) });
        return { body: toPage(rows, page, (row) => ({ ...toClient(row), ...unbilledOf(row.id) })) };
      },
      async createClient(tx, { actor, body }) {
        const row = await createClient(tx, actor, { input: body });
        return { ...(await shown(tx, actor, row)), location: `/v1/clients/${row.id}` };
      },
      getClient: async (request) => shown(db, request.actor, await find(request)),
      updateClient: async (tx, request) =>
        shown(tx, request.actor, await changeClient(tx, request.actor, editOf(request))),
      deleteClient: (tx, request) => removeClient(tx, request.actor, targetOf(request)),
    },
  );
}

async function shown(db: Database, actor: Actor, row: ClientRow) {
  const unbilled = (await readUnbilled(db, actor, { clientIds: [row.id] }))(row.id);
  return { body: { ...toClient(row), ...unbilled }, etag: tagWith(etagOf(row), unbilled) };
}
