import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { Type } from "typebox";
import { notFound } from "#platform/errors.ts";
import { sendPage, sendResource } from "#platform/http/replies.ts";
import { etagOf, IdParams, pathFirst, NotModified, problems } from "#platform/http/resource-schemas.ts";
import { asId } from "#platform/ids.ts";
import type { TrackingDeps } from "#tracking/deps.ts";
import { readPage, toPage } from "#platform/http/newest-first.ts";
import { findProject } from "#tracking/projects/queries.ts";
import { findTask, listTasks, type TaskRow } from "./queries.ts";
import { CreateTask, ListTasks, Task, TaskPage, UpdateTask } from "./schemas.ts";
import { changeTask, createTask, removeTask } from "./task-verbs.ts";
import { toTask } from "./to-task.ts";

interface InPath {
  actor: { orgId: string };
  params: unknown;
}

export const taskRoutes: FastifyPluginAsyncTypebox<TrackingDeps> = async (app, { db, mutate }) => {
  const idOf = (request: InPath) => asId((request.params as { id: string }).id);
  const projectInPath = async (request: InPath): Promise<void> => {
    if ((await findProject(db, request.actor.orgId, idOf(request))) === undefined) throw notFound("project");
  };
  const taskInPath = async (request: InPath): Promise<TaskRow> => {
    const row = await findTask(db, request.actor.orgId, idOf(request));
    if (row === undefined) throw notFound("task");
    return row;
  };

  app.get(
    "/projects/:id/tasks",
    {
      config: { access: "projects:read" },
      preValidation: async (request) => projectInPath(request),
      schema: {
        operationId: "listTasks",
        tags: ["Tasks"],
        summary: "List the tasks of a project",
        params: IdParams,
        querystring: ListTasks,
        response: { 200: TaskPage, ...problems(404, 422) },
      },
    },
    async (request, reply) => {
      const { status, q } = request.query;
      const page = readPage(request.query, ["tasks", request.params.id, status, q]);
      const rows = await listTasks(db, request.actor.orgId, request.params.id, { statuses: status, q }, page);
      return sendPage(request, reply, toPage(rows, page, toTask));
    },
  );

  app.post(
    "/projects/:id/tasks",
    {
      config: { access: "projects:write" },
      preValidation: async (request) => projectInPath(request),
      schema: {
        operationId: "createTask",
        tags: ["Tasks"],
        summary: "Create a task in a project",
        params: IdParams,
        body: CreateTask,
        response: { 201: Task, ...problems(400, 404, 409, 422) },
      },
    },
    async (request, reply) =>
      mutate(request, reply, async (tx) => {
        const row = await createTask(tx, request.actor, request.params.id, request.body);
        return { status: 201, body: toTask(row), location: `/v1/tasks/${row.id}`, etag: etagOf(row) };
      }),
  );

  app.get(
    "/tasks/:id",
    {
      config: { access: "projects:read" },
      preValidation: pathFirst(taskInPath),
      schema: {
        operationId: "getTask",
        tags: ["Tasks"],
        summary: "Get a task",
        params: IdParams,
        response: { 200: Task, 304: NotModified, ...problems(404) },
      },
    },
    async (request, reply) => {
      const row = await taskInPath(request);
      return sendResource(request, reply, etagOf(row), toTask(row));
    },
  );

  app.patch(
    "/tasks/:id",
    {
      config: { access: "projects:write" },
      preValidation: async (request) => void (await taskInPath(request)),
      schema: {
        operationId: "updateTask",
        tags: ["Tasks"],
        summary: "Change, close or reopen a task",
        params: IdParams,
        body: UpdateTask,
        response: { 200: Task, ...problems(400, 404, 412, 422) },
      },
    },
    async (request, reply) =>
      mutate(request, reply, async (tx) => {
        const row = await changeTask(tx, request.actor, request.params.id, request.body, request.headers["if-match"]);
        return { status: 200, body: toTask(row), etag: etagOf(row) };
      }),
  );

  app.delete(
    "/tasks/:id",
    {
      config: { access: "projects:write" },
      preValidation: pathFirst(taskInPath),
      schema: {
        operationId: "deleteTask",
        tags: ["Tasks"],
        summary: "Delete a task that has no time entries",
        params: IdParams,
        response: { 204: Type.Null({ description: "Deleted." }), ...problems(404, 409, 412) },
      },
    },
    async (request, reply) =>
      mutate(request, reply, async (tx) => {
        await removeTask(tx, request.actor, asId(request.params.id), request.headers["if-match"]);
        return { status: 204 };
      }),
  );
};
