import { type Actor, seesMoney } from "#identity/access.ts";
import { byId } from "#identity/by-id.ts";
import { addOperations, type Operations } from "#identity/http/operations.ts";
import type { Database } from "#platform/database/database.ts";
import { editOf, targetOf } from "#platform/http/contract/target.ts";
import { readPage, toPage } from "#platform/http/replies/pages.ts";
import type { HttpApp } from "#platform/http/server/create-http-app.ts";
import type { TrackingDeps } from "#tracking/ledger/deps.ts";
import { readUnbilled, tagWith } from "#tracking/ledger/unbilled/unbilled.ts";
import { changeProject, createProject, removeProject, type RemoveTasks } from "./project-verbs.ts";
import { findVisibleProject, listProjects } from "./queries.ts";
import { viewerOf } from "./visibility.ts";
import { CreateProject, ListProjects, Project, ProjectPage, UpdateProject } from "./schemas.ts";
import { type ProjectRow, projectTag, toProject } from "./project.ts";

const operations = {
  listProjects: {
    at: "GET /projects",
    access: "projects:read",
    summary: "List projects",
    query: ListProjects,
    reply: ProjectPage,
    others: [422],
  },
  createProject: {
    at: "POST /projects",
    access: "projects:write",
    summary: "Create a project",
    body: CreateProject,
    reply: Project,
    status: 201,
    others: [400, 404, 409, 422],
  },
  getProject: {
    at: "GET /projects/:id",
    access: "projects:read",
    summary: "Get a project",
    reply: Project,
    others: [304, 404],
  },
  updateProject: {
    at: "PATCH /projects/:id",
    access: "projects:write",
    summary: "Change, archive or reactivate a project",
    body: UpdateProject,
    reply: Project,
    others: [400, 404, 412, 422],
    byHand: true,
  },
  deleteProject: {
    at: "DELETE /projects/:id",
    access: "projects:write",
    summary: "Delete a project that has no time entries",
    reply: "Deleted, with its tasks.",
    others: [404, 409, 412],
  },
} as const satisfies Operations;

interface ProjectDeps extends TrackingDeps {
  removeTasks: RemoveTasks;
}

export async function projectRoutes(app: HttpApp, deps: ProjectDeps): Promise<void> {
  const { db, mutate, mutateRules, now } = deps;
  const find = byId(({ actor, params }) => findVisibleProject(db, actor.orgId, viewerOf(actor), params.id), "project");
  addOperations(
    app,
    operations,
    { tag: "Projects", mutate, find },
    {
      async listProjects({ actor, query }) {
        const { status: statuses, clientId: clientIds, visibility: visibilities, q } = query;
        const page = readPage(query, ["projects", statuses, clientIds, q, visibilities]);
        const filter = { statuses, clientIds, visibilities, q };
        const rows = await listProjects(db, actor.orgId, viewerOf(actor), filter, page);
        const unbilledOf = await readUnbilled(db, actor, { projectIds: rows.map(({ id }) => id) });
        return { body: toPage(rows, page, (row) => ({ ...toProject(row, seesMoney(actor)), ...unbilledOf(row.id) })) };
      },
      async createProject(tx, { actor, body }) {
        const row = await createProject(tx, actor, { input: body });
        return { ...(await shown(tx, actor, row)), location: `/v1/projects/${row.id}` };
      },
      getProject: async (request) => shown(db, request.actor, await find(request)),
      updateProject: async (request, _reply, inTransaction) =>
        inTransaction(
          async (tx) =>
            shown(tx, request.actor, await changeProject(tx, request.actor, editOf(request), { now: now() })),
          request.body.budget === undefined ? mutate : mutateRules,
        ),
      deleteProject: (tx, request) => removeProject(tx, request.actor, targetOf(request), deps),
    },
  );
}

async function shown(db: Database, actor: Actor, row: ProjectRow) {
  const unbilled = (await readUnbilled(db, actor, { projectIds: [row.id] }))(row.id);
  return {
    body: { ...toProject(row, seesMoney(actor)), ...unbilled },
    etag: tagWith(projectTag(row, actor), unbilled),
  };
}
