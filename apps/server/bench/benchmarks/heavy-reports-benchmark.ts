import { type BenchRun, type Line, makeTempDir, runProgram } from "../measure/bench-run.ts";
import { memoryMb } from "../measure/cpu.ts";
import { entryCount, fillOrganization } from "../data/fill-organization.ts";
import { newOrganization, openBenchDatabase, startService } from "../measure/service.ts";

const maxDelayMs = 20;
const maxMemoryMb = 100;

/** Measures how heavy reports affect other requests: the delay of the event loop, and the memory of an export. */
export async function benchmarkHeavyReports(run: BenchRun): Promise<Line[]> {
  const tempDir = await makeTempDir(run);
  const { db, dataDir } = await openBenchDatabase(run, tempDir);
  const { organizationId: orgId, apiKey } = await newOrganization(db);
  await fillOrganization(db, orgId, entryCount);
  const service = await startService(run, tempDir, dataDir);
  const headers = { Authorization: `Bearer ${apiKey}` };
  const get = async (path: string) => {
    const response = await fetch(service.url + path, { headers });
    let bytes = 0;
    for await (const chunk of response.body ?? []) bytes += chunk.length;
    if (response.status !== 200) throw new Error(`${path} got ${response.status}`);
    return bytes;
  };
  await get("/v1/reports/summary?groupBy=task");
  const slow = "/v1/reports/summary?groupBy=task,user&q=ticket";
  const large = "/v1/reports/summary?groupBy=user,date&from=2026-01-01&to=2026-09-30";
  const reports = [slow, "/v1/reports/summary?groupBy=task,user&format=csv", large];
  return [
    await measureDelay(run, service.url, () => readElsewhere(run, service.url, reports, apiKey)),
    ...(await measureExports(run, service.pid, get)),
  ];
}

/** Reads in a separate process, because reading large replies here would delay the probes too. */
function readElsewhere(run: BenchRun, url: string, paths: string[], apiKey: string): Promise<string> {
  const script = `await Promise.all(${JSON.stringify(paths)}.map(async (path) => {
    const response = await fetch(${JSON.stringify(url)} + path, { headers: { Authorization: "Bearer ${apiKey}" } });
    for await (const _ of response.body);
  }))`;
  return runProgram(run, process.execPath, ["--input-type=module", "-e", script]);
}

/**
 * Measures the latency of `/healthz`. It uses no database, so its latency shows only event-loop and CPU delays. Does
 * not count the first round of reports, because Node compiles their code during it.
 */
async function measureDelay(run: BenchRun, url: string, reports: () => Promise<unknown>): Promise<Line> {
  await reports();
  const endsAt = performance.now() + 2_000 * run.rounds;
  const idle = await probe(url, () => performance.now() > endsAt);
  let isDone = false;
  const startedAt = performance.now();
  const probing = probe(url, () => isDone);
  for (let round = 0; round < run.rounds; round++) await reports();
  isDone = true;
  const busy = await probing;
  const added = busy.longest - idle.longest;
  return {
    name: "another request during slow reports",
    product: toText(busy),
    against: `idle: ${toText(idle)}`,
    ratio: `+${added.toFixed(1)} ms`,
    target: `≤ ${maxDelayMs} ms`,
    outcome: added <= maxDelayMs ? "ok" : "MISSED",
    note: `of the longest; p99 +${(busy.p99 - idle.p99).toFixed(1)} ms; ${busy.count} probes in ${Math.round((performance.now() - startedAt) / 1000)} s`,
  };
}

interface Probes {
  count: number;
  p50: number;
  p99: number;
  longest: number;
}

async function probe(url: string, until: () => boolean): Promise<Probes> {
  const took: number[] = [];
  while (!until()) {
    const startedAt = performance.now();
    await (await fetch(`${url}/healthz`)).arrayBuffer();
    took.push(performance.now() - startedAt);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  took.sort((a, b) => a - b);
  const at = (part: number) => took[Math.floor((took.length - 1) * part)] ?? 0;
  return { count: took.length, p50: at(0.5), p99: at(0.99), longest: at(1) };
}

function toText({ p50, p99, longest }: Probes): string {
  return `p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)}, longest ${longest.toFixed(1)} ms`;
}

async function measureExports(run: BenchRun, pid: number, get: (path: string) => Promise<number>): Promise<Line[]> {
  const lines: Line[] = [];
  for (const format of ["csv", "xlsx"]) {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const idle = memoryMb(pid);
    let most = idle;
    const watch = setInterval(() => (most = Math.max(most, memoryMb(pid))), 20);
    const startedAt = performance.now();
    const bytes = await get(`/v1/reports/summary?groupBy=task,date&format=${format}`);
    clearInterval(watch);
    const seconds = (performance.now() - startedAt) / 1000;
    run.say(`  ${format}: ${Math.round(bytes / 1e6)} MB in ${seconds.toFixed(1)} s`);
    lines.push({
      name: `export by task and day, ${format}`,
      product: `most ${most} MB`,
      against: `idle ${idle} MB`,
      ratio: `+${most - idle} MB`,
      target: `≤ ${maxMemoryMb} MB`,
      outcome: most - idle <= maxMemoryMb ? "ok" : "MISSED",
      note: `${Math.round(bytes / 1e6)} MB in ${seconds.toFixed(1)} s`,
    });
  }
  return lines;
}
