import assert from "node:assert/strict";
import type { Action } from "#identity/history/record-change.ts";
import { newEntry, newProject, newRate } from "#test/worlds/factories.ts";
import type { Caller } from "#test/worlds/test-app.ts";
import { type ValidRequest } from "./valid-requests.ts";
import { identityChangeCases } from "./identity-change-cases.ts";
import { reportChangeCases } from "./report-change-cases.ts";
import { timesheetChangeCases } from "./timesheet-change-cases.ts";
import { webhookChangeCases } from "./webhook-change-cases.ts";

export type Row = Record<string, unknown>;

interface Expected {
  action: Action;
  /** The table of the changed object. Undefined for a change to a person, because people belong to no organization. */
  table?: string;
  /** The id of the changed object. Needed if the request makes several changes with the same action. */
  target?: (request: Required<ValidRequest>) => string;
  /** The previous values that the change must record for the changed fields; absent if it must record none. */
  previous?: (request: Required<ValidRequest>) => Row;
}

/** A request, and the change rows that it must write. */
export interface ChangeCase {
  operation: string;
  name: string;
  /** Prepares the request; by default, `validRequest` does. */
  prepare?: (caller: Caller) => Promise<ValidRequest>;
  headers?: Record<string, string>;
  expected: Expected[];
}

const created = { action: "time_entry.created", table: "time_entries" } as const;
const taskCreated = { action: "task.created", table: "tasks" } as const;
const started = { action: "timer.started", table: "timers" } as const;
const stopped = { action: "timer.stopped", table: "timers" } as const;
export const idempotent = { "idempotency-key": "once" };

async function runningTimer(caller: Caller): Promise<{ projectId: string; taskId: string }> {
  const where = await newProject(caller);
  assert.equal((await caller.post("/v1/timer", where)).status, 201);
  return where;
}

