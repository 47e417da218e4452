import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { entryBody, newEntry, newProject } from "#test/worlds/factories.ts";
import { type Answer, type Caller, type Json, newTestApp } from "#test/worlds/test-app.ts";

const path = "/v1/time-entries";
const off = {
  requireDescription: false,
  requireTag: false,
  overlaps: "allow",
  latestDays: null,
  longestTimerSeconds: null,
};

let now = new Date("2026-03-10T12:00:00Z");
const world = await newTestApp({ now: () => now });

async function newWorld(rules: object = {}) {
  const owner = await world.newOrganization({ timeZone: "Europe/Berlin" });
  const where = await newProject(owner);
  await setRules(owner, rules);
  return { owner, where };
}

async function setRules(owner: Caller, entryRules: object): Promise<void> {
  const answer = await owner.patch("/v1/organization", { entryRules });
  assert.equal(answer.status, 200, answer.text);
}

function assertBroken(answer: Answer, ...rules: string[]): void {
  const pointers = rules.map((rule) => `/entryRules/${rule}`);
  assertProblem(answer, 422, "entry_rule", pointers);
}

async function read(caller: Caller, id: string): Promise<Json> {
  return (await caller.get(`${path}/${id}`)).json;
}

test("all rules are off at first, and a change of some keeps the others", async () => {
  const { owner } = await newWorld();
  assert.deepEqual((await owner.get("/v1/organization")).json.entryRules, off);
  await setRules(owner, { requireTag: true, latestDays: 3 });
  const changed = await owner.patch("/v1/organization", { entryRules: { overlaps: "refuse", requireTag: false } });
  assert.deepEqual(changed.json.entryRules, { ...off, latestDays: 3, overlaps: "refuse" });
  const { version } = changed.json;
  const same = await owner.patch("/v1/organization", { entryRules: { latestDays: 3 } });
  assert.equal(same.json.version, version);
  await setRules(owner, { latestDays: null, overlaps: "allow" });
  const [stored] = await world.db.query(sql`select entry_rules from organizations where id = ${owner.orgId}`);
  assert.deepEqual(stored, { entry_rules: null });
  for (const wrong of [{ latestDays: -1 }, { overlaps: "warn" }, { requireTags: true }, { longestTimerSeconds: 0 }])
    assert.equal((await owner.patch("/v1/organization", { entryRules: wrong })).status, 422, JSON.stringify(wrong));
  assert.equal((await owner.patch("/v1/organization", { entryRules: null })).status, 422);
});

test("only owners and admins change rules, and the history names the former ones", async () => {
  const { owner } = await newWorld({ requireTag: true });
  for (const role of ["manager", "member"] as const) {
    const caller = await world.newMember(owner, role);
    assert.equal((await caller.patch("/v1/organization", { entryRules: { requireTag: false } })).status, 403);
  }
  const [event] = (await owner.get("/v1/audit-events?action=organization.updated&limit=1")).json.data;
  assert.deepEqual(event.changes, [{ field: "entryRules", old: off, new: { ...off, requireTag: true } }]);
});

test("a create names every rule that it breaks", async () => {
  const { owner, where } = await newWorld({ requireDescription: true, requireTag: true });
  for (const headers of [{}, { "idempotency-key": "a" }]) {
    const create = (more: object) => owner.post(path, entryBody(where, more), headers);
    assertBroken(await create({}), "requireDescription", "requireTag");
    assertBroken(await create({ description: " \u00a0", tags: ["a"] }), "requireDescription");
    assert.equal((await create({ description: "x", tags: ["a"] })).status, 201);
  }
  assertProblem(await owner.post(path, { ...entryBody(where), projectId: "proj_0" }), 404, "not_found");
  assert.equal((await owner.get(path)).json.data.length, 2);
});

test("a replay is not judged again", async () => {
  const { owner, where } = await newWorld();
  const send = () => owner.post(path, entryBody(where), { "idempotency-key": "once" });
  const made = await send();
  await setRules(owner, { requireDescription: true });
  const again = await send();
  assert.deepEqual([again.status, again.json, again.headers["idempotent-replayed"]], [201, made.json, "true"]);
});

