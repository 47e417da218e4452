import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { Type } from "#platform/http/contract/type/type.ts";
import type { Actor } from "#identity/access.ts";
import { byId, pathFirst } from "#identity/by-id.ts";
import type { Database } from "#platform/database/database.ts";
import { sendPage, sendResource } from "#platform/http/replies/replies.ts";
import { etagOf, IdParams, NotModified, problems } from "#platform/http/contract/resource-schemas.ts";
import { editOf, targetOf } from "#platform/http/contract/target.ts";
import { readUnbilled, tagWith } from "#tracking/ledger/unbilled/unbilled.ts";
import type { TrackingDeps } from "#tracking/ledger/deps.ts";
import { readPage, toPage } from "#platform/http/replies/newest-first.ts";
import { changeClient, createClient, removeClient } from "./client-verbs.ts";
import { type ClientRow, findClient, listClients } from "./queries.ts";
import { Client, ClientPage, CreateClient, ListClients, UpdateClient } from "./schemas.ts";
import { toClient } from "./to-client.ts";

async function shown(db: Database, actor: Actor, row: ClientRow) {
  const unbilled = (await readUnbilled(db, actor, { clientIds: [row.id] }))(row.id);
  return { body: { ...toClient(row), ...unbilled }, etag: tagWith(etagOf(row), unbilled) };
}

export const clientRoutes: FastifyPluginAsyncTypebox<TrackingDeps> = async (app, { db, mutate }) => {
  const inPath = byId(({ actor, params }) => findClient(db, actor.orgId, params.id), "client");

  app.get(
    "/clients",
    {
      config: { access: "projects:read" },
      schema: {
        operationId: "listClients",
        tags: ["Clients"],
        summary: "List clients",
        querystring: ListClients,
        response: { 200: ClientPage, ...problems(422) },
      },
    },
    async (request, reply) => {
      const { archived, q } = request.query;
      const page = readPage(request.query, ["clients", archived, q]);
      const rows = await listClients(db, request.actor.orgId, { archived, q }, page);
      const unbilledOf = await readUnbilled(db, request.actor, { clientIds: rows.map(({ id }) => id) });
      return sendPage(
        request,
        reply,
        toPage(rows, page, (row) => ({ ...toClient(row), ...unbilledOf(row.id) })),
      );
    },
  );

  app.post(
    "/clients",
    {
      config: { access: "projects:write" },
      schema: {
        operationId: "createClient",
        tags: ["Clients"],
        summary: "Create a client",
        body: CreateClient,
        response: { 201: Client, ...problems(400, 409, 422) },
      },
    },
    async (request, reply) =>
      mutate(request, reply, async (tx) => {
        const row = await createClient(tx, request.actor, { input: request.body });
        return { status: 201, ...(await shown(tx, request.actor, row)), location: `/v1/clients/${row.id}` };
      }),
  );

  app.get(
    "/clients/:id",
    {
      config: { access: "projects:read" },
      preValidation: pathFirst(inPath),
      schema: {
        operationId: "getClient",
        tags: ["Clients"],
        summary: "Get a client",
        params: IdParams,
        response: { 200: Client, 304: NotModified, ...problems(404) },
      },
    },
    async (request, reply) => {
      const row = await inPath(request);
      const { etag, body } = await shown(db, request.actor, row);
      return sendResource(request, reply, etag, body);
    },
  );

  app.patch(
    "/clients/:id",
    {
      config: { access: "projects:write" },
      preValidation: inPath,
      schema: {
        operationId: "updateClient",
        tags: ["Clients"],
        summary: "Change a client",
        params: IdParams,
        body: UpdateClient,
        response: { 200: Client, ...problems(400, 404, 412, 422) },
      },
    },
    async (request, reply) =>
      mutate(request, reply, async (tx) => {
        const row = await changeClient(tx, request.actor, editOf(request));
        return { status: 200, ...(await shown(tx, request.actor, row)) };
      }),
  );

  app.delete(
    "/clients/:id",
    {
      config: { access: "projects:write" },
      preValidation: pathFirst(inPath),
      schema: {
        operationId: "deleteClient",
        tags: ["Clients"],
        summary: "Delete a client that has no projects",
        params: IdParams,
        response: { 204: Type.Null({ description: "Deleted." }), ...problems(404, 409, 412) },
      },
    },
    async (request, reply) =>
      mutate(request, reply, async (tx) => {
        await removeClient(tx, request.actor, targetOf(request));
        return { status: 204 };
      }),
  );
};
