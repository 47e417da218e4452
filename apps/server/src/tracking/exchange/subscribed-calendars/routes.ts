import { byId } from "#identity/by-id.ts";
import { addOperations, type Operations, type RequestOf } from "#identity/http/operations.ts";
import { dateAt, dayMs } from "#platform/days.ts";
import { gone, invalid } from "#platform/errors.ts";
import { shownAs } from "#platform/fields/shown.ts";
import type { HttpApp } from "#platform/http/server/create-http-app.ts";
import { needSecretKey } from "#platform/secrets/need-secret-key.ts";
import { formatInstant, startOfDayMs } from "#platform/time.ts";
import type { TrackingDeps } from "#tracking/ledger/deps.ts";
import type { CalendarReader } from "./calendar-reader.ts";
import { readAs, readNewCalendar, subscribe, unsubscribe } from "./calendar-verbs.ts";
import { listCalendars, listDayEvents, listTimedEvents } from "./queries.ts";
import {
  CalendarEvents,
  EventsQuery,
  SubscribedCalendar,
  SubscribedCalendars,
  SubscribeToCalendar,
  longestSpanDays,
} from "./schemas.ts";

const mine = { access: "anyone", sessionOnly: true } as const;

const operations = {
  listSubscribedCalendars: {
    ...mine,
    at: "GET /me/calendars",
    summary: "List the calendars that you subscribe to",
    description: "Calendars of other programs. Nobody else sees them, or their events.",
    reply: SubscribedCalendars,
    others: [],
  },
  subscribeToCalendar: {
    ...mine,
    at: "POST /me/calendars",
    summary: "Subscribe to a calendar",
    description:
      "Reads the calendar, and from then on once an hour. Its events are suggestions for time entries on the dashboard's calendar. An address that cannot be read is refused with the reason, and nothing is stored. If it leads to a private network address, the reason does not say more, and after 20 such failures in an hour, further attempts get a 429 `too_many_attempts`.",
    body: SubscribeToCalendar,
    reply: SubscribedCalendar,
    status: 201,
    others: [400, 409, 422, 503],
    byHand: true,
  },
  unsubscribeFromCalendar: {
    ...mine,
    at: "DELETE /me/calendars/:id",
    evenWhileEnding: true,
    summary: "Unsubscribe from a calendar",
    description: "Its events disappear. Time entries created from them stay.",
    reply: "Removed.",
    others: [404],
  },
  listCalendarEvents: {
    ...mine,
    at: "GET /me/calendars/events",
    summary: "List the events of your subscribed calendars",
    description:
      "The events of the requested days, with repetitions expanded, as of the last read of each calendar. Events are available from 92 days ago to 32 days ahead. Cancelled events, and those that you declined, are left out.",
    query: EventsQuery,
    reply: CalendarEvents,
    others: [422],
  },
} as const satisfies Operations;

export interface CalendarDeps extends TrackingDeps {
  reader: CalendarReader;
  secretKey: Buffer | undefined;
}

/** Members subscribe to their calendars in other programs. The dashboard suggests the events as entries. */
export async function subscribedCalendarRoutes(app: HttpApp, deps: CalendarDeps): Promise<void> {
  const { db, mutate, reader, secretKey, now } = deps;
  const find = byId(
    async ({ actor, params }) => (await listCalendars(db, actor)).find(({ id }) => id === params.id),
    "calendar",
  );
  addOperations(
    app,
    operations,
    { tag: "Me", mutate, find },
    {
      listSubscribedCalendars: async ({ actor }) => ({
        body: { data: (await listCalendars(db, actor)).map(toSubscribedCalendar) },
      }),
      async subscribeToCalendar({ actor, body }, _reply, inTransaction) {
        const key = needSecretKey(secretKey);
        // Reads the calendar outside the transaction, because reading waits for another server.
        const found = await readNewCalendar(db, actor, body, { reader, now: now() });
        return inTransaction(async (tx) => {
          const row = await subscribe(tx, actor, { name: body.name, ...found }, { secretKey: key, now: now() });
          return { body: toSubscribedCalendar(row) };
        });
      },
      unsubscribeFromCalendar: (tx, { actor, params }) => unsubscribe(tx, actor, params.id),
      listCalendarEvents: async (request) => ({ body: await readEvents(request, deps) }),
    },
  );
}

async function readEvents(
  { actor, query }: RequestOf<typeof operations.listCalendarEvents>,
  { db, now }: CalendarDeps,
) {
  const as = await readAs(db, actor.orgId, actor.userId);
  if (as === undefined) throw gone("user");
  const { from = query.to ?? dateAt(now().getTime(), as.timeZone), to = from } = query;
  const span = { from: startOfDayMs(from, as.timeZone), to: startOfDayMs(to, as.timeZone, 1) };
  if (from > to) throw invalid("/from", "out_of_range", "is after `to`; swap them");
  if (span.to - span.from > (longestSpanDays + 1) * dayMs)
    throw invalid("/to", "out_of_range", `is more than ${longestSpanDays} days after \`from\`; request fewer days`);
  const [events, days] = await Promise.all([
    listTimedEvents(db, actor, span),
    listDayEvents(db, actor, { first: from, last: to }),
  ]);
  const shown = events.map(({ start, end, ...event }) => ({
    ...event,
    startedAt: formatInstant(start),
    endedAt: formatInstant(end),
  }));
  return { events: shown, days };
}

const toSubscribedCalendar = shownAs(SubscribedCalendar);
