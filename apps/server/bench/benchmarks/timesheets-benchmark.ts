import { type DatabasePool, sql } from "#platform/database/database.ts";
import { type BenchRun, type Line, makeTempDir } from "../measure/bench-run.ts";
import { median, middleMs } from "../measure/compare.ts";
import { entryCount, fillOrganization } from "../data/fill-organization.ts";
import { newOrganization, openBenchDatabase, startService } from "../measure/service.ts";

const people = 1_000;
const maxMs = 300;

interface Cell {
  id: string;
  version: number;
  status: string;
}

/**
 * Compares the grid of 1,000 people and 12 months, over 1,000,000 entries from three years, with the sums by person and
 * month in plain SQL. Measures both first with every month open, then with all but the last month approved.
 */
export async function benchmarkTimesheets(run: BenchRun): Promise<Line[]> {
  const tempDir = await makeTempDir(run);
  const { db, dataDir } = await openBenchDatabase(run, tempDir);
  const { organizationId: orgId, apiKey } = await newOrganization(db);
  await fillOrganization(db, orgId, entryCount, people);
  await db.query(sql`update members set created_at = created_at - interval '3 years' where org_id = ${orgId}`);
  const { url } = await startService(run, tempDir, dataDir);
  const send = async (method: string, path: string, body?: object): Promise<string> => {
    const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
    const response = await fetch(`${url}/v1${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${text.slice(0, 300)}`);
    return text;
  };
  const months = lastMonths(new Date());
  await send("PATCH", "/organization", { approvals: { period: "month", from: months.from, ownApproval: true } });
  const grid = `/timesheets/grid?from=${months.from}&to=${months.to}`;
  const cells = async () => {
    const { data } = JSON.parse(await send("GET", grid)) as { data: { timesheets: Cell[] }[] };
    return data.flatMap(({ timesheets }) => timesheets);
  };
  const open = await cells();
  if (open.length !== people * 12) throw new Error(`the grid has ${open.length} cells`);
  run.say(`timesheets, one request at a time, ${run.rounds} rounds`);
  const measureGrid = (name: string) => measure(run, db, { name, orgId, ...months }, () => send("GET", grid));
  const lines = [await measureGrid("grid, all open")];
  const closing = open.filter(({ id }) => !id.endsWith(months.to.replaceAll("-", "")));
  for (const verb of ["submit", "approve"])
    for (let at = 0; at < closing.length; at += 500) {
      const timesheets = closing.slice(at, at + 500).map(({ id }) => ({ id }));
      await send("POST", `/timesheets/batch/${verb}`, { timesheets });
    }
  await db.query(sql`analyze timesheets`);
  if ((await cells()).filter(({ status }) => status === "approved").length !== closing.length)
    throw new Error("not all months were approved");
  return [...lines, await measureGrid("grid, 11 of 12 months approved")];
}

/** Returns the first days of the earliest and the latest of the last twelve months. */
function lastMonths(now: Date): { from: string; to: string } {
  const first = (ago: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago, 1));
  return { from: first(11).toISOString().slice(0, 10), to: first(0).toISOString().slice(0, 10) };
}

async function measure(
  run: BenchRun,
  db: DatabasePool,
  { name, orgId, from }: { name: string; orgId: string; from: string },
  read: () => Promise<unknown>,
): Promise<Line> {
  const plainSql = sql`
    select user_id, date_trunc('month', started_at), sum(duration_seconds), sum(billable_seconds), count(*), sum(amount_minor)
      from time_entries where org_id = ${orgId} and deleted_at is null and started_at >= ${from} group by 1, 2`;
  const rounds: { ours: number; plain: number }[] = [];
  for (let round = 0; round <= run.rounds; round++) {
    const measured = { ours: await middleMs(5, read), plain: await middleMs(3, () => db.query(plainSql)) };
    // Do not count the first round, because it warms up the JIT compiler.
    if (round > 0) rounds.push(measured);
  }
  const ours = median(rounds.map((round) => round.ours));
  const ratios = rounds.map((round) => round.ours / round.plain);
  return {
    name,
    product: `${ours.toFixed(0)} ms`,
    against: `plain SQL ${median(rounds.map(({ plain }) => plain)).toFixed(0)} ms`,
    ratio: median(ratios).toFixed(2),
    target: `≤ ${maxMs} ms`,
    outcome: ours <= maxMs ? "ok" : "MISSED",
    note: `${rounds.length} rounds, ${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`,
  };
}
