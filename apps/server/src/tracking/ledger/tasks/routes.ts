import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { Type } from "#platform/http/contract/type/type.ts";
import { byId, pathFirst } from "#identity/by-id.ts";
import { sendPage, sendResource } from "#platform/http/replies/replies.ts";
import { etagOf, IdParams, NotModified, problems } from "#platform/http/contract/resource-schemas.ts";
import { editOf, targetOf } from "#platform/http/contract/target.ts";
import type { TrackingDeps } from "#tracking/ledger/deps.ts";
import { readPage, toPage } from "#platform/http/replies/newest-first.ts";
import { findVisibleProject } from "#tracking/ledger/projects/queries.ts";
import { viewerOf } from "#tracking/ledger/projects/visibility.ts";
import { findVisibleTask, listAllTasks, listTasks } from "./queries.ts";
import { CreateTask, GeneralTask, ListAllTasks, ListTasks, Task, TaskPage, UpdateTask } from "./schemas.ts";
import { changeTask, createTask, ensureGeneralTask, removeTask } from "./task-verbs.ts";
import { toTask } from "./task.ts";

export const taskRoutes: FastifyPluginAsyncTypebox<TrackingDeps> = async (app, { db, mutate }) => {
  const projectInPath = byId(
    ({ actor, params }) => findVisibleProject(db, actor.orgId, viewerOf(actor), params.id),
    "project",
  );
  const taskInPath = byId(({ actor, params }) => findVisibleTask(db, actor.orgId, viewerOf(actor), params.id), "task");

  app.get(
    "/projects/:id/tasks",
    {
      config: { access: "projects:read" },
      preValidation: projectInPath,
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
      preValidation: projectInPath,
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
        const row = await createTask(tx, request.actor, { projectId: request.params.id, input: request.body });
        return { status: 201, body: toTask(row), location: `/v1/tasks/${row.id}`, etag: etagOf(row) };
      }),
  );

  app.post(
    "/projects/:id/general-task",
    {
      config: { access: "time-entries:write" },
      preValidation: pathFirst(projectInPath),
      schema: {
        operationId: "ensureGeneralTask",
        tags: ["Tasks"],
        summary: "Get or create the task General of a project",
        description:
          "Returns the id of the project's open task `General`, which is created if there is none, as when a timer starts without a task. For programs whose users record time on a project without tasks: this needs the right to write time entries, not the right to write tasks.",
        params: IdParams,
        response: { 200: GeneralTask, ...problems(404, 422) },
      },
    },
    async (request, reply) =>
      mutate(request, reply, async (tx) => {
        const taskId = await ensureGeneralTask(tx, request.actor, request.params.id);
        return { status: 200, body: { taskId } };
      }),
  );

  app.get(
    "/tasks",
    {
      config: { access: "projects:read" },
      schema: {
        operationId: "listAllTasks",
        tags: ["Tasks"],
        summary: "List tasks of all projects",
        description: "Omits the tasks of projects that the caller cannot see.",
        querystring: ListAllTasks,
        response: { 200: TaskPage, ...problems(422) },
      },
    },
    async (request, reply) => {
      const { projectId: projectIds, status: statuses, q } = request.query;
      const { actor } = request;
      const page = readPage(request.query, ["all-tasks", projectIds, statuses, q]);
      const rows = await listAllTasks(db, actor.orgId, viewerOf(actor), { projectIds, statuses, q }, page);
      return sendPage(request, reply, toPage(rows, page, toTask));
    },
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
      preValidation: taskInPath,
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
        const row = await changeTask(tx, request.actor, editOf(request));
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
        await removeTask(tx, request.actor, targetOf(request));
        return { status: 204 };
      }),
  );
};
