import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { entryBody, newEntry, newProject } from "#test/worlds/factories.ts";
import { type Caller, newTestApp, testApp } from "#test/worlds/test-app.ts";
import { listBudgetEvents, ratesOfSeconds, withBudget } from "#test/worlds/budget-events.ts";

const path = "/v1/time-entries";

type Where = { projectId: string; taskId: string };

const seconds = (durationSeconds: number, more: object = {}) => ({ durationSeconds, ...more });

const kinds: [name: string, budget: object, countsUnbillable: boolean][] = [
  ["billed time", { kind: "time", seconds: 1000 }, false],
  ["time", { kind: "time", seconds: 1000, billableOnly: false }, true],
  ["amounts", { kind: "amount", seconds: undefined, amountMinor: 1000 }, false],
  ["amounts of everything", { kind: "amount", seconds: undefined, amountMinor: 1000, billableOnly: false }, false],
  ["costs of what is billable", { kind: "cost", seconds: undefined, amountMinor: 1000 }, false],
  ["costs", { kind: "cost", seconds: undefined, amountMinor: 1000, billableOnly: false }, true],
];

for (const [name, budget, countsUnbillable] of kinds) {
  test(`a budget of ${name} sends each threshold as it is reached, 100 at its limit and exceeded only above`, async () => {
    const { newOrganization, db } = await testApp();
    const caller = await newOrganization();
    for (const rate of ratesOfSeconds) await caller.post("/v1/rates", rate);
    const where = await newProject(caller, withBudget(budget));
    const told: string[][] = [];
    for (const duration of [799, 1, 199, 1, 1, 1]) {
      const before = (await listBudgetEvents(db, caller)).length;
      await newEntry(caller, where, seconds(duration));
      told.push((await listBudgetEvents(db, caller)).slice(before));
    }
    assert.deepEqual(told, [
      [],
      ["80% at 800 of 1000"],
      [],
      ["100% at 1000 of 1000"],
      ["exceeded at 1001 of 1000"],
      [],
    ]);

    const other = await newProject(caller, withBudget(budget));
    await newEntry(caller, other, seconds(1001, { billable: false }));
    const expected = countsUnbillable
      ? ["80% at 1001 of 1000", "100% at 1001 of 1000", "exceeded at 1001 of 1000"]
      : [];
    assert.deepEqual(await listBudgetEvents(db, caller, other.projectId), expected);
  });
}

test("a budget's event contains the budget, the period, the usage, and whose request caused it", async () => {
  const { newOrganization, newMember, db } = await testApp();
  const caller = await newOrganization();
  const member = await newMember(caller, "member");
  const where = await newProject(caller, withBudget({ period: "monthly", alertPercents: [33] }));
  const headers = { "x-request-id": "crossing" };
  assert.equal((await member.post(path, entryBody(where, seconds(1234)), headers)).status, 201);

  const rows = await db.query(sql`
    select action, target_id, user_id, key_id, request_id, object, previous from changes
     where org_id = ${caller.orgId} and action like 'budget.%' order by cmin::text::bigint, action desc`);
  const object = {
    project_id: where.projectId,
    project_name: "Website",
    kind: "time",
    period: "monthly",
    period_start: "2026-03-01",
    period_end: "2026-03-31",
    limit: 1000,
    used: 1234,
    remaining: -234,
    used_percent: 123.4,
    status: "exceeded",
  };
  const row = {
    target_id: where.projectId,
    user_id: member.userId,
    key_id: member.keyId,
    request_id: "crossing",
    previous: null,
  };
  assert.deepEqual(rows, [
    { ...row, action: "budget.threshold_reached", object: { ...object, threshold_percent: 33 } },
    { ...row, action: "budget.exceeded", object: { ...object, threshold_percent: null } },
  ]);
});

