import assert from "node:assert/strict";
import { test } from "node:test";
import { type Actor, scopes } from "#identity/access.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { newEntry, newProject } from "#test/worlds/factories.ts";
import { changeBatch } from "./change-batch.ts";
import { type Caller, type Json, newTestApp, testApp } from "#test/worlds/test-app.ts";

const path = "/v1/time-entries/batch";

async function shown(caller: Caller): Promise<Json[]> {
  return (await caller.get("/v1/time-entries?limit=200&includeDeleted=true")).json.data;
}

const ids = (rows: { id: string }[]) => rows.map(({ id }) => id);

test("each row of a batch has its own changes, returned in the order sent", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const [where, elsewhere] = [await newProject(caller), await newProject(caller)];
  const made = [];
  for (let minute = 1; minute <= 4; minute++)
    made.push(await newEntry(caller, where, { durationSeconds: minute * 60 }));
  const [first, second, third, fourth] = ids(made);

  const changed = await caller.patch(path, {
    entries: [
      { id: fourth, ...elsewhere, billable: false },
      { id: second, version: 1, description: "Basket", tags: ["Shop", "shop "], externalRef: "r" },
      { id: first },
      { id: third, startedAt: "2026-03-05T10:00:00+01:00", durationSeconds: 7 },
    ],
  });

  assert.equal(changed.status, 200, changed.text);
  assert.deepEqual(ids(changed.json.data), [fourth, second, first, third]);
  assert.partialDeepStrictEqual(changed.json.data, [
    { ...elsewhere, billable: false, billableSeconds: 0, durationSeconds: 240, version: 2 },
    { description: "Basket", tags: ["Shop"], externalRef: "r", version: 2 },
    { version: 1, durationSeconds: 60 },
    { startedAt: "2026-03-05T09:00:00Z", endedAt: "2026-03-05T09:00:07Z", durationSeconds: 7, version: 2 },
  ]);
  for (const entry of changed.json.data)
    assert.deepEqual((await caller.get(`/v1/time-entries/${entry.id}`)).json, entry);
});

test("entries are deleted and restored together, and a replay does neither twice", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller);
  const made = [await newEntry(caller, where, { externalRef: "r" }), await newEntry(caller, where)];
  const named = { ids: ids(made).toReversed() };
  const once = { "idempotency-key": "once" };

  const deleted = await caller.post(`${path}/delete`, named, once);
  assert.equal(deleted.status, 200, deleted.text);
  assert.deepEqual(ids(deleted.json.data), named.ids);
  for (const { deletedAt, version } of deleted.json.data) assert.deepEqual([typeof deletedAt, version], ["string", 2]);
  assert.deepEqual((await caller.get("/v1/time-entries")).json.data, []);
  assert.equal((await caller.get("/v1/reports/summary")).json.totals.seconds, 0);
  assertProblem(await caller.post(`${path}/delete`, named), 404, "not_found", ["/ids/0", "/ids/1"]);

  const restored = await caller.post(`${path}/restore`, named, once);
  assert.equal(restored.status, 200, restored.text);
  assert.deepEqual(ids(restored.json.data), named.ids);
  for (const { deletedAt, version } of restored.json.data) assert.deepEqual([deletedAt, version], [null, 3]);
  assert.equal((await caller.get("/v1/reports/summary")).json.totals.seconds, 7200);
  assertProblem(await caller.post(`${path}/restore`, named), 409, "not_deleted", ["/ids/0", "/ids/1"]);
  const replayed = await caller.post(`${path}/delete`, named, once);
  assert.deepEqual([replayed.text, replayed.headers["idempotent-replayed"]], [deleted.text, "true"]);
  assert.equal((await caller.get("/v1/time-entries")).json.data.length, 2);
});

test("every bad row is reported; missing fields come first, then invalid values, unknown ids, and other versions", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller);
  const closed = await newProject(caller, {}, { status: "done" });
  const [good, bad] = [await newEntry(caller, where), await newEntry(caller, where)];
  await newEntry(caller, where, { externalRef: "taken" });
  const before = await shown(caller);
  const more = async () => (await newEntry(caller, where)).id;
  const taken = { id: await more(), externalRef: "taken" };
  const stale = { id: bad.id, version: 7, description: "x" };
  const unknown = [{ id: "time_0" }, { id: "\0" }, { id: await more(), projectId: "proj_0" }];
  const done = { id: await more(), ...closed };
  const wrong = [{ id: await more(), durationSeconds: -1, colour: "red" }, { id: good.id }, { id: 5 }];
  const rows: object[] = [{ id: good.id, description: "never" }, taken];
  const named = ["/entries/1/externalRef"];
  const refused = async (status: number, code: string) =>
    assertProblem(await caller.patch(path, { entries: rows }), status, code, named);

  await refused(409, "external_ref_taken");
  rows.push(stale);
  named.push("/entries/2/version");
  await refused(412, "precondition_failed");
  rows.push(...unknown);
  named.push("/entries/3/id", "/entries/4/id", "/entries/5/projectId");
  await refused(404, "not_found");
  rows.push(done);
  named.push("/entries/6/taskId");
  await refused(422, "task_done");
  rows.push(...wrong);
  named.push("/entries/7/durationSeconds", "/entries/7/colour", "/entries/8/id", "/entries/9/id");
  await refused(422, "validation_failed");
  rows.push({ description: "no id" });
  named.push("/entries/10/id");
  await refused(400, "missing_field");

  const after = await shown(caller);
  for (const entry of before)
    assert.deepEqual(
      after.find(({ id }) => id === entry.id),
      entry,
    );
});

