import type { Actor } from "#identity/access.ts";
import type { Mutate } from "#identity/http/mutation.ts";
import { addOperations, type Operations } from "#identity/http/operations.ts";
import { createLanes } from "#platform/concurrency/lanes.ts";
import type { HttpApp } from "#platform/http/server/create-http-app.ts";
import { createTimeEntries } from "#tracking/entries/time-entries/writing/create-time-entries.ts";
import type { TimeEntryRow } from "#tracking/entries/time-entries/queries.ts";
import {
  ChangeTimeEntries,
  CreateTimeEntries,
  TimeEntryBatch,
  TimeEntryIds,
} from "#tracking/entries/time-entries/schemas.ts";
import { shownEntry } from "#tracking/entries/time-entries/to-time-entry.ts";
import type { TrackingDeps } from "#tracking/ledger/deps.ts";
import { changeBatch, deleteBatch, restoreBatch } from "./change-batch.ts";

const all = "All or nothing; errors name every invalid row. It counts as one request.";
const access = "time-entries:write";

// Leaves the rows unchecked, because the verbs validate them together with the rules that need the database.
const ofEntries = { access, uncheckedItems: "entries", reply: TimeEntryBatch } as const;
const ofIds = { access, uncheckedItems: "ids", body: TimeEntryIds, reply: TimeEntryBatch } as const;

const operations = {
  createTimeEntries: {
    ...ofEntries,
    at: "POST /time-entries/batch",
    summary: "Create up to 500 time entries, all or nothing",
    body: CreateTimeEntries,
    status: 201,
    others: [400, 404, 409, 422],
  },
  updateTimeEntries: {
    ...ofEntries,
    at: "PATCH /time-entries/batch",
    summary: "Change up to 500 time entries, all or nothing",
    description: `Each row contains the id of an entry and its changes, as in \`PATCH /time-entries/{id}\`. ${all}`,
    body: ChangeTimeEntries,
    others: [400, 404, 409, 412, 422],
  },
  deleteTimeEntries: {
    ...ofIds,
    at: "POST /time-entries/batch/delete",
    summary: "Delete up to 500 time entries, all or nothing",
    description: `They can be restored for 30 days. ${all}`,
    others: [400, 404, 409, 422],
  },
  restoreTimeEntries: {
    ...ofIds,
    at: "POST /time-entries/batch/restore",
    summary: "Restore up to 500 deleted time entries, all or nothing",
    description: all,
    others: [400, 404, 409, 422],
  },
} as const satisfies Operations;

export async function timeEntryBatchRoutes(app: HttpApp, { db, mutate, now }: TrackingDeps): Promise<void> {
  // Limits concurrent batches, because each one blocks the event loop for many milliseconds.
  const batches = createLanes({ ofEach: 2, inAll: Math.max(2, Math.floor(db.size / 2)), maxWaiting: 64 });
  const mutateInTurn: Mutate = (request, ...rest) => batches.run(request.actor.orgId, () => mutate(request, ...rest));
  addOperations(
    app,
    operations,
    { tag: "Time entries", mutate: mutateInTurn },
    {
      createTimeEntries: async (tx, { actor, body }) =>
        shown(await createTimeEntries(tx, actor, { input: body.entries }, { now: now() }), actor),
      updateTimeEntries: async (tx, { actor, body }) =>
        shown(await changeBatch(tx, actor, { input: body.entries }, { now: now() }), actor),
      deleteTimeEntries: async (tx, { actor, body: { ids: input, lateReason } }) =>
        shown(await deleteBatch(tx, actor, { input, lateReason }, { now: now() }), actor),
      restoreTimeEntries: async (tx, { actor, body: { ids: input, lateReason } }) =>
        shown(await restoreBatch(tx, actor, { input, lateReason }, { now: now() }), actor),
    },
  );
}

function shown(rows: TimeEntryRow[], actor: Actor) {
  return { body: { data: rows.map((row) => shownEntry(row, actor)) } };
}
