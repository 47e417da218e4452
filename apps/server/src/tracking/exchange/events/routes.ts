import type { OutgoingHttpHeaders } from "node:http";
import type { FastifyReply } from "fastify";
import { addOperations, type Operations, type RequestOf } from "#identity/http/operations.ts";
import { Type } from "#platform/http/contract/type/type.ts";
import type { HttpApp } from "#platform/http/server/create-http-app.ts";
import type { TrackingDeps } from "#tracking/ledger/deps.ts";
import { findPosition, listEvents } from "./list-events.ts";
import { boundOf } from "./position.ts";
import { readerOf } from "./reader.ts";
import { EventPage, ListEvents, StreamEvents } from "./schemas.ts";
import type { EventStreams } from "./stream/event-streams.ts";

const operations = {
  listEvents: {
    at: "GET /events",
    access: "anyone",
    summary: "List events",
    description:
      "The events of the last 30 days, oldest first, in the format of webhook bodies, limited to what the key and its member may read, including others' entries, hidden projects and money. A page may contain fewer than `limit` events, or none: continue while there is a `nextCursor`, and poll later with `resumeCursor`. To begin with new events, call once with `cursor=now`. An event may be repeated after a restart of the database; its `id` is the same.",
    query: ListEvents,
    reply: EventPage,
    others: [403, 422],
  },
  streamEvents: {
    at: "GET /events/stream",
    access: "anyone",
    opensStream: true,
    summary: "Receive events as they happen",
    description:
      "The events of `GET /events` as server-sent events, sent as soon as they are committed: `id` is the cursor after the event, `event` its type, and `data` its body as in webhooks. The stream begins now, or after `Last-Event-ID` or `cursor`. A comment is sent every 15 seconds. The stream ends when the key ends or its permissions change, when the server stops, or when the client does not read; reconnect with the last `id` to miss no event. Opening a stream counts as one request toward the key's rate limit; sessions have a separate limit for streams. On each server, a key may have 20 streams, a member 60, and an organization a quarter of all streams (otherwise 503 `too_many_streams`). If the member, the organization or the server has no stream left, a client with less than an equal share still gets one: the server closes the longest-idle stream of the client with the most, which can reconnect later.",
    query: StreamEvents,
    reply: { content: { "text/event-stream": { schema: Type.String() } } },
    others: [403, 422, 503],
  },
} as const satisfies Operations;

interface EventDeps extends TrackingDeps {
  streams: EventStreams;
}

export async function eventRoutes(app: HttpApp, deps: EventDeps): Promise<void> {
  const { db, now, streams } = deps;
  // Ends the streams in `preClose`, because closing the server waits for its connections.
  app.addHook("preClose", async () => streams.stop());
  addOperations(
    app,
    operations,
    { tag: "Events" },
    {
      listEvents: async ({ actor, query }) => ({ body: await listEvents(db, actor, query, now()) }),
      streamEvents: (request, reply) => openStream(request, reply, deps),
    },
  );
}

async function openStream(
  request: RequestOf<typeof operations.streamEvents>,
  reply: FastifyReply,
  { db, now, streams }: EventDeps,
): Promise<FastifyReply> {
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
}
