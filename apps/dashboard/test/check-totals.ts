import assert from "node:assert/strict";
import fc from "fast-check";
import { type GetCostsQuery, Stint, type Summary, type TimeEntry } from "@stint/sdk";
import { foldOrganization } from "@stint/server/src/tracking/ledger/time-sums/fold-time-sums.ts";
import { listenOn } from "@stint/server/test/http/raw-connection.ts";
import { readCsv } from "@stint/server/test/files/read-csv.ts";
import { readXlsx } from "@stint/server/test/files/read-xlsx.ts";
import { dayNear, newWorld, type World } from "@stint/server/test/worlds/report-world.ts";
import { type Caller, newTestApp } from "@stint/server/test/worlds/test-app.ts";
import { groupings, rangeOfReport, readReport, type ReportState } from "#pages/reports/address/report-address.ts";
import { addressOfEntries, costsOf, entryFilter, type Step, summaryOf } from "#pages/reports/address/report-queries.ts";
import { intervals } from "#time/report-period.ts";

// TOTALS_REPORTS=100 searches for several minutes; TOTALS_SEED reruns a failed search.
const reportsOfEach = Number(process.env["TOTALS_REPORTS"] ?? 2);
const firstSeed = Number(process.env["TOTALS_SEED"] ?? 20_260_329);

/** Zones with days of 23, 23.5, 24.5 and 25 hours, with half-hour offsets from UTC, and with the largest offset. */
export const zones = ["America/New_York", "Europe/Berlin", "Asia/Kolkata", "Australia/Lord_Howe", "Pacific/Kiritimati"];
const maxLinks = 4;

const testApp = await newTestApp({ rateLimit: { perMinute: 1_000_000, burst: 1_000_000 } });
const port = await listenOn(testApp.app);

interface Viewer {
  stint: Stint;
  zone: string;
  projectsWithoutClient: readonly string[];
}

interface Sums {
  seconds: number;
  billableSeconds: number;
  entries: number;
  amountMinor?: number | undefined;
}

const figuresOf = ({ seconds, billableSeconds, entries, amountMinor }: Sums): Sums => ({
  seconds,
  billableSeconds,
  entries,
  ...(amountMinor === undefined ? {} : { amountMinor }),
});

/** The sums of entries, with the fields of `like`. */
function sumUp(entries: readonly TimeEntry[], like: Sums): Sums {
  const sum = (of: (entry: TimeEntry) => number) => entries.reduce((sofar, entry) => sofar + of(entry), 0);
  return {
    seconds: sum(({ durationSeconds }) => durationSeconds),
    billableSeconds: sum(({ billableSeconds }) => billableSeconds),
    entries: entries.length,
    ...(like.amountMinor === undefined ? {} : { amountMinor: sum(({ amountMinor }) => amountMinor ?? 0) }),
  };
}

async function viewerOf({ apiKey }: Caller, zone: string): Promise<Viewer> {
  const stint = new Stint({ baseUrl: `http://127.0.0.1:${port}`, apiKey });
  const projectsWithoutClient: string[] = [];
  for await (const { id, clientId } of stint.projects.list({})) if (clientId === null) projectsWithoutClient.push(id);
  return { stint, zone, projectsWithoutClient };
}

/** Random reports that the screen allows. */
function reportsOf({ places, clients, members }: World, isOwn: boolean): fc.Arbitrary<ReportState> {
  const rarely = (ids: readonly string[]) =>
    fc.oneof(
      { weight: 4, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.subarray([...new Set(ids)], { minLength: 1 }) },
    );
  const days = fc.oneof(
    fc.constant({ period: "all" as const, from: "", to: "" }),
    fc.tuple(dayNear, dayNear).map((ends) => {
      const [from = "", to = ""] = ends.toSorted();
      return { period: "" as const, from, to };
    }),
  );
  const rest = {
    tz: fc.constantFrom("", "", ...zones),
    groupBy: fc.shuffledSubarray([...groupings], { minLength: 1, maxLength: 2 }),
    interval: fc.constantFrom(...intervals),
    projectId: rarely(places.map(({ projectId }) => projectId)),
    taskId: rarely(places.map(({ taskId }) => taskId)),
    clientId: rarely(clients),
    userId: isOwn ? fc.constant([]) : rarely(members.map(({ userId }) => userId)),
    tag: rarely(["design", "DEV", "été"]),
    billable: fc.constantFrom(undefined, undefined, true, false),
    q: fc.constantFrom("", "", "", "page"),
  };
  const nothing = readReport(new URLSearchParams());
  return fc.record({ days, ...rest }).map(({ days: range, ...chosen }) => ({ ...nothing, ...range, ...chosen }));
}