export const changeCases: ChangeCase[] = [
  ...identityChangeCases,
  { operation: "createClient", name: "a client", expected: [{ action: "client.created", table: "clients" }] },
  {
    operation: "updateClient",
    name: "its name",
    expected: [{ action: "client.updated", table: "clients", previous: () => ({ name: "Acme" }) }],
  },
  { operation: "deleteClient", name: "a client", expected: [{ action: "client.deleted", table: "clients" }] },
  { operation: "createProject", name: "a project", expected: [{ action: "project.created", table: "projects" }] },
  {
    operation: "updateProject",
    name: "its name and client",
    expected: [
      { action: "project.updated", table: "projects", previous: () => ({ name: "Website", client_id: null }) },
    ],
  },
  {
    operation: "updateProject",
    name: "who sees it",
    prepare: async (caller) => ({
      ids: { id: (await newProject(caller)).projectId },
      body: { visibility: "members", memberIds: [caller.userId] },
    }),
    expected: [
      {
        action: "project.updated",
        table: "projects",
        previous: () => ({ visibility: "organization", member_ids: [] }),
      },
    ],
  },
  {
    operation: "updateProject",
    name: "archived",
    prepare: async (caller) => ({
      ids: { id: (await newProject(caller)).projectId },
      body: { status: "archived", rounding: { mode: "up", minutes: 5 } },
    }),
    expected: [
      {
        action: "project.archived",
        table: "projects",
        previous: () => ({ status: "active", rounding_mode: null, rounding_minutes: null }),
      },
    ],
  },
  {
    operation: "updateProject",
    name: "reactivated",
    prepare: async (caller) => ({
      ids: { id: (await newProject(caller, { status: "archived" })).projectId },
      body: { status: "active" },
    }),
    expected: [{ action: "project.updated", table: "projects", previous: () => ({ status: "archived" }) }],
  },
  {
    operation: "deleteProject",
    name: "with its task",
    expected: [
      { action: "task.deleted", table: "tasks" },
      { action: "project.deleted", table: "projects" },
    ],
  },
  { operation: "createTask", name: "a task", expected: [taskCreated] },
  { operation: "ensureGeneralTask", name: "a task", expected: [taskCreated] },
  {
    operation: "updateTask",
    name: "its name",
    expected: [{ action: "task.updated", table: "tasks", previous: () => ({ name: "Build" }) }],
  },
  { operation: "deleteTask", name: "a task", expected: [{ action: "task.deleted", table: "tasks" }] },
  { operation: "createTimeEntry", name: "an entry", expected: [created] },
  { operation: "createTimeEntry", name: "with Idempotency-Key", headers: idempotent, expected: [created] },
  { operation: "createTimeEntries", name: "two entries", expected: [created, created] },
  {
    operation: "updateTimeEntry",
    name: "moved and shortened",
    prepare: async (caller) => {
      const { projectId, taskId, id } = await newEntry(caller, await newProject(caller));
      return { ids: { id, projectId, taskId }, body: { ...(await newProject(caller)), durationSeconds: 60 } };
    },
    expected: [
      {
        action: "time_entry.updated",
        table: "time_entries",
        previous: ({ ids }) => ({
          project_id: ids["projectId"],
          task_id: ids["taskId"],
          duration_seconds: 3600,
          billable_seconds: 3600,
        }),
      },
    ],
  },
  {
    operation: "updateTimeEntry",
    name: "its time and tags",
    prepare: async (caller) => ({
      ids: { id: (await newEntry(caller, await newProject(caller), { tags: ["Design"] })).id },
      body: { startedAt: "2026-03-02T10:00:00.5+01:00", tags: null },
    }),
    expected: [
      {
        action: "time_entry.updated",
        table: "time_entries",
        previous: () => ({ started_at: "2026-03-02T09:00:00Z", tags: ["Design"], tag_keys: ["design"] }),
      },
    ],
  },
  {
    operation: "updateTimeEntries",
    name: "two entries, and one that stays as it is",
    prepare: async (caller) => {
      const where = await newProject(caller);
      const [first, second, third] = [
        await newEntry(caller, where),
        await newEntry(caller, where),
        await newEntry(caller, where),
      ];
      const described = { description: "Landing page" };
      return {
        ids: { id: first.id },
        body: {
          entries: [{ id: first.id, ...described }, { id: second.id }, { id: third.id, version: 1, ...described }],
        },
      };
    },
    expected: [
      { action: "time_entry.updated", table: "time_entries", previous: () => ({ description: "" }) },
      { action: "time_entry.updated", table: "time_entries", previous: () => ({ description: "" }) },
    ],
  },
  {
    operation: "deleteTimeEntries",
    name: "two entries",
    expected: [
      { action: "time_entry.deleted", table: "time_entries" },
      { action: "time_entry.deleted", table: "time_entries" },
    ],
  },
  {
    operation: "restoreTimeEntries",
    name: "an entry",
    prepare: async (caller) => {
      const { id } = await newEntry(caller, await newProject(caller));
      const deleted = await caller.post("/v1/time-entries/batch/delete", { ids: [id] });
      assert.equal(deleted.status, 200, deleted.text);
      return { ids: { deletedAt: deleted.json.data[0].deletedAt }, body: { ids: [id] } };
    },
    expected: [
      {
        action: "time_entry.restored",
        table: "time_entries",
        previous: ({ ids }) => ({ deleted_at: ids["deletedAt"] }),
      },
    ],
  },
  {
    operation: "deleteTimeEntry",
    name: "an entry",
    expected: [{ action: "time_entry.deleted", table: "time_entries" }],
  },
  {
    operation: "restoreTimeEntry",
    name: "an entry",
    prepare: async (caller) => {
      const { id } = await newEntry(caller, await newProject(caller));
      assert.equal((await caller.delete(`/v1/time-entries/${id}`)).status, 204);
      const { json } = await caller.get("/v1/time-entries?includeDeleted=true");
      return { ids: { id, deletedAt: json.data[0].deletedAt } };
    },
    expected: [
      {
        action: "time_entry.restored",
        table: "time_entries",
        previous: ({ ids }) => ({ deleted_at: ids["deletedAt"] }),
      },
    ],
  },
  { operation: "createRate", name: "a rate", expected: [{ action: "rate.created", table: "rates" }] },
  { operation: "deleteRate", name: "a rate", expected: [{ action: "rate.deleted", table: "rates" }] },
  {
    operation: "reroundTimeEntries",
    name: "a preview, which changes nothing",
    prepare: async (caller) => {
      const where = await newProject(caller, { rounding: { mode: "up", minutes: 15 } });
      await newEntry(caller, where, { durationSeconds: 60 });
      await caller.patch(`/v1/projects/${where.projectId}`, { rounding: null });
      return { body: {} };
    },
    expected: [],
  },
  {
    // This case covers only the preview. Tests in tracking/entries/revisions cover applied revisions, because the last change
    // row of a revision has no table row.
    operation: "repriceRates",
    name: "a preview, which changes nothing",
    prepare: async (caller) => {
      await newEntry(caller, await newProject(caller));
      await newRate(caller, { scope: "organization", projectId: null });
      return { body: {} };
    },
    expected: [],
  },
  ...reportChangeCases,
  { operation: "startTimer", name: "on a task", expected: [started] },
  {
    operation: "startTimer",
    name: "without a task, which makes General",
    prepare: async (caller) => ({ body: { projectId: (await newProject(caller)).projectId } }),
    expected: [taskCreated, started],
  },
  {
    operation: "startTimer",
    name: "while one is running",
    prepare: async (caller) => ({ body: await runningTimer(caller) }),
    expected: [created, stopped, started],
  },
  {
    operation: "updateTimer",
    name: "its description",
    expected: [{ action: "timer.updated", table: "timers", previous: () => ({ description: "" }) }],
  },
  { operation: "discardTimer", name: "a timer", expected: [{ action: "timer.discarded", table: "timers" }] },
  { operation: "stopTimer", name: "a timer", expected: [created, stopped] },
  { operation: "stopMemberTimer", name: "a timer", expected: [created, stopped] },
  ...timesheetChangeCases,
  ...webhookChangeCases,
];
