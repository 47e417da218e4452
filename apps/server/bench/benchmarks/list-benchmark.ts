import { noFilter } from "#tracking/ledger/entry-filters/time-entry-filter.ts";
import { timeEntryPage } from "#tracking/entries/time-entries/queries.ts";
import { type BenchRun, type Line, makeTempDir } from "../measure/bench-run.ts";
import type { BareListTask } from "../rivals/bare-list-server.ts";
import { compare, figure } from "../measure/compare.ts";
import { entryCount, fillOrganization } from "../data/fill-organization.ts";
import { httpLoad } from "../load/http-load.ts";
import { newOrganization, openBenchDatabase, startHelper, startService } from "../measure/service.ts";

const connections = 16;
const poolSize = 16;
const limit = 50;
const target = 0.9;

/**
 * Compares reading one page out of a million time entries through the API with reading it through plain node:http and
 * `pg`. Only the API checks a key and a rate limit.
 */
export async function benchmarkList(run: BenchRun): Promise<Line[]> {
  const tempDir = await makeTempDir(run);
  const { db, connection, dataDir } = await openBenchDatabase(run, tempDir);
  const { organizationId, apiKey } = await newOrganization(db);
  const startedAt = performance.now();
  await fillOrganization(db, organizationId, entryCount);
  run.say(`  ${entryCount} entries loaded in ${Math.round((performance.now() - startedAt) / 1000)} s`);

  const service = await startService(run, tempDir, dataDir);
  const page = { sort: "-startedAt", limit, after: undefined, includeDeleted: false } as const;
  const { text, values } = timeEntryPage(organizationId, noFilter, page);
  const task: BareListTask = { connection, poolSize, limit, text, values };
  const bare = await startHelper(run, "rivals/bare-list-server.ts", [JSON.stringify(task)]);
  const path = `/v1/time-entries?limit=${limit}`;
  const headers = { Authorization: `Bearer ${apiKey}` };
  const [ours, theirs] = await Promise.all([ids(service.url + path, headers), ids(bare.url, {})]);
  if (ours.length !== limit || ours.join() !== theirs.join())
    throw new Error("the two lists contain different entries");

  run.say(`list of ${limit} out of ${entryCount} entries, ${connections} connections`);
  const { product, against, ratio, note } = await compare(
    run,
    () => httpLoad(run, tempDir, { url: service.url + path, connections, headers, pid: service.pid }),
    () => httpLoad(run, tempDir, { url: `${bare.url}/`, connections, pid: bare.pid }),
  );
  return [
    {
      name: `list ${limit} of 1M entries`,
      product: figure(product),
      against: `node:http + pg ${figure(against)}`,
      ratio: ratio.toFixed(2),
      target: `≥ ${target}`,
      outcome: ratio >= target ? "ok" : "MISSED",
      note,
    },
  ];
}

async function ids(url: string, headers: Record<string, string>): Promise<string[]> {
  const { data } = (await (await fetch(url, { headers })).json()) as { data: { id: string }[] };
  return data.map(({ id }) => id);
}
