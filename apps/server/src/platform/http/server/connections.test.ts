import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import net, { type AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { test, type TestContext } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { waitFor } from "#test/databases/hold.ts";
import { shortTimeouts } from "#test/http/wire.ts";
import { type ConnectionLimits, defaultConnectionLimits } from "./connections.ts";
import { statusOf } from "#src/error-codes.ts";
import { createHttpApp } from "./create-http-app.ts";
import { stopParsing } from "./parser/stop-parsing.ts";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

const large = 8 * 2 ** 20;

/** Serves an app with these limits. `release` answers `/slow`; `/large` returns a new 8 MiB body for each request. */
async function serve(t: TestContext, limits: Partial<ConnectionLimits> = {}, silentMs?: number) {
  const app = createHttpApp({
    statusOf,
    logger: undefined,
    timeouts: silentMs === undefined ? undefined : { ...shortTimeouts, silentMs },
    limits: { ...defaultConnectionLimits, ...limits },
    answerFirst(request, response) {
      if (request.url !== "/large") return false;
      response.end(Buffer.alloc(large));
      return true;
    },
  });
  const handled: string[] = [];
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let underWay = 0;
  let maxUnderWay = 0;
  app.get("/slow", async (request) => {
    maxUnderWay = Math.max(maxUnderWay, ++underWay);
    handled.push(request.url);
    await released;
    underWay--;
    return "x";
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const sockets: net.Socket[] = [];
  t.after(async () => {
    for (const socket of sockets) socket.destroy();
    await app.close();
  });
  const open = async (): Promise<net.Socket> => {
    const socket = net.connect({ port, host: "127.0.0.1", allowHalfOpen: true });
    sockets.push(socket);
    socket.on("error", () => undefined);
    await once(socket, "connect");
    return socket;
  };
  const count = () => new Promise<number>((resolve) => app.server.getConnections((_error, held) => resolve(held)));
  return { port, open, count, handled, release, maxUnderWay: () => maxUnderWay };
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
const getLast = (path: string) => get(path).replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n");
const statusLines = (replies: string) => replies.match(/HTTP\/1\.1 \d+/g) ?? [];

test("requests of a connection are answered one after the other, a few may wait, and the last of them closes it", async (t) => {
  const { open, handled, release, maxUnderWay } = await serve(t);
  const socket = await open();
  const replies = text(socket);
  socket.write(Array.from({ length: 1_400 }, (_none, at) => get(`/slow?${at}`)).join(""));
  await waitFor(() => handled.length === 1);
  release();
  const received = await replies;
  const expected = Array.from({ length: 17 }, (_none, at) => `/slow?${at}`);
  assert.deepEqual(handled, expected);
  assert.equal(maxUnderWay(), 1);
  assert.deepEqual(new Set(statusLines(received)), new Set(["HTTP/1.1 200"]));
  assert.equal(statusLines(received).length, 17);
  assert.deepEqual(received.match(/^connection: close/gim)?.length, 1);
  assert.match(received.slice(received.lastIndexOf("HTTP/1.1")), /^connection: close/im);
});

test("Node's parser stops in the middle of a read", async (t) => {
  const parsed: string[] = [];
  const server = createServer((request) => {
    parsed.push(request.url ?? "");
    if (parsed.length === 2) assert.equal(stopParsing(request.socket), process.env["STINT_PLAIN"] !== "1");
  });
  const stopped = once(server, "clientError");
  t.after(() => server.close());
  await once(server.listen(0, "127.0.0.1"), "listening");
  const socket = net.connect((server.address() as AddressInfo).port, "127.0.0.1");
  t.after(() => socket.destroy());
  socket.write(Array.from({ length: 100 }, (_none, at) => get(`/${at}`)).join(""));
  if (process.env["STINT_PLAIN"] === "1") return waitFor(() => parsed.length === 100);
  ((await stopped)[1] as net.Socket).destroy();
  assert.deepEqual(parsed, ["/0", "/1"]);
});

test("another connection's request is answered between those of a pipeline", async (t) => {
  const handled: string[] = [];
  let first = () => {};
  const app = createHttpApp({
    statusOf,
    logger: undefined,
    timeouts: undefined,
    answerFirst({ url = "" }, response) {
      handled.push(url);
      if (handled.length === 1) first();
      response.end("x");
      return true;
    },
  });
  t.after(() => app.close());
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const [pipeline, other] = [net.connect(port, "127.0.0.1"), net.connect(port, "127.0.0.1")];
  t.after(() => [pipeline, other].map((socket) => socket.destroy()));
  await Promise.all([once(pipeline, "connect"), once(other, "connect")]);
  // Sent while the first request is being answered, so this request has arrived by the next turn of the loop.
  first = () => other.write(get("/other"));
  pipeline.write(Array.from({ length: 16 }, (_none, at) => get(`/${at}`)).join(""));
  await waitFor(() => handled.length === 17);
  assert.ok(handled.indexOf("/other") < 5, handled.join(" "));
});

test("a pipeline that is not deeper than that goes on for ever", async (t) => {
  const { open, handled, release } = await serve(t);
  release();
  const socket = await open();
  let received = "";
  socket.on("data", (data) => (received += data.toString()));
  for (let round = 1; round <= 20; round++) {
    socket.write(get("/slow").repeat(16));
    await waitFor(() => statusLines(received).length === round * 16);
  }
  assert.equal(handled.length, 320);
});

test("what waits of all connections is bounded: beyond it a connection is answered what it has, and closed", async (t) => {
  const { open, handled, release } = await serve(t, { waitingOfAll: 20 });
  const first = await open();
  first.write(get("/slow").repeat(16));
  await waitFor(() => handled.length === 1);
  const second = await open();
  const replies = text(second);
  second.write(get("/slow").repeat(16));
  await waitFor(() => handled.length === 2);
  const third = await open();
  const single = text(third);
  third.write(getLast("/slow"));
  await waitFor(() => handled.length === 3);
  release();
  assert.equal(statusLines(await replies).length, 6);
  assert.equal(statusLines(await single).length, 1);
});

test("a reply that nobody takes is given up", async (t) => {
  const { open, count } = await serve(t, {}, 200);
  const dead = await open();
  dead.pause();
  dead.write(get("/large"));
  await waitFor(async () => (await count()) === 0);
});

test("a reply may take as long as its client goes on reading", async (t) => {
  const { open } = await serve(t, {}, 2_000);
  const slow = await open();
  let received = 0;
  slow.on("data", (data) => {
    received += data.length;
    if (received % 2 ** 21 < data.length) slow.pause();
  });
  slow.write(get("/large"));
  for (let waited = 0; waited < 3_000; waited += 500) {
    await pause(500);
    slow.resume();
  }
  await waitFor(() => received > large);
});

test("unread replies together hold no more than their budget, and who reads is served", async (t) => {
  const { port, open, count } = await serve(t, { unreadBytes: 3 * large, lookMs: 20 });
  const idle = await Promise.all(Array.from({ length: 12 }, open));
  for (const socket of idle) {
    socket.pause();
    socket.write(get("/large"));
  }
  await waitFor(async () => (await count()) <= 3);
  const reply = await fetch(`http://127.0.0.1:${port}/large`);
  assert.equal((await reply.arrayBuffer()).byteLength, large);
});

test("beyond the number of connections the oldest that wait for nothing make room", async (t) => {
  const { open, handled, release, count } = await serve(t, { connections: 5 });
  const busy = await open();
  const reply = text(busy);
  busy.write(getLast("/slow"));
  await waitFor(() => handled.length === 1);
  const idle = [];
  for (let opened = 0; opened < 4; opened++) idle.push(await open());
  await waitFor(async () => (await count()) === 5);
  const closed = once(idle[0] as net.Socket, "end");
  idle[0]?.resume();
  const newcomer = await open();
  const answer = text(newcomer);
  newcomer.write(getLast("/slow"));
  await closed;
  await waitFor(() => handled.length === 2);
  release();
  assert.equal(statusLines(await answer).length, 1);
  assert.equal(statusLines(await reply).length, 1);
});

test("beyond the number of connections, those that leave their replies unread make room too", async (t) => {
  const { port, open, count } = await serve(t, { connections: 5 });
  for (let opened = 0; opened < 5; opened++) {
    const socket = await open();
    socket.pause();
    socket.write(get("/large"));
  }
  await waitFor(async () => (await count()) === 5);
  const reply = await fetch(`http://127.0.0.1:${port}/large`);
  assert.equal((await reply.arrayBuffer()).byteLength, large);
});

test("nothing behind Connection: close is answered", async (t) => {
  const { open, handled, release } = await serve(t);
  release();
  const socket = await open();
  const replies = text(socket);
  socket.write(getLast("/slow") + get("/slow?behind").repeat(3));
  assert.equal(statusLines(await replies).length, 1);
  assert.deepEqual(handled, ["/slow"]);
});

test("a request has a hundred header fields at most", async (t) => {
  const { open, release } = await serve(t);
  release();
  const socket = await open();
  const replies = text(socket);
  const withFields = (count: number) =>
    `GET /slow HTTP/1.1\r\nHost: x\r\n${Array.from({ length: count - 1 }, (_none, at) => `X-${at}: 1\r\n`).join("")}\r\n`;
  socket.write(withFields(100) + withFields(101));
  assert.deepEqual(statusLines(await replies), ["HTTP/1.1 200", "HTTP/1.1 431"]);
});

test("an app that listens nowhere is collected without being closed", async () => {
  const made = new WeakRef(createHttpApp({ statusOf, logger: undefined, timeouts: undefined }));
  await waitFor(() => {
    collect();
    return made.deref() === undefined;
  });
});
