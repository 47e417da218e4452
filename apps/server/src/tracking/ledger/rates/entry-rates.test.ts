import assert from "node:assert/strict";
import { test } from "node:test";
import { scopes } from "#identity/access.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { entryBody, newEntry, newProject } from "#test/worlds/factories.ts";
import { type Answer, type Caller, type Json, testApp } from "#test/worlds/test-app.ts";

async function setRate(caller: Caller, rate: object): Promise<string> {
  const made = await caller.post("/v1/rates", { kind: "billable", ...rate });
  assert.equal(made.status, 201, made.text);
  return made.json.id;
}

const moneyOf = ({ rateMinor, rateSource, amountMinor, costRateMinor, costMinor }: Json) => [
  rateMinor,
  rateSource,
  amountMinor,
  costRateMinor,
  costMinor,
];

async function change(caller: Caller, id: string, body: object): Promise<unknown[]> {
  const answer = await caller.patch(`/v1/time-entries/${id}`, body);
  assert.equal(answer.status, 200, answer.text);
  return moneyOf(answer.json);
}

test("an entry gets other rates when project, task, member or start change, and keeps them otherwise", async () => {
  const { newOrganization, newMember } = await testApp();
  const caller = await newOrganization();
  const other = await newMember(caller, "member");
  const [a, b] = [await newProject(caller), await newProject(caller)];
  const task = (await caller.post(`/v1/projects/${a.projectId}/tasks`, { name: "Another" })).json.id;
  const old = await setRate(caller, { scope: "project", projectId: a.projectId, rateMinor: 6000 });
  const oldCost = await setRate(caller, { scope: "organization", kind: "cost", rateMinor: 3000 });
  const { id } = await newEntry(caller, a);
  for (const rate of [old, oldCost]) assert.equal((await caller.delete(`/v1/rates/${rate}`)).status, 204);
  await setRate(caller, { scope: "project", projectId: a.projectId, rateMinor: 7200 });
  await setRate(caller, { scope: "project", projectId: b.projectId, rateMinor: 9000 });
  await setRate(caller, { scope: "task", taskId: task, rateMinor: 12_000, effectiveFrom: "2026-03-02" });
  await setRate(caller, { scope: "organization", kind: "cost", rateMinor: 3600 });
  await setRate(caller, { scope: "member", kind: "cost", userId: other.userId, rateMinor: 1800 });

  for (const [body, expected] of [
    [{ description: "x", tags: ["y"], externalRef: "z" }, [6000, "project", 6000, 3000, 3000]],
    // Changes to the duration or to `billable` recompute the amounts but keep the rates. Changes to the start, project
    // or task look up the rates again.
    [{ durationSeconds: 5401 }, [6000, "project", 9002, 3000, 4501]],
    [{ billable: false }, [6000, "project", 0, 3000, 4501]],
    [{ durationSeconds: 3600 }, [6000, "project", 0, 3000, 3000]],
    [{ billable: true }, [6000, "project", 6000, 3000, 3000]],
    [{ billable: null }, [6000, "project", 6000, 3000, 3000]],
    [{ startedAt: "2026-03-02T09:00:00.001Z" }, [7200, "project", 7200, 3600, 3600]],
    [{ projectId: b.projectId, taskId: b.taskId }, [9000, "project", 9000, 3600, 3600]],
    [{ userId: other.userId }, [9000, "project", 9000, 1800, 1800]],
    [{ projectId: a.projectId, taskId: a.taskId, billable: false }, [7200, "project", 0, 1800, 1800]],
    [{ taskId: task, billable: true }, [12_000, "task", 12_000, 1800, 1800]],
    [{ startedAt: "2026-03-01T23:59:59Z" }, [7200, "project", 7200, 1800, 1800]],
  ] as const) {
    assert.deepEqual(await change(caller, id, body), expected, JSON.stringify(body));
  }
  const before = (await caller.get(`/v1/time-entries/${id}`)).json;
  assert.equal((await caller.delete(`/v1/time-entries/${id}`)).status, 204);
  const restored = await caller.post(`/v1/time-entries/${id}/restore`);
  assert.deepEqual(moneyOf(restored.json), moneyOf(before));
});

