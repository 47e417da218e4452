import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { sendPage } from "#platform/http/replies.ts";
import { problems } from "#platform/http/resource-schemas.ts";
import type { TrackingDeps } from "#tracking/deps.ts";
import { listEvents } from "./list-events.ts";
import { EventPage, ListEvents } from "./schemas.ts";

const tags = ["Events"];

export const eventRoutes: FastifyPluginAsyncTypebox<TrackingDeps> = async (app, { db, now }) => {
  app.get(
    "/events",
    {
      config: { access: "anyone" },
      schema: {
        operationId: "listEvents",
        tags,
        summary: "List what happened",
        description:
          "The events of the last 30 days, oldest first, with the bodies of webhooks, as far as the key and its member may read what they show: others' entries, hidden projects and money as everywhere. A page may hold fewer than `limit`, or none: go on while there is a `nextCursor`, and ask later with `resumeCursor`. To begin with what happens from now on, ask once with `cursor=now`. An event may come again after a restart of the database; its `id` is the same.",
        querystring: ListEvents,
        response: { 200: EventPage, ...problems(422) },
      },
    },
    async (request, reply) => sendPage(request, reply, await listEvents(db, request.actor, request.query, now())),
  );
};
