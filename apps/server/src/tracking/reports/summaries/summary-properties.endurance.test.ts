import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { weekDays } from "#identity/organizations/week-days.ts";
import { type DatabasePool, sql } from "#platform/database/database.ts";
import { foldOrganization } from "#tracking/ledger/time-sums/fold-time-sums.ts";
import { newEntry } from "#test/worlds/factories.ts";
import { type Caller, type Json, newTestApp, testApp } from "#test/worlds/test-app.ts";
import type { Interval } from "./buckets.ts";
import { dayNear, nearMidnight, newWorld, type World, zones } from "#test/worlds/report-world.ts";
import { type Grouping, groupings } from "./groupings.ts";
import {
  type Asker,
  matchingEntries,
  queryOf,
  type ReportQuery,
  summaryOf,
  sumsOf,
} from "#test/worlds/summary-model.ts";

// SUMMARY_ROUNDS=100 searches for several minutes; SUMMARY_SEED repeats a failed search.
const rounds = Number(process.env["SUMMARY_ROUNDS"] ?? 1);
const firstSeed = Number(process.env["SUMMARY_SEED"] ?? 20_260_301);

const intervals: Interval[] = ["day", "week", "month", "quarter", "year"];
const pairs = groupings.flatMap((one) => groupings.filter((other) => other !== one).map((other) => [one, other]));

/** Every grouping and every pair. A single `date` gets every interval; pairs alternate between the intervals. */
function everyGrouping(seed: number): Pick<ReportQuery, "groupBy" | "interval">[] {
  const intervalOf = (groupBy: Grouping[], at: number) =>
    groupBy.includes("date") ? { interval: intervals[at % 5] } : {};
  return [
    ...groupings.filter((one) => one !== "date").map((one) => ({ groupBy: [one] })),
    ...intervals.map((interval): Pick<ReportQuery, "groupBy" | "interval"> => ({ groupBy: ["date"], interval })),
    ...pairs.map((groupBy, index) => ({ groupBy, ...intervalOf(groupBy, index + seed) })),
  ];
}

function filters({ model, places, clients, members }: World) {
  const often = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 4 });
  const rarely = <T>(arbitrary: fc.Arbitrary<T>) =>
    fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
  const some = (...values: string[]) => rarely(fc.subarray([...new Set(values)], { minLength: 1 }));
  const point = fc.oneof(dayNear, nearMidnight);
  return fc
    .record({
      tz: often(fc.constantFrom(...zones)),
      weekStart: fc.option(fc.constantFrom(...weekDays), { nil: undefined }),
      from: often(point),
      to: often(point),
      projectId: some(...places.map(({ projectId }) => projectId), "proj_0"),
      taskId: some(...places.map(({ taskId }) => taskId)),
      clientId: some(...clients),
      teamId: some(...model.teams.map(({ id }) => id), "team_0"),
      userId: some(...members.map(({ userId }) => userId), "me"),
      tag: some("design", "DEV", " été ", "b", "nobody's"),
      billable: rarely(fc.boolean()),
      q: rarely(fc.constantFrom("page", "%", "_", "\\", "done")),
      externalRef: some("ref 1", "ref 2", "ref 3", "ref 4"),
      source: some("api", "cli", "mcp", "timer", "unknown"),
    })
    .map((filter) => (isRange(filter, model.timeZone) ? filter : { ...filter, from: filter.to, to: filter.from }))
    .filter((filter) => isRange(filter, model.timeZone));
}

function isRange({ from, to, tz }: Pick<ReportQuery, "from" | "to" | "tz">, timeZone: string): boolean {
  if (from === undefined || to === undefined) return true;
  const startOf = (point: string, days: number) =>
    point.includes("T")
      ? Date.parse(point)
      : Temporal.PlainDate.from(point)
          .add({ days })
          .toZonedDateTime({ timeZone: tz ?? timeZone }).epochMilliseconds;
  return startOf(from, 0) <= startOf(to, 1) && (from.includes("T") || to.includes("T") || from <= to);
}

