import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { sql } from "#platform/database/database.ts";
import { entryBody, newEntry, newProject } from "#test/worlds/factories.ts";
import { type Answer, type Caller, type Json, testApp, type TestApp } from "#test/worlds/test-app.ts";

// BATCH_RUNS=2000 makes the test run for several minutes; BATCH_SEED repeats a failed run.
const numRuns = Number(process.env["BATCH_RUNS"] ?? 40);
const seed = Number(process.env["BATCH_SEED"] ?? 20_260_301);

const path = "/v1/time-entries";
const entryCount = 14;
const refs = ["red", "green", "blue"];

/** One of two identical organizations, and the names of its objects. */
interface Twin {
  world: TestApp;
  owner: Caller;
  places: { projectId: string; taskId: string }[];
  userIds: string[];
  entryIds: string[];
  names: Map<string, string>;
}

async function newTwin(world: TestApp): Promise<Twin> {
  const owner = await world.newOrganization();
  const member = await world.newMember(owner, "member");
  const rates = [
    { kind: "billable", scope: "organization", rateMinor: 6_000 },
    { kind: "cost", scope: "member", userId: member.userId, rateMinor: 3_333 },
  ];
  const quarter = { rounding: { mode: "up", minutes: 15 } };
  const warning = { budget: { kind: "amount", amountMinor: 30_000, period: "monthly", alertPercents: [40, 100] } };
  const blocking = { budget: { kind: "time", seconds: 9_000, onExceed: "block", billableOnly: false } };
  const places = [
    await newProject(owner, quarter),
    await newProject(owner, warning),
    await newProject(owner, blocking),
    await newProject(owner, {}, { billable: false }),
    await newProject(owner, {}, { status: "done" }),
  ];
  rates.push({ kind: "billable", scope: "project", rateMinor: 9_999, projectId: places[1]?.projectId } as never);
  for (const rate of rates) assert.equal((await owner.post("/v1/rates", rate)).status, 201);
  const entryIds = [];
  for (let at = 0; at < entryCount; at++) {
    const startedAt = at === 0 ? "2026-01-15T09:00:00Z" : `2026-03-0${(at % 3) + 1}T09:00:00Z`;
    const durationSeconds = 600 * (at + 1);
    const made = await newEntry(owner, places[at % 2] ?? assert.fail(), { startedAt, durationSeconds });
    entryIds.push(made.id);
  }
  assert.equal((await owner.patch("/v1/organization", { lockDate: "2026-02-01" })).status, 200);
  const userIds = [owner.userId, member.userId];
  const ids = [...entryIds, ...userIds, ...places.flatMap(({ projectId, taskId }) => [projectId, taskId]), owner.orgId];
  return { world, owner, places, userIds, entryIds, names: new Map(ids.map((id, at) => [id, `name ${at}`])) };
}

/** Replaces ids with names and removes write timestamps, so that the twins' values can be compared. */
function named({ names }: Twin, value: unknown): unknown {
  const withoutTimes = JSON.stringify(value, (key, one: unknown) => {
    if (/^(created_?at|updated_?at)$/i.test(key)) return undefined;
    return /^deleted_?at$/i.test(key) ? one !== null : one;
  });
  return JSON.parse(withoutTimes.replaceAll(/[a-z]+_[0-9a-f]{32}/g, (id) => names.get(id) ?? "another"));
}

/** All effects of entry writes: entries, change rows, sums and recorded budget events. */
async function stateOf(twin: Twin): Promise<unknown> {
  const { world, owner } = twin;
  const { orgId } = owner;
  const entries = (await owner.get(`${path}?limit=200&includeDeleted=true`)).json.data;
  const changes = await world.db.query<{ target_id: string; version: number }>(sql`
    select action, user_id, key_id = ${owner.keyId} as by_key, target_id, (object ->> 'version')::integer as version, object, previous
      from changes where org_id = ${orgId} and action like 'time_entry.%'`);
  const sums = (await owner.get("/v1/reports/summary?groupBy=project,user")).json;
  const costs = (await owner.get("/v1/reports/costs?from=2026-03-01&to=2026-03-31&asOf=2026-03-31")).json;
  const periods = await world.db.query<{ project_id: string }>(sql`
    select project_id, period_start, reached_percents, exceeded from budget_periods where org_id = ${orgId}
     and (exceeded or reached_percents <> '{}')`);
  const inOrder = (rows: unknown[]) => rows.map((row) => JSON.stringify(named(twin, row))).toSorted();
  return {
    entries: inOrder(entries),
    changes: inOrder(changes),
    totals: sums.totals,
    groups: inOrder(sums.groups.map((group: Json) => ({ ...group, groups: inOrder(group.groups) }))),
    projects: inOrder(costs.projects),
    periods: inOrder(periods),
  };
}

type Row = { at: number; place?: number | undefined; user?: number | undefined } & Record<string, unknown>;

