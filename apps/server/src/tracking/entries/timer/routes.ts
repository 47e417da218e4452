import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { Type } from "#platform/http/contract/type/type.ts";
import { askedUsers, type Actor, idsWithin, may, reachOf } from "#identity/access.ts";
import { findMember } from "#identity/members/queries.ts";
import { UserIdParams } from "#identity/members/schemas.ts";
import { AppError, notFound } from "#platform/errors.ts";
import { readPage, toPage } from "#platform/http/replies/newest-first.ts";
import { sendPage, sendResource } from "#platform/http/replies/replies.ts";
import { NotModified, problems } from "#platform/http/contract/resource-schemas.ts";
import { Closed } from "#platform/http/contract/schemas.ts";
import type { TrackingDeps } from "#tracking/ledger/deps.ts";
import { hiddenEntriesFrom } from "#tracking/ledger/projects/visibility.ts";
import { TimeEntry } from "#tracking/entries/time-entries/schemas.ts";
import type { TimeEntryRow } from "#tracking/entries/time-entries/queries.ts";
import { entryTag, shownEntry } from "#tracking/entries/time-entries/to-time-entry.ts";
import { findTimer, listTimers, timerEtag, type TimerRow } from "./queries.ts";
import { ListTimers, StartedTimer, StartTimer, StopTimer, Timer, TimerPage, UpdateTimer } from "./schemas.ts";
import { changeTimer, discardTimer, noTimer, startTimer, stopTimer } from "./timer-verbs.ts";
import { toTimer } from "./to-timer.ts";

const tags = ["Timer"];

function stopped(row: TimeEntryRow, actor: Actor) {
  return {
    status: 201 as const,
    body: shownEntry(row, actor),
    location: `/v1/time-entries/${row.id}`,
    etag: entryTag(row, actor),
  };
}

export const timerRoutes: FastifyPluginAsyncTypebox<TrackingDeps> = async (app, { db, mutate, now }) => {
  const running = async ({ actor }: { actor: { orgId: string; userId: string } }): Promise<TimerRow> => {
    const row = await findTimer(db, actor.orgId, actor.userId);
    if (row === undefined) throw noTimer();
    return row;
  };

  app.get(
    "/timers",
    {
      config: { access: "time-entries:read" },
      schema: {
        operationId: "listTimers",
        tags,
        summary: "List the running timers",
        description:
          "The running timers, latest start first. Members see only their own timer, leads of teams also see those of their teams' members, and nobody sees another member's timer on a project that is hidden from them.",
        querystring: ListTimers,
        response: { 200: TimerPage, ...problems(422) },
      },
    },
    async (request, reply) => {
      const { actor, query } = request;
      const asked = askedUsers(actor, query.userId);
      const page = readPage(query, ["timers", asked]);
      const userIds = idsWithin(reachOf(actor, "time-entries:read"), asked);
      const found = await hiddenEntriesFrom(db, actor, "time-entries:read");
      // The actor's own timer is never hidden, even if they have no entries.
      const hidden = found === undefined ? undefined : { ...found, exceptOf: actor.userId };
      const rows = await listTimers(db, actor.orgId, userIds, hidden, page);
      return sendPage(
        request,
        reply,
        toPage(rows, page, toTimer, (row) => row.started_at),
      );
    },
  );

  app.get(
    "/timer",
    {
      config: { access: "time-entries:read" },
      schema: {
        operationId: "getTimer",
        tags,
        summary: "Get the running timer",
        response: { 200: Timer, 304: NotModified, ...problems(404) },
      },
    },
    async (request, reply) => {
      const row = await running(request);
      return sendResource(request, reply, timerEtag(row), toTimer(row));
    },
  );

  app.post(
    "/timer",
    {
      config: { access: "time-entries:write" },
      schema: {
        operationId: "startTimer",
        tags,
        summary: "Start the timer",
        description: "Each member has one: a running timer is stopped at this instant and becomes a time entry.",
        body: StartTimer,
        response: { 201: StartedTimer, ...problems(400, 404, 409, 422) },
      },
    },
    async (request, reply) =>
      mutate(request, reply, async (tx) => {
        const { timer, stopped } = await startTimer(tx, request.actor, { input: request.body }, { now: now() });
        const body = {
          timer: toTimer(timer),
          stopped: stopped === null ? null : shownEntry(stopped, request.actor),
        };
        return { status: 201, body, location: "/v1/timer", etag: timerEtag(timer) };
      }),
  );

  app.patch(
    "/timer",
    {
      config: { access: "time-entries:write" },
      preValidation: async (request) => void (await running(request)),
      schema: {
        operationId: "updateTimer",
        tags,
        summary: "Change the running timer",
        description: "Without `taskId`, a move to another project uses that project's task `General`.",
        body: UpdateTimer,
        response: { 200: Timer, ...problems(400, 404, 409, 412, 422) },
      },
    },
    async (request, reply) =>
      mutate(request, reply, async (tx) => {
        const row = await changeTimer(
          tx,
          request.actor,
          { input: request.body, ifMatch: request.headers["if-match"] },
          { now: now() },
        );
        return { status: 200, body: toTimer(row), etag: timerEtag(row) };
      }),
  );

  app.delete(
    "/timer",
    {
      config: { access: "time-entries:write" },
      schema: {
        operationId: "discardTimer",
        tags,
        summary: "Discard the running timer",
        response: { 204: Type.Null({ description: "Discarded; no entry is created." }), ...problems(404, 412) },
      },
    },
    async (request, reply) =>
      mutate(request, reply, async (tx) => {
        await discardTimer(tx, request.actor, { ifMatch: request.headers["if-match"] });
        return { status: 204 };
      }),
  );

  app.post(
    "/timer/stop",
    {
      config: { access: "time-entries:write" },
      schema: {
        operationId: "stopTimer",
        tags,
        summary: "Stop the timer",
        description: "It becomes a time entry, whatever its duration, even if its project has been archived.",
        body: { ...Closed({}), "x-optional": true },
        response: { 201: TimeEntry, ...problems(400, 409, 412, 422) },
      },
    },
    async (request, reply) =>
      mutate(request, reply, async (tx) => {
        const row = await stopTimer(tx, request.actor, { ifMatch: request.headers["if-match"] }, { now: now() });
        return stopped(row, request.actor);
      }),
  );

  const toStop = async ({ actor, params }: { actor: Actor; params: { userId: string } }) => {
    const member = await findMember(db, actor.orgId, params.userId);
    if (member === undefined) throw notFound("member");
    if (!may(actor, "time-entries:write", params.userId))
      throw new AppError(
        "forbidden",
        "This is another member's timer, and you may not change that member's time. Ask someone who may.",
      );
  };

  app.post(
    "/timers/:userId/stop",
    {
      config: { access: "time-entries:write" },
      preValidation: toStop,
      schema: {
        operationId: "stopMemberTimer",
        tags,
        summary: "Stop a member's timer",
        description:
          "For your own timer, or if you may write the member's time entries. A forgotten timer can end at `endedAt`. Otherwise like `POST /timer/stop`.",
        params: UserIdParams,
        body: { ...StopTimer, "x-optional": true },
        response: { 201: TimeEntry, ...problems(400, 404, 409, 412, 422) },
      },
    },
    async (request, reply) =>
      mutate(request, reply, async (tx) => {
        const { actor, params, body, headers } = request;
        const stop = { userId: params.userId, endedAt: body?.endedAt, ifMatch: headers["if-match"] };
        return stopped(await stopTimer(tx, actor, stop, { now: now() }), actor);
      }),
  );
};
