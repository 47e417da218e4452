import { type DatabasePool, sql } from "#platform/database/database.ts";
import { type BenchRun, type Line, makeTempDir } from "../measure/bench-run.ts";
import { compare, figure, type Sample } from "../measure/compare.ts";
import { entryCount, fillOrganization, placeOf, taskCount } from "../data/fill-organization.ts";
import { httpLoad } from "../load/http-load.ts";
import { newOrganization, openBenchDatabase, startService } from "../measure/service.ts";

const clients = 16;
const changed = 2_000;
const target = 0.5;
const entry = { startedAt: "2026-03-02T09:00:00Z", durationSeconds: 3600, description: "Worked on the benchmark" };

/**
 * Compares durable changes over HTTP with durable creates on the same service. Each change sets a description and a
 * duration.
 */
export async function benchmarkChange(run: BenchRun): Promise<Line[]> {
  const tempDir = await makeTempDir(run);
  const { db, dataDir } = await openBenchDatabase(run, tempDir);
  const { organizationId: orgId, apiKey } = await newOrganization(db);
  await fillOrganization(db, orgId, entryCount);
  const rows = await db.query<{ id: string }>(
    sql`select id from time_entries where org_id = ${orgId} order by id desc limit ${changed}`,
  );
  const service = await startService(run, tempDir, dataDir);
  const common = {
    url: `${service.url}/v1/time-entries`,
    connections: clients,
    headers: { Authorization: `Bearer ${apiKey}` },
    pid: service.pid,
  };
  const creates = Array.from({ length: taskCount }, (_, at) => JSON.stringify({ ...placeOf(at + 1), ...entry }));
  let turn = 0;
  const change = async () => {
    turn++;
    // Use two bodies for each entry, so that every request changes something even when the list of requests repeats.
    const bodies = [60, 120].map((seconds) =>
      JSON.stringify({ description: `Turn ${turn}`, durationSeconds: turn * 300 + seconds }),
    );
    const load = {
      ...common,
      method: "PATCH" as const,
      bodies: bodies.flatMap((body) => rows.map(() => body)),
      paths: bodies.flatMap(() => rows.map(({ id }) => `/v1/time-entries/${id}`)),
    };
    return counted(db, () => httpLoad(run, tempDir, load), run.seconds);
  };
  run.say(`change, ${clients} connections, ${entryCount} entries`);
  const { product, against, ratio, note } = await compare(run, change, () =>
    httpLoad(run, tempDir, { ...common, bodies: creates }),
  );
  return [
    {
      name: `change, ${clients} clients`,
      product: figure(product),
      against: `create ${figure(against)}`,
      ratio: ratio.toFixed(2),
      target: `≥ ${target}`,
      outcome: ratio >= target ? "ok" : "MISSED",
      note,
    },
  ];
}

/** Runs the measurement and verifies that every acknowledged change has its change row. */
async function counted(db: DatabasePool, measure: () => Promise<Sample>, seconds: number): Promise<Sample> {
  const count = async () => {
    const [row] = await db.query<{ changes: number }>(
      sql`select count(*) as changes from changes where action = 'time_entry.updated'`,
    );
    return row?.changes ?? 0;
  };
  const before = await count();
  const sample = await measure();
  const added = (await count()) - before;
  if (added < Math.floor(sample.rate * seconds * 0.95))
    throw new Error(`${added} changes were stored at ${sample.rate}/s`);
  return sample;
}
