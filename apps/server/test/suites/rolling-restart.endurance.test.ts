import assert from "node:assert/strict";
import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { test, type TestContext } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { createOrganization } from "#commands/accounts/create-organization.ts";
import { type Service, startService } from "#commands/service/start-service.ts";
import { loadConfig } from "#platform/config/config.ts";
import { waitFor } from "#test/databases/hold.ts";
import { connect } from "#test/http/raw-connection.ts";
import { createDatabase, type TestDatabase } from "#test/databases/test-database.ts";

// Long enough for three requests on a busy machine.
const drainMs = 5_000;

async function startNode(t: TestContext, { db, connection }: TestDatabase): Promise<Service> {
  const config = loadConfig({
    PORT: "0",
    LOG_LEVEL: "silent",
    DASHBOARD: "off",
    DATABASE_POOL_SIZE: "4",
    RATE_LIMIT_PER_MINUTE: "1000000",
    SECRET_KEY: "0".repeat(64),
  });
  const database = { db, connection, dataDir: undefined, migrated: [], close: async () => undefined };
  const service = await startService(config, database, "0.0.0-test");
  t.after(() => service.stop(0));
  return service;
}

interface Proxy {
  url: string;
  nodes: Set<string>;
  /** The nodes that were ready when last checked. */
  ready: Set<string>;
}

/** Starts a proxy that sends each request to one of the ready nodes, without retries. */
async function startProxy(t: TestContext): Promise<Proxy> {
  const agent = new http.Agent({ keepAlive: true });
  const nodes = new Set<string>();
  const ready = new Set<string>();
  let turn = 0;
  const server = http.createServer((request, response) => {
    const target = [...ready][turn++ % ready.size];
    const fail = () => void (response.headersSent || response.writeHead(502).end());
    if (target === undefined) return fail();
    const { method, headers } = request;
    const forwarded = http.request(new URL(request.url ?? "/", target), { method, headers, agent }, (reply) => {
      response.writeHead(reply.statusCode ?? 502, { "content-type": reply.headers["content-type"] });
      reply.pipe(response);
    });
    request.pipe(forwarded.on("error", fail));
  });
  const checking = new AbortController();
  t.after(() => {
    checking.abort();
    agent.destroy();
    server.closeAllConnections();
    server.close();
  });
  void (async () => {
    for (; !checking.signal.aborted; await pause(50)) {
      await Promise.all(
        [...nodes].map(async (node) => {
          const isReady = await fetch(`${node}/readyz`).then(
            ({ ok }) => ok,
            () => false,
          );
          if (isReady) ready.add(node);
          else ready.delete(node);
        }),
      );
    }
  })();
  // Keep idle connections open: otherwise, if the machine stalls for seconds, one could be closed just as its client
  // sends a request on it.
  server.keepAliveTimeout = 0;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, nodes, ready };
}

test("a rolling restart of two nodes behind a proxy shows no error to a client", async (t) => {
  const database = await createDatabase();
  const { apiKey } = await createOrganization(database.db, { name: "Test", ownerEmail: "owner@example.com" });
  const proxy = await startProxy(t);
  const add = async () => {
    const node = await startNode(t, database);
    proxy.nodes.add(node.url);
    await waitFor(async () => proxy.ready.has(node.url));
    return node;
  };
  let nodes = [await add(), await add()];
  let isOver = false;
  const failures: string[] = [];
  let sent = 0;
  const client = async (method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    for (; !isOver; sent++) {
      const reply = await fetch(`${proxy.url}${path}`, init);
      const text = await reply.text();
      if (!reply.ok) failures.push(`${method} ${path}: ${reply.status} ${text}`);
    }
  };
  const clients = [
    client("POST", "/v1/clients", { name: "A" }),
    client("GET", "/v1/projects"),
    client("GET", "/api/blogs/"),
  ];

  for (const node of nodes) {
    const connection = await connect(Number(new URL(node.url).port));
    const stopping = node.stop(drainMs);
    for (const [path, status] of [
      ["/readyz", 503],
      ["/healthz", 200],
      ["/api/blogs/", 200],
    ] as const) {
      const own = path === "/readyz" ? connection : await connect(Number(new URL(node.url).port));
      own.send(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
      const reply = await own.reply();
      assert.deepEqual([reply.status, reply.headers["connection"]], [status, "close"], path);
      await own.closed();
    }
    await stopping;
    await assert.rejects(fetch(`${node.url}/healthz`));
    proxy.nodes.delete(node.url);
    nodes = [...nodes, await add()];
  }
  isOver = true;
  await Promise.all(clients);
  assert.deepEqual(failures, []);
  assert.ok(sent > 0);
  t.diagnostic(`${sent} requests`);
});
