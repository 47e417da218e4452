import { type DatabasePool, type Sql, sql } from "#platform/database/database.ts";
import { type BenchRun, type Line, makeTempDir } from "../measure/bench-run.ts";
import { median, middleMs } from "../measure/compare.ts";
import { entryCount, fillOrganization } from "../data/fill-organization.ts";
import { newOrganization, openBenchDatabase, startService } from "../measure/service.ts";

const year = "from=2025-01-01&to=2025-12-31";
const pagePath = "/v1/time-entries?limit=50";

/** A report, and a plain SQL statement with the same result. */
interface Report {
  name: string;
  path: string;
  plain(orgId: string): Sql;
}

const sums = sql`sum(duration_seconds), sum(billable_seconds), count(*), sum(amount_minor), sum(cost_minor)`;

const reports: Report[] = [
  {
    name: "by project, all time",
    path: "/v1/reports/summary",
    plain: (orgId) => sql`
      select e.*, p.name from (select project_id, ${sums} from time_entries where org_id = ${orgId} and deleted_at is null group by 1) e
        join projects p on p.org_id = ${orgId} and p.id = e.project_id`,
  },
  {
    name: "by user, all time",
    path: "/v1/reports/summary?groupBy=user",
    plain: (orgId) => sql`
      select e.*, u.name from (select user_id, ${sums} from time_entries where org_id = ${orgId} and deleted_at is null group by 1) e
        join users u on u.id = e.user_id`,
  },
  {
    name: "by day in New York, all time",
    path: "/v1/reports/summary?groupBy=date&tz=America/New_York",
    plain: (orgId) => sql`
      select (started_at at time zone 'America/New_York')::date as day, ${sums}
        from time_entries where org_id = ${orgId} and deleted_at is null group by 1 order by 1`,
  },
  {
    name: "by project and user, one year",
    path: `/v1/reports/summary?groupBy=project,user&${year}`,
    plain: (orgId) => sql`
      select e.*, p.name, u.name
        from (select project_id, user_id, ${sums} from time_entries
               where org_id = ${orgId} and deleted_at is null and started_at >= '2025-01-01Z' and started_at < '2026-01-01Z' group by 1, 2) e
        join projects p on p.org_id = ${orgId} and p.id = e.project_id join users u on u.id = e.user_id`,
  },
  {
    name: "costs of 200 projects",
    path: "/v1/reports/costs",
    plain: (orgId) => sql`
      select e.*, p.name, p.budget
        from (select project_id, ${sums}, sum(billable_seconds) filter (where rate_source = 'none'),
                     sum(amount_minor) filter (where started_at >= date_trunc('month', now())),
                     sum(amount_minor) filter (where started_at >= now() - interval '28 days')
                from time_entries where org_id = ${orgId} and deleted_at is null group by 1) e
        join projects p on p.org_id = ${orgId} and p.id = e.project_id`,
  },
];

const sizes = [entryCount, 5 * entryCount];

/** Compares each report over HTTP with plain SQL that has a covering index, and with a page of 50 entries. */
export async function benchmarkReports(run: BenchRun): Promise<Line[]> {
  const tempDir = await makeTempDir(run);
  const { db, dataDir } = await openBenchDatabase(run, tempDir);
  const keys: { orgId: string; apiKey: string }[] = [];
  const filledIn: number[] = [];
  for (const size of sizes) {
    const startedAt = performance.now();
    const { organizationId: orgId, apiKey } = await newOrganization(db);
    await fillOrganization(db, orgId, size);
    filledIn.push((performance.now() - startedAt) / 1000);
    await db.query(sql`
      update projects set budget = '{"kind":"amount","amountMinor":100000000,"period":"monthly"}'
       where org_id = ${orgId} and id < 'proj_0199c5d0a1b27c3d8e4f5a6b10000101'`);
    keys.push({ orgId, apiKey });
    run.say(`  ${size} entries loaded in ${Math.round((performance.now() - startedAt) / 1000)} s`);
  }
  await createCoveringIndex(db);
  const service = await startService(run, tempDir, dataDir);
  run.say(`reports, one request at a time, ${run.rounds} rounds`);
  const lines: Line[] = [fillLine(filledIn)];
  for (const report of reports) lines.push(...(await measureReport(run, db, service.url, keys, report)));
  return lines;
}

