import type { DatabasePool } from "#platform/database/database.ts";
import { type BenchRun, type Line, makeTempDir } from "../measure/bench-run.ts";
import { compare, figure, type Sample } from "../measure/compare.ts";
import { entryCount, fillOrganization, placeOf, taskCount } from "../data/fill-organization.ts";
import { httpLoad } from "../load/http-load.ts";
import { newOrganization, openBenchDatabase, startService } from "../measure/service.ts";

const clients = 16;
const target = 0.75;

/**
 * Compares creates with and without maintaining the sums of the reports. To skip the maintenance, a trigger discards
 * each delta before it is stored.
 */
export async function benchmarkUpkeep(run: BenchRun): Promise<Line[]> {
  const tempDir = await makeTempDir(run);
  const { db, dataDir } = await openBenchDatabase(run, tempDir);
  const { organizationId: orgId, apiKey } = await newOrganization(db);
  await fillOrganization(db, orgId, entryCount);
  const service = await startService(run, tempDir, dataDir);
  const entry = { durationSeconds: 3600, description: "Worked on the benchmark" };
  const bodies = Array.from({ length: taskCount }, (_, at) =>
    JSON.stringify({
      ...placeOf(at + 1),
      ...entry,
      startedAt: `2026-03-${String(1 + (at % 28)).padStart(2, "0")}T09:00:00Z`,
    }),
  );
  const headers = { Authorization: `Bearer ${apiKey}` };
  const load = { url: `${service.url}/v1/time-entries`, connections: clients, headers, bodies, pid: service.pid };
  const create = () => httpLoad(run, tempDir, load);
  run.say(`creates with and without upkeep of the sums, ${clients} connections`);
  const { product, against, ratio, note } = await compare(run, create, () => withoutDeltas(db, create));
  return [
    {
      name: `create, ${clients} clients, sums maintained`,
      product: figure(product),
      against: `without ${figure(against)}`,
      ratio: ratio.toFixed(2),
      target: `≥ ${target}`,
      outcome: ratio >= target ? "ok" : "MISSED",
      note,
    },
  ];
}

async function withoutDeltas(db: DatabasePool, measure: () => Promise<Sample>): Promise<Sample> {
  const client = await db.connect();
  try {
    await client.query(`
      create or replace function bench_drop() returns trigger language plpgsql as 'begin return null; end';
      create trigger bench_drop before insert on time_sum_deltas for each row execute function bench_drop()`);
    const sample = await measure();
    await client.query("drop trigger bench_drop on time_sum_deltas");
    return sample;
  } finally {
    client.release();
  }
}
