import assert from "node:assert/strict";
import { test } from "node:test";
import { openPool } from "#platform/database/pool/open-pool.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { entryBody, newEntry, newProject } from "#test/worlds/factories.ts";
import { type Caller, newTestApp, testApp } from "#test/worlds/test-app.ts";
import { sharedDatabase } from "#test/databases/test-database.ts";
import { listBudgetEvents, ratesOfSeconds, withBudget } from "#test/worlds/budget-events.ts";

const path = "/v1/time-entries";
const blocking = (more: object = {}) => withBudget({ onExceed: "block", ...more });
const seconds = (durationSeconds: number, more: object = {}) => ({ durationSeconds, ...more });

async function total(caller: Caller, projectId: string): Promise<number> {
  const { json } = await caller.get(`${path}?limit=200&projectId=${projectId}`);
  return json.data.reduce((sum: number, entry: { durationSeconds: number }) => sum + entry.durationSeconds, 0);
}

for (const kind of ["time", "amount", "cost"]) {
  test(`a blocking budget of ${kind} accepts entries up to exactly its limit`, async () => {
    const { newOrganization, newMember, db } = await testApp();
    const caller = await newOrganization();
    for (const rate of ratesOfSeconds) await caller.post("/v1/rates", rate);
    const member = await newMember(caller, "member");
    const limit = kind === "time" ? {} : { kind, seconds: undefined, amountMinor: 1000 };
    const where = await newProject(caller, blocking({ ...limit, alertPercents: [] }));
    await newEntry(caller, where, seconds(400));
    for (const headers of [{}, { "idempotency-key": "k" }]) {
      const refused = await member.post(path, entryBody(where, seconds(601)), headers);
      assertProblem(refused, 422, "budget_exceeded", ["/projectId"]);
      assert.equal(/\b600\b/.test(refused.json.detail), kind === "time", refused.json.detail);
    }
    await newEntry(member, where, seconds(600));
    assertProblem(await caller.post(path, entryBody(where, seconds(1))), 422, "budget_exceeded", ["/projectId"]);
    await newEntry(caller, where, seconds(0));
    assert.equal(await total(caller, where.projectId), 1000);
    assert.deepEqual(await listBudgetEvents(db, caller), []);
  });
}

test("entries that a blocking budget does not count are accepted: non-billable ones, or in another period", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller, blocking({ period: "monthly", startsOn: "2026-03-01" }));
  await newEntry(caller, where, seconds(1000));
  assertProblem(await caller.post(path, entryBody(where, seconds(60))), 422, "budget_exceeded");
  await newEntry(caller, where, seconds(60, { billable: false }));
  await newEntry(caller, where, seconds(60, { startedAt: "2026-02-28T23:59:59Z" }));
  await newEntry(caller, where, seconds(1000, { startedAt: "2026-04-01T00:00:00Z" }));
  const all = await newProject(caller, blocking({ billableOnly: false }));
  await newEntry(caller, all, seconds(1000, { billable: false }));
  assertProblem(await caller.post(path, entryBody(all, seconds(60, { billable: false }))), 422, "budget_exceeded");
});

test("a batch lists every entry that no longer fits into the budget, and stores none", async () => {
  const { newOrganization, db } = await testApp();
  const caller = await newOrganization();
  const [one, two, free] = [
    await newProject(caller, blocking({ period: "monthly" })),
    await newProject(caller, blocking({ seconds: 500 })),
    await newProject(caller),
  ];
  await newEntry(caller, one, seconds(100));
  const entries = [
    entryBody(one, seconds(600)),
    entryBody(two, seconds(501)),
    entryBody(one, seconds(301)),
    entryBody(free, seconds(5000)),
    entryBody(one, seconds(300)),
    entryBody(one, seconds(1)),
    entryBody(two, seconds(500)),
    entryBody(one, seconds(1, { billable: false })),
    entryBody(one, seconds(1000, { startedAt: "2026-05-01T00:00:00Z" })),
  ];
  const told = await listBudgetEvents(db, caller);
  const refused = await caller.post(`${path}/batch`, { entries });
  const named = [1, 2, 5].map((index) => `/entries/${index}/projectId`);
  assertProblem(refused, 422, "budget_exceeded", named);
  assert.equal(refused.json.errors.length, 3);
  assert.match(refused.json.detail, /^3 of 9 entries/);
  assert.equal((await caller.get(path)).json.data.length, 1);
  assert.deepEqual(await listBudgetEvents(db, caller), told);
  const fitting = entries.filter((_, index) => ![1, 2, 5].includes(index));
  assert.equal((await caller.post(`${path}/batch`, { entries: fitting })).status, 201);
});

test("a move into a full budget is refused like a new entry, unless it fits or does not count", async () => {
  const { newOrganization, db } = await testApp();
  const caller = await newOrganization();
  const full = await newProject(caller, blocking());
  await newEntry(caller, full, seconds(900));
  const elsewhere = await newProject(caller, withBudget());
  const entry = await newEntry(caller, elsewhere, seconds(101));
  const told = await listBudgetEvents(db, caller);
  assertProblem(await caller.patch(`${path}/${entry.id}`, full), 422, "budget_exceeded", ["/projectId"]);
  assert.deepEqual((await caller.get(`${path}/${entry.id}`)).json, entry);
  assert.deepEqual(await listBudgetEvents(db, caller), told);
  for (const body of [
    { ...full, billable: false },
    { ...elsewhere, billable: true },
    { ...full, durationSeconds: 100 },
  ]) {
    assert.equal((await caller.patch(`${path}/${entry.id}`, body)).status, 200);
  }
});