test("a batch names the rule of each row", async () => {
  const { owner, where } = await newWorld({ requireTag: true, overlaps: "refuse" });
  const entry = (hour: number, more: object = {}) =>
    entryBody(where, { startedAt: `2026-03-02T${hour}:00:00Z`, tags: ["a"], ...more });
  const entries = [entry(10), entry(11, { tags: [] }), entry(10, { durationSeconds: 60 }), entry(12)];
  const answer = await owner.post(`${path}/batch`, { entries });
  assertProblem(answer, 422, "entry_rule", ["/entries/1/entryRules/requireTag", "/entries/2/entryRules/overlaps"]);
  const made = await owner.post(`${path}/batch`, { entries: [entry(10), entry(11), entry(12)] });
  assert.equal(made.status, 201, made.text);
  const ids = made.json.data.map(({ id }: Json) => id);
  const shift = (hours: number[]) => ({
    entries: ids.map((id: string, at: number) => ({ id, startedAt: `2026-03-02T${hours[at]}:30:00Z` })),
  });
  assert.equal((await owner.patch(`${path}/batch`, shift([10, 11, 12]))).status, 200);
  const onto = await owner.patch(`${path}/batch`, shift([10, 10, 12]));
  assertProblem(onto, 422, "entry_rule", ["/entries/1/entryRules/overlaps"]);
});

test("entries that touch or last no time do not overlap, and every member has their own time", async () => {
  const { owner, where } = await newWorld({ overlaps: "refuse" });
  const member = await world.newMember(owner, "member");
  const at = (time: string, durationSeconds: number) =>
    entryBody(where, { startedAt: `2026-03-02T${time}Z`, durationSeconds });
  const { id } = await newEntry(owner, where, at("09:00:00", 3600));
  for (const body of [at("10:00:00", 3600), at("08:00:00", 3600), at("09:30:00", 0)])
    assert.equal((await owner.post(path, body)).status, 201);
  for (const body of [at("09:59:59", 60), at("08:59:59", 2), at("09:10:00", 10), at("07:00:00", 4 * 3600)])
    assertBroken(await owner.post(path, body), "overlaps");
  const theirs = await newEntry(member, where, at("09:00:00", 3600));
  assertBroken(await owner.patch(`${path}/${theirs.id}`, { userId: owner.userId }), "overlaps");
  assert.equal((await owner.delete(`${path}/${id}`)).status, 204);
  assert.equal((await owner.patch(`${path}/${theirs.id}`, { userId: owner.userId })).status, 200);
  assertBroken(await owner.post(`${path}/${id}/restore`), "overlaps");
  const batch = await owner.post(`${path}/batch/restore`, { ids: [id] });
  assertProblem(batch, 422, "entry_rule", ["/ids/0/entryRules/overlaps"]);
});

test("an entry longer than seven days, which only a timer makes, refuses others too", async () => {
  const { owner, where } = await newWorld({ overlaps: "refuse" });
  now = new Date("2026-03-01T12:00:00Z");
  assert.equal((await owner.post("/v1/timer", where)).status, 201);
  now = new Date("2026-03-10T12:00:00Z");
  assert.equal((await owner.post("/v1/timer/stop")).status, 201);
  assertBroken(await owner.post(path, entryBody(where, { startedAt: "2026-03-10T09:00:00Z" })), "overlaps");
});

test("a change is judged for what it changes, and what was there before is marked", async () => {
  const { owner, where } = await newWorld();
  const [first, second] = [await newEntry(owner, where), await newEntry(owner, where)];
  await setRules(owner, { requireDescription: true, overlaps: "refuse" });
  assert.equal((await read(owner, first.id)).breaks, undefined);
  const tagged = await owner.patch(`${path}/${first.id}`, { tags: ["a"] });
  assert.deepEqual([tagged.status, tagged.json.breaks], [200, ["requireDescription", "overlaps"]]);
  assertBroken(await owner.patch(`${path}/${first.id}`, { description: " " }), "requireDescription");
  assertBroken(await owner.patch(`${path}/${first.id}`, { durationSeconds: 60 }), "overlaps");
  const described = await owner.patch(`${path}/${first.id}`, { description: "Done" });
  assert.deepEqual(described.json.breaks, ["overlaps"]);
  assert.equal((await owner.delete(`${path}/${second.id}`)).status, 204);
  // Every write updates the marks, even an empty PATCH.
  const saved = await owner.patch(`${path}/${first.id}`, {});
  assert.deepEqual([saved.json.breaks, saved.json.version], [undefined, described.json.version + 1]);
  assert.equal((await owner.patch(`${path}/${first.id}`, {})).json.version, saved.json.version);
});

