import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { strictRoutes } from "#identity/http/strict-routes.ts";
import { visitorOf } from "#identity/http/visitor.ts";
import { createLanes } from "#platform/concurrency/lanes.ts";
import type { HttpApp } from "#platform/http/server/create-http-app.ts";
import { sendJson, sendTaggedBytes } from "#platform/http/replies/replies.ts";
import { problems } from "#platform/http/contract/resource-schemas.ts";
import { Type } from "#platform/http/contract/type/type.ts";
import type { TrackingDeps } from "#tracking/ledger/deps.ts";
import { createCalendarFeed, endCalendarFeed } from "./feed-verbs.ts";
import { findCalendarFeed } from "./queries.ts";
import { type FeedDeps, noSuchFeed, readFeed } from "./read-feed.ts";
import { CreateCalendarFeed, CurrentCalendarFeed, NewCalendarFeed } from "./schemas.ts";
import { toCalendarFeed } from "./to-calendar-feed.ts";

const tags = ["Me"];

export const feedPrefix = "/feeds/calendar";

export const calendarFeedRoutes: FastifyPluginAsyncTypebox<TrackingDeps & { publicUrl: string }> = async (
  app,
  { db, mutate, publicUrl },
) => {
  app.get(
    "/me/calendar-feed",
    {
      config: { access: "anyone" },
      schema: {
        operationId: "getCalendarFeed",
        tags,
        summary: "Get your calendar feed, if you have one",
        description: "Its address is shown only when it is created.",
        response: { 200: CurrentCalendarFeed },
      },
    },
    async (request, reply) => {
      const { orgId, userId } = request.actor;
      const row = await findCalendarFeed(db, orgId, userId);
      return sendJson(reply, 200, { feed: row === undefined ? null : toCalendarFeed(row) });
    },
  );

  app.post(
    "/me/calendar-feed",
    {
      config: { access: "anyone", sessionOnly: true, reauthenticated: true },
      schema: {
        operationId: "createCalendarFeed",
        tags,
        summary: "Create your calendar feed, replacing the previous one",
        description:
          "A calendar program that subscribes to `address` shows your time entries, or those of a team that you can read. The address needs no key, so anyone who knows it can read them; a new address replaces the previous one. Each time it is read, it shows what you may currently see, without money. The address stops working when the session in which it was created is ended by hand or by a new password, but not when you sign out.",
        body: CreateCalendarFeed,
        response: { 201: NewCalendarFeed, ...problems(400, 404, 422) },
      },
    },
    async (request, reply) =>
      mutate(request, reply, async (tx) => {
        const { row, token } = await createCalendarFeed(tx, request.actor, { input: request.body });
        return {
          status: 201,
          body: { feed: toCalendarFeed(row), address: `${publicUrl}${feedPrefix}/${token}.ics` },
          isSecret: true,
          location: "/v1/me/calendar-feed",
        };
      }),
  );

  app.delete(
    "/me/calendar-feed",
    {
      config: { access: "anyone", sessionOnly: true, evenWhileEnding: true },
      schema: {
        operationId: "endCalendarFeed",
        tags,
        summary: "End your calendar feed",
        description: "Its address stops working at once.",
        response: { 204: Type.Null({ description: "Ended." }), ...problems(404) },
      },
    },
    async (request, reply) =>
      mutate(request, reply, async (tx) => {
        await endCalendarFeed(tx, request.actor);
        return { status: 204 };
      }),
  );
};

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
    { schema: { hide: true, querystring: Type.Object({}) } },
    async (request, reply) => {
      const { file } = request.params as { file: string };
      const token = /^([\w-]{43})\.ics$/.exec(file)?.[1];
      if (token === undefined) throw noSuchFeed();
      const bytes = await readFeed(visitorOf(request), { token, isReading: request.method === "GET" }, deps);
      return sendTaggedBytes(request, reply, "text/calendar; charset=utf-8", bytes);
    },
  );
}