const crossings: [name: string, cross: (caller: Caller, where: Where) => Promise<number>][] = [
  ["a create", async (caller, where) => (await caller.post(path, entryBody(where, seconds(900)))).status],
  [
    "a create with Idempotency-Key, and its replay",
    async (caller, where) => {
      const body = entryBody(where, seconds(900));
      await caller.post(path, body, { "idempotency-key": "k" });
      return (await caller.post(path, body, { "idempotency-key": "k" })).status;
    },
  ],
  [
    "a batch",
    async (caller, where) => {
      const entries = [300, 300, 300].map((duration) => entryBody(where, seconds(duration)));
      return (await caller.post(`${path}/batch`, { entries })).status;
    },
  ],
  [
    "a longer duration",
    async (caller, where) => {
      const { id } = await newEntry(caller, where, seconds(700));
      return (await caller.patch(`${path}/${id}`, seconds(900))).status;
    },
  ],
  [
    "a move from another project",
    async (caller, where) => {
      const { id } = await newEntry(caller, await newProject(caller), seconds(900));
      return (await caller.patch(`${path}/${id}`, where)).status;
    },
  ],
  [
    "becoming billable",
    async (caller, where) => {
      const { id } = await newEntry(caller, where, seconds(900, { billable: false }));
      return (await caller.patch(`${path}/${id}`, { billable: null })).status;
    },
  ],
  [
    "a start moved into the period",
    async (caller, where) => {
      const { id } = await newEntry(caller, where, seconds(900, { startedAt: "2026-02-28T23:59:59.999Z" }));
      return (await caller.patch(`${path}/${id}`, { startedAt: "2026-03-01T00:00:00Z" })).status;
    },
  ],
  [
    "a restore",
    async (caller, where) => {
      const { id } = await newEntry(caller, where, seconds(700));
      await caller.delete(`${path}/${id}`);
      await newEntry(caller, where, seconds(200));
      return (await caller.post(`${path}/${id}/restore`)).status;
    },
  ],
];

for (const [name, cross] of crossings) {
  test(`${name} that crosses a threshold sends it once`, async () => {
    const { newOrganization, db } = await testApp();
    const caller = await newOrganization();
    const where = await newProject(caller, withBudget({ startsOn: "2026-03-01" }));
    const status = await cross(caller, where);
    assert.ok(status < 300, String(status));
    assert.deepEqual(await listBudgetEvents(db, caller), ["80% at 900 of 1000 from 2026-03-01"]);
  });
}

test("a timer that is stopped, or replaced by the next, sends the thresholds that its entry has reached", async () => {
  let now = new Date("2026-03-02T09:00:00Z");
  const { newOrganization, db } = await newTestApp({ now: () => now });
  const caller = await newOrganization();
  const where = await newProject(caller, withBudget());
  assert.equal((await caller.post("/v1/timer", where)).status, 201);
  now = new Date("2026-03-02T09:15:00Z");
  assert.equal((await caller.post("/v1/timer", await newProject(caller))).status, 201);
  assert.deepEqual(await listBudgetEvents(db, caller), ["80% at 900 of 1000"]);
  assert.equal((await caller.post("/v1/timer", { ...where, startedAt: "2026-03-02T09:13:19Z" })).status, 201);
  assert.equal((await caller.post("/v1/timer/stop")).status, 201);
  const rest = ["100% at 1001 of 1000", "exceeded at 1001 of 1000"];
  assert.deepEqual(await listBudgetEvents(db, caller), ["80% at 900 of 1000", ...rest]);
});

const retreats: [name: string, retreat: (caller: Caller, id: string) => Promise<number>, back: object | undefined][] = [
  ["deleted", async (caller, id) => (await caller.delete(`${path}/${id}`)).status, undefined],
  ["shortened", async (caller, id) => (await caller.patch(`${path}/${id}`, seconds(1))).status, seconds(1001)],
  [
    "made not billable",
    async (caller, id) => (await caller.patch(`${path}/${id}`, { billable: false })).status,
    { billable: true },
  ],
  [
    "moved to another project",
    async (caller, id) => (await caller.patch(`${path}/${id}`, await newProject(caller))).status,
    {},
  ],
  [
    "moved to before the budget",
    async (caller, id) => (await caller.patch(`${path}/${id}`, { startedAt: "2026-02-27T09:00:00Z" })).status,
    { startedAt: "2026-03-02T09:00:00Z" },
  ],
];

