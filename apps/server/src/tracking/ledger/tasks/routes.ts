import { byId } from "#identity/by-id.ts";
import { addOperations, type Operations } from "#identity/http/operations.ts";
import { etagOf } from "#platform/http/contract/resource-schemas.ts";
import { editOf, targetOf } from "#platform/http/contract/target.ts";
import { readPage, toPage } from "#platform/http/replies/pages.ts";
import type { HttpApp } from "#platform/http/server/create-http-app.ts";
import type { TrackingDeps } from "#tracking/ledger/deps.ts";
import { findVisibleProject } from "#tracking/ledger/projects/queries.ts";
import { viewerOf } from "#tracking/ledger/projects/visibility.ts";
import { findVisibleTask, listAllTasks, listTasks } from "./queries.ts";
import { CreateTask, GeneralTask, ListAllTasks, ListTasks, Task, TaskPage, UpdateTask } from "./schemas.ts";
import { changeTask, createTask, ensureGeneralTask, removeTask } from "./task-verbs.ts";
import { type TaskRow, toTask } from "./task.ts";

const operations = {
  listTasks: {
    at: "GET /projects/:id/tasks",
    access: "projects:read",
    summary: "List the tasks of a project",
    query: ListTasks,
    reply: TaskPage,
    others: [404, 422],
  },
  createTask: {
    at: "POST /projects/:id/tasks",
    access: "projects:write",
    summary: "Create a task in a project",
    body: CreateTask,
    reply: Task,
    status: 201,
    others: [400, 404, 409, 422],
  },
  ensureGeneralTask: {
    at: "POST /projects/:id/general-task",
    access: "time-entries:write",
    summary: "Get or create the task General of a project",
    description:
      "Returns the id of the project's open task `General`, which is created if there is none, as when a timer starts without a task. For programs whose users record time on a project without tasks: this needs the right to write time entries, not the right to write tasks.",
    reply: GeneralTask,
    others: [404, 422],
  },
  listAllTasks: {
    at: "GET /tasks",
    access: "projects:read",
    summary: "List tasks of all projects",
    description: "Omits the tasks of projects that the caller cannot see.",
    query: ListAllTasks,
    reply: TaskPage,
    others: [422],
  },
  getTask: {
    at: "GET /tasks/:id",
    access: "projects:read",
    summary: "Get a task",
    reply: Task,
    others: [304, 404],
  },
  updateTask: {
    at: "PATCH /tasks/:id",
    access: "projects:write",
    summary: "Change, close or reopen a task",
    body: UpdateTask,
    reply: Task,
    others: [400, 404, 412, 422],
  },
  deleteTask: {
    at: "DELETE /tasks/:id",
    access: "projects:write",
    summary: "Delete a task that has no time entries",
    reply: "Deleted.",
    others: [404, 409, 412],
  },
} as const satisfies Operations;

export async function taskRoutes(app: HttpApp, { db, mutate }: TrackingDeps): Promise<void> {
  const project = byId(
    ({ actor, params }) => findVisibleProject(db, actor.orgId, viewerOf(actor), params.id),
    "project",
  );
  const task = byId(({ actor, params }) => findVisibleTask(db, actor.orgId, viewerOf(actor), params.id), "task");
  const find = {
    listTasks: project,
    createTask: project,
    ensureGeneralTask: project,
    getTask: task,
    updateTask: task,
    deleteTask: task,
  };
  addOperations(
    app,
    operations,
    { tag: "Tasks", mutate, find },
    {
      async listTasks(request) {
        const { id } = await project(request);
        const { actor, query } = request;
        const { status: statuses, q } = query;
        const page = readPage(query, ["tasks", id, statuses, q]);
        return { body: toPage(await listTasks(db, actor.orgId, id, { statuses, q }, page), page, toTask) };
      },
      async createTask(tx, { actor, params, body }) {
        const row = await createTask(tx, actor, { projectId: params.id, input: body });
        return { ...shown(row), location: `/v1/tasks/${row.id}` };
      },
      ensureGeneralTask: async (tx, { actor, params }) => ({
        body: { taskId: await ensureGeneralTask(tx, actor, params.id) },
      }),
      async listAllTasks({ actor, query }) {
        const { projectId: projectIds, status: statuses, q } = query;
        const page = readPage(query, ["all-tasks", projectIds, statuses, q]);
        const rows = await listAllTasks(db, actor.orgId, viewerOf(actor), { projectIds, statuses, q }, page);
        return { body: toPage(rows, page, toTask) };
      },
      getTask: async (request) => shown(await task(request)),
      updateTask: async (tx, request) => shown(await changeTask(tx, request.actor, editOf(request))),
      deleteTask: (tx, request) => removeTask(tx, request.actor, targetOf(request)),
    },
  );
}

function shown(row: TaskRow) {
  return { body: toTask(row), etag: etagOf(row) };
}
