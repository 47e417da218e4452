import { once } from "node:events";
import { readFile } from "node:fs/promises";
import http from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { request } from "undici";
import { type BenchRun, type Line, makeTempDir } from "../measure/bench-run.ts";
import { compare, figure, type Sample } from "../measure/compare.ts";
import { fillOrganization, placeOf, taskCount } from "../data/fill-organization.ts";
import { newOrganization, openBenchDatabase, type RunningService, startService } from "../measure/service.ts";

const organizations = 100;
const ofEach = 10;
const entry = { startedAt: "2026-03-02T09:00:00Z", durationSeconds: 3600, description: "Worked on the benchmark" };

/**
 * Measures the cost of 1,000 open streams in 100 organizations: the process's memory, and the latency of a create in
 * one of these organizations.
 */
export async function benchmarkStreams(run: BenchRun): Promise<Line[]> {
  const tempDir = await makeTempDir(run);
  const { db, dataDir } = await openBenchDatabase(run, tempDir);
  const keys: string[] = [];
  for (let at = 0; at < organizations; at++) {
    const { organizationId, apiKey } = await newOrganization(db);
    if (at === 0) await fillOrganization(db, organizationId, 1_000);
    keys.push(apiKey);
  }
  const service = await startService(run, tempDir, dataDir);
  const create = () => createInTurn(service, keys[0] ?? "", run.seconds);
  await create();
  const before = await residentBytes(service);
  let streams = await openStreams(service, keys);
  await pause(1_000);
  const megabytes = ((await residentBytes(service)) - before) / 1e6;
  run.say(`  ${streams.length} streams hold ${megabytes.toFixed(1)} MB`);
  run.say(`creates one after another, with ${streams.length} streams and without`);
  const { product, against, ratio, note } = await compare(
    run,
    async () => {
      if (streams.length === 0) streams = await openStreams(service, keys);
      return create();
    },
    async () => {
      for (const stream of streams.splice(0)) stream.destroy();
      await pause(500);
      return create();
    },
  );
  return [
    {
      name: `memory of ${organizations * ofEach} streams`,
      product: `${megabytes.toFixed(1)} MB`,
      against: "",
      ratio: "",
      target: "≤ 50 MB",
      outcome: megabytes <= 50 ? "ok" : "MISSED",
      note: "resident memory of the process",
    },
    {
      name: `create with ${organizations * ofEach} streams`,
      product: figure(product),
      against: `none ${figure(against)}`,
      ratio: ratio.toFixed(2),
      target: "≥ 0.95",
      outcome: ratio >= 0.95 ? "ok" : "MISSED",
      note,
    },
  ];
}

async function residentBytes({ pid }: RunningService): Promise<number> {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) * 1024;
}

async function openStreams(service: RunningService, keys: readonly string[]): Promise<http.ClientRequest[]> {
  const streams: http.ClientRequest[] = [];
  for (let round = 0; round < ofEach; round++)
    streams.push(...(await Promise.all(keys.map((key) => openStream(service, key)))));
  return streams;
}

async function openStream({ url }: RunningService, key: string): Promise<http.ClientRequest> {
  const headers = { authorization: `Bearer ${key}` };
  const stream = http.get(`${url}/v1/events/stream`, { agent: false, headers });
  stream.on("error", () => undefined);
  const [response] = (await once(stream, "response")) as [http.IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`a stream got ${response.statusCode}`);
  response.on("error", () => undefined).resume();
  return stream;
}

async function createInTurn({ url }: RunningService, apiKey: string, seconds: number): Promise<Sample> {
  const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
  const beganAt = performance.now();
  let made = 0;
  for (; performance.now() - beganAt < seconds * 1000; made++) {
    const body = JSON.stringify({ ...placeOf((made % taskCount) + 1), ...entry });
    const reply = await request(`${url}/v1/time-entries`, { method: "POST", headers, body });
    if (reply.statusCode !== 201) throw new Error(await reply.body.text());
    await reply.body.dump();
  }
  return { rate: (made * 1000) / (performance.now() - beganAt) };
}
