import { addOperations, type Operations } from "#identity/http/operations.ts";
import type { HttpApp } from "#platform/http/server/create-http-app.ts";
import { may, reachOf } from "#identity/access.ts";
import { byId } from "#identity/by-id.ts";
import type { Mutate } from "#identity/http/mutation.ts";
import type { DatabasePool } from "#platform/database/database.ts";
import { readPage, toPage } from "#platform/http/replies/pages.ts";
import { etagOf } from "#platform/http/contract/resource-schemas.ts";
import { editOf, targetOf } from "#platform/http/contract/target.ts";
import { findTeam, listTeams } from "./queries.ts";
import { CreateTeam, ListTeams, Team, TeamPage, UpdateTeam } from "./schemas.ts";
import { changeTeam, createTeam, removeTeam } from "./team-verbs.ts";
import { type TeamRow, toTeam } from "./team.ts";

const operations = {
  listTeams: {
    at: "GET /teams",
    access: "teams:read",
    summary: "List teams, newest first",
    description: "Members get only the teams that they lead.",
    query: ListTeams,
    reply: TeamPage,
    others: [422],
  },
  createTeam: {
    at: "POST /teams",
    access: "teams:write",
    summary: "Create a team",
    body: CreateTeam,
    reply: Team,
    status: 201,
    others: [400, 404, 409, 422],
  },
  getTeam: {
    at: "GET /teams/:id",
    access: "teams:read",
    summary: "Get a team",
    reply: Team,
    others: [304, 404],
  },
  updateTeam: {
    at: "PATCH /teams/:id",
    access: "teams:write",
    summary: "Change a team",
    description:
      "From their next request on, leads can access the time of added members and can no longer access that of removed members. `memberIds` and `leadIds` replace the whole lists.",
    body: UpdateTeam,
    reply: Team,
    others: [400, 404, 412, 422],
  },
  deleteTeam: {
    at: "DELETE /teams/:id",
    access: "teams:write",
    summary: "Delete a team",
    description: "Its members and their time are kept.",
    reply: "Deleted.",
    others: [404, 412],
  },
} as const satisfies Operations;

export async function teamRoutes(app: HttpApp, { db, mutate }: { db: DatabasePool; mutate: Mutate }): Promise<void> {
  // A lead gets 404 for teams that they do not lead.
  const find = byId(async ({ actor, params }) => {
    const row = await findTeam(db, actor.orgId, params.id);
    return row !== undefined && (may(actor, "teams:read", row.id) || may(actor, "teams:write")) ? row : undefined;
  }, "team");
  addOperations(
    app,
    operations,
    { tag: "Teams", mutate, find },
    {
      async listTeams({ actor, query }) {
        const page = readPage(query, ["teams", query.q]);
        const reach = reachOf(actor, "teams:read");
        const filter = { ids: reach === "everyone" ? undefined : [...reach], q: query.q };
        return { body: toPage(await listTeams(db, actor.orgId, filter, page), page, toTeam) };
      },
      async createTeam(tx, { actor, body: input }) {
        const row = await createTeam(tx, actor, { input });
        return { ...shown(row), location: `/v1/teams/${row.id}` };
      },
      getTeam: async (request) => shown(await find(request)),
      updateTeam: async (tx, request) => shown(await changeTeam(tx, request.actor, editOf(request))),
      deleteTeam: (tx, request) => removeTeam(tx, request.actor, targetOf(request)),
    },
  );
}

function shown(row: TeamRow) {
  return { body: toTeam(row), etag: etagOf(row) };
}