function queries(world: World, seed: number): ReportQuery[] {
  const asked = everyGrouping(seed);
  return fc
    .sample(filters(world), { numRuns: asked.length, seed })
    .map((filter, index) => ({ groupBy: [], ...asked[index], ...filter }));
}

function queriesWithoutTeams(world: World, seed: number): ReportQuery[] {
  return queries(world, seed).filter(({ groupBy, teamId }) => !groupBy.includes("team") && teamId === undefined);
}

async function ask(caller: Caller, path: string): Promise<Json> {
  const answer = await caller.get(path);
  assert.equal(answer.status, 200, `${path} ${answer.text}`);
  return answer.json;
}

async function listAll(caller: Caller, filter: Partial<ReportQuery>): Promise<Json[]> {
  const entries: Json[] = [];
  for (let cursor = ""; ;) {
    const page = await ask(caller, `/v1/time-entries?limit=120&${queryOf(filter)}${cursor}`);
    entries.push(...page.data);
    if (page.nextCursor === null) return entries;
    cursor = `&cursor=${encodeURIComponent(page.nextCursor)}`;
  }
}

function recorded(db: DatabasePool): { pool: DatabasePool; texts: string[] } {
  const texts: string[] = [];
  const query: DatabasePool["query"] = (statement, options) => {
    texts.push(statement.text);
    return db.query(statement, options);
  };
  return { pool: { ...db, query }, texts };
}

test("every summary equals the sums of its entries: before sums are stored, from sums, and from both", async (t) => {
  const { db } = await testApp();
  const { pool, texts } = recorded(db);
  const app = await newTestApp({ reports: pool });
  const read = { sums: 0, entriesAlone: 0 };

  async function check(world: World, state: string, seed: number): Promise<void> {
    const { owner, model } = world;
    for (const query of queries(world, seed)) {
      const path = `/v1/reports/summary?${queryOf(query)}`;
      texts.length = 0;
      const summary = await ask(owner, path);
      const expected = summaryOf(model, query, { userId: owner.userId, seesOthers: true, showsMoney: true });
      assert.deepEqual(summary, expected, `${state}, seed ${seed}: ${path}`);
      read[texts.at(-1)?.includes("time_sums") === true ? "sums" : "entriesAlone"]++;
    }
  }

  for (let seed = firstSeed; seed < firstSeed + rounds; seed++) {
    const world = await newWorld(app);
    await world.fill(250, seed);
    await world.edit(50, seed);
    await world.age();
    await check(world, "nothing folded", seed);
    await foldOrganization(db, world.owner.orgId);
    await check(world, "all folded", seed + 1);
    await world.fill(60, seed + 1);
    await world.edit(50, seed + 1);
    await check(world, "folded and changed since", seed + 2);
  }
  t.diagnostic(`from sums ${read.sums}, from entries alone ${read.entriesAlone}`);
  assert.ok(Math.min(...Object.values(read)) > 30 * rounds, "both ways are proven");
});

test("members get only their own time, and nobody without costs:read sees money", async () => {
  const app = await testApp();
  const world = await newWorld(app);
  const { owner, model, members } = world;
  await world.fill(200, firstSeed);
  await foldOrganization(app.db, owner.orgId);
  await world.edit(30, firstSeed);
  const [, manager = owner, member = owner] = members;
  const askers: [Caller, Omit<Asker, "userId">][] = [
    [manager, { seesOthers: true, showsMoney: true }],
    [member, { seesOthers: false, showsMoney: false }],
    [await app.newMember(owner, "viewer"), { seesOthers: true, showsMoney: false }],
    [await app.newKey(owner, ["reports:read"]), { seesOthers: true, showsMoney: false }],
    [await app.newKey(member, ["reports:read", "costs:read"]), { seesOthers: false, showsMoney: false }],
  ];
  for (const [index, [caller, rights]] of askers.entries()) {
    const asker = { userId: caller.userId, ...rights };
    for (const query of queriesWithoutTeams(world, firstSeed + index).filter((_, at) => at % askers.length === index)) {
      const path = `/v1/reports/summary?${queryOf(query)}`;
      const summary = await ask(caller, path);
      assert.deepEqual(summary, summaryOf(model, query, asker), path);
      assert.equal(/Minor/.test(JSON.stringify(summary)), rights.showsMoney, path);
    }
    const csv = await caller.get("/v1/reports/summary?format=csv");
    assert.equal(/amount|cost|margin|EUR/i.test(csv.text), rights.showsMoney);
  }
});