test("a project's rounding changes what is billed, never what is paid", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  await setRate(caller, { scope: "organization", rateMinor: 6000 });
  await setRate(caller, { scope: "organization", kind: "cost", rateMinor: 3000 });
  for (const [mode, amount] of [
    ["up", 3000],
    ["nearest", 1500],
    ["down", 1500],
  ] as const) {
    const entry = await newEntry(caller, await newProject(caller, { rounding: { mode, minutes: 15 } }), {
      durationSeconds: 1320,
    });
    assert.deepEqual(moneyOf(entry), [6000, "organization", amount, 3000, 1100]);
  }
});

/** The names of all fields with amounts or rates, however deeply nested. */
function moneyFields(node: Json): string[] {
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([name, value]) => [
    ...(/rate|amount|cost|currency|margin/i.test(name) ? [name] : []),
    ...moneyFields(value),
  ]);
}

test("without costs:read no rate, amount or cost is in any reply of entries and timer", async () => {
  const { newOrganization, newMember, newKey } = await testApp();
  const owner = await newOrganization();
  const where = await newProject(owner);
  await setRate(owner, { scope: "organization", rateMinor: 9000 });
  await setRate(owner, { scope: "organization", kind: "cost", rateMinor: 4000 });
  const plain = scopes.filter((scope) => scope !== "costs:read");
  const callers = [
    { caller: owner, shows: true },
    { caller: await newMember(owner, "manager"), shows: true },
    { caller: await newMember(owner, "member"), shows: false },
    { caller: await newKey(owner, plain), shows: false },
    { caller: await newMember(owner, "admin", plain), shows: false },
  ];
  for (const { caller, shows } of callers) {
    const assertShown = (answer: Answer, entries = 1) => {
      assert.ok(answer.status === 200 || answer.status === 201, answer.text);
      assert.equal(moneyFields(answer.json).length, shows ? 6 * entries : 0, answer.text);
    };
    const made = await caller.post("/v1/time-entries", entryBody(where));
    const entry = `/v1/time-entries/${made.json.id}`;
    assertShown(made);
    const keyed = { "idempotency-key": "once" };
    assertShown(await caller.post("/v1/time-entries", entryBody(where), keyed));
    assertShown(await caller.post("/v1/time-entries", entryBody(where), keyed));
    assertShown(await caller.post("/v1/time-entries/batch", { entries: [entryBody(where), entryBody(where)] }), 2);
    assertShown(await caller.get(entry));
    assertShown(await caller.get(`/v1/time-entries?limit=3&userId=${caller.userId}`), 3);
    assertShown(await caller.patch(entry, { durationSeconds: 60 }));
    assert.equal((await caller.delete(entry)).status, 204);
    assertShown(await caller.post(`${entry}/restore`));
    await caller.post("/v1/timer", where);
    assertShown(await caller.post("/v1/timer", where));
    assertShown(await caller.get("/v1/timer"), 0);
    assertShown(await caller.post("/v1/timer/stop"));
  }
  const viewer = await newMember(owner, "viewer");
  const list = await viewer.get("/v1/time-entries");
  assert.ok(list.json.data.length > 10);
  assert.deepEqual(moneyFields(list.json), []);
});

test("members and viewers, and keys without the scope, are refused rates", async () => {
  const { newOrganization, newMember, newKey } = await testApp();
  const owner = await newOrganization();
  const rate = { kind: "billable", scope: "organization", rateMinor: 9000 };
  const id = await setRate(owner, rate);
  const requests = (caller: Caller) => [
    caller.get("/v1/rates"),
    caller.get(`/v1/rates/${id}`),
    caller.post("/v1/rates", rate),
    caller.delete(`/v1/rates/${id}`),
    caller.post("/v1/rates/reprice", {}),
  ];
  for (const role of ["member", "viewer"] as const) {
    const answers = await Promise.all(requests(await newMember(owner, role)));
    for (const answer of answers) assertProblem(answer, 403, "forbidden");
  }
  const key = await newKey(owner, ["time-entries:read", "reports:read"]);
  for (const answer of await Promise.all(requests(key))) assertProblem(answer, 403, "insufficient_scope");
  // Repricing covers every member's entries and needs no further scope, but shows sums only to callers who may see
  // amounts.
  const where = await newProject(owner);
  await newEntry(owner, where);
  const manager = await newMember(owner, "manager", ["rates:write"]);
  await setRate(manager, { scope: "project", projectId: where.projectId, rateMinor: 12_000 });
  const { status, json } = await manager.post("/v1/rates/reprice", {});
  const projects = [{ projectId: where.projectId, entries: 1 }];
  const expected = { applied: false, entries: 1, unchanged: 0, locked: 0, projects, currency: "EUR" };
  assert.deepEqual([status, json], [200, expected]);
});
