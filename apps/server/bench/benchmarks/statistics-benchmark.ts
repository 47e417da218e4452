import { type DatabasePool, sql } from "#platform/database/database.ts";
import { type BenchRun, type Line, makeTempDir } from "../measure/bench-run.ts";
import { fillOrganization, memberOf, placeOf, taskCount } from "../data/fill-organization.ts";
import { newOrganization, openBenchDatabase, startService } from "../measure/service.ts";
import { read, send, type Side, takeTurns, turnsLine, untilFolded } from "../measure/take-turns.ts";

const bulk = 60_000;
const batch = 500;
/** With ten members per task, a report by task and user has 20,000 groups. */
const membersOfTask = 10;

/**
 * Compares two services with the same entries. Both databases were analyzed while empty, have no autovacuum, and were
 * filled in batches over the API. Only one of them is analyzed again.
 */
export async function benchmarkStatistics(run: BenchRun): Promise<Line[]> {
  const [stale, fresh] = [await openBulk(run), await openBulk(run)];
  await fresh.db.query(sql`vacuum (analyze)`);
  const from = new Date(Date.UTC(2024, 0, 1) + (bulk / 2) * 900_000).toISOString();
  const { nextCursor } = (await read(stale, "/v1/time-entries?limit=50")) as { nextCursor: string };
  const { projectId, taskId } = placeOf(7);
  const page = "/v1/time-entries?limit=50";
  const questions: [name: string, path: string][] = [
    ["page of 50", page],
    ["next page", `${page}&cursor=${nextCursor}`],
    ["page by tag", `${page}&tag=Review`],
    ["page by a rare tag", `${page}&tag=Rare`],
    ["page by project", `${page}&projectId=${projectId}`],
    ["page by two projects", `${page}&projectId=${projectId},${placeOf(8).projectId}`],
    ["page by task", `${page}&taskId=${taskId}`],
    ["page by member", `${page}&userId=${memberOf(3)}`],
    ["page from a day", `${page}&from=${from}`],
    ["page by description", `${page}&q=ticket%2077`],
    ["page by last change", `${page}&sort=-updatedAt`],
    ["changes of entries", "/v1/time-entries/changes?limit=50"],
    ["tags", "/v1/tags"],
    ["audit log", "/v1/audit-events?limit=50"],
    ["report of 20,000 groups", "/v1/reports/summary?groupBy=task,user&format=csv"],
  ];
  run.say(`pages, filters and reports over ${bulk} entries, stale and fresh statistics in turn`);
  const lines: Line[] = [];
  for (const [name, path] of questions) {
    const rounds = await takeTurns(run, [stale, path], [fresh, path]);
    const made = turnsLine(name, rounds, "stale", "fresh");
    run.say(`  ${made.name}: ${made.ratio}`);
    lines.push(made);
  }
  return lines;
}

async function openBulk(run: BenchRun): Promise<Side & { db: DatabasePool }> {
  const tempDir = await makeTempDir(run);
  const { db, dataDir } = await openBenchDatabase(run, tempDir);
  await db.query(sql`alter system set autovacuum = off`);
  await db.query(sql`select pg_reload_conf()`);
  const { organizationId, apiKey } = await newOrganization(db);
  await fillOrganization(db, organizationId, 0);
  const side = { ...(await startService(run, tempDir, dataDir)), apiKey, db };
  for (let at = 0; at < bulk; at += batch) {
    const entries = Array.from({ length: batch }, (_, n) => entryOf(at + n));
    await send(`${side.url}/v1/time-entries/batch`, apiKey, { entries });
  }
  await untilFolded(db);
  return side;
}

function entryOf(n: number) {
  const tags = n % 1_000 === 1 ? ["Rare"] : n % 3 === 0 ? ["Review"] : [];
  return {
    ...placeOf(1 + (n % taskCount)),
    userId: memberOf(1 + (Math.floor(n / taskCount) % membersOfTask)),
    startedAt: new Date(Date.UTC(2024, 0, 1) + n * 900_000).toISOString(),
    durationSeconds: 600,
    description: `Worked on ticket ${n % 900}`,
    tags,
  };
}
