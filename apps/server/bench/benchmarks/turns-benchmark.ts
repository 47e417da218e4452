import { openAsBlob } from "node:fs";
import { randomUUID } from "node:crypto";
import { loadavg } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { type BenchRun, type Line, makeTempDir, runProgram } from "../measure/bench-run.ts";
import { articles } from "./blog-benchmark.ts";
import { fillOrganization, placeOf } from "../data/fill-organization.ts";
import { attacks, fillAttacker } from "../load/hostile-attacks.ts";
import { writeToggl } from "./imports-benchmark.ts";
import { command, newOrganization, openBenchDatabase, serviceEnv, startService } from "../measure/service.ts";

const longestMs = 20;
const attackMs = 8_000;
const entriesOfReports = 200_000;
const projects = 5_000;
const importRows = 50_000;

const first = "the first requests after the start";

interface Turn {
  work: string;
  ms: number;
}

type Send = (method: string, path: string, body?: string | Blob, type?: string) => Promise<string>;

/** Finds the longest turn of the event loop while the service does its longest work. */
export async function benchmarkTurns(run: BenchRun): Promise<Line[]> {
  const tempDir = await makeTempDir(run);
  const { db, dataDir } = await openBenchDatabase(run, tempDir);
  await runProgram(run, process.execPath, command(["blog", "import", articles]), serviceEnv({ DATA_DIR: dataDir }));
  const made = await newOrganization(db);
  await fillOrganization(db, made.organizationId, entriesOfReports);
  const attacker = await newOrganization(db);
  await fillAttacker(db, attacker.organizationId, attacker.userId);
  const many = await newOrganization(db);
  await fillProjects(await db.connect(), many.organizationId);
  const toggl = join(tempDir, "toggl.csv");
  await writeToggl(toggl, importRows);
  const lines: Line[] = [];
  const isAsked = (name: string) => run.parts.length === 0 || run.parts.some((part) => name.includes(part));
  if (isAsked(first)) {
    const turns: Turn[] = [];
    for (let round = 0; round < run.rounds; round++) {
      const started = await startService(run, tempDir, dataDir);
      await sendFirst(sendTo(started.url, made.apiKey));
      // Count only turns attributed to the start or to a request. A turn attributed to other work, such as cleanup, may
      // include part of the start.
      turns.push(...(await takeLongest(started.url)).filter(({ work }) => /^start$|^[A-Z]+ /.test(work)));
      process.kill(started.pid, "SIGTERM");
    }
    lines.push(report(run, first, turns));
  }
  const service = await startService(run, tempDir, dataDir);
  const send = sendTo(service.url, made.apiKey);
  const sendOfMany = sendTo(service.url, many.apiKey);
  const sendOfAttacker = sendTo(service.url, attacker.apiKey);

  const cases: Record<string, () => Promise<unknown>> = {
    "unread pipelines": () =>
      attacks["unread pipelines"]?.(
        { url: service.url, receiver: "", apiKey: attacker.apiKey, orgId: attacker.organizationId },
        AbortSignal.timeout(attackMs),
      ) ?? Promise.resolve(),
    "500 entries created, changed, deleted, restored": () => changeBatch(send, entriesOf(500, "Worked")),
    "500 entries with long texts": () => changeBatch(send, entriesOf(500, "w".repeat(1_800))),
    "a body of 1 MB that is refused": () => send("POST", "/v1/time-entries/batch", refusedBody()),
    "a page of 200 entries": () => send("GET", "/v1/time-entries?limit=200"),
    "a page of 200 entries with long texts": () => sendOfAttacker("GET", "/v1/time-entries?limit=200"),
    "a page of 200 changes of entries": () => sendOfAttacker("GET", "/v1/time-entries/changes?limit=200"),
    "2,000 changes of projects": () => sendOfMany("GET", "/v1/projects/changes?limit=2000"),
    "changes of 5,000 projects, page by page": () => readChanges(sendOfMany),
    "a page of 200 projects": () => sendOfMany("GET", "/v1/projects?limit=200"),
    "a report of 50 × 2,000 groups": () => send("GET", "/v1/reports/summary?groupBy=user,task"),
    "a report by user and day": () =>
      send("GET", "/v1/reports/summary?groupBy=user,date&from=2026-01-01&to=2026-09-30"),
    "a report by task and day as CSV": () => send("GET", "/v1/reports/summary?groupBy=task,date&format=csv"),
    "a report by task and day as XLSX": () => send("GET", "/v1/reports/summary?groupBy=task,date&format=xlsx"),
    "the export of the organization": () => send("GET", "/v1/organization/export"),
    "the audit log": () => send("GET", "/v1/audit-events?limit=200"),
    "lists of the blog": () => send("GET", "/api/blogs/?exclude=none"),
    "the OpenAPI document and the reference": async () => {
      await send("GET", "/openapi.json");
      await send("GET", "/docs");
    },
    [`an import of ${importRows} rows, previewed`]: () => previewImport(send, toggl),
  };
  for (const [name, work] of Object.entries(cases)) {
    if (!isAsked(name)) continue;
    await work();
    await takeLongest(service.url);
    for (let round = 0; round < run.rounds; round++) await work();
    lines.push(report(run, name, await takeLongest(service.url)));
  }
  return lines;
}

