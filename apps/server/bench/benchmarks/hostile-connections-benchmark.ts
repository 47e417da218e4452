import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type BenchRun, type Line, startChild } from "../measure/bench-run.ts";
import { startBlog } from "./blog-benchmark.ts";
import { memoryMb } from "../measure/cpu.ts";
import type { RunningService } from "../measure/service.ts";

const connections = 2_000;
const pipelined = 1_400;
const holdMs = 20_000;
const maxMemoryMb = 300;
const maxWaitMs = 1_000;

/** The targets, which are attacked one after another. All connections request the same target at the same time. */
const attacks: [name: string, target: string][] = [
  ["the OpenAPI document", "/openapi.json"],
  ["a script of the reference", "/docs/static/swagger-ui-bundle.js"],
  ["a blog list made for each request", "/api/blogs/?exclude=none"],
  ["a page that is not there", "/nothing"],
];

/**
 * Measures the cost of clients that pipeline requests and never read the replies: the service's memory and the latency
 * of other clients.
 */
export async function benchmarkHostileConnections(run: BenchRun): Promise<Line[]> {
  const service = await startBlog(run);
  const lines: Line[] = [];
  for (const [name, target] of attacks) lines.push(await attack(run, service, name, target));
  return lines;
}

async function attack(run: BenchRun, service: RunningService, name: string, target: string): Promise<Line> {
  const idleMb = memoryMb(service.pid);
  const file = fileURLToPath(new URL("../load/hostile-client.ts", import.meta.url));
  const args = [file, service.url, target, String(connections), String(pipelined)];
  const attacker = startChild(run, process.execPath, args, { stdio: ["ignore", "ignore", "inherit"] });
  const exited = once(attacker, "exit");
  let maxMb = idleMb;
  let longestMs = 0;
  let probes = 0;
  const endsAt = performance.now() + holdMs;
  while (performance.now() < endsAt) {
    const startedAt = performance.now();
    const { status } = await fetch(`${service.url}/healthz`, { signal: AbortSignal.timeout(60_000) });
    if (status !== 200) throw new Error(`/healthz got ${status}`);
    longestMs = Math.max(longestMs, performance.now() - startedAt);
    maxMb = Math.max(maxMb, memoryMb(service.pid));
    probes++;
    await pause(20);
  }
  if (attacker.exitCode !== null) throw new Error("the attacker ended by itself");
  attacker.kill();
  await exited;
  // Let the memory settle, so that one attack does not affect the next measurement.
  await pause(5_000);
  return {
    name: `${connections} connections ask for ${name}`,
    product: `most ${maxMb} MB, /healthz longest ${Math.round(longestMs)} ms`,
    against: `idle ${idleMb} MB`,
    ratio: `+${maxMb - idleMb} MB`,
    target: `≤ ${maxMemoryMb} MB, ≤ ${maxWaitMs} ms`,
    outcome: maxMb - idleMb <= maxMemoryMb && longestMs <= maxWaitMs ? "ok" : "MISSED",
    note: `${probes} probes in ${holdMs / 1000} s`,
  };
}
