import { setTimeout as sleep } from "node:timers/promises";
import { type DatabasePool, sql } from "#platform/database/database.ts";
import { groupings } from "#tracking/reports/schemas.ts";
import { type BenchRun, type Line, makeTempDir } from "./bench-run.ts";
import { median } from "./compare.ts";
import { fillOrganization, memberOf, placeOf, taskCount } from "./fill-organization.ts";
import { newOrganization, openBenchDatabase, startService } from "./service.ts";

const bulk = 60_000;
const batch = 500;
/** Of each task, so that a report by task and user has 20,000 groups. */
const membersOfTask = 10;
const spread = 200_000;
const most = 1.5;
const repeats = 5;

interface Side {
  url: string;
  apiKey: string;
}

/** Times that may depend neither on fresh statistics of the planner nor on the years between entries. */
export async function benchmarkStatistics(run: BenchRun): Promise<Line[]> {
  return [...(await compareStatistics(run)), await compareYears(run)];
}

/**
 * Two services with the same entries, written in batches over the API into a database that was analyzed before there
 * were any and has no autovacuum; one is analyzed again.
 */
async function compareStatistics(run: BenchRun): Promise<Line[]> {
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
    lines.push(line(name, rounds, "stale", "fresh"));
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

/** Every grouping and pair of them over 200,000 entries of three years, with and without an entry in 1970 and in 2199. */
async function compareYears(run: BenchRun): Promise<Line> {
  const tempDir = await makeTempDir(run);
  const { db, dataDir } = await openBenchDatabase(run, tempDir);
  const keys: string[] = [];
  for (let organization = 0; organization < 2; organization++) {
    const { organizationId, apiKey } = await newOrganization(db);
    await fillOrganization(db, organizationId, spread);
    keys.push(apiKey);
  }
  const { url } = await startService(run, tempDir, dataDir);
  const [far = "", near = ""] = keys;
  for (const startedAt of ["1970-01-05T09:00:00Z", "2199-12-30T09:00:00Z"]) {
    const entry = { ...placeOf(1), startedAt, durationSeconds: 3600, tags: ["Review"] };
    await send(`${url}/v1/time-entries`, far, entry);
  }
  await untilFolded(db);
  run.say(`every pair of groupings over ${spread} entries, with and without two far apart, in turn`);
  const pairs = groupings.flatMap((one) => [
    one,
    ...groupings.filter((two) => two !== one).map((two) => `${one},${two}`),
  ]);
  const lines: { pair: string; rounds: [number, number][]; ratio: number }[] = [];
  for (const pair of pairs) {
    const path = `/v1/reports/summary?groupBy=${pair}&format=csv`;
    const rounds = await takeTurns(run, [{ url, apiKey: far }, path], [{ url, apiKey: near }, path]);
    lines.push({ pair, rounds, ratio: median(rounds.map(([ours, theirs]) => ours / theirs)) });
  }
  const worst = lines.toSorted((a, b) => b.ratio - a.ratio)[0];
  if (worst === undefined) throw new Error("there are groupings");
  const all = median(lines.map(({ ratio }) => ratio));
  const made = line(`1970 and 2199: worst of ${pairs.length}, by ${worst.pair}`, worst.rounds, "with", "without");
  return { ...made, note: `${made.note}; median of all ${all.toFixed(2)}` };
}

/** The middle times of both sides in each round, in milliseconds. */
async function takeTurns(run: BenchRun, ours: [Side, string], theirs: [Side, string]): Promise<[number, number][]> {
  const rounds: [number, number][] = [];
  for (let round = 0; round <= run.rounds; round++) {
    const times: [number[], number[]] = [[], []];
    for (let time = 0; time < repeats; time++) {
      times[0].push(await timed(...ours));
      times[1].push(await timed(...theirs));
    }
    // Not counted: the first round compiles.
    if (round > 0) rounds.push([median(times[0]), median(times[1])]);
  }
  return rounds;
}

function line(name: string, rounds: [number, number][], ours: string, theirs: string): Line {
  const ratios = rounds.map(([a, b]) => a / b);
  const ratio = median(ratios);
  return {
    name,
    product: `${ours} ${median(rounds.map(([a]) => a)).toFixed(1)} ms`,
    against: `${theirs} ${median(rounds.map(([, b]) => b)).toFixed(1)} ms`,
    ratio: ratio.toFixed(2),
    target: `≤ ${most}`,
    outcome: ratio <= most ? "ok" : "MISSED",
    note: `${rounds.length} rounds, ${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`,
  };
}

async function untilFolded(db: DatabasePool): Promise<void> {
  for (;;) {
    const waiting = await db.query(sql`select org_id from time_sum_deltas limit 1`);
    if (waiting.length === 0) return;
    await sleep(500);
  }
}

async function timed(side: Side, path: string): Promise<number> {
  const startedAt = performance.now();
  await fetchText(side, path);
  return performance.now() - startedAt;
}

async function read(side: Side, path: string): Promise<unknown> {
  return JSON.parse(await fetchText(side, path));
}

async function fetchText({ url, apiKey }: Side, path: string): Promise<string> {
  const response = await fetch(url + path, { headers: { Authorization: `Bearer ${apiKey}` } });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${path}: ${text.slice(0, 300)}`);
  return text;
}

async function send(url: string, apiKey: string, body: object): Promise<void> {
  const headers = { Authorization: `Bearer ${apiKey}`, "Content-Type": "application/json" };
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  const text = await response.text();
  if (response.status !== 201) throw new Error(`${url}: ${text.slice(0, 300)}`);
}