/** Returns the result line for filling: inserting five times as many entries must take at most six times as long. */
function fillLine([small = 0, large = 0]: number[]): Line {
  const ratio = large / small;
  return {
    name: "filling 5M entries",
    product: `${large.toFixed(0)} s`,
    against: `1M ${small.toFixed(0)} s`,
    ratio: ratio.toFixed(2),
    target: "≤ 6",
    outcome: ratio <= 6 ? "ok" : "MISSED",
    note: "once, 1M before 5M",
  };
}

async function createCoveringIndex(db: DatabasePool): Promise<void> {
  const client = await db.connect();
  await client.query("set statement_timeout = 0");
  await client.query(`
    create index bench_covering on time_entries (org_id, started_at)
      include (project_id, user_id, duration_seconds, billable_seconds, amount_minor, cost_minor, rate_source) where deleted_at is null`);
  await client.query("vacuum (analyze) time_entries");
  client.release(true);
}

async function measureReport(
  run: BenchRun,
  db: DatabasePool,
  url: string,
  [small, large]: { orgId: string; apiKey: string }[],
  report: Report,
): Promise<Line[]> {
  if (small === undefined || large === undefined) throw new Error("fewer than two organizations were measured");
  const get = (path: string, apiKey: string) => () => read(url + path, apiKey);
  const rounds: { ours: number; page: number; plain: number; large: number }[] = [];
  for (let round = 0; round <= run.rounds; round++) {
    const measured = {
      page: await middleMs(40, get(pagePath, small.apiKey)),
      ours: await middleMs(20, get(report.path, small.apiKey)),
      plain: await middleMs(2, () => db.query(report.plain(small.orgId))),
      large: await middleMs(10, get(report.path, large.apiKey)),
    };
    // Do not count the first round, because it warms up the JIT compiler.
    if (round > 0) rounds.push(measured);
  }
  const of = (pick: (round: (typeof rounds)[number]) => number) => median(rounds.map(pick));
  const ms = (value: number) => `${value.toFixed(1)} ms`;
  const spread = (pick: (round: (typeof rounds)[number]) => number) => {
    const values = rounds.map(pick);
    return `${rounds.length} rounds, ${Math.min(...values).toFixed(2)}–${Math.max(...values).toFixed(2)}`;
  };
  const line = (
    against: string,
    ratio: (round: (typeof rounds)[number]) => number,
    target: string,
    isOk: (value: number) => boolean,
    product = ms(of(({ ours }) => ours)),
  ): Line => ({
    name: report.name,
    product,
    against,
    ratio: of(ratio).toFixed(2),
    target,
    outcome: isOk(of(ratio)) ? "ok" : "MISSED",
    note: spread(ratio),
  });
  run.say(`  ${report.name}: ${ms(of(({ ours }) => ours))}`);
  return [
    line(
      `plain SQL ${ms(of(({ plain }) => plain))}`,
      ({ plain, ours }) => plain / ours,
      "≥ 4",
      (value) => value >= 4,
    ),
    line(
      `page of 50 ${ms(of(({ page }) => page))}`,
      ({ page, ours }) => ours / page,
      "≤ 10",
      (value) => value <= 10,
    ),
    line(
      `1M ${ms(of(({ ours }) => ours))}`,
      ({ large: of5M, ours }) => of5M / ours,
      "≤ 2",
      (value) => value <= 2,
      `5M ${ms(of(({ large: of5M }) => of5M))}`,
    ),
  ];
}

async function read(url: string, apiKey: string): Promise<void> {
  const response = await fetch(url, { headers: { Authorization: `Bearer ${apiKey}` } });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${url}: ${text.slice(0, 300)}`);
}
