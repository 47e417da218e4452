import { openAsBlob, createWriteStream, readFileSync } from "node:fs";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { setTimeout as pause } from "node:timers/promises";
import { type BenchRun, type Line, makeTempDir, scaledSeconds } from "../measure/bench-run.ts";
import { median } from "../measure/compare.ts";
import { watchOthers } from "../measure/cpu.ts";
import { fillOrganization, placeOf, taskCount } from "../data/fill-organization.ts";
import { httpLoad } from "../load/http-load.ts";
import { newOrganization, openBenchDatabase, startService } from "../measure/service.ts";

const targets = { previewSeconds: 60, applySeconds: 180, memoryMb: 300, slowdown: 0.8 };
const allRows = 1_000_000;
// Used if measurements last one second, as with --quick.
const quickRows = 100_000;
const clients = 16;
const projects = 100;

interface Imported {
  id: string;
  status: string;
  failure: string | null;
  proof: { isExact: boolean } | null;
}

/**
 * Imports a million rows from Toggl, with a budget on every project. Compares the rate of creates during an import with
 * the rate without one.
 */
export async function benchmarkImports(run: BenchRun): Promise<Line[]> {
  const tempDir = await makeTempDir(run);
  const { db, dataDir } = await openBenchDatabase(run, tempDir);
  const { organizationId: orgId, apiKey } = await newOrganization(db);
  await fillOrganization(db, orgId, 0);
  const rows = run.seconds === 1 ? quickRows : allRows;
  const path = join(tempDir, "toggl.csv");
  await writeToggl(path, rows);
  const service = await startService(run, tempDir, dataDir);
  const headers = { Authorization: `Bearer ${apiKey}` };
  const send = async <Reply>(
    method: string,
    to: string,
    body?: Blob | string,
    type = "application/json",
  ): Promise<Reply> => {
    const response = await fetch(`${service.url}/v1${to}`, {
      method,
      headers: { ...headers, "content-type": type },
      ...(body === undefined ? {} : { body }),
    });
    if (!response.ok) throw new Error(`${method} ${to}: ${await response.text()}`);
    return (await response.json()) as Reply;
  };
  for (let number = 0; number < projects; number++) {
    const budget = { kind: "time", seconds: 1_000_000_000, period: "monthly" };
    await send("POST", "/projects", JSON.stringify({ name: `Project ${number}`, budget }));
  }
  const load = {
    url: `${service.url}/v1/time-entries`,
    connections: clients,
    headers,
    bodies: Array.from({ length: taskCount }, (_, at) =>
      JSON.stringify({ ...placeOf(at + 1), startedAt: "2026-03-02T09:00:00Z", durationSeconds: 3600 }),
    ),
    pid: service.pid,
  };
  await httpLoad(run, tempDir, load);
  const before = residentMb(service.pid);
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, residentMb(service.pid))), 100);
  run.defer(() => clearInterval(watch));

  const until = async (id: string, status: string) => {
    for (;;) {
      const found = await send<Imported>("GET", `/imports/${id}`);
      if (found.status === status) return found;
      if (found.failure !== null) throw new Error(found.failure);
      await pause(200);
    }
  };
  const others = watchOthers();
  let from = performance.now();
  const { id } = await send<Imported>("POST", "/imports", await openAsBlob(path), "text/csv");
  await until(id, "previewed");
  const previewSeconds = (performance.now() - from) / 1000;
  run.say(`  ${rows} rows previewed in ${previewSeconds.toFixed(1)} s`);
  from = performance.now();
  await send("POST", `/imports/${id}/apply`);
  const { proof } = await until(id, "applied");
  const applySeconds = (performance.now() - from) / 1000;
  run.say(`  applied in ${applySeconds.toFixed(1)} s, exact: ${proof?.isExact}`);
  const growth = peak - before;
  from = performance.now();
  await send("DELETE", `/imports/${id}`);
  await until(id, "undone");
  run.say(`  undone in ${((performance.now() - from) / 1000).toFixed(1)} s`);

  const alone: number[] = [];
  const measureAlone = async () => {
    for (let round = 0; round < run.rounds; round++) alone.push((await httpLoad(run, tempDir, load)).rate);
  };
  // Measure the rate without an import both before and after the import, because the tables grow by millions of rows in
  // between.
  await measureAlone();
  const again = await send<Imported>("POST", "/imports", await openAsBlob(path), "text/csv");
  const ratesWhile = async (status: string) => {
    const rates: number[] = [];
    while ((await send<Imported>("GET", `/imports/${again.id}`)).status === status)
      rates.push((await httpLoad(run, tempDir, load)).rate);
    return rates;
  };
  from = performance.now();
  const duringReading = await ratesWhile("reading");
  run.say(`  previewed, with creates, in ${((performance.now() - from) / 1000).toFixed(1)} s`);
  from = performance.now();
  await send("POST", `/imports/${again.id}/apply`);
  const duringApplying = await ratesWhile("applying");
  run.say(`  applied, with creates, in ${((performance.now() - from) / 1000).toFixed(1)} s`);
  await measureAlone();
  run.say(`  alone, before and after: ${alone.map((rate) => rate.toFixed(0)).join(", ")}/s`);
  const note = `${rows} rows, others ${(others() ?? 0).toFixed(2)} core`;
  const creates = (name: string, during: number[]): Line => {
    const ratio = median(during) / median(alone);
    return {
      name: `creates during ${name}, ${clients} clients`,
      product: `${median(during).toFixed(0)}/s`,
      against: `without ${median(alone).toFixed(0)}/s`,
      ratio: ratio.toFixed(2),
      target: `≥ ${targets.slowdown}`,
      outcome: ratio >= targets.slowdown ? "ok" : "MISSED",
      note: `${note}; ${during.map((rate) => (rate / median(alone)).toFixed(2)).join(", ")}`,
    };
  };
  const scale = allRows / rows;
  return [
    scaledSeconds("preview, 1M rows", previewSeconds, { scale, target: targets.previewSeconds, note }),
    scaledSeconds("apply, 1M rows", applySeconds, { scale, target: targets.applySeconds, note }),
    {
      name: "memory of the service",
      product: `${growth.toFixed(0)} MB more`,
      against: "",
      ratio: "",
      target: `≤ ${targets.memoryMb} MB`,
      outcome: growth <= targets.memoryMb ? "ok" : "MISSED",
      note,
    },
    creates("a preview", duringReading),
    creates("an import", duringApplying),
  ];
}

export async function writeToggl(path: string, rows: number): Promise<void> {
  const file = createWriteStream(path);
  file.write(
    "User,Email,Client,Project,Task,Description,Billable,Start date,Start time,End date,End time,Duration,Tags\n",
  );
  for (let number = 0; number < rows; number++) {
    const person = number % 50;
    const start = new Date(Date.UTC(2023, 0, 1) + Math.floor(number / 50) * 3_000_000 + person * 1000);
    const end = new Date(start.getTime() + 2_700_000);
    const [day, time] = [start.toISOString().slice(0, 10), start.toISOString().slice(11, 19)];
    const [endDay, endTime] = [end.toISOString().slice(0, 10), end.toISOString().slice(11, 19)];
    // Keep the values short, because a million rows must stay below the 100 MB limit for imports.
    const line = `P${person},p${person}@a.io,,Project ${number % projects},Task ${number % 7},Item ${number},Yes,${day},${time},${endDay},${endTime},00:45:00,${number % 3 === 0 ? "design" : ""}\n`;
    if (!file.write(line)) await new Promise((resolve) => file.once("drain", resolve));
  }
  file.end();
  await finished(file);
}

function residentMb(pid: number): number {
  const [, kb] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kb ?? 0) / 1024;
}
