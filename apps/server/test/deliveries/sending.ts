import type { FastifyBaseLogger } from "fastify";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type TestContext } from "node:test";
import { type TestSenderOptions, startTestSender } from "./start-test-sender.ts";
import { type DatabasePool, sql } from "#platform/database/database.ts";
import { type Caller, newTestApp, type TestApp } from "#test/worlds/test-app.ts";
import { createDatabase } from "#test/databases/test-database.ts";
import type { Sender } from "#tracking/exchange/webhooks/delivery/sender.ts";
import { waitFor } from "#test/databases/hold.ts";

/** A request that the receiver recorded. */
export interface Received {
  id: string;
  attempt: number;
  type: string;
  body: string;
  headers: IncomingHttpHeaders;
  atMs: number;
}

export interface Receiver {
  url: string;
  received: Received[];
  /** Resolves with all requests once there are at least `count`. */
  until(count: number): Promise<Received[]>;
}

export type Answer = (response: ServerResponse, request: Received, number: number) => void;

/** Starts an HTTP server that records requests. `answer` gets the number of each request, counted from 1. */
export async function receiver(t: TestContext, answer: Answer = (response) => response.end("ok")): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString();
      const { "webhook-id": id = "", "stint-attempt": attempt } = request.headers;
      const type = (JSON.parse(body) as { type: string }).type;
      const one = { id: String(id), attempt: Number(attempt), type, body, headers: request.headers, atMs: Date.now() };
      answer(response, one, received.push(one));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    async until(count) {
      await waitFor(() => received.length >= count);
      return received;
    },
  };
}

/** Waits until no event is queued and no delivery is pending. */
export async function untilAllSent(db: DatabasePool): Promise<void> {
  await waitFor(async () => {
    const [row] = await db.query<{ left: number }>(sql`
      select (select count(*) from event_queue where org_id <> '')
             + (select count(*) from deliveries where org_id <> '' and status = 'pending') as left`);
    return row?.left === 0;
  });
}

export interface Endpoint {
  id: string;
  secret: string;
}

export async function register(caller: Caller, url: string, more: object = {}): Promise<Endpoint> {
  const made = await caller.post("/v1/webhooks", { url, ...more });
  if (made.status !== 201) throw new Error(made.text);
  return { id: made.json.id, secret: made.json.secret };
}

export type SendingOptions = TestSenderOptions & { logger?: FastifyBaseLogger };

export interface Sending extends TestApp {
  sender: Sender;
  /** Starts another sender on the same database. */
  startAnother(options?: TestSenderOptions): Sender;
  /** Errors of the background work, including those that the test provokes. */
  errors: unknown[];
}

/** Creates an app with a sender, on a separate database, because a sender delivers the events of all organizations. */
export async function sending(t: TestContext, { logger, ...options }: SendingOptions = {}): Promise<Sending> {
  const { db } = await createDatabase();
  const errors: unknown[] = [];
  const startAnother = (more: TestSenderOptions = {}) => {
    const sender = startTestSender(db, { onError: (error) => errors.push(error), ...options, ...more });
    t.after(sender.stop);
    return sender;
  };
  const sender = startAnother();
  const { tracing } = options;
  const app = await newTestApp({ db, onCommit: sender.wake, tracing, ...(logger === undefined ? {} : { logger }) });
  return { ...app, sender, startAnother, errors };
}

export interface ShownDelivery {
  id: string;
  eventId: string;
  type: string;
  status: string;
  nextAttemptAt: string | null;
  attempts: { at: string; durationMs: number; status: number | null; error: string | null; responseBody: string }[];
}

export async function listDeliveries(caller: Caller, endpoint: Endpoint): Promise<ShownDelivery[]> {
  return (await caller.get(`/v1/webhooks/${endpoint.id}/deliveries?limit=200`)).json.data;
}

/** Waits until the newest delivery has this status. */
export async function untilStatus(caller: Caller, endpoint: Endpoint, status: string): Promise<ShownDelivery> {
  let last: ShownDelivery | undefined;
  await waitFor(async () => {
    [last] = await listDeliveries(caller, endpoint);
    return last?.status === status;
  }).catch((error: Error) => {
    throw new Error(`${error.message}: ${JSON.stringify(last)}`);
  });
  return last as ShownDelivery;
}