for (const [name, retreat, back] of retreats) {
  test(`thresholds that are no longer reached once an entry is ${name} can be sent again`, async () => {
    const { newOrganization, db } = await testApp();
    const caller = await newOrganization();
    const where = await newProject(caller, withBudget({ startsOn: "2026-03-01" }));
    const { id } = await newEntry(caller, where, seconds(1001));
    const all = ["80%", "100%", "exceeded"].map((what) => `${what} at 1001 of 1000 from 2026-03-01`);
    assert.deepEqual(await listBudgetEvents(db, caller), all);

    const status = await retreat(caller, id);
    assert.ok(status < 300, String(status));
    assert.deepEqual(await listBudgetEvents(db, caller), all);

    const again =
      back === undefined
        ? await caller.post(`${path}/${id}/restore`)
        : await caller.patch(`${path}/${id}`, { ...where, ...back });
    assert.equal(again.status, 200, again.text);
    assert.deepEqual(await listBudgetEvents(db, caller), [...all, ...all]);
  });
}

test("repricing that crosses thresholds of several periods sends each once, and resets them", async () => {
  const { newOrganization, db } = await testApp();
  const caller = await newOrganization();
  const budget = { kind: "amount", seconds: undefined, amountMinor: 1000, period: "monthly" };
  const where = await newProject(caller, withBudget(budget));
  for (const startedAt of ["2026-02-01T00:00:00Z", "2026-02-28T23:00:00Z", "2026-03-01T00:00:00Z"]) {
    await newEntry(caller, where, seconds(500, { startedAt }));
  }
  const reprice = async (rateMinor: number) => {
    for (const { id } of (await caller.get("/v1/rates")).json.data) await caller.delete(`/v1/rates/${id}`);
    await caller.post("/v1/rates", { kind: "billable", scope: "organization", rateMinor });
    const applied = await caller.post("/v1/rates/reprice", { apply: true });
    assert.equal(applied.json.entries, 3, applied.text);
  };
  await reprice(3600);
  const february = ["80% at 1000 of 1000 from 2026-02-01", "100% at 1000 of 1000 from 2026-02-01"];
  assert.deepEqual(await listBudgetEvents(db, caller), february);
  await reprice(1800);
  assert.deepEqual(await listBudgetEvents(db, caller), february);
  await reprice(3600);
  assert.deepEqual(await listBudgetEvents(db, caller), [...february, ...february]);
});

test("only thresholds that usage fell below are sent again", async () => {
  const { newOrganization, db } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller, withBudget());
  const { id } = await newEntry(caller, where, seconds(1001));
  await caller.patch(`${path}/${id}`, seconds(1000));
  await caller.patch(`${path}/${id}`, seconds(1002));
  await caller.patch(`${path}/${id}`, seconds(999));
  await caller.patch(`${path}/${id}`, seconds(1000));
  assert.deepEqual(await listBudgetEvents(db, caller), [
    "80% at 1001 of 1000",
    "100% at 1001 of 1000",
    "exceeded at 1001 of 1000",
    "exceeded at 1002 of 1000",
    "100% at 1000 of 1000",
  ]);
});

test("an edit that doesn't affect a budget, and a refused batch, send nothing", async () => {
  const { newOrganization, db } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller, withBudget());
  const { id } = await newEntry(caller, where, seconds(900));
  const told = await listBudgetEvents(db, caller);
  await caller.patch(`${path}/${id}`, { description: "other", tags: ["a"] });
  const entries = [entryBody(where, seconds(500)), entryBody({ ...where, taskId: "task_0" })];
  assert.equal((await caller.post(`${path}/batch`, { entries })).status, 404);
  const taken = [entryBody(where, seconds(500, { externalRef: "a" })), entryBody(where, { externalRef: "a" })];
  assert.equal((await caller.post(`${path}/batch`, { entries: taken })).status, 409);
  assert.deepEqual(await listBudgetEvents(db, caller), told);
  const periods = await db.query(
    sql`select reached_percents, exceeded from budget_periods where org_id = ${caller.orgId}`,
  );
  assert.deepEqual(periods, [{ reached_percents: [80], exceeded: false }]);
});
