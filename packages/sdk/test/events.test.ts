import assert from "node:assert/strict";
import http from "node:http";
import net, { type AddressInfo } from "node:net";
import { test, type TestContext } from "node:test";
import { setTimeout } from "node:timers/promises";
import { waitFor } from "@stint/server/test/databases/hold.ts";
import { listenOn } from "@stint/server/test/http/raw-connection.ts";
import { newEntry, newProject } from "@stint/server/test/worlds/factories.ts";
import { newTestApp } from "@stint/server/test/worlds/test-app.ts";
import { AuthenticationError, PermissionError, type Stint, type StreamOptions, type TimeEntry } from "#src/index.ts";
import { PacedStint } from "./paced-client.ts";
import { runExample } from "./readme-example.ts";
import { serve } from "./serve.ts";

/** Consumes a stream in the background and records its events and connections. */
function follow(t: TestContext, stint: Stint, options: StreamOptions = {}) {
  const stop = new AbortController();
  const names: string[] = [];
  const connections: string[] = [];
  const followed = { names, connections, cursor: "", opened: 0, stop, ended: Promise.resolve<unknown>(undefined) };
  const onOpen: StreamOptions["onOpen"] = ({ isResumed }) => {
    followed.opened++;
    connections.push(isResumed ? "resumed" : "begun");
  };
  const onClose: StreamOptions["onClose"] = ({ isByServer }) => void connections.push(isByServer ? "ended" : "lost");
  followed.ended = (async () => {
    for await (const event of stint.events.stream({
      types: "client.created",
      signal: stop.signal,
      onOpen,
      onClose,
      ...options,
    })) {
      if (event.type === "client.created") names.push(event.data.object.name);
      followed.cursor = event.cursor;
    }
  })().catch((error: unknown) => error);
  t.after(() => stop.abort());
  return followed;
}

/** Starts a proxy in front of the server. Its connections can be cut, and `port` can be set to another server's. */
async function startLine(t: TestContext, port: number) {
  const sockets = new Set<net.Socket>();
  const line = { port, baseUrl: "", opened: 0, cut: () => sockets.forEach((socket) => socket.resetAndDestroy()) };
  const server = net.createServer((client) => {
    line.opened++;
    const upstream = net.connect(line.port, "127.0.0.1");
    sockets.add(client);
    client.on("error", () => upstream.destroy()).on("close", () => void (sockets.delete(client), upstream.destroy()));
    upstream.on("error", () => client.destroy()).on("close", () => client.destroy());
    client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    line.cut();
    server.close();
  });
  line.baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return line;
}

test("a stream continues after a cut connection and a restarted server, without a gap", async (t) => {
  const { port, owner, world } = await serve();
  const line = await startLine(t, port);
  const stint = new PacedStint({ apiKey: owner.apiKey, baseUrl: line.baseUrl }, 0.01);
  const followed = follow(t, stint);
  const expected: string[] = [];
  const create = async (name: string) => {
    assert.equal((await owner.post("/v1/clients", { name })).status, 201);
    expected.push(name);
  };
  await waitFor(() => followed.opened === 1);
  await create("a");
  await waitFor(() => followed.names.length === 1);
  line.cut();
  await create("b");
  await waitFor(() => followed.names.length === 2);
  assert.deepEqual(followed.connections, ["begun", "lost", "resumed"]);

  const other = await newTestApp();
  line.port = await listenOn(other.app);
  await world.app.close();
  assert.equal(
    (
      await other.app.inject({
        method: "POST",
        url: "/v1/clients",
        headers: { authorization: `Bearer ${owner.apiKey}` },
        payload: { name: "c" },
      })
    ).statusCode,
    201,
  );
  await waitFor(() => followed.names.length === 3);
  assert.deepEqual(followed.names, ["a", "b", "c"]);
  assert.equal(followed.connections[3], "ended");
  assert.equal(followed.connections.at(-1), "resumed");
});

