import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { test, type TestContext } from "node:test";
import { createDatabase } from "#test/databases/test-database.ts";
import { traceCollector } from "#test/http/trace-collector.ts";
import { startServiceProcess } from "#test/processes/service-process.ts";

const noteLoaded = resolve(import.meta.dirname, "../processes/note-loaded.ts");

/**
 * Sends a request to a service in a separate process, then stops the service. Returns the service's log and the
 * OpenTelemetry packages that the service loaded.
 */
async function serveOnce(t: TestContext, settings: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), "stint-tracing-"));
  t.after(() => rm(folder, { recursive: true }));
  const file = join(folder, "loaded");
  const service = await startServiceProcess(t, await createDatabase({ poolSize: 2 }), {
    NODE_OPTIONS: `--import=${noteLoaded}`,
    NOTE_LOADED: file,
    DRAIN_SECONDS: "0",
    ...settings,
  });
  // Some modules are loaded only after the service is ready. This metric appears once all modules are loaded.
  for (let metrics = ""; !metrics.includes("process_cpu_seconds_total");)
    metrics = await (await fetch(`${service.url}/metrics`)).text();
  assert.equal((await fetch(`${service.url}/v1/me`)).status, 401);
  const { code, log } = await service.terminate();
  assert.equal(code, 0);
  const loaded = existsSync(file) ? readFileSync(file, "utf8") : "";
  const packages = new Set(Array.from(loaded.matchAll(/@opentelemetry\/[\w-]+/g), ([name]) => name));
  return { log, packages };
}

test("without a collector, nothing of OpenTelemetry is loaded except what prom-client requires", async (t) => {
  const { packages } = await serveOnce(t, { OTEL_SERVICE_NAME: "time" });
  assert.deepEqual([...packages], ["@opentelemetry/api"]);
});

test("with a collector, a stop sends the last spans; probes have none", async (t) => {
  const collector = await traceCollector(t);
  const { packages } = await serveOnce(t, {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_SERVICE_NAME: "time",
    OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test",
  });
  assert.ok(packages.has("@opentelemetry/sdk-trace"));
  const requests = collector.spans.filter(({ kind }) => kind === 2);
  assert.deepEqual(
    requests.map(({ name, attributes }) => [name, attributes["http.response.status_code"]]),
    [["GET /v1/me", 401]],
  );
  const { "service.version": version, ...resource } = requests[0]?.resource ?? {};
  assert.deepEqual(resource, { "service.name": "time", "deployment.environment.name": "test" });
  assert.equal(typeof version, "string");
});

test("a collector that accepts and never replies neither fails the service nor its stop", async (t) => {
  const server = createServer(() => undefined).listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  const { port } = server.address() as { port: number };
  const { log } = await serveOnce(t, { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `http://127.0.0.1:${port}` });
  assert.ok(log.split("\n").filter((line) => line.includes("traces are incomplete")).length <= 1);
});
