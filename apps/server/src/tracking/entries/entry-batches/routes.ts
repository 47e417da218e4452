import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Actor } from "#identity/access.ts";
import { problems } from "#platform/http/contract/resource-schemas.ts";
import { requestCompiler } from "#platform/http/contract/validation.ts";
import { createLanes } from "#platform/concurrency/lanes.ts";
import type { TrackingDeps } from "#tracking/ledger/deps.ts";
import { changeBatch, deleteBatch, restoreBatch } from "./change-batch.ts";
import { createTimeEntries } from "#tracking/entries/time-entries/create-time-entries.ts";
import type { TimeEntryRow } from "#tracking/entries/time-entries/queries.ts";
import {
  ChangeTimeEntries,
  CreateTimeEntries,
  TimeEntryBatch,
  TimeEntryIds,
} from "#tracking/entries/time-entries/schemas.ts";
import { shownEntry } from "#tracking/entries/time-entries/to-time-entry.ts";

const tags = ["Time entries"];
const access = { access: "time-entries:write" } as const;
const all = "All or nothing; errors name every invalid row. It counts as one request.";

// Leaves the rows unchecked, because the verbs validate them together with the rules that need the database.
const ofEntries = requestCompiler({ uncheckedItems: "entries" });
const ofIds = requestCompiler({ uncheckedItems: "ids" });

export const timeEntryBatchRoutes: FastifyPluginAsyncTypebox<TrackingDeps> = async (app, { db, mutate, now }) => {
  // Limits concurrent batches, because each one blocks the event loop for many milliseconds.
  const batches = createLanes({ ofEach: 2, inAll: Math.max(2, Math.floor(db.size / 2)), maxWaiting: 64 });

  const shown = (rows: TimeEntryRow[], actor: Actor) => ({ data: rows.map((row) => shownEntry(row, actor)) });

  app.post(
    "/time-entries/batch",
    {
      config: access,
      schema: {
        operationId: "createTimeEntries",
        tags,
        summary: "Create up to 500 time entries, all or nothing",
        body: CreateTimeEntries,
        response: { 201: TimeEntryBatch, ...problems(400, 404, 409, 422) },
      },
      validatorCompiler: ofEntries,
    },
    async (request, reply) =>
      batches.run(request.actor.orgId, () =>
        mutate(request, reply, async (tx) => {
          const rows = await createTimeEntries(tx, request.actor, { input: request.body.entries }, { now: now() });
          return { status: 201, body: shown(rows, request.actor) };
        }),
      ),
  );

  app.patch(
    "/time-entries/batch",
    {
      config: access,
      schema: {
        operationId: "updateTimeEntries",
        tags,
        summary: "Change up to 500 time entries, all or nothing",
        description: `Each row contains the id of an entry and its changes, as in \`PATCH /time-entries/{id}\`. ${all}`,
        body: ChangeTimeEntries,
        response: { 200: TimeEntryBatch, ...problems(400, 404, 409, 412, 422) },
      },
      validatorCompiler: ofEntries,
    },
    async (request, reply) =>
      batches.run(request.actor.orgId, () =>
        mutate(request, reply, async (tx) => {
          const rows = await changeBatch(tx, request.actor, { input: request.body.entries }, { now: now() });
          return { status: 200, body: shown(rows, request.actor) };
        }),
      ),
  );

  app.post(
    "/time-entries/batch/delete",
    {
      config: access,
      schema: {
        operationId: "deleteTimeEntries",
        tags,
        summary: "Delete up to 500 time entries, all or nothing",
        description: `They can be restored for 30 days. ${all}`,
        body: TimeEntryIds,
        response: { 200: TimeEntryBatch, ...problems(400, 404, 409, 422) },
      },
      validatorCompiler: ofIds,
    },
    async (request, reply) =>
      batches.run(request.actor.orgId, () =>
        mutate(request, reply, async (tx) => {
          const { ids: input, lateReason } = request.body;
          const rows = await deleteBatch(tx, request.actor, { input, lateReason }, { now: now() });
          return { status: 200, body: shown(rows, request.actor) };
        }),
      ),
  );

  app.post(
    "/time-entries/batch/restore",
    {
      config: access,
      schema: {
        operationId: "restoreTimeEntries",
        tags,
        summary: "Restore up to 500 deleted time entries, all or nothing",
        description: all,
        body: TimeEntryIds,
        response: { 200: TimeEntryBatch, ...problems(400, 404, 409, 422) },
      },
      validatorCompiler: ofIds,
    },
    async (request, reply) =>
      batches.run(request.actor.orgId, () =>
        mutate(request, reply, async (tx) => {
          const { ids: input, lateReason } = request.body;
          const rows = await restoreBatch(tx, request.actor, { input, lateReason }, { now: now() });
          return { status: 200, body: shown(rows, request.actor) };
        }),
      ),
  );
};