/** The days, the time zone and the filters that the screen sends to the API. */
function readState(state: ReportState, zone: string) {
  const tz = state.tz === "" ? zone : state.tz;
  return { tz, range: rangeOfReport(state, "2026-03-29", "monday") };
}

/** Asserts that the entries at a URL add up to the figure, and that the screen shows the same total above them. */
async function assertOpens({ stint, zone }: Viewer, address: string, expected: Sums): Promise<void> {
  const state = readReport(new URL(address, "http://127.0.0.1").searchParams);
  const { tz, range } = readState(state, zone);
  const entries: TimeEntry[] = [];
  for await (const entry of stint.timeEntries.list({ ...entryFilter(state, range, tz), limit: 100 }))
    entries.push(entry);
  assert.deepEqual(sumUp(entries, expected), figuresOf(expected), address);
  const { totals } = await stint.reports.summary(summaryOf(state, range, tz, ["project", "task"]));
  assert.deepEqual(figuresOf(totals), figuresOf(expected), address);
  const files = { ...summaryOf(state, range, tz, ["date", "task"]), interval: "day" } as const;
  const lines = await readFile(await stint.reports.summary({ ...files, format: "csv" }), "csv");
  assert.deepEqual(addUp(lines, expected), figuresOf(expected), `${address} as CSV`);
}

async function readFile(file: Response, format: "csv" | "xlsx"): Promise<Record<string, string>[]> {
  const rows =
    format === "csv"
      ? readCsv(await file.text())
      : (await readXlsx(Buffer.from(await file.arrayBuffer()))).rows.map((row) => row.map((cell) => cell?.value ?? ""));
  const [names = [], ...lines] = rows;
  return lines.map((line) => Object.fromEntries(names.map((name, at) => [name, line[at] ?? ""])));
}

const names = ["seconds", "billableSeconds", "entries", "amountMinor"] as const;

function figuresOfLine(line: Record<string, string>): Sums {
  return Object.fromEntries(
    names.flatMap((name) => (name in line ? [[name, Number(line[name])]] : [])),
  ) as unknown as Sums;
}

function addUp(lines: readonly Record<string, string>[], like: Sums): Sums {
  const sum = (name: (typeof names)[number]) => lines.reduce((sofar, line) => sofar + Number(line[name]), 0);
  const hasMoney = like.amountMinor !== undefined;
  const all = Object.fromEntries(names.map((name) => [name, sum(name)])) as unknown as Required<Sums>;
  return figuresOf({ ...all, amountMinor: hasMoney ? all.amountMinor : undefined });
}

/**
 * Checks that every figure of a report equals the sum of the entries behind its link, and that downloads contain the
 * same figures.
 */
async function checkReport(viewer: Viewer, state: ReportState): Promise<number> {
  const { stint, zone, projectsWithoutClient } = viewer;
  const { tz, range } = readState(state, zone);
  const interval = state.interval || "day";
  const dates = state.groupBy.includes("date") ? { interval } : {};
  const asked = { ...summaryOf(state, range, tz, state.groupBy), ...dates };
  const where = JSON.stringify(asked);
  const summary = await stint.reports.summary(asked);
  const address = (steps: readonly Step[], change?: Partial<ReportState>) =>
    addressOfEntries({ state, range, interval, weekStart: "monday", projectsWithoutClient }, steps, change);
  await assertOpens(viewer, address([]) ?? "", summary.totals);
  for (const { steps, sums } of figuresWithin(summary, state).slice(0, maxLinks)) {
    const href = address(steps);
    if (href !== undefined) await assertOpens(viewer, href, sums);
    const billable = address(steps, { billable: true });
    if (billable === undefined) continue;
    const opened = readReport(new URL(billable, "http://127.0.0.1").searchParams);
    const of = readState(opened, zone);
    const { totals } = await stint.reports.summary(summaryOf(opened, of.range, of.tz, ["project", "task"]));
    assert.equal(totals.billableSeconds, sums.billableSeconds, `${where}: ${billable}`);
    assert.equal(totals.amountMinor, sums.amountMinor, `${where}: ${billable}`);
    await assertOpens(viewer, billable, totals);
  }
  const leaves = figuresWithin(summary, state).filter(({ steps }) => steps.length === state.groupBy.length);
  for (const format of ["csv", "xlsx"] as const) {
    const lines = await readFile(await stint.reports.summary({ ...asked, format }), format);
    assert.deepEqual(
      lines.map(figuresOfLine),
      leaves.map(({ sums }) => figuresOf(sums)),
      `${where} as ${format}`,
    );
    if (summary.overlapping !== true)
      assert.deepEqual(addUp(lines, summary.totals), figuresOf(summary.totals), `${where} as ${format}`);
  }
  return summary.totals.entries;
}