test("the README's copy that follows events misses no change, also while its connection is cut", async (t) => {
  const { port, owner, stintOf } = await serve();
  const line = await startLine(t, port);
  const place = await newProject(owner);
  const early = await newEntry(owner, place);
  const copies: Map<string, TimeEntry>[] = [];
  const stops: AbortController[] = [];
  let isHeld = true;
  let runs = 0;
  class Slow extends PacedStint {
    constructor() {
      super(
        {
          apiKey: owner.apiKey,
          baseUrl: line.baseUrl,
          fetch: async (...call) => {
            const reply = await fetch(...call);
            if (call[0].includes("/events")) return reply;
            runs++;
            // Delays the replies of the first run until something has changed.
            while (isHeld) await setTimeout(5);
            return reply;
          },
        },
        0.01,
      );
    }
  }
  class Copy extends Map<string, TimeEntry> {
    constructor() {
      super();
      copies.push(this);
    }
  }
  class Stop extends AbortController {
    constructor() {
      super();
      stops.push(this);
    }
  }
  const ended = runExample("syncNext", { Stint: Slow, Map: Copy, AbortController: Stop }).catch(
    (error: unknown) => error,
  );
  t.after(() => stops.forEach((stop) => stop.abort()));
  await waitFor(() => line.opened > 1);
  await stintOf().timeEntries.update(early.id, { description: "while it runs" });
  isHeld = false;
  const isSame = async () => {
    const rows = await Array.fromAsync(stintOf().timeEntries.list());
    return rows.length === copies[0]?.size && rows.every((row) => copies[0]?.get(row.id)?.version === row.version);
  };
  await waitFor(isSame);
  const before = runs;
  const many = Array.from({ length: 40 }, (_, at) => ({
    ...place,
    startedAt: new Date(Date.UTC(2026, 0, 5, at)),
    durationSeconds: 1800,
  }));
  await stintOf().timeEntries.createBatch({ entries: many });
  await waitFor(isSame);
  for (let seen = before; seen < runs; await setTimeout(100)) seen = runs;
  assert.ok(runs - before < 20, `${runs - before} runs for 40 events`);
  line.cut();
  await newEntry(owner, place);
  await stintOf().timeEntries.delete(early.id);
  await waitFor(isSame);
  assert.equal(copies[0]?.size, 41);
  stops[0]?.abort();
  await ended;
});

test("a stream begins after the cursor of an event or a list, with a key or a session", async (t) => {
  const { owner, world, stintOf } = await serve();
  await owner.post("/v1/clients", { name: "a" });
  const stint = stintOf({}, await world.newSession(owner));
  const first = follow(t, stint);
  const page = await stint.events.list({ types: ["client.created"] });
  await owner.post("/v1/clients", { name: "b" });
  await owner.post("/v1/clients", { name: "c" });
  await waitFor(() => first.names.at(-1) === "c");
  const second = follow(t, stint, { lastEventId: page.resumeCursor });
  await waitFor(() => second.names.length === 2);
  assert.deepEqual(second.names, ["b", "c"]);
  const all: string[] = [];
  for await (const event of stint.events.list({ types: ["client.created"], limit: 1 })) all.push(event.type);
  assert.equal(all.length, 3);
  await owner.post("/v1/clients", { name: "d" });
  await waitFor(() => second.names.length === 3);
  const third = follow(t, stint, { lastEventId: second.cursor });
  await owner.post("/v1/clients", { name: "e" });
  await waitFor(() => third.names.length === 1);
  assert.deepEqual(third.names, ["e"]);
});

test("it throws permanent errors, and the reason of a signal", async (t) => {
  const { owner, world, stintOf } = await serve();
  const key = await world.newKey(owner, ["projects:read"]);
  assert.ok((await follow(t, stintOf({}, key), { types: "timer.started" }).ended) instanceof PermissionError);
  const stint = new PacedStint({ apiKey: key.apiKey, baseUrl: `http://127.0.0.1:${await listenOn(world.app)}` }, 0.01);
  const followed = follow(t, stint);
  await waitFor(() => followed.opened === 1);
  await owner.delete(`/v1/api-keys/${key.keyId}`);
  assert.ok((await followed.ended) instanceof AuthenticationError);
  const stopped = follow(t, stintOf());
  await waitFor(() => stopped.opened === 1);
  stopped.stop.abort(new Error("enough"));
  assert.equal(((await stopped.ended) as Error).message, "enough");
});

test("leaving the loop ends the connection", async () => {
  const { owner, world, stintOf } = await serve();
  const isOpen = async () => /^stint_event_streams [1-9]/m.test((await world.app.inject("/metrics")).body);
  for await (const event of stintOf().events.stream({ onOpen: () => void owner.post("/v1/clients", { name: "a" }) })) {
    assert.equal(event.type, "client.created");
    assert.equal(await isOpen(), true);
    break;
  }
  await waitFor(async () => !(await isOpen()));
});

test("an event that arrives in pieces is one", async (t) => {
  const body = Buffer.from(
    'retry: 1000\n:\nid: x\n\nid: y\nevent: client.created\ndata: {"type":"client.created","data":{"object":{"name":"Ä"}}}\n\n',
  );
  const server = http.createServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    const send = (at: number) =>
      void (at < body.length && response.write(body.subarray(at, at + 1), () => send(at + 1)));
    send(0);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const followed = follow(t, new PacedStint({ apiKey: "k", baseUrl }, 1));
  await waitFor(() => followed.names.length === 1);
  assert.deepEqual([followed.names, followed.cursor], [["Ä"], "y"]);
});