test("a stopped timer is stored and marked, found by the filter, and mended", async () => {
  const rules = {
    requireDescription: true,
    requireTag: true,
    overlaps: "refuse",
    latestDays: 2,
    longestTimerSeconds: 3600,
  };
  const { owner, where } = await newWorld(rules);
  now = new Date("2026-03-07T12:00:00Z");
  assert.equal((await owner.post("/v1/timer", where)).status, 201);
  now = new Date("2026-03-10T12:00:00Z");
  const other = await newEntry(owner, where, { description: "x", tags: ["a"], startedAt: "2026-03-08T09:00:00Z" });
  const { json: stopped, headers } = await owner.post("/v1/timer/stop");
  assert.deepEqual(stopped.breaks, [
    "requireDescription",
    "requireTag",
    "overlaps",
    "latestDays",
    "longestTimerSeconds",
  ]);
  assert.equal((await owner.get(`${path}/${stopped.id}`)).headers["etag"], headers["etag"]);
  const listed = async (query: string) => (await owner.get(`${path}?${query}`)).json.data.map(({ id }: Json) => id);
  assert.deepEqual(await listed("breaks=true"), [stopped.id]);
  assert.deepEqual(await listed("breaks=false"), [other.id]);
  const [inList] = (await owner.get(`${path}?breaks=true`)).json.data;
  assert.deepEqual(inList, stopped);
  // A late entry's description can change without a reason, but its start and duration cannot.
  const mended = await owner.patch(`${path}/${stopped.id}`, { description: "Report", tags: ["a"] });
  assert.deepEqual(mended.json.breaks, ["overlaps", "latestDays", "longestTimerSeconds"]);
  assertBroken(await owner.patch(`${path}/${stopped.id}`, { durationSeconds: 60 }), "latestDays");
  const excused = await owner.patch(`${path}/${stopped.id}`, { durationSeconds: 60, lateReason: "I forgot it" });
  assert.deepEqual([excused.status, excused.json.breaks], [200, undefined]);
  assert.deepEqual(await listed("breaks=true"), []);
  const [latest] = (await owner.get(`${path}/${stopped.id}/history?limit=1`)).json.data;
  assert.ok(latest.changes.some(({ field, new: value }: Json) => field === "lateReason" && value === "I forgot it"));
});

test("marks are shown while their rule is on", async () => {
  const { owner, where } = await newWorld({ requireTag: true, requireDescription: true });
  await owner.post("/v1/timer", where);
  const { json: stopped, headers } = await owner.post("/v1/timer/stop");
  assert.deepEqual(stopped.breaks, ["requireDescription", "requireTag"]);
  const synced = (await owner.get(`${path}/changes?breaks=true`)).json;
  assert.deepEqual(
    synced.data.map(({ id }: Json) => id),
    [stopped.id],
  );
  await setRules(owner, { requireTag: false });
  assert.deepEqual((await read(owner, stopped.id)).breaks, ["requireDescription"]);
  const notModified = await owner.get(`${path}/${stopped.id}`, { "if-none-match": headers["etag"] ?? "" });
  assert.equal(notModified.status, 200);
  await setRules(owner, { requireDescription: false });
  assert.equal("breaks" in (await read(owner, stopped.id)), false);
  assert.deepEqual((await owner.get(`${path}?breaks=true`)).json.data, []);
  assert.equal((await owner.get(`${path}?breaks=false`)).json.data.length, 1);
  const left = (await owner.get(`${path}/changes?breaks=true&since=${synced.syncedTo}`)).json.data;
  assert.ok(left.some(({ id, gone }: Json) => id === stopped.id && gone === true));
  await setRules(owner, { requireTag: true });
  assert.deepEqual((await read(owner, stopped.id)).breaks, ["requireTag"]);
});