test("a viewer gets the sums of the viewer's list: from hidden projects only the viewer's entries", async () => {
  const { db } = await testApp();
  const { pool, texts } = recorded(db);
  const app = await newTestApp({ reports: pool });
  const world = await newWorld(app);
  const { owner, model, members, places } = world;
  await world.fill(250, firstSeed);
  await foldOrganization(db, owner.orgId);
  await world.edit(50, firstSeed);
  const [, , former = owner] = members;
  await db.query(sql`update members set role = 'viewer' where org_id = ${owner.orgId} and user_id = ${former.userId}`);
  const viewers = [former, await app.newMember(owner, "viewer")];
  const hidden = new Set([places[0], places[4]].map((place) => place?.projectId ?? ""));
  for (const id of hidden) {
    const path = `/v1/projects/${id}`;
    assert.equal((await owner.patch(path, { visibility: "members", memberIds: [owner.userId] })).status, 200);
  }
  for (const [index, viewer] of viewers.entries()) {
    const isShown = (entry: Json) => !hidden.has(entry.projectId) || entry.userId === viewer.userId;
    const asker = { userId: viewer.userId, seesOthers: true, showsMoney: false };
    const shown = { ...model, entries: model.entries.filter(isShown) };
    assert.ok(shown.entries.length < model.entries.length);
    const listed = await listAll(viewer, {});
    assert.deepEqual(new Set(listed.map(({ id }) => id)), new Set(shown.entries.map(({ id }) => id)));
    const read = { sums: 0, entriesAlone: 0 };
    for (const query of queriesWithoutTeams(world, firstSeed + index)) {
      const path = `/v1/reports/summary?${queryOf(query)}`;
      texts.length = 0;
      const summary = await ask(viewer, path);
      assert.deepEqual(summary, summaryOf(shown, query, asker), path);
      read[texts.at(-1)?.includes("time_sums") === true ? "sums" : "entriesAlone"]++;
      const { groupBy: _g, interval: _i, weekStart: _w, ...filter } = query;
      const sums = sumsOf(await listAll(viewer, filter), asker);
      assert.deepEqual({ ...summary.totals, ...sums }, summary.totals, path);
    }
    assert.ok(Math.min(...Object.values(read)) > 10, JSON.stringify(read));
  }
  const all = summaryOf(model, { groupBy: ["project"] }, { userId: owner.userId, seesOthers: true, showsMoney: true });
  assert.deepEqual(await ask(owner, "/v1/reports/summary?groupBy=project"), all);
});

