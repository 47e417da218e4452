import type { OutgoingHttpHeaders } from "node:http";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { Type } from "#platform/http/contract/type/type.ts";
import { sendPage } from "#platform/http/replies/replies.ts";
import { problems } from "#platform/http/contract/resource-schemas.ts";
import type { TrackingDeps } from "#tracking/ledger/deps.ts";
import { findPosition, listEvents } from "./list-events.ts";
import { boundOf } from "./position.ts";
import { readerOf } from "./reader.ts";
import { EventPage, ListEvents, StreamEvents } from "./schemas.ts";
import type { EventStreams } from "./stream/event-streams.ts";

const tags = ["Events"];

export const eventRoutes: FastifyPluginAsyncTypebox<TrackingDeps & { streams: EventStreams }> = async (app, deps) => {
  const { db, now, streams } = deps;
  // Ends the streams in `preClose`, because closing the server waits for its connections.
  app.addHook("preClose", async () => streams.stop());

  app.get(
    "/events",
    {
      config: { access: "anyone" },
      schema: {
        operationId: "listEvents",
        tags,
        summary: "List events",
        description:
          "The events of the last 30 days, oldest first, in the format of webhook bodies, limited to what the key and its member may read, including others' entries, hidden projects and money. A page may contain fewer than `limit` events, or none: continue while there is a `nextCursor`, and poll later with `resumeCursor`. To begin with new events, call once with `cursor=now`. An event may be repeated after a restart of the database; its `id` is the same.",
        querystring: ListEvents,
        response: { 200: EventPage, ...problems(403, 422) },
      },
    },
    async (request, reply) => sendPage(request, reply, await listEvents(db, request.actor, request.query, now())),
  );

  app.get(
    "/events/stream",
    {
      config: { access: "anyone", opensStream: true },
      schema: {
        operationId: "streamEvents",
        tags,
        summary: "Receive events as they happen",
        description:
          "The events of `GET /events` as server-sent events, sent as soon as they are committed: `id` is the cursor after the event, `event` its type, and `data` its body as in webhooks. The stream begins now, or after `Last-Event-ID` or `cursor`. A comment is sent every 15 seconds. The stream ends when the key ends or its permissions change, when the server stops, or when the client does not read; reconnect with the last `id` to miss no event. Opening a stream counts as one request toward the key's rate limit; sessions have a separate limit for streams. On each server, a key may have 20 streams, a member 60, and an organization a quarter of all streams (otherwise 503 `too_many_streams`). If the member, the organization or the server has no stream left, a client with less than an equal share still gets one: the server closes the longest-idle stream of the client with the most, which can reconnect later.",
        querystring: StreamEvents,
        response: {
          200: { content: { "text/event-stream": { schema: Type.String() } } },
          ...problems(403, 422, 503),
        },
      },
    },
    async (request, reply) => {
      const { actor, query, headers } = request;
      const reader = readerOf(actor, query.types);
      const bound = boundOf(query.types);
      const lastId = headers["last-event-id"];
      const [cursor, field] = lastId ? [String(lastId), "/last-event-id"] : [query.cursor ?? "now", "/cursor"];
      const isLatest = cursor === "now";
      const position = isLatest ? await streams.latest() : await findPosition(db, cursor, bound, field, now());
      streams.checkRoom(actor);
      void reply.headers({
        "content-type": "text/event-stream",
        "cache-control": "private, no-store, no-transform",
        // Turns off buffering in proxies, which would delay small chunks.
        "x-accel-buffering": "no",
      });
      reply.hijack();
      reply.raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders);
      if (request.method === "HEAD") reply.raw.end();
      else streams.open(reply.raw, { actor, reader, bound, position, isLatest });
      return reply;
    },
  );
};