function report(run: BenchRun, name: string, found: Turn[]): Line {
  const turns = found.toSorted((one, other) => other.ms - one.ms);
  const shown = turns.slice(0, 3).map(({ work: by, ms }) => `${by} ${ms.toFixed(1)} ms`);
  run.say(`  ${name}: ${shown.join(", ")}; load ${loadavg()[0]?.toFixed(1)}`);
  const longest = turns[0]?.ms ?? 0;
  return {
    name: `longest turn: ${name}`,
    product: `${longest.toFixed(1)} ms`,
    against: turns[0]?.work ?? "",
    ratio: "",
    target: `≤ ${longestMs} ms`,
    outcome: longest <= longestMs ? "ok" : "MISSED",
    note: `${run.rounds} times, load average ${loadavg()[0]?.toFixed(1)}`,
  };
}

function sendTo(url: string, apiKey: string): Send {
  return async (method, path, body, type = "application/json") => {
    const reply = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, ...(body === undefined ? {} : { "content-type": type }) },
      ...(body === undefined ? {} : { body }),
    });
    const text = await reply.text();
    // One of the requests has an invalid body on purpose, which gets a 422.
    if (reply.status >= 400 && reply.status !== 422) throw new Error(`${path}: ${reply.status} ${text}`);
    return text;
  };
}

/** Sends the first request to each kind of route, because that compiles validators and mappings. */
async function sendFirst(send: Send): Promise<void> {
  const [entry] = entriesOf(1, "First");
  await send("GET", "/v1/me");
  await send("GET", "/v1/time-entries");
  await send("POST", "/v1/time-entries", JSON.stringify(entry));
  await send("POST", "/v1/time-entries/batch", JSON.stringify({ entries: [entry] }));
  await send("POST", "/v1/projects", JSON.stringify({ name: randomUUID() }));
  await send("PATCH", "/v1/organization", JSON.stringify({ name: "Benchmark" }));
  await send("GET", "/v1/reports/summary?groupBy=project");
  await send("GET", "/v1/reports/summary?groupBy=project&format=xlsx");
  await send("POST", "/v1/saved-reports", JSON.stringify({ name: 1, query: 2 }));
}

/** Returns the longest turn of each kind of work since the last call, longest first. */
async function takeLongest(url: string): Promise<Turn[]> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return [...text.matchAll(/^stint_event_loop_turn_longest_seconds\{work="([^"]*)"\} (\S+)$/gm)]
    .map(([, work = "", seconds]) => ({ work, ms: Number(seconds) * 1000 }))
    .filter(({ work }) => work !== "GET /metrics")
    .sort((one, other) => other.ms - one.ms);
}

async function fillProjects(client: pg.PoolClient, orgId: string): Promise<void> {
  await client.query(
    `insert into projects (org_id, id, name)
     select $1, 'proj_0199c5d0a1b27c3d8e4f5a6b' || 10000000 + n, 'Project ' || n from generate_series(1, ${projects}) n`,
    [orgId],
  );
  client.release();
}

function entriesOf(count: number, description: string) {
  return Array.from({ length: count }, (_, at) => ({
    ...placeOf(at + 1),
    startedAt: "2026-03-02T09:00:00Z",
    durationSeconds: 900,
    description,
  }));
}

async function changeBatch(send: Send, entries: object[]): Promise<void> {
  const path = "/v1/time-entries/batch";
  const made = JSON.parse(await send("POST", path, JSON.stringify({ entries }))) as { data: { id: string }[] };
  const ids = made.data.map(({ id }) => id);
  const changes = ids.map((id) => ({ id, description: "Changed" }));
  await send("PATCH", path, JSON.stringify({ entries: changes }));
  await send("POST", `${path}/delete`, JSON.stringify({ ids }));
  await send("POST", `${path}/restore`, JSON.stringify({ ids }));
  await send("POST", `${path}/delete`, JSON.stringify({ ids }));
}

function refusedBody(): string {
  const entries = Array.from({ length: 500 }, () => ({
    unknown: "x".repeat(20),
    more: Array.from({ length: 90 }, () => 1),
  }));
  return JSON.stringify({ entries, filler: "x".repeat(800_000) });
}

async function readChanges(send: Send): Promise<void> {
  let cursor: string | null = null;
  do {
    const query: string = cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const page = JSON.parse(await send("GET", `/v1/projects/changes?limit=500${query}`)) as {
      nextCursor: string | null;
    };
    cursor = page.nextCursor;
  } while (cursor !== null);
}

async function previewImport(send: Send, path: string): Promise<void> {
  const { id } = JSON.parse(await send("POST", "/v1/imports", await openAsBlob(path), "text/csv")) as { id: string };
  for (;;) {
    const { status } = JSON.parse(await send("GET", `/v1/imports/${id}`)) as { status: string };
    if (status !== "reading") break;
    await pause(100);
  }
  await send("DELETE", `/v1/imports/${id}`);
}