test("a lead gets the sums of the lead's list, with amounts only if everyone's may be shown", async () => {
  const { db } = await testApp();
  const app = await newTestApp();
  const world = await newWorld(app);
  const { owner, model, members, places } = world;
  await world.fill(250, firstSeed);
  await foldOrganization(db, owner.orgId);
  await world.edit(50, firstSeed);
  const [, , one = owner, other = owner] = members;
  const lead = await app.newMember(owner, "member");
  const [first, second] = model.teams;
  for (const [team, showsMoney, memberIds] of [
    [first, true, [one.userId]],
    [second, false, [one.userId, other.userId]],
  ] as const) {
    const changed = await owner.patch(`/v1/teams/${team?.id}`, { showsMoney, memberIds, leadIds: [lead.userId] });
    assert.equal(changed.status, 200, changed.text);
    if (team !== undefined) team.memberIds = [...memberIds];
  }
  const hidden = places[0]?.projectId ?? "";
  assert.equal((await owner.patch(`/v1/projects/${hidden}`, { visibility: "members", memberIds: [] })).status, 200);
  model.names.set(lead.userId, (await lead.get("/v1/me")).json.user.name);
  const own = { ...(await newEntry(lead, places[8] ?? assert.fail())), clientId: null };
  const seen = { ...model, entries: [...model.entries, own].filter((entry) => entry.projectId !== hidden) };
  const found = { amounts: 0, none: 0 };
  const reach = [lead.userId, one.userId, other.userId];
  for (const query of queries(world, firstSeed)) {
    const asked = query.userId?.map((id) => (id === "me" ? lead.userId : id)) ?? reach;
    const ofTeams = query.teamId?.flatMap((id) => model.teams.find((team) => team.id === id)?.memberIds ?? []) ?? reach;
    const reached = reach.filter((id) => asked.includes(id) && ofTeams.includes(id));
    const showsMoney = reached.length > 0 && reached.every((id) => id === one.userId) && "amounts";
    const asker: Asker = { userId: lead.userId, seesOthers: reach, showsMoney };
    const path = `/v1/reports/summary?${queryOf(query)}`;
    assert.deepEqual(await ask(lead, path), summaryOf(seen, query, asker), path);
    const { groupBy: _g, interval: _i, weekStart: _w, ...filter } = query;
    const listed = await listAll(lead, filter);
    for (const entry of listed) {
      assert.equal("amountMinor" in entry && "rateSource" in entry, entry.userId === one.userId, path);
      assert.ok(!("costMinor" in entry), path);
    }
    found[showsMoney === false ? "none" : "amounts"] += listed.length;
  }
  assert.ok(found.amounts > 10 && found.none > 500, JSON.stringify(found));
});

test("totals equal the sums of all list pages with the same filters, and a day's group equals its list", async () => {
  const app = await testApp();
  const world = await newWorld(app);
  const { owner, members, model } = world;
  await world.fill(300, firstSeed);
  await foldOrganization(app.db, owner.orgId);
  await world.edit(40, firstSeed);
  const add = async (caller: Caller, filter: Partial<ReportQuery>): Promise<Json> => {
    const entries = await listAll(caller, filter);
    return sumsOf(entries, { showsMoney: entries[0]?.amountMinor !== undefined });
  };
  let found = 0;
  for (const [index, { groupBy, interval, weekStart, ...filter }] of queriesWithoutTeams(world, firstSeed).entries()) {
    const caller = members[index % members.length] ?? owner;
    const { totals } = await ask(caller, `/v1/reports/summary?${queryOf({ groupBy, interval, weekStart, ...filter })}`);
    const listed = await add(caller, filter);
    assert.deepEqual(totals, totals.entries === 0 ? { ...totals, ...listed } : listed, queryOf(filter));
    found += totals.entries;
  }
  assert.ok(found > 1000, String(found));
  for (const tz of ["Australia/Lord_Howe", "America/St_Johns", "Pacific/Apia", "Asia/Kathmandu"]) {
    const { groups } = await ask(owner, `/v1/reports/summary?${queryOf({ groupBy: ["date"], tz })}`);
    const asked = { groupBy: [], tz };
    assert.equal(
      groups.reduce((sofar: number, group: Json) => sofar + group.entries, 0),
      matchingEntries(model, asked, { userId: owner.userId, seesOthers: true, showsMoney: true }).length,
    );
    for (const { key, name, ...sums } of groups.slice(0, 12))
      assert.deepEqual(await add(owner, { from: key, to: key, tz }), sums, `${tz} ${name}`);
  }
});