test("every bad id in a list is reported too, and no more than 500 are accepted", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const { id } = await newEntry(caller, await newProject(caller));
  for (const verb of ["delete", "restore"]) {
    const url = `${path}/${verb}`;
    assertProblem(await caller.post(url, {}), 400, "missing_field", ["/ids"]);
    assertProblem(await caller.post(url, { ids: [] }), 422, "validation_failed", ["/ids"]);
    assertProblem(await caller.post(url, { ids: Array.from({ length: 501 }, () => id) }), 422, "validation_failed", [
      "/ids",
    ]);
    const bad = [null, "time_0", id, id];
    const named = ["/ids/0", "/ids/1", "/ids/3", ...(verb === "restore" ? ["/ids/2"] : [])];
    assertProblem(await caller.post(url, { ids: bad }), 422, "validation_failed", named);
  }
  assertProblem(await caller.patch(path, { entries: [] }), 422, "validation_failed", ["/entries"]);
  assert.equal((await caller.get(`/v1/time-entries/${id}`)).status, 200);
});

test("a member changes its own entries, and is refused others'; hidden ones are not revealed", async () => {
  const { newOrganization, newMember, newKey } = await testApp();
  const owner = await newOrganization();
  const [member, other] = [await newMember(owner, "member"), await newMember(owner, "member")];
  const [open, hidden] = [await newProject(owner), await newProject(owner)];
  const [own, ownHidden] = [await newEntry(member, open), await newEntry(member, hidden)];
  const [theirs, theirsHidden] = [await newEntry(other, open), await newEntry(other, hidden)];
  assert.equal((await owner.patch(`/v1/projects/${hidden.projectId}`, { visibility: "members" })).status, 200);
  const entries = ids([own, ownHidden, theirs, theirsHidden]).map((id) => ({ id, description: "x" }));

  const refused = await member.patch(path, { entries });
  assertProblem(refused, 403, "forbidden", ["/entries/2/id", "/entries/3/id"]);
  assert.deepEqual(
    refused.json.errors.map(({ code }: Json) => code),
    ["forbidden", "not_found"],
  );
  const others = { ids: ids([theirsHidden, theirs]) };
  assertProblem(await member.post(`${path}/delete`, others), 403, "forbidden", ["/ids/0", "/ids/1"]);
  assertProblem(await member.post(`${path}/delete`, { ids: [theirsHidden.id] }), 404, "not_found", ["/ids/0"]);
  const given = await member.patch(path, { entries: [{ id: own.id, userId: other.userId }] });
  assertProblem(given, 403, "forbidden", ["/entries/0/userId"]);
  assert.equal((await member.patch(path, { entries: entries.slice(0, 2) })).status, 200);
  assert.equal((await owner.post(`${path}/delete`, { ids: ids([own, theirs, theirsHidden]) })).status, 200);
  assertProblem(await member.post(`${path}/restore`, { ids: [own.id, theirs.id] }), 403, "forbidden", ["/ids/1"]);
  assert.equal((await member.post(`${path}/restore`, { ids: [own.id] })).status, 200);

  const writer = await newKey(owner, ["time-entries:write"]);
  const unchanged = await writer.patch(path, { entries: [{ id: own.id }] });
  assertProblem(unchanged, 403, "insufficient_scope", ["/entries/0"]);
});

test("locked periods refuse each row that is or would be in them", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller);
  const early = await newEntry(caller, where, { startedAt: "2026-01-05T09:00:00Z" });
  const gone = await newEntry(caller, where, { startedAt: "2026-01-06T09:00:00Z" });
  const late = await newEntry(caller, where, { startedAt: "2026-03-02T09:00:00Z" });
  assert.equal((await caller.delete(`/v1/time-entries/${gone.id}`)).status, 204);
  assert.equal((await caller.patch("/v1/organization", { lockDate: "2026-02-01" })).status, 200);

  const entries = [
    { id: late.id, startedAt: "2026-01-31T23:59:59Z" },
    { id: early.id, description: "x" },
  ];
  const named = ["/entries/0/startedAt", "/entries/1"];
  assertProblem(await caller.patch(path, { entries }), 409, "period_locked", named);
  const both = { ids: [late.id, early.id] };
  assertProblem(await caller.post(`${path}/delete`, both), 409, "period_locked", ["/ids/1"]);
  assertProblem(await caller.post(`${path}/restore`, { ids: [gone.id] }), 409, "period_locked", ["/ids/0"]);
});

