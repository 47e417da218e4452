import type { Actor } from "#identity/access.ts";
import { byId, type InPath } from "#identity/by-id.ts";
import {
  addOperations,
  type InTransaction,
  type Operations,
  type ReplyTo,
  type RequestOf,
} from "#identity/http/operations.ts";
import { UnknownCommitError } from "#platform/database/database-errors.ts";
import { Closed } from "#platform/http/contract/schemas.ts";
import { editOf, targetOf } from "#platform/http/contract/target.ts";
import { sendJson, sendWrittenPage } from "#platform/http/replies/replies.ts";
import type { HttpApp } from "#platform/http/server/create-http-app.ts";
import type { TrackingDeps } from "#tracking/ledger/deps.ts";
import { createChangeWriter } from "#tracking/entries/time-entries/coalescing/change-writer.ts";
import { createCreateWriter } from "#tracking/entries/time-entries/coalescing/create-writer.ts";
import { createTimeEntry } from "#tracking/entries/time-entries/writing/create-time-entries.ts";
import { listTimeEntryPage } from "./list-time-entry-page.ts";
import { toNewTimeEntry } from "#tracking/entries/time-entries/writing/new-time-entry.ts";
import { findTimeEntry, type TimeEntryRow } from "#tracking/entries/time-entries/queries.ts";
import { checkReach, isRestorableOrLive } from "#tracking/entries/time-entries/reach-time-entry.ts";
import { removeTimeEntry, restoreTimeEntry } from "#tracking/entries/time-entries/writing/remove-time-entries.ts";
import {
  CreateTimeEntry,
  ListTimeEntries,
  TimeEntry,
  TimeEntryPage,
  UpdateTimeEntry,
} from "#tracking/entries/time-entries/schemas.ts";
import { entryTag, shownEntry } from "#tracking/entries/time-entries/to-time-entry.ts";

const operations = {
  listTimeEntries: {
    at: "GET /time-entries",
    access: "time-entries:read",
    summary: "List time entries",
    description:
      "Newest first. Filters are combined with AND; a repeated filter matches any of its values. Members see only their own entries, and leads of teams also see those of their teams' members.",
    query: ListTimeEntries,
    reply: TimeEntryPage,
    others: [422],
  },
  createTimeEntry: {
    at: "POST /time-entries",
    access: "time-entries:write",
    summary: "Create a time entry",
    body: CreateTimeEntry,
    reply: TimeEntry,
    status: 201,
    others: [400, 404, 409, 422],
    byHand: true,
  },
  getTimeEntry: {
    at: "GET /time-entries/:id",
    access: "time-entries:read",
    summary: "Get a time entry",
    reply: TimeEntry,
    others: [304, 404],
  },
  updateTimeEntry: {
    at: "PATCH /time-entries/:id",
    access: "time-entries:write",
    summary: "Change a time entry",
    description:
      "Fields that are left out stay unchanged; null clears a field. Moving the entry to another project also needs a task of that project.",
    body: UpdateTimeEntry,
    reply: TimeEntry,
    others: [400, 404, 409, 412, 422],
    byHand: true,
  },
  deleteTimeEntry: {
    at: "DELETE /time-entries/:id",
    access: "time-entries:write",
    summary: "Delete a time entry",
    description:
      "It can be restored for 30 days; after that, only its id and the times of its deletion and last change remain.",
    reply: "Deleted.",
    others: [404, 409, 412, 422],
  },
  restoreTimeEntry: {
    at: "POST /time-entries/:id/restore",
    access: "time-entries:write",
    summary: "Restore a deleted time entry",
    body: { ...Closed({}), "x-optional": true },
    reply: TimeEntry,
    others: [400, 404, 409, 412, 422],
  },
} as const satisfies Operations;

type Creates = typeof operations.createTimeEntry;
type NewEntry = ReturnType<typeof shown> & { location: string };
type Changes = typeof operations.updateTimeEntry;

export async function timeEntryRoutes(app: HttpApp, deps: TrackingDeps): Promise<void> {
  const { db, mutate, now } = deps;
  const find = finders(deps);
  addOperations(
    app,
    operations,
    { tag: "Time entries", mutate, find },
    {
      listTimeEntries: async (request, reply) =>
        sendWrittenPage(request, reply, await listTimeEntryPage(db, request.actor, request.query)),
      createTimeEntry: creator(deps),
      getTimeEntry: async (request) => shown(await find.getTimeEntry(request), request.actor),
      updateTimeEntry: changer(deps),
      async deleteTimeEntry(tx, request) {
        await removeTimeEntry(tx, request.actor, targetOf(request), { now: now() });
      },
      restoreTimeEntry: async (tx, request) =>
        shown(await restoreTimeEntry(tx, request.actor, targetOf(request), { now: now() }), request.actor),
    },
  );
}

function finders({ db, now }: TrackingDeps) {
  const findLive = byId(async ({ actor, params }) => {
    const row = await findTimeEntry(db, actor.orgId, params.id);
    return row?.deleted_at === null ? row : undefined;
  }, "time entry");
  const findRestorable = byId(async ({ actor, params }) => {
    const row = await findTimeEntry(db, actor.orgId, params.id);
    return row !== undefined && isRestorableOrLive(row, now()) ? row : undefined;
  }, "time entry");
  const toChange = async (request: InPath) =>
    checkReach(db, request.actor, "time-entries:write", await findLive(request));
  return {
    async getTimeEntry(request: InPath): Promise<TimeEntryRow> {
      const row = await findLive(request);
      await checkReach(db, request.actor, "time-entries:read", row);
      return row;
    },
    updateTimeEntry: toChange,
    deleteTimeEntry: toChange,
    restoreTimeEntry: async (request: InPath) =>
      checkReach(db, request.actor, "time-entries:write", await findRestorable(request)),
  };
}

function creator(deps: TrackingDeps) {
  const creates = createCreateWriter(deps);
  const addressOf = ({ id }: TimeEntryRow) => `/v1/time-entries/${id}`;
  return async (request: RequestOf<Creates>, reply: ReplyTo<Creates>, inTransaction: InTransaction<NewEntry>) => {
    const { actor, body: input } = request;
    if (request.idempotency !== undefined) {
      return inTransaction(async (tx) => {
        const row = await createTimeEntry(tx, actor, { input }, { now: deps.now() });
        return { ...shown(row, actor), location: addressOf(row) };
      });
    }
    const row = await creates.write(toNewTimeEntry(actor, input));
    return afterCommit(() => {
      void reply.header("location", addressOf(row)).header("etag", entryTag(row, actor));
      return sendJson(reply, 201, shownEntry(row, actor));
    });
  };
}

function changer(deps: TrackingDeps) {
  const changes = createChangeWriter(deps);
  return async (request: RequestOf<Changes>, reply: ReplyTo<Changes>) => {
    const row = await changes.write(request.actor, editOf(request));
    return afterCommit(() => {
      void reply.header("etag", entryTag(row, request.actor));
      return sendJson(reply, 200, shownEntry(row, request.actor));
    });
  };
}

function shown(row: TimeEntryRow, actor: Actor) {
  return { body: shownEntry(row, actor), etag: entryTag(row, actor) };
}

/** Sends the reply to a committed write. A 500 would suggest that nothing was stored. */
function afterCommit<T>(send: () => T): T {
  try {
    return send();
  } catch (error) {
    throw new UnknownCommitError({ cause: error });
  }
}