test("time is late by the server's today in the organization's zone", async () => {
  const { owner, where } = await newWorld({ latestDays: 1 });
  const member = await world.newMember(owner, "member");
  // It is already 00:30 on 11 March in Berlin, so 10 March is the earliest day allowed.
  now = new Date("2026-03-10T23:30:00Z");
  const at = (startedAt: string) => entryBody(where, { startedAt });
  assertBroken(await member.post(path, at("2026-03-09T22:59:59Z")), "latestDays");
  const first = await newEntry(member, where, at("2026-03-09T23:00:00Z"));
  now = new Date("2026-03-11T23:00:00Z");
  const one = `${path}/${first.id}`;
  assert.equal((await member.patch(one, { description: "Described late" })).status, 200);
  for (const change of [{ durationSeconds: 1 }, { startedAt: "2026-03-11T09:00:00Z" }])
    assertBroken(await member.patch(one, change), "latestDays");
  assertBroken(await member.delete(one), "latestDays");
  const batch = await member.post(`${path}/batch/delete`, { ids: [first.id] });
  assertProblem(batch, 422, "entry_rule", ["/ids/0/entryRules/latestDays"]);
  assertProblem(await member.post(`${path}/batch/delete`, { ids: [first.id], lateReason: "x" }), 403, "forbidden");
  assertProblem(await member.patch(one, { durationSeconds: 1, lateReason: "x" }), 403, "forbidden", ["/lateReason"]);
  const deleted = await owner.post(`${path}/batch/delete`, { ids: [first.id], lateReason: "Booked twice" });
  assert.equal(deleted.status, 200, deleted.text);
  assertBroken(await owner.post(`${one}/restore`), "latestDays");
  const restored = await owner.post(`${path}/batch/restore`, { ids: [first.id], lateReason: "Not twice" });
  assert.equal(restored.status, 200, restored.text);
  const made = await owner.post(path, { ...at("2026-01-02T09:00:00Z"), lateReason: "Found in a notebook" });
  assert.deepEqual([made.status, made.json.breaks], [201, undefined]);
  const reasons = async (id: string) =>
    (await owner.get(`${path}/${id}/history`)).json.data.flatMap(({ changes }: Json) =>
      changes.flatMap(({ field, new: value }: Json) => (field === "lateReason" ? [value] : [])),
    );
  assert.deepEqual(await reasons(first.id), ["Not twice", "Booked twice"]);
  assert.deepEqual(await reasons(made.json.id), ["Found in a notebook"]);
});

test("restoring a timer that ran too long keeps its mark", async () => {
  const { owner, where } = await newWorld({ longestTimerSeconds: 60 });
  now = new Date("2026-03-10T09:00:00Z");
  await owner.post("/v1/timer", where);
  now = new Date("2026-03-10T12:00:00Z");
  const { json } = await owner.post("/v1/timer/stop");
  assert.deepEqual(json.breaks, ["longestTimerSeconds"]);
  assert.equal((await owner.delete(`${path}/${json.id}`)).status, 204);
  assert.deepEqual((await owner.post(`${path}/${json.id}/restore`)).json.breaks, ["longestTimerSeconds"]);
  assert.equal((await owner.patch(`${path}/${json.id}`, { durationSeconds: 60 })).json.breaks, undefined);
  // The limit on timers does not apply to a long entry made by hand.
  assert.equal((await newEntry(owner, where, { durationSeconds: 3600 })).breaks, undefined);
});

test("of two members' requests for the same time at once, one is refused", async () => {
  const { owner, where } = await newWorld({ overlaps: "refuse" });
  for (let round = 0; round < 5; round++) {
    const entry = entryBody(where, { startedAt: `2026-03-0${round + 1}T09:00:00Z`, description: "a" });
    const answers = await Promise.all([
      owner.post(path, entry),
      owner.post(path, entry),
      owner.post(path, entry, { "idempotency-key": `key ${round}` }),
      owner.post(`${path}/batch`, { entries: [entry] }),
    ]);
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((one, other) => one - other),
      [201, 422, 422, 422],
    );
  }
});
