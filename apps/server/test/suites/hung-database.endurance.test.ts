import assert from "node:assert/strict";
import { test } from "node:test";
import { startService } from "#commands/service/start-service.ts";
import { loadConfig } from "#platform/config/config.ts";
import { openPool } from "#platform/database/pool/open-pool.ts";
import { startProxy } from "#test/databases/database-proxy.ts";
import { waitFor } from "#test/databases/hold.ts";
import { createDatabase } from "#test/databases/test-database.ts";

test("with a hanging database /readyz and /metrics still reply, and the blog is ready", async (t) => {
  const proxy = await startProxy(t, (await createDatabase()).connection);
  const db = openPool({ connection: proxy.connection, poolSize: 4, applicationName: "stint-hung" });
  t.after(() => {
    proxy.isHung = false;
    proxy.cutAll();
    return db.end();
  });
  const config = loadConfig({
    PORT: "0",
    LOG_LEVEL: "silent",
    DASHBOARD: "off",
    DATABASE_POOL_SIZE: "4",
    SECRET_KEY: "0".repeat(64),
  });
  const database = { db, connection: proxy.connection, dataDir: undefined, migrated: [], close: async () => undefined };
  const service = await startService(config, database, "0.0.0-test");
  t.after(() => {
    proxy.isDown = true;
    proxy.cutAll();
    return service.stop(0);
  });
  const get = async (path: string) => {
    const reply = await fetch(service.url + path);
    return { status: reply.status, text: await reply.text() };
  };
  assert.deepEqual(
    [(await get("/readyz")).status, (await get("/readyz?for=blog")).status, (await get("/readyz?for=x")).status],
    [200, 200, 422],
  );
  assert.equal((await get("/api/blogs/none")).status, 404);

  proxy.isHung = true;
  const startedAt = performance.now();
  const hung = await Promise.all(Array.from({ length: 12 }, () => get("/readyz")));
  const { text } = await get("/metrics");
  // Without a timeout, the queries would take as long as the database hangs.
  assert.ok(performance.now() - startedAt < 30_000, `${performance.now() - startedAt} ms`);
  for (const reply of hung)
    assert.deepEqual(JSON.parse(reply.text), { status: "unavailable", reason: "the database does not respond" });
  assert.equal((await get("/readyz?for=blog")).status, 200);
  assert.match(text, /^stint_webhook_deliveries_due Nan$/m);
  assert.match(text, /^stint_blog_requests_total\{status="404"\} 1$/m);
  assert.match(text, /^nodejs_eventloop_lag_p99_seconds \d/m);

  proxy.isHung = false;
  await waitFor(async () => (await get("/readyz")).status === 200);
});
