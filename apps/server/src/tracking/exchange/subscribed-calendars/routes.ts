import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { byId, pathFirst } from "#identity/by-id.ts";
import { dateAt, dayMs } from "#platform/day-starts.ts";
import { gone, invalid } from "#platform/errors.ts";
import { sendJson } from "#platform/http/replies/replies.ts";
import { IdParams, problems } from "#platform/http/contract/resource-schemas.ts";
import { Type } from "#platform/http/contract/type/type.ts";
import { needSecretKey } from "#platform/secrets/need-secret-key.ts";
import { formatInstant, startOfDayMs } from "#platform/time.ts";
import type { TrackingDeps } from "#tracking/ledger/deps.ts";
import type { CalendarReader } from "./calendar-reader.ts";
import { readAs, readNewCalendar, subscribe, unsubscribe } from "./calendar-verbs.ts";
import { type CalendarRow, listCalendars, listDayEvents, listTimedEvents } from "./queries.ts";
import {
  CalendarEvents,
  EventsQuery,
  SubscribedCalendar,
  SubscribedCalendars,
  SubscribeToCalendar,
} from "./schemas.ts";

const tags = ["Me"];
const config = { access: "anyone", sessionOnly: true } as const;
const path = "/me/calendars";
const maxDays = 62;

export interface CalendarDeps extends TrackingDeps {
  reader: CalendarReader;
  secretKey: Buffer | undefined;
}

/** Members subscribe to their calendars in other programs. The dashboard suggests the events as entries. */
export const subscribedCalendarRoutes: FastifyPluginAsyncTypebox<CalendarDeps> = async (
  app,
  { db, mutate, reader, secretKey, now },
) => {
  const inPath = byId(
    async ({ actor, params }) => (await listCalendars(db, actor)).find(({ id }) => id === params.id),
    "calendar",
  );

  app.get(
    path,
    {
      config,
      schema: {
        operationId: "listSubscribedCalendars",
        tags,
        summary: "List the calendars that you subscribe to",
        description: "Calendars of other programs. Nobody else sees them, or their events.",
        response: { 200: SubscribedCalendars },
      },
    },
    async (request, reply) =>
      sendJson(reply, 200, { data: (await listCalendars(db, request.actor)).map(toSubscribedCalendar) }),
  );

  app.post(
    path,
    {
      config,
      schema: {
        operationId: "subscribeToCalendar",
        tags,
        summary: "Subscribe to a calendar",
        description:
          "Reads the calendar, and from then on once an hour. Its events are suggestions for time entries on the dashboard's calendar. An address that cannot be read is refused with the reason, and nothing is stored. If it leads to a private network address, the reason does not say more, and after 20 such failures in an hour, further attempts get a 429 `too_many_attempts`.",
        body: SubscribeToCalendar,
        response: { 201: SubscribedCalendar, ...problems(400, 409, 422, 503) },
      },
    },
    async (request, reply) => {
      const { actor, body } = request;
      const key = needSecretKey(secretKey);
      // Reads the calendar outside the transaction, because reading waits for another server.
      const found = await readNewCalendar(db, actor, body, { reader, now: now() });
      return mutate(request, reply, async (tx) => {
        const row = await subscribe(tx, actor, { name: body.name, ...found }, { secretKey: key, now: now() });
        return { status: 201, body: toSubscribedCalendar(row) };
      });
    },
  );

  app.delete(
    `${path}/:id`,
    {
      config: { ...config, evenWhileEnding: true },
      schema: {
        operationId: "unsubscribeFromCalendar",
        tags,
        summary: "Unsubscribe from a calendar",
        description: "Its events disappear. Time entries created from them stay.",
        params: IdParams,
        response: { 204: Type.Null({ description: "Removed." }), ...problems(404) },
      },
      preValidation: pathFirst(inPath),
    },
    async (request, reply) =>
      mutate(request, reply, async (tx) => {
        await unsubscribe(tx, request.actor, request.params.id);
        return { status: 204 };
      }),
  );

  app.get(
    `${path}/events`,
    {
      config,
      schema: {
        operationId: "listCalendarEvents",
        tags,
        summary: "List the events of your subscribed calendars",
        description:
          "The events of the requested days, with repetitions expanded, as of the last read of each calendar. Events are available from 92 days ago to 32 days ahead. Cancelled events, and those that you declined, are left out.",
        querystring: EventsQuery,
        response: { 200: CalendarEvents, ...problems(422) },
      },
    },
    async (request, reply) => {
      const { actor, query } = request;
      const as = await readAs(db, actor.orgId, actor.userId);
      if (as === undefined) throw gone("user");
      const { from = query.to ?? dateAt(now().getTime(), as.timeZone), to = from } = query;
      const span = { from: startOfDayMs(from, as.timeZone), to: startOfDayMs(to, as.timeZone, 1) };
      if (from > to) throw invalid("/from", "out_of_range", "is after `to`; swap them");
      if (span.to - span.from > (maxDays + 1) * dayMs)
        throw invalid("/to", "out_of_range", `is more than ${maxDays} days after \`from\`; request fewer days`);
      const [events, days] = await Promise.all([
        listTimedEvents(db, actor, span),
        listDayEvents(db, actor, { first: from, last: to }),
      ]);
      return sendJson(reply, 200, {
        events: events.map(({ id, calendar_id: calendarId, title, start, end }) => ({
          id,
          calendarId,
          title,
          startedAt: formatInstant(start),
          endedAt: formatInstant(end),
        })),
        days: days.map(({ id, calendar_id: calendarId, title, first, last }) => ({
          id,
          calendarId,
          title,
          startDate: first,
          endDate: last,
        })),
      });
    },
  );
};

function toSubscribedCalendar(row: CalendarRow): SubscribedCalendar {
  const { id, name, host, error, warnings } = row;
  return {
    id,
    name,
    host,
    readAt: row.read_at,
    nextReadAt: row.next_read_at,
    error,
    warnings,
    createdAt: row.created_at,
  };
}
