import assert from "node:assert/strict";
import { test } from "node:test";
import pino from "pino";
import { waitFor } from "#test/databases/hold.ts";
import { statusOf } from "#src/error-codes.ts";
import { createHttpApp } from "./create-http-app.ts";
import { addHealth } from "./health.ts";
import { addMetrics, createMetrics, measureProcess } from "./metrics.ts";

test("probes are logged at debug, other requests at info, and all are measured", async () => {
  const log: { level: number; route: string }[] = [];
  const logger = pino({ level: "debug" }, { write: (line) => void log.push(JSON.parse(line)) });
  const app = createHttpApp({ statusOf, logger, timeouts: undefined });
  const metrics = createMetrics();
  addMetrics(app, metrics);
  addHealth(app, { findFailure: () => undefined, findFault: async () => undefined });
  app.get("/other", async () => "x");
  for (const url of ["/healthz", "/readyz", "/readyz?for=blog", "/metrics", "/other"])
    assert.equal((await app.inject({ method: "GET", url })).statusCode, 200, url);
  assert.deepEqual(
    log.map(({ level, route }) => [level, route]),
    [
      [20, "/healthz"],
      [20, "/readyz"],
      [20, "/readyz"],
      [20, "/metrics"],
      [30, "/other"],
    ],
  );
  assert.match(await metrics.registry.metrics(), /_count\{method="GET",route="\/healthz",status="200"\} 1/);
});

test("/readyz names what an operator should mend although the node is ready", async () => {
  const app = createHttpApp({ statusOf, logger: pino({ level: "silent" }), timeouts: undefined });
  addHealth(app, {
    findFailure: () => undefined,
    findFault: async () => undefined,
    findWarning: () => "the clock is wrong",
  });
  const reply = await app.inject({ method: "GET", url: "/readyz" });
  assert.deepEqual([reply.statusCode, reply.json()], [200, { status: "ok", warning: "the clock is wrong" }]);
});

test("a figure that hangs is not read twice, and doesn't block /metrics", async () => {
  const metrics = createMetrics();
  let asked = 0;
  metrics.gauge("stint_hung", "Never comes.", () => {
    asked++;
    return new Promise<number>(() => undefined);
  });
  metrics.gauge("stint_failed", "Fails.", () => Promise.reject(new Error("no")));
  for (let round = 0; round < 2; round++) {
    const text = await metrics.registry.metrics();
    assert.match(text, /^stint_hung Nan$/m);
    assert.match(text, /^stint_failed Nan$/m);
  }
  assert.equal(asked, 1);
});

test("/metrics shows the longest turn of the event loop by route, and has a histogram of the loop's delay", async (t) => {
  const app = createHttpApp({ statusOf, logger: undefined, timeouts: undefined });
  const metrics = createMetrics();
  addMetrics(app, metrics);
  await measureProcess(metrics);
  app.get("/slow", async () => {
    const endsAt = performance.now() + 50;
    while (performance.now() < endsAt);
    return "x";
  });
  t.after(() => app.close());
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  await (await fetch(`${url}/slow`)).text();
  const text = await (await fetch(`${url}/metrics`)).text();
  const [, seconds] = /^stint_event_loop_turn_longest_seconds\{work="GET \/slow"\} (\S+)$/m.exec(text) ?? [];
  assert.ok(Number(seconds) >= 0.05, text);
  // The busy route delayed the sampling timer, so wait for its first sample.
  await waitFor(async () => /^stint_event_loop_delay_seconds_count [1-9]/m.test(await metrics.registry.metrics()));
});