test("existing entries may be edited, deleted and restored, whatever the budget", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller, blocking({ period: "monthly" }));
  const { id } = await newEntry(caller, where, seconds(1000));
  const other = await newEntry(caller, where, seconds(5, { billable: false }));
  const earlier = await newEntry(caller, where, seconds(900, { startedAt: "2026-02-01T00:00:00Z" }));
  const more = await caller.post(`/v1/projects/${where.projectId}/tasks`, { name: "Test" });
  for (const [entry, body] of [
    [id, { durationSeconds: 5000 }],
    [id, { taskId: more.json.id }],
    [other.id, { billable: true }],
    [earlier.id, { startedAt: "2026-03-01T00:00:00Z" }],
  ] as const) {
    const changed = await caller.patch(`${path}/${entry}`, body);
    assert.equal(changed.status, 200, changed.text);
  }
  assert.equal((await caller.delete(`${path}/${id}`)).status, 204);
  assert.equal((await caller.post(`${path}/${id}/restore`)).status, 200);
});

test("a timer can't start on a used up budget, nor move to it; it starts while anything is left", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller, blocking());
  const elsewhere = await newProject(caller);
  await newEntry(caller, where, seconds(999));
  assert.equal((await caller.post("/v1/timer", where)).status, 201);
  assert.equal((await caller.delete("/v1/timer")).status, 204);
  await newEntry(caller, where, seconds(1));
  for (const body of [where, { projectId: where.projectId }]) {
    assertProblem(await caller.post("/v1/timer", body), 422, "budget_exceeded", ["/projectId"]);
  }
  assert.equal((await caller.get("/v1/timer")).status, 404);
  const running = await caller.post("/v1/timer", elsewhere);
  for (const body of [where, { projectId: where.projectId }]) {
    assertProblem(await caller.patch("/v1/timer", body), 422, "budget_exceeded", ["/projectId"]);
    assertProblem(await caller.post("/v1/timer", body), 422, "budget_exceeded", ["/projectId"]);
  }
  assert.deepEqual((await caller.get("/v1/timer")).json, running.json.timer);
  assert.equal((await caller.post("/v1/timer", { ...where, billable: false })).status, 201);
});

test("a running timer may be changed and stopped, however far its budget is exceeded", async () => {
  let now = new Date("2026-03-02T09:00:00Z");
  const { newOrganization, db } = await newTestApp({ now: () => now });
  const caller = await newOrganization();
  const where = await newProject(caller, blocking());
  assert.equal((await caller.post("/v1/timer", where)).status, 201);
  await newEntry(caller, where, seconds(1000));
  const task = await caller.post(`/v1/projects/${where.projectId}/tasks`, { name: "Test" });
  const bodies = [{ startedAt: "2026-03-02T08:59:00Z" }, { description: "x" }, { taskId: task.json.id }];
  for (const body of bodies) {
    const changed = await caller.patch("/v1/timer", body);
    assert.equal(changed.status, 200, changed.text);
  }
  now = new Date("2026-03-02T10:00:00Z");
  const stopped = await caller.post("/v1/timer/stop");
  assert.equal(stopped.status, 201, stopped.text);
  assert.equal(stopped.json.durationSeconds, 3660);
  assert.equal((await listBudgetEvents(db, caller)).at(-1), "exceeded at 4660 of 1000");
});

test("a replaced timer counts before the next one starts on the same budget", async () => {
  let now = new Date("2026-03-02T09:00:00Z");
  const { newOrganization, db } = await newTestApp({ now: () => now });
  const caller = await newOrganization();
  const where = await newProject(caller, blocking());
  const { json } = await caller.post("/v1/timer", where);
  now = new Date("2026-03-02T09:16:40Z");
  assertProblem(await caller.post("/v1/timer", where), 422, "budget_exceeded", ["/projectId"]);
  assert.deepEqual((await caller.get("/v1/timer")).json, json.timer);
  assert.deepEqual((await caller.get(path)).json.data, []);
  assert.deepEqual(await listBudgetEvents(db, caller), []);
  const next = await caller.post("/v1/timer", await newProject(caller));
  assert.equal(next.json.stopped.durationSeconds, 1000);
});

test("timers of two members that swap budgets do not wait for each other", async (t) => {
  const { connection } = await sharedDatabase();
  // Postpones PostgreSQL's deadlock detection, so that a deadlock would end in a lock timeout and fail the test.
  const settings = { deadlock_timeout: "1h" };
  const db = openPool({ connection, poolSize: 4, applicationName: "stint-test-deadlock", settings });
  t.after(() => db.end());
  const { newOrganization, newMember } = await newTestApp({ db });
  const one = await newOrganization();
  const two = await newMember(one, "member");
  const [left, right] = [await newProject(one, withBudget()), await newProject(one, withBudget())];
  for (let round = 0; round < 10; round++) {
    const [a, b] = round % 2 === 0 ? [left, right] : [right, left];
    const answers = await Promise.all([
      one.post("/v1/timer", { projectId: a.projectId }),
      two.post("/v1/timer", { projectId: b.projectId }),
    ]);
    for (const answer of answers) assert.equal(answer.status, 201, answer.text);
  }
});