/** All figures of a report with their drill-down steps. A group comes before its subgroups. */
function figuresWithin({ groups }: Summary, { groupBy: [first = "project", second = "project"] }: ReportState) {
  return groups.flatMap((group) => [
    { steps: [{ by: first, key: group.key }], sums: group },
    ...(group.groups ?? []).map((part) => ({
      steps: [
        { by: first, key: group.key },
        { by: second, key: part.key },
      ],
      sums: part,
    })),
  ]);
}

/** Checks that the figures of the project page, the costs report and the summary match the project's entries. */
async function checkProjects({ stint, zone }: Viewer, projectIds: readonly string[]): Promise<void> {
  const all = { ...readReport(new URLSearchParams()), period: "all" as const };
  const byProject = await stint.reports.summary(summaryOf(all, undefined, zone, ["project"]));
  const costs = await stint.reports.costs({ ...(costsOf(all, undefined, zone) as GetCostsQuery), format: "json" });
  assert.deepEqual(figuresOf(costs.totals), figuresOf(byProject.totals));
  for (const projectId of projectIds) {
    const expected = byProject.groups.find(({ key }) => key === projectId);
    assert.ok(expected !== undefined);
    const people = await stint.reports.summary({ projectId, groupBy: "user" });
    const tasks = await stint.reports.summary({ projectId, groupBy: "task" });
    const [own] = (await stint.reports.costs({ projectId })).projects;
    const row = costs.projects.find((each) => each.projectId === projectId);
    assert.ok(own !== undefined && row !== undefined);
    for (const sums of [people.totals, tasks.totals, own, row]) assert.deepEqual(figuresOf(sums), figuresOf(expected));
    const entries: TimeEntry[] = [];
    for await (const entry of stint.timeEntries.list({ projectId })) entries.push(entry);
    assert.deepEqual(sumUp(entries, expected), figuresOf(expected));
  }
}

/** Checks random reports of an organization in the zone with this number. */
export async function checkTotals(at: number): Promise<void> {
  const zone = zones[at] ?? assert.fail(`there is no zone ${at}`);
  const seed = firstSeed + at;
  const world = await newWorld(testApp, zone);
  const { owner, members, places } = world;
  await world.fill(150, seed);
  await foldOrganization(testApp.db, owner.orgId);
  await world.fill(30, seed + 1);
  await world.edit(20, seed);
  // Running timers must not count, because they aren't entries.
  for (const [index, member] of members.entries()) {
    const started = await member.post("/v1/timer", {
      ...places[2 * index],
      startedAt: new Date(Date.now() - 3_600_000),
    });
    assert.equal(started.status, 201, started.text);
  }
  const manager = await viewerOf(owner, zone);
  const member = await viewerOf(members[2] ?? owner, zone);
  let found = 0;
  for (const state of fc.sample(reportsOf(world, false), { numRuns: reportsOfEach, seed }))
    found += await checkReport(manager, state);
  for (const state of fc.sample(reportsOf(world, true), { numRuns: 1, seed })) await checkReport(member, state);
  // A time zone other than that of the entries, so entries near midnight may fall in another month.
  const tz = zones[(at + 1) % zones.length] ?? zone;
  const months = new URLSearchParams({ period: "all", groupBy: "date,user", interval: "month", tz });
  found += await checkReport(manager, readReport(months));
  assert.ok(found > 120, String(found));
  await checkProjects(manager, [...new Set(places.map(({ projectId }) => projectId))]);
}
