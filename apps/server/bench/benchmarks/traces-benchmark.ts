import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type BenchRun, type Line, makeTempDir } from "../measure/bench-run.ts";
import { compare, figure } from "../measure/compare.ts";
import { fillOrganization, placeOf, taskCount } from "../data/fill-organization.ts";
import { httpLoad, type Load } from "../load/http-load.ts";
import { newOrganization, openBenchDatabase, startService } from "../measure/service.ts";

const connections = 16;
const entries = 100_000;
const target = 0.5;

/**
 * Compares lists and creates on two services: one that sends every trace, and one without a collector, which does not
 * load the tracing code.
 */
export async function benchmarkTraces(run: BenchRun): Promise<Line[]> {
  const tempDir = await makeTempDir(run);
  const { db, dataDir } = await openBenchDatabase(run, tempDir);
  const { organizationId, apiKey } = await newOrganization(db);
  await fillOrganization(db, organizationId, entries);
  const collector = await startCollector(run);
  const off = await startService(run, tempDir, dataDir);
  const on = await startService(run, tempDir, dataDir, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });

  const headers = { Authorization: `Bearer ${apiKey}` };
  const entry = { startedAt: "2026-03-02T09:00:00Z", durationSeconds: 3600, description: "Worked on the benchmark" };
  const bodies = Array.from({ length: taskCount }, (_, at) => JSON.stringify({ ...placeOf(at + 1), ...entry }));
  const loads: [name: string, path: string, load: Partial<Load>][] = [
    ["list, traced", "/v1/time-entries?limit=50", {}],
    ["create, traced", "/v1/time-entries", { bodies }],
  ];
  const lines: Line[] = [];
  for (const [name, path, load] of loads) {
    run.say(`${name}, ${connections} connections`);
    const measure = ({ url, pid }: typeof on) =>
      httpLoad(run, tempDir, { url: url + path, connections, headers, pid, ...load });
    const { product, against, ratio, note } = await compare(
      run,
      () => measure(on),
      () => measure(off),
    );
    const outcome = ratio >= target ? "ok" : "MISSED";
    const shown = { product: figure(product), against: `off ${figure(against)}`, ratio: ratio.toFixed(2) };
    lines.push({ name, ...shown, target: `≥ ${target}`, outcome, note });
  }
  if (collector.received() === 0) throw new Error("the collector received nothing");
  return lines;
}

/** Starts a collector that accepts everything. */
async function startCollector(run: BenchRun) {
  let received = 0;
  const server = createServer((request, response) => {
    request.on("data", (chunk: Buffer) => (received += chunk.length));
    request.on("end", () => response.end());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  run.defer(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received: () => received };
}
