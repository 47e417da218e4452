import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { Type } from "#platform/http/contract/type/type.ts";
import { type Actor, seesMoney } from "#identity/access.ts";
import { byId, pathFirst } from "#identity/by-id.ts";
import type { Database } from "#platform/database/database.ts";
import { sendPage, sendResource } from "#platform/http/replies/replies.ts";
import { IdParams, NotModified, problems } from "#platform/http/contract/resource-schemas.ts";
import { editOf, targetOf } from "#platform/http/contract/target.ts";
import { readUnbilled, tagWith } from "#tracking/ledger/unbilled/unbilled.ts";
import type { TrackingDeps } from "#tracking/ledger/deps.ts";
import { readPage, toPage } from "#platform/http/replies/newest-first.ts";
import { changeProject, createProject, removeProject } from "./project-verbs.ts";
import { findVisibleProject, listProjects } from "./queries.ts";
import { viewerOf } from "./visibility.ts";
import { CreateProject, ListProjects, Project, ProjectPage, UpdateProject } from "./schemas.ts";
import { type ProjectRow, projectTag, toProject } from "./to-project.ts";

async function shown(db: Database, actor: Actor, row: ProjectRow) {
  const unbilled = (await readUnbilled(db, actor, { projectIds: [row.id] }))(row.id);
  return {
    body: { ...toProject(row, seesMoney(actor)), ...unbilled },
    etag: tagWith(projectTag(row, actor), unbilled),
  };
}

export const projectRoutes: FastifyPluginAsyncTypebox<TrackingDeps> = async (app, { db, mutate, mutateRules, now }) => {
  const inPath = byId(
    ({ actor, params }) => findVisibleProject(db, actor.orgId, viewerOf(actor), params.id),
    "project",
  );

  app.get(
    "/projects",
    {
      config: { access: "projects:read" },
      schema: {
        operationId: "listProjects",
        tags: ["Projects"],
        summary: "List projects",
        querystring: ListProjects,
        response: { 200: ProjectPage, ...problems(422) },
      },
    },
    async (request, reply) => {
      const { status, clientId, visibility, q } = request.query;
      const page = readPage(request.query, ["projects", status, clientId, q, visibility]);
      const rows = await listProjects(
        db,
        request.actor.orgId,
        viewerOf(request.actor),
        { statuses: status, clientIds: clientId, visibilities: visibility, q },
        page,
      );
      const unbilledOf = await readUnbilled(db, request.actor, { projectIds: rows.map(({ id }) => id) });
      return sendPage(
        request,
        reply,
        toPage(rows, page, (row) => ({ ...toProject(row, seesMoney(request.actor)), ...unbilledOf(row.id) })),
      );
    },
  );

  app.post(
    "/projects",
    {
      config: { access: "projects:write" },
      schema: {
        operationId: "createProject",
        tags: ["Projects"],
        summary: "Create a project",
        body: CreateProject,
        response: { 201: Project, ...problems(400, 404, 409, 422) },
      },
    },
    async (request, reply) =>
      mutate(request, reply, async (tx) => {
        const row = await createProject(tx, request.actor, { input: request.body });
        return {
          status: 201,
          ...(await shown(tx, request.actor, row)),
          location: `/v1/projects/${row.id}`,
        };
      }),
  );

  app.get(
    "/projects/:id",
    {
      config: { access: "projects:read" },
      preValidation: pathFirst(inPath),
      schema: {
        operationId: "getProject",
        tags: ["Projects"],
        summary: "Get a project",
        params: IdParams,
        response: { 200: Project, 304: NotModified, ...problems(404) },
      },
    },
    async (request, reply) => {
      const row = await inPath(request);
      const { etag, body } = await shown(db, request.actor, row);
      return sendResource(request, reply, etag, body);
    },
  );

  app.patch(
    "/projects/:id",
    {
      config: { access: "projects:write" },
      preValidation: inPath,
      schema: {
        operationId: "updateProject",
        tags: ["Projects"],
        summary: "Change, archive or reactivate a project",
        params: IdParams,
        body: UpdateProject,
        response: { 200: Project, ...problems(400, 404, 412, 422) },
      },
    },
    async (request, reply) => {
      const change = request.body.budget === undefined ? mutate : mutateRules;
      return change(request, reply, async (tx) => {
        const row = await changeProject(tx, request.actor, editOf(request), { now: now() });
        return { status: 200, ...(await shown(tx, request.actor, row)) };
      });
    },
  );

  app.delete(
    "/projects/:id",
    {
      config: { access: "projects:write" },
      preValidation: pathFirst(inPath),
      schema: {
        operationId: "deleteProject",
        tags: ["Projects"],
        summary: "Delete a project that has no time entries",
        params: IdParams,
        response: { 204: Type.Null({ description: "Deleted, with its tasks." }), ...problems(404, 409, 412) },
      },
    },
    async (request, reply) =>
      mutate(request, reply, async (tx) => {
        await removeProject(tx, request.actor, targetOf(request));
        return { status: 204 };
      }),
  );
};
