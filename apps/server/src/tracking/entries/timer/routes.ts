import { type Actor, askedUsers, idsWithin, may, reachOf } from "#identity/access.ts";
import { addOperations, type Operations, type RequestOf } from "#identity/http/operations.ts";
import { findMember } from "#identity/members/queries.ts";
import { UserIdParams } from "#identity/members/schemas.ts";
import type { Database } from "#platform/database/database.ts";
import { AppError, notFound } from "#platform/errors.ts";
import { Closed } from "#platform/http/contract/schemas.ts";
import { readPage, toPage } from "#platform/http/replies/pages.ts";
import type { HttpApp } from "#platform/http/server/create-http-app.ts";
import type { TimeEntryRow } from "#tracking/entries/time-entries/queries.ts";
import { TimeEntry } from "#tracking/entries/time-entries/schemas.ts";
import { entryTag, shownEntry } from "#tracking/entries/time-entries/to-time-entry.ts";
import type { TrackingDeps } from "#tracking/ledger/deps.ts";
import { hiddenEntriesFrom } from "#tracking/ledger/projects/visibility.ts";
import { findTimer, listTimers, timerEtag, type TimerRow } from "./queries.ts";
import { ListTimers, StartedTimer, StartTimer, StopTimer, Timer, TimerPage, UpdateTimer } from "./schemas.ts";
import { changeTimer, discardTimer, noTimer, startTimer, stopTimer } from "./timer-verbs.ts";
import { toTimer } from "./timer.ts";

const operations = {
  listTimers: {
    at: "GET /timers",
    access: "time-entries:read",
    summary: "List the running timers",
    description:
      "The running timers, latest start first. Members see only their own timer, leads of teams also see those of their teams' members, and nobody sees another member's timer on a project that is hidden from them.",
    query: ListTimers,
    reply: TimerPage,
    others: [422],
  },
  getTimer: {
    at: "GET /timer",
    access: "time-entries:read",
    summary: "Get the running timer",
    reply: Timer,
    others: [304, 404],
  },
  startTimer: {
    at: "POST /timer",
    access: "time-entries:write",
    summary: "Start the timer",
    description: "Each member has one: a running timer is stopped at this instant and becomes a time entry.",
    body: StartTimer,
    reply: StartedTimer,
    status: 201,
    others: [400, 404, 409, 422],
  },
  updateTimer: {
    at: "PATCH /timer",
    access: "time-entries:write",
    summary: "Change the running timer",
    description: "Without `taskId`, a move to another project uses that project's task `General`.",
    body: UpdateTimer,
    reply: Timer,
    others: [400, 404, 409, 412, 422],
  },
  discardTimer: {
    at: "DELETE /timer",
    access: "time-entries:write",
    summary: "Discard the running timer",
    reply: "Discarded; no entry is created.",
    others: [404, 412],
  },
  stopTimer: {
    at: "POST /timer/stop",
    access: "time-entries:write",
    summary: "Stop the timer",
    description: "It becomes a time entry, whatever its duration, even if its project has been archived.",
    body: { ...Closed({}), "x-optional": true },
    reply: TimeEntry,
    status: 201,
    others: [400, 409, 412, 422],
  },
  stopMemberTimer: {
    at: "POST /timers/:userId/stop",
    access: "time-entries:write",
    summary: "Stop a member's timer",
    description:
      "For your own timer, or if you may write the member's time entries. A forgotten timer can end at `endedAt`. Otherwise like `POST /timer/stop`.",
    params: UserIdParams,
    body: { ...StopTimer, "x-optional": true },
    reply: TimeEntry,
    status: 201,
    others: [400, 404, 409, 412, 422],
  },
} as const satisfies Operations;

export async function timerRoutes(app: HttpApp, { db, mutate, now }: TrackingDeps): Promise<void> {
  const running = async ({ actor }: { actor: Actor }): Promise<TimerRow> => {
    const row = await findTimer(db, actor.orgId, actor.userId);
    if (row === undefined) throw noTimer();
    return row;
  };
  const find = {
    updateTimer: running,
    stopMemberTimer: (request: ToStop) => demandStopping(db, request),
  };
  addOperations(
    app,
    operations,
    { tag: "Timer", mutate, find },
    {
      listTimers: (request) => listed(db, request),
      async getTimer(request) {
        const row = await running(request);
        return { body: toTimer(row), etag: timerEtag(row) };
      },
      async startTimer(tx, { actor, body }) {
        const { timer, stopped } = await startTimer(tx, actor, { input: body }, { now: now() });
        const shown = { timer: toTimer(timer), stopped: stopped === null ? null : shownEntry(stopped, actor) };
        return { body: shown, location: "/v1/timer", etag: timerEtag(timer) };
      },
      async updateTimer(tx, { actor, body, headers }) {
        const row = await changeTimer(tx, actor, { input: body, ifMatch: headers["if-match"] }, { now: now() });
        return { body: toTimer(row), etag: timerEtag(row) };
      },
      discardTimer: (tx, { actor, headers }) => discardTimer(tx, actor, { ifMatch: headers["if-match"] }),
      stopTimer: async (tx, { actor, headers }) =>
        entryOf(await stopTimer(tx, actor, { ifMatch: headers["if-match"] }, { now: now() }), actor),
      async stopMemberTimer(tx, request) {
        const { actor, params, body, headers } = request;
        await demandStopping(tx, request);
        const stop = { userId: params.userId, endedAt: body?.endedAt, ifMatch: headers["if-match"] };
        return entryOf(await stopTimer(tx, actor, stop, { now: now() }), actor);
      },
    },
  );
}

async function listed(db: Database, { actor, query }: RequestOf<typeof operations.listTimers>) {
  const asked = askedUsers(actor, query.userId);
  const page = readPage(query, ["timers", asked]);
  const userIds = idsWithin(reachOf(actor, "time-entries:read"), asked);
  const found = await hiddenEntriesFrom(db, actor, "time-entries:read");
  // The actor's own timer is never hidden, even if they have no entries.
  const hidden = found === undefined ? undefined : { ...found, exceptOf: actor.userId };
  const rows = await listTimers(db, actor.orgId, userIds, hidden, page);
  return { body: toPage(rows, page, toTimer, (row) => row.started_at) };
}

interface ToStop {
  actor: Actor;
  params: { userId: string };
}

async function demandStopping(db: Database, { actor, params }: ToStop): Promise<void> {
  if ((await findMember(db, actor.orgId, params.userId)) === undefined) throw notFound("member");
  if (!may(actor, "time-entries:write", params.userId))
    throw new AppError(
      "forbidden",
      "This is another member's timer, and you may not change that member's time. Ask someone who may.",
    );
}

function entryOf(row: TimeEntryRow, actor: Actor) {
  return { body: shownEntry(row, actor), location: `/v1/time-entries/${row.id}`, etag: entryTag(row, actor) };
}
