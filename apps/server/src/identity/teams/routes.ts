import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { Type } from "#platform/http/contract/type/type.ts";
import { type Actor, may, reachOf } from "#identity/access.ts";
import { byId, pathFirst } from "#identity/by-id.ts";
import type { Mutate } from "#identity/http/mutation.ts";
import type { DatabasePool } from "#platform/database/database.ts";
import { readPage, toPage } from "#platform/http/replies/newest-first.ts";
import { sendPage, sendResource } from "#platform/http/replies/replies.ts";
import { etagOf, IdParams, NotModified, problems } from "#platform/http/contract/resource-schemas.ts";
import { editOf, targetOf } from "#platform/http/contract/target.ts";
import { findTeam, listTeams } from "./queries.ts";
import { CreateTeam, ListTeams, Team, TeamPage, UpdateTeam } from "./schemas.ts";
import { changeTeam, createTeam, removeTeam } from "./team-verbs.ts";
import { toTeam } from "./team.ts";

const tags = ["Teams"];

export const teamRoutes: FastifyPluginAsyncTypebox<{ db: DatabasePool; mutate: Mutate }> = async (
  app,
  { db, mutate },
) => {
  // A lead gets 404 for teams that they do not lead.
  const inPath = byId(async ({ actor, params }: { actor: Actor; params: { id: string } }) => {
    const row = await findTeam(db, actor.orgId, params.id);
    return row !== undefined && (may(actor, "teams:read", row.id) || may(actor, "teams:write")) ? row : undefined;
  }, "team");

  app.get(
    "/teams",
    {
      config: { access: "teams:read" },
      schema: {
        operationId: "listTeams",
        tags,
        summary: "List teams, newest first",
        description: "Members get only the teams that they lead.",
        querystring: ListTeams,
        response: { 200: TeamPage, ...problems(422) },
      },
    },
    async (request, reply) => {
      const { actor, query } = request;
      const page = readPage(query, ["teams", query.q]);
      const reach = reachOf(actor, "teams:read");
      const rows = await listTeams(
        db,
        actor.orgId,
        { ids: reach === "everyone" ? undefined : [...reach], q: query.q },
        page,
      );
      return sendPage(request, reply, toPage(rows, page, toTeam));
    },
  );

  app.post(
    "/teams",
    {
      config: { access: "teams:write" },
      schema: {
        operationId: "createTeam",
        tags,
        summary: "Create a team",
        body: CreateTeam,
        response: { 201: Team, ...problems(400, 404, 409, 422) },
      },
    },
    async (request, reply) =>
      mutate(request, reply, async (tx) => {
        const row = await createTeam(tx, request.actor, { input: request.body });
        return { status: 201, body: toTeam(row), location: `/v1/teams/${row.id}`, etag: etagOf(row) };
      }),
  );

  app.get(
    "/teams/:id",
    {
      config: { access: "teams:read" },
      preValidation: pathFirst(inPath),
      schema: {
        operationId: "getTeam",
        tags,
        summary: "Get a team",
        params: IdParams,
        response: { 200: Team, 304: NotModified, ...problems(404) },
      },
    },
    async (request, reply) => {
      const row = await inPath(request);
      return sendResource(request, reply, etagOf(row), toTeam(row));
    },
  );

  app.patch(
    "/teams/:id",
    {
      config: { access: "teams:write" },
      preValidation: inPath,
      schema: {
        operationId: "updateTeam",
        tags,
        summary: "Change a team",
        description:
          "From their next request on, leads can access the time of added members and can no longer access that of removed members. `memberIds` and `leadIds` replace the whole lists.",
        params: IdParams,
        body: UpdateTeam,
        response: { 200: Team, ...problems(400, 404, 412, 422) },
      },
    },
    async (request, reply) =>
      mutate(request, reply, async (tx) => {
        const row = await changeTeam(tx, request.actor, editOf(request));
        return { status: 200, body: toTeam(row), etag: etagOf(row) };
      }),
  );

  app.delete(
    "/teams/:id",
    {
      config: { access: "teams:write" },
      preValidation: pathFirst(inPath),
      schema: {
        operationId: "deleteTeam",
        tags,
        summary: "Delete a team",
        description: "Its members and their time are kept.",
        params: IdParams,
        response: { 204: Type.Null({ description: "Deleted." }), ...problems(404, 412) },
      },
    },
    async (request, reply) =>
      mutate(request, reply, async (tx) => {
        await removeTeam(tx, request.actor, targetOf(request));
        return { status: 204 };
      }),
  );
};
