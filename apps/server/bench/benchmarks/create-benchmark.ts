import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import { sql, type DatabasePool } from "#platform/database/database.ts";
import { insertTimeEntries } from "#tracking/entries/time-entries/writing/insert-time-entries.ts";
import { newTimeEntry } from "#tracking/entries/time-entries/writing/new-time-entry.ts";
import { type BenchRun, type Line, makeTempDir, runProgram, skipped } from "../measure/bench-run.ts";
import { captureStatement } from "../data/capture-statement.ts";
import { compare, figure, type Sample } from "../measure/compare.ts";
import { entryCount, fillOrganization, placeOf, taskCount } from "../data/fill-organization.ts";
import { httpLoad } from "../load/http-load.ts";
import { findProgram } from "../measure/machine.ts";
import { newOrganization, openBenchDatabase, startService } from "../measure/service.ts";

const clients = 16;
const target = 0.7;
const name = `create, ${clients} clients`;

const entry = { startedAt: "2026-03-02T09:00:00Z", durationSeconds: 3600, description: "Worked on the benchmark" };

/** Compares durable creates over HTTP with pgbench running the same statement on the same database. */
export async function benchmarkCreate(run: BenchRun): Promise<Line[]> {
  const pgbench = findProgram("pgbench");
  if (pgbench === undefined)
    return [skipped(name, `≥ ${target}`, "pgbench is missing: apt-get install -y postgresql-client-15 postgresql-15")];
  const tempDir = await makeTempDir(run);
  const { db, connection, dataDir } = await openBenchDatabase(run, tempDir);
  const { organizationId: orgId, userId, keyId, apiKey } = await newOrganization(db);
  await fillOrganization(db, orgId, entryCount);
  const script = join(tempDir, "create.pgbench");
  await writeFile(
    script,
    await pgbenchScript({ orgId, userId, keyId, requestId: "0199c5d0-a1b2-7c3d-8e4f-5a6b7c8d9e0f" }),
  );

  const service = await startService(run, tempDir, dataDir);
  const bodies = Array.from({ length: taskCount }, (_, at) => JSON.stringify({ ...placeOf(at + 1), ...entry }));
  const load = {
    url: `${service.url}/v1/time-entries`,
    connections: clients,
    headers: { Authorization: `Bearer ${apiKey}` },
    bodies,
    pid: service.pid,
  };
  run.say(`create, ${clients} connections, ${entryCount} entries already there`);
  const { product, against, ratio, note } = await compare(
    run,
    () => stored(db, () => httpLoad(run, tempDir, load), run.seconds),
    () => pgbenchRun(run, pgbench, script, connection),
  );
  return [
    {
      name,
      product: figure(product),
      against: `pgbench ${figure(against)}`,
      ratio: ratio.toFixed(2),
      target: `≥ ${target}`,
      outcome: ratio >= target ? "ok" : "MISSED",
      note,
    },
  ];
}

/** Runs the measurement and verifies that every acknowledged entry is stored with its change row. */
async function stored(db: DatabasePool, measure: () => Promise<Sample>, seconds: number): Promise<Sample> {
  const count = async () => {
    const [row] = await db.query<{ entries: number; changes: number }>(sql`
      select (select count(*) from time_entries where created_at > now() - interval '1 hour' and description = ${entry.description}) as entries,
             (select count(*) from changes where action = 'time_entry.created') as changes`);
    if (row === undefined) throw new Error("the count returned no row");
    return row;
  };
  const before = await count();
  const sample = await measure();
  const after = await count();
  const added = after.entries - before.entries;
  if (added < Math.floor(sample.rate * seconds * 0.95) || after.changes - before.changes !== added)
    throw new Error(`${added} entries and ${after.changes - before.changes} changes were stored at ${sample.rate}/s`);
  return sample;
}

async function pgbenchRun(run: BenchRun, pgbench: string, script: string, connection: pg.PoolConfig): Promise<Sample> {
  const { host = "", port = 5432, user = "", database = "" } = connection;
  const where = ["-h", host, "-p", String(port), "-U", user];
  const how = ["-n", "-M", "prepared", "-c", String(clients), "-j", "2", "-T", String(run.seconds), "-f", script];
  const out = await runProgram(run, pgbench, [...where, ...how, database]);
  const [, tps] = /tps = ([\d.]+)/.exec(out) ?? [];
  if (tps === undefined || !/failed transactions: 0 /.test(out)) throw new Error(`pgbench failed:\n${out}`);
  return { rate: Number(tps) };
}

/**
 * Returns the product's statement as a pgbench script. pgbench has no string functions, so the script makes the server
 * insert new ids (UUID version 7) and random tasks into the statement's first parameter.
 */
async function pgbenchScript(origin: Parameters<typeof newTimeEntry>[0]): Promise<string> {
  const { projectId, taskId } = placeOf(1);
  const input = {
    user_id: origin.userId ?? "",
    project_id: projectId,
    task_id: taskId,
    started_at: entry.startedAt,
    duration_seconds: entry.durationSeconds,
    description: entry.description,
    tags: [],
    billable_choice: null,
    external_ref: null,
    late_reason: null,
    source: "api" as const,
    viewer_id: undefined,
  };
  const made = newTimeEntry(origin, input);
  const { text, values } = await captureStatement((db) =>
    insertTimeEntries(db, [made], { isJudged: false, waits: false }),
  );
  const fresh = "replace(uuidv7()::text, '-', '')";
  const filled = [
    [made.id.slice("time_".length), fresh],
    [made.change_id.slice("evt_".length), fresh],
    [projectId.slice(-8), ":project::text"],
    [taskId.slice(-8), ":task::text"],
  ].reduce((sofar, [part = "", by = ""]) => `replace(${sofar}, '${part}', ${by})`, quoted(String(values[0])));
  return [
    `\\set task random(10000001, ${10_000_000 + taskCount})`,
    "\\set project 10000001 + (:task - 10000000) % 200",
    `${text.replace("$1", () => filled)};\n`,
  ].join("\n");
}

// Escapes the text. Also escapes colons, because pgbench treats a colon before a letter or digit as the start of a
// variable, even within quotes.
function quoted(text: string): string {
  return `E'${text.replaceAll("\\", "\\\\").replaceAll("'", "''").replaceAll(":", "\\x3a")}'`;
}