test("references can move from one entry of a batch to another, in the order of the rows", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller);
  const [a, b, c] = [
    (await newEntry(caller, where, { externalRef: "a" })).id,
    (await newEntry(caller, where, { externalRef: "b" })).id,
    (await newEntry(caller, where)).id,
  ];
  const move = (entries: object[]) => caller.patch(path, { entries });

  // The first row requests the reference `b` before the second row releases it, so the batch is refused.
  const late = [
    { id: c, externalRef: "b" },
    { id: b, externalRef: null },
  ];
  assertProblem(await move(late), 409, "external_ref_taken", ["/entries/0/externalRef"]);
  const passed = await move([
    { id: b, externalRef: "x" },
    { id: a, externalRef: "b" },
    { id: c, externalRef: "a" },
  ]);
  assert.equal(passed.status, 200, passed.text);
  assert.deepEqual(
    passed.json.data.map(({ externalRef, version }: Json) => [externalRef, version]),
    [
      ["x", 2],
      ["b", 2],
      ["a", 2],
    ],
  );
  assert.equal((await caller.post(`${path}/delete`, { ids: [a] })).status, 200);
  assert.equal((await move([{ id: b, externalRef: "b" }])).status, 200);
  assertProblem(await caller.post(`${path}/restore`, { ids: [a] }), 409, "external_ref_taken", ["/ids/0"]);
});

test("a budget that blocks refuses the rows of a batch that exceed it, in order", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller);
  const budget = { kind: "time", seconds: 7200, onExceed: "block", billableOnly: false };
  const tight = await newProject(caller, { budget });
  const inside = await newEntry(caller, tight, { durationSeconds: 3600 });
  const made = [];
  for (const durationSeconds of [3000, 1800, 600]) made.push((await newEntry(caller, where, { durationSeconds })).id);
  const entries = made.map((id) => ({ id, ...tight }));

  assertProblem(await caller.patch(path, { entries }), 422, "budget_exceeded", ["/entries/1/projectId"]);
  // Budget freed by one row is available to the rows after it.
  const shortened = { id: inside.id, durationSeconds: 1800 };
  assertProblem(await caller.patch(path, { entries: [...entries, shortened] }), 422, "budget_exceeded", [
    "/entries/1/projectId",
  ]);
  assert.equal((await caller.patch(path, { entries: [shortened, ...entries] })).status, 200);
});

test("a batch counts as one request", async () => {
  const { newOrganization } = await newTestApp({ rateLimit: { perMinute: 1, burst: 6 } });
  const caller = await newOrganization();
  const where = await newProject(caller);
  const made = (
    await caller.post(path, {
      entries: Array.from({ length: 9 }, () => ({ ...where, startedAt: "2026-03-02T09:00:00Z", durationSeconds: 60 })),
    })
  ).json.data;
  const left = ({ headers }: { headers: Json }) => Number(/r=(\d+)/.exec(headers["ratelimit"])?.[1]);
  const before = left(await caller.get("/v1/me"));

  const entries = ids(made).map((id) => ({ id, description: "x" }));
  assert.equal(left(await caller.patch(path, { entries })), before - 1);
});

test("batches over the same entries in opposite orders run one after the other, without a deadlock", async () => {
  const { db, newOrganization } = await testApp();
  const caller = await newOrganization();
  const places: { projectId: string; taskId: string }[] = [];
  for (let at = 0; at < 4; at++)
    places.push(await newProject(caller, { budget: { kind: "time", seconds: 60, billableOnly: false } }));
  const made: string[] = [];
  for (let at = 0; at < 40; at++) made.push((await newEntry(caller, places[at % 4] ?? assert.fail())).id);
  const actor: Actor = {
    orgId: caller.orgId,
    userId: caller.userId,
    keyId: caller.keyId,
    kind: "api",
    authenticatedAt: null,
    role: "owner",
    scopes: new Set(scopes),
    organization: { membersMayMakeKeys: true, deletesAt: null },
    requestId: "batches",
    address: null,
  };

  let tries = 0;
  const rounds = Array.from({ length: 12 }, (_, round) => {
    const order = round % 2 === 0 ? made : made.toReversed();
    const entries = order.map((id, at) => ({ id, ...places[(at + round) % 4], durationSeconds: 60 + round }));
    return db.transaction((tx) => {
      // Counts the attempts, because a transaction that ends in a deadlock is retried.
      tries += 1;
      return changeBatch(tx, actor, { input: entries }, { now: new Date() });
    });
  });
  await Promise.all(rounds);

  assert.equal(tries, rounds.length);
  const versions = (await shown(caller)).map(({ version }) => version);
  assert.deepEqual(
    versions,
    made.map(() => 13),
  );
});