const rarely = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 2 });

const row = fc.record(
  {
    at: fc.nat({ max: entryCount - 1 }),
    place: rarely(fc.nat({ max: 5 })),
    user: rarely(fc.nat({ max: 1 })),
    startedAt: rarely(fc.constantFrom("2026-03-01T10:00:00Z", "2026-04-02T10:00:00Z", "2026-03-03T09:00:00Z")),
    durationSeconds: rarely(fc.constantFrom(0, 60, 1_000, 3_600, 7_300)),
    billable: rarely(fc.constantFrom(true, false, null)),
    tags: rarely(fc.constantFrom(["a"], ["a", "B"], null)),
    description: rarely(fc.constantFrom("x", "", null)),
    externalRef: rarely(fc.constantFrom(...refs, null)),
  },
  { requiredKeys: ["at"] },
);

const rows = fc.uniqueArray(row, { minLength: 1, maxLength: 8, selector: ({ at }) => at });

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ verb: fc.constant("change" as const), rows }) },
  { weight: 1, arbitrary: fc.record({ verb: fc.constantFrom("delete" as const, "restore" as const), rows }) },
);

function bodyOf(twin: Twin, { at, place, user, ...fields }: Row): Json {
  const [first, second] = twin.places;
  // An index past the end of the list stands for one project with another project's task, which the API must refuse.
  const mixed = { projectId: first?.projectId, taskId: second?.taskId };
  const where = place === undefined ? {} : (twin.places[place] ?? mixed);
  const userId = user === undefined ? {} : { userId: twin.userIds[user] };
  return { id: twin.entryIds[at], ...where, ...userId, ...fields };
}

async function single(twin: Twin, verb: string, one: Row): Promise<Answer> {
  const { id, ...fields } = bodyOf(twin, one);
  if (verb === "change") return twin.owner.patch(`${path}/${id}`, fields);
  return verb === "delete" ? twin.owner.delete(`${path}/${id}`) : twin.owner.post(`${path}/${id}/restore`);
}

function batch(twin: Twin, verb: string, some: Row[]): Promise<Answer> {
  const entries = some.map((one) => bodyOf(twin, one));
  if (verb === "change") return twin.owner.patch(`${path}/batch`, { entries });
  return twin.owner.post(`${path}/batch/${verb}`, { ids: entries.map(({ id }) => id) });
}

test("a batch has the effect of its rows in turn, or none if one of them is refused", async () => {
  const world = await testApp();
  const [together, apart] = [await newTwin(world), await newTwin(world)];
  assert.deepEqual(await stateOf(together), await stateOf(apart));
  const seen = { done: 0, refused: 0 };

  await fc.assert(
    fc.asyncProperty(step, async ({ verb, rows: some }) => {
      const answers: Answer[] = [];
      for (const one of some as Row[]) answers.push(await single(apart, verb, one));
      const fine = (some as Row[]).filter((_, at) => (answers[at]?.status ?? 500) < 300);
      if (fine.length < some.length) {
        seen.refused += 1;
        const before = await stateOf(together);
        const refused = await batch(together, verb, some as Row[]);
        const statuses = answers.map(({ status }) => status);
        assert.ok(statuses.includes(refused.status), `${refused.status} ${refused.text} of ${String(statuses)}`);
        const bad = statuses.flatMap((status, at) => (status < 300 ? [] : at));
        const pointed = refused.json.errors.map(({ pointer }: Json) => Number(/^\/\w+\/(\d+)/.exec(pointer)?.[1]));
        assert.deepEqual([...new Set(pointed)], bad, `${refused.text} ${String(statuses)}`);
        assert.deepEqual(await stateOf(together), before);
      }
      if (fine.length > 0) {
        seen.done += 1;
        const done = await batch(together, verb, fine);
        assert.equal(done.status, 200, done.text);
      }
      assert.deepEqual(await stateOf(together), await stateOf(apart));
    }),
    { numRuns, seed, endOnFailure: true },
  );

  assert.ok(seen.done > numRuns / 3 && seen.refused > numRuns / 10, JSON.stringify(seen));
});

test("one bad row among 500 leaves the others as they were", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller);
  const entries = Array.from({ length: 500 }, () => entryBody(where));
  const made: string[] = (await caller.post(`${path}/batch`, { entries })).json.data.map(({ id }: Json) => id);
  const before = (await caller.get(`${path}?limit=200`)).json;

  const changes = made.map((id, at) => ({ id, durationSeconds: at === 250 ? -1 : 60 }));
  const refused = await caller.patch(`${path}/batch`, { entries: changes });
  assert.deepEqual([refused.status, refused.json.errors.length], [422, 1]);
  for (const verb of ["delete", "restore"])
    assert.equal((await caller.post(`${path}/batch/${verb}`, { ids: made.with(250, "time_0") })).status, 404);
  assert.deepEqual((await caller.get(`${path}?limit=200`)).json, before);
});
