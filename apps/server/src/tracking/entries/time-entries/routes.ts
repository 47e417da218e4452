import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { Type } from "#platform/http/contract/type/type.ts";
import { UnknownCommitError } from "#platform/database/database-errors.ts";
import { byId, type InPath, pathFirst } from "#identity/by-id.ts";
import { sendJson, sendResource, sendWrittenPage } from "#platform/http/replies/replies.ts";
import { IdParams, NotModified, problems } from "#platform/http/contract/resource-schemas.ts";
import { Closed } from "#platform/http/contract/schemas.ts";
import { editOf, targetOf } from "#platform/http/contract/target.ts";
import type { TrackingDeps } from "#tracking/ledger/deps.ts";
import { createChangeWriter } from "./change-writer.ts";
import { checkReach, isRestorableOrLive } from "./reach-time-entry.ts";
import { removeTimeEntry, restoreTimeEntry } from "./remove-time-entries.ts";
import { createCoalescingWriter } from "./coalescing-writer.ts";
import { createTimeEntry } from "./create-time-entries.ts";
import { listTimeEntryPage } from "./list-time-entry-page.ts";
import { toNewTimeEntry } from "./new-time-entry.ts";
import { findTimeEntry, type TimeEntryRow } from "./queries.ts";
import { CreateTimeEntry, ListTimeEntries, TimeEntry, TimeEntryPage, UpdateTimeEntry } from "./schemas.ts";
import { entryTag, shownEntry } from "./to-time-entry.ts";

const tags = ["Time entries"];

/** Sends the reply to a committed write. A 500 would suggest that nothing was stored. */
function afterCommit<T>(send: () => T): T {
  try {
    return send();
  } catch (error) {
    throw new UnknownCommitError({ cause: error });
  }
}

export const timeEntryRoutes: FastifyPluginAsyncTypebox<TrackingDeps> = async (app, { db, mutate, now, onCommit }) => {
  const creates = createCoalescingWriter(db, { now, onCommit });
  const changes = createChangeWriter(db, { now, onCommit });

  const findLive = byId(async ({ actor, params }) => {
    const row = await findTimeEntry(db, actor.orgId, params.id);
    return row?.deleted_at === null ? row : undefined;
  }, "time entry");
  const findRestorable = byId(async ({ actor, params }) => {
    const row = await findTimeEntry(db, actor.orgId, params.id);
    return row !== undefined && isRestorableOrLive(row, now()) ? row : undefined;
  }, "time entry");
  const toRead = async (request: InPath): Promise<TimeEntryRow> => {
    const row = await findLive(request);
    await checkReach(db, request.actor, "time-entries:read", row);
    return row;
  };
  const toChange = async (request: InPath) =>
    checkReach(db, request.actor, "time-entries:write", await findLive(request));
  const toRestore = async (request: InPath) =>
    checkReach(db, request.actor, "time-entries:write", await findRestorable(request));

  app.get(
    "/time-entries",
    {
      config: { access: "time-entries:read" },
      schema: {
        operationId: "listTimeEntries",
        tags,
        summary: "List time entries",
        description:
          "Newest first. Filters are combined with AND; a repeated filter matches any of its values. Members see only their own entries, and leads of teams also see those of their teams' members.",
        querystring: ListTimeEntries,
        response: { 200: TimeEntryPage, ...problems(422) },
      },
    },
    async (request, reply) =>
      sendWrittenPage(request, reply, await listTimeEntryPage(db, request.actor, request.query)),
  );

  app.post(
    "/time-entries",
    {
      config: { access: "time-entries:write" },
      schema: {
        operationId: "createTimeEntry",
        tags,
        summary: "Create a time entry",
        body: CreateTimeEntry,
        response: { 201: TimeEntry, ...problems(400, 404, 409, 422) },
      },
    },
    async (request, reply) => {
      if (request.idempotency !== undefined) {
        return mutate(request, reply, async (tx) => {
          const row = await createTimeEntry(tx, request.actor, { input: request.body }, { now: now() });
          return {
            status: 201,
            body: shownEntry(row, request.actor),
            location: `/v1/time-entries/${row.id}`,
            etag: entryTag(row, request.actor),
          };
        });
      }
      const row = await creates.write(toNewTimeEntry(request.actor, request.body));
      return afterCommit(() => {
        void reply.header("location", `/v1/time-entries/${row.id}`).header("etag", entryTag(row, request.actor));
        return sendJson(reply, 201, shownEntry(row, request.actor));
      });
    },
  );

  app.get(
    "/time-entries/:id",
    {
      config: { access: "time-entries:read" },
      preValidation: pathFirst(toRead),
      schema: {
        operationId: "getTimeEntry",
        tags,
        summary: "Get a time entry",
        params: IdParams,
        response: { 200: TimeEntry, 304: NotModified, ...problems(404) },
      },
    },
    async (request, reply) => {
      const row = await toRead(request);
      return sendResource(request, reply, entryTag(row, request.actor), shownEntry(row, request.actor));
    },
  );

  app.patch(
    "/time-entries/:id",
    {
      config: { access: "time-entries:write" },
      preValidation: pathFirst(toChange),
      schema: {
        operationId: "updateTimeEntry",
        tags,
        summary: "Change a time entry",
        description:
          "Fields that are left out stay unchanged; null clears a field. Moving the entry to another project also needs a task of that project.",
        params: IdParams,
        body: UpdateTimeEntry,
        response: { 200: TimeEntry, ...problems(400, 404, 409, 412, 422) },
      },
    },
    async (request, reply) => {
      const row = await changes.write(request.actor, editOf(request));
      return afterCommit(() => {
        void reply.header("etag", entryTag(row, request.actor));
        return sendJson(reply, 200, shownEntry(row, request.actor));
      });
    },
  );

  app.delete(
    "/time-entries/:id",
    {
      config: { access: "time-entries:write" },
      preValidation: pathFirst(toChange),
      schema: {
        operationId: "deleteTimeEntry",
        tags,
        summary: "Delete a time entry",
        description:
          "It can be restored for 30 days; after that, only its id and the times of its deletion and last change remain.",
        params: IdParams,
        response: { 204: Type.Null({ description: "Deleted." }), ...problems(404, 409, 412, 422) },
      },
    },
    async (request, reply) =>
      mutate(request, reply, async (tx) => {
        await removeTimeEntry(tx, request.actor, targetOf(request), { now: now() });
        return { status: 204 };
      }),
  );

  app.post(
    "/time-entries/:id/restore",
    {
      config: { access: "time-entries:write" },
      preValidation: pathFirst(toRestore),
      schema: {
        operationId: "restoreTimeEntry",
        tags,
        summary: "Restore a deleted time entry",
        params: IdParams,
        body: { ...Closed({}), "x-optional": true },
        response: { 200: TimeEntry, ...problems(400, 404, 409, 412, 422) },
      },
    },
    async (request, reply) =>
      mutate(request, reply, async (tx) => {
        const row = await restoreTimeEntry(tx, request.actor, targetOf(request), { now: now() });
        return { status: 200, body: shownEntry(row, request.actor), etag: entryTag(row, request.actor) };
      }),
  );
};
