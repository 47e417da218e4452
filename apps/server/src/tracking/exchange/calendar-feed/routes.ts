import { addOperations, type Operations } from "#identity/http/operations.ts";
import { strictRoutes } from "#identity/door/strict-routes.ts";
import { visitorOf } from "#identity/visitor.ts";
import { createLanes } from "#platform/concurrency/lanes.ts";
import { Type } from "#platform/http/contract/type/type.ts";
import { sendTaggedBytes } from "#platform/http/replies/replies.ts";
import type { HttpApp } from "#platform/http/server/create-http-app.ts";
import type { TrackingDeps } from "#tracking/ledger/deps.ts";
import { toCalendarFeed } from "./calendar-feed.ts";
import { createCalendarFeed, endCalendarFeed } from "./feed-verbs.ts";
import { findCalendarFeed } from "./queries.ts";
import { type FeedDeps, noSuchFeed, readFeed } from "./read-feed.ts";
import { CreateCalendarFeed, CurrentCalendarFeed, feedRules, NewCalendarFeed } from "./schemas.ts";

export const feedPrefix = "/feeds/calendar";

const operations = {
  getCalendarFeed: {
    at: "GET /me/calendar-feed",
    access: "anyone",
    summary: "Get your calendar feed, if you have one",
    description: "Its address is shown only when it is created.",
    reply: CurrentCalendarFeed,
    others: [],
  },
  createCalendarFeed: {
    at: "POST /me/calendar-feed",
    access: "anyone",
    sessionOnly: true,
    reauthenticated: true,
    summary: "Create your calendar feed, replacing the previous one",
    description:
      "A calendar program that subscribes to `address` shows your time entries, or those of a team that you can read. The address needs no key, so anyone who knows it can read them; a new address replaces the previous one. Each time it is read, it shows what you may currently see, without money. The address stops working when the session in which it was created is ended by hand or by a new password, but not when you sign out.",
    body: { ...CreateCalendarFeed, "x-rules": feedRules },
    reply: NewCalendarFeed,
    status: 201,
    others: [400, 404, 422],
  },
  endCalendarFeed: {
    at: "DELETE /me/calendar-feed",
    access: "anyone",
    sessionOnly: true,
    evenWhileEnding: true,
    summary: "End your calendar feed",
    description: "Its address stops working at once.",
    reply: "Ended.",
    others: [404],
  },
} as const satisfies Operations;

interface CalendarFeedDeps extends TrackingDeps {
  publicUrl: string;
}

export async function calendarFeedRoutes(app: HttpApp, { db, mutate, publicUrl }: CalendarFeedDeps): Promise<void> {
  addOperations(
    app,
    operations,
    { tag: "Me", mutate },
    {
      async getCalendarFeed({ actor }) {
        const row = await findCalendarFeed(db, actor.orgId, actor.userId);
        return { body: { feed: row === undefined ? null : toCalendarFeed(row) } };
      },
      async createCalendarFeed(tx, { actor, body: input }) {
        const { row, token } = await createCalendarFeed(tx, actor, { input });
        return {
          body: { feed: toCalendarFeed(row), address: `${publicUrl}${feedPrefix}/${token}.ics` },
          isSecret: true,
          location: "/v1/me/calendar-feed",
        };
      },
      endCalendarFeed: (tx, { actor }) => endCalendarFeed(tx, actor),
    },
  );
}

/** Serves the feeds to calendar programs, which have no API key. */
export async function feedRoutes(app: HttpApp, given: Omit<FeedDeps, "lanes">): Promise<void> {
  const deps = { ...given, lanes: createLanes({ ofEach: 1, inAll: 2, maxWaiting: 64 }) };
  strictRoutes(app);
  app.addHook("onRequest", (_request, reply, done) => {
    void reply.header("cache-control", "private, no-cache").header("x-robots-tag", "noindex");
    done();
  });
  app.get(
    "/:file",
    // Accepts any query parameters, because some calendar programs add their own.
    { schema: { querystring: Type.Object({}) } },
    async (request, reply) => {
      const { file } = request.params as { file: string };
      const token = /^([\w-]{43})\.ics$/.exec(file)?.[1];
      if (token === undefined) throw noSuchFeed();
      const bytes = await readFeed(visitorOf(request), { token, isReading: request.method === "GET" }, deps);
      return sendTaggedBytes(request, reply, "text/calendar; charset=utf-8", bytes);
    },
  );
}
