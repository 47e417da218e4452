import assert from "node:assert/strict";
import { test } from "node:test";
import type { Role } from "#identity/access.ts";
import { sql } from "#platform/database/database.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { entryBody, newEntry, newProject } from "#test/worlds/factories.ts";
import { type Answer, type Caller, newTestApp, testApp } from "#test/worlds/test-app.ts";

const path = "/v1/time-entries";
const inside = { startedAt: "2026-02-28T23:59:59.999Z" };
const outside = { startedAt: "2026-03-01T00:00:00Z" };

async function lock(caller: Caller, lockDate: string | null): Promise<void> {
  const changed = await caller.patch("/v1/organization", { lockDate });
  assert.equal(changed.status, 200, changed.text);
  assert.equal(changed.json.lockDate, lockDate);
}

interface World {
  caller: Caller;
  where: { projectId: string; taskId: string };
  /** The ids of a live and a deleted entry in the locked period, and of an entry outside it. */
  locked: string;
  deleted: string;
  open: string;
}

const refused: [name: string, pointers: string[] | undefined, write: (world: World) => Promise<Answer>][] = [
  ["a create", ["/startedAt"], ({ caller, where }) => caller.post(path, entryBody(where, inside))],
  [
    "a create with Idempotency-Key",
    ["/startedAt"],
    ({ caller, where }) => caller.post(path, entryBody(where, inside), { "idempotency-key": "k" }),
  ],
  [
    "a batch, which names every bad row",
    ["/entries/1/startedAt", "/entries/3/startedAt"],
    ({ caller, where }) => {
      const entries = [outside, inside, outside, inside].map((at) => entryBody(where, at));
      return caller.post(`${path}/batch`, { entries });
    },
  ],
  ["an edit", undefined, ({ caller, locked }) => caller.patch(`${path}/${locked}`, { description: "x" })],
  ["an edit that moves it out", undefined, ({ caller, locked }) => caller.patch(`${path}/${locked}`, outside)],
  ["an edit that moves another in", ["/startedAt"], ({ caller, open }) => caller.patch(`${path}/${open}`, inside)],
  ["a deletion", undefined, ({ caller, locked }) => caller.delete(`${path}/${locked}`)],
  ["a restore", undefined, ({ caller, deleted }) => caller.post(`${path}/${deleted}/restore`)],
  ["a timer's start", ["/startedAt"], ({ caller, where }) => caller.post("/v1/timer", { ...where, ...inside })],
];

for (const role of ["owner", "admin", "manager", "member"] satisfies Role[]) {
  test(`entries that start before the lock date are completely read-only for ${role}`, async () => {
    const { newOrganization, newMember, db } = await testApp();
    const owner = await newOrganization();
    const caller = role === "owner" ? owner : await newMember(owner, role);
    const where = await newProject(owner);
    const ids = [];
    for (const at of [inside, inside, outside]) ids.push((await newEntry(caller, where, at)).id);
    const [locked = "", deleted = "", open = ""] = ids;
    await caller.delete(`${path}/${deleted}`);
    await lock(owner, "2026-03-01");
    const state = async () => [
      (await caller.get(`${path}?includeDeleted=true`)).json,
      await db.query(sql`select id from changes where org_id = ${owner.orgId} order by id`),
    ];
    const before = await state();
    for (const [name, pointers, write] of refused) {
      const answer = await write({ caller, where, locked, deleted, open });
      assertProblem(answer, 409, "period_locked", pointers ?? []);
      assert.match(answer.json.detail, /2026-03-01|2 of 4 entries/, name);
      assert.deepEqual(await state(), before, name);
    }
    const edited = await caller.patch(`${path}/${open}`, { durationSeconds: 60 });
    assert.equal(edited.status, 200);
  });
}

test("a timer that began before the lock date keeps running until its start is moved or it is discarded", async () => {
  const { newOrganization } = await newTestApp({ now: () => new Date("2026-03-02T09:00:00Z") });
  const caller = await newOrganization();
  const where = await newProject(caller);
  const started = await caller.post("/v1/timer", { ...where, ...inside });
  assert.equal(started.status, 201);
  await lock(caller, "2026-03-01");
  assertProblem(await caller.post("/v1/timer/stop"), 409, "period_locked", []);
  assertProblem(await caller.post("/v1/timer", where), 409, "period_locked", []);
  assertProblem(await caller.patch("/v1/timer", { startedAt: "2026-02-01T00:00:00Z" }), 409, "period_locked", [
    "/startedAt",
  ]);
  assert.deepEqual((await caller.get("/v1/timer")).json, started.json.timer);
  assert.deepEqual((await caller.get(path)).json.data, []);

  assert.equal((await caller.patch("/v1/timer", { description: "x" })).status, 200);
  assert.equal((await caller.patch("/v1/timer", outside)).status, 200);
  const stopped = await caller.post("/v1/timer/stop");
  assert.equal(stopped.status, 201);
  assert.deepEqual([stopped.json.startedAt, stopped.json.locked], [outside.startedAt, false]);

  await lock(caller, null);
  await caller.post("/v1/timer", { ...where, ...inside });
  await lock(caller, "2026-03-01");
  assert.equal((await caller.delete("/v1/timer")).status, 204);
});

test("`locked` is shown with every entry, and the ETag changes with it", async () => {
  const { newOrganization, newMember } = await testApp();
  const owner = await newOrganization();
  const member = await newMember(owner, "member");
  const where = await newProject(owner);
  const early = await newEntry(member, where, inside);
  const late = await newEntry(member, where, outside);
  for (const [caller, plain] of [
    [owner, ""],
    [member, "-plain"],
  ] as const) {
    for (const [date, isLocked] of [
      ["2026-03-01", true],
      ["2026-02-28", false],
      ["2026-03-01", true],
      [null, false],
    ] as const) {
      await lock(owner, date);
      const url = `${path}/${early.id}`;
      const etag = `"1${plain}${isLocked ? "-locked" : ""}"`;
      const read = await caller.get(url);
      assert.deepEqual([read.json.locked, read.headers["etag"]], [isLocked, etag]);
      assert.equal((await caller.get(url, { "if-none-match": etag })).status, 304);
      assert.equal((await caller.get(url, { "if-none-match": `"1${plain}${isLocked ? "" : "-locked"}"` })).status, 200);
      const listed = (await caller.get(path)).json.data;
      assert.deepEqual(
        listed.map((entry: { id: string; locked: boolean }) => [entry.id, entry.locked]),
        [
          [late.id, false],
          [early.id, isLocked],
        ],
      );
    }
  }
  await lock(owner, "2026-03-01");
  const stale = { "if-match": '"1-plain"' };
  assertProblem(await member.patch(`${path}/${early.id}`, { description: "x" }, stale), 412, "precondition_failed");
});

test("the lock date begins in the organization's time zone, and moves with another zone", async () => {
  const { newOrganization, db } = await testApp();
  const caller = await newOrganization({ timeZone: "America/New_York" });
  const where = await newProject(caller);
  await lock(caller, "2026-03-08");
  const attempt = async (startedAt: string) => (await caller.post(path, entryBody(where, { startedAt }))).status;
  const zones: [zone: string, last: string, first: string][] = [
    ["America/New_York", "2026-03-08T04:59:59.999Z", "2026-03-08T05:00:00Z"],
    ["Pacific/Kiritimati", "2026-03-07T09:59:59.999Z", "2026-03-07T10:00:00Z"],
    ["Asia/Kolkata", "2026-03-07T18:29:59.999Z", "2026-03-07T18:30:00Z"],
    // In Havana, the clock skips midnight on this day, so the day begins at 01:00.
    ["America/Havana", "2026-03-08T04:59:59.999Z", "2026-03-08T05:00:00Z"],
  ];
  for (const [timeZone, last, first] of zones) {
    assert.equal((await caller.patch("/v1/organization", { timeZone })).status, 200);
    assert.deepEqual([await attempt(last), await attempt(first)], [409, 201], timeZone);
  }
  const both = await caller.patch("/v1/organization", { timeZone: "UTC", lockDate: "2026-01-01" });
  assert.equal(both.status, 200);
  assert.deepEqual([await attempt("2025-12-31T23:59:59.999Z"), await attempt("2026-01-01T00:00:00Z")], [409, 201]);
  await lock(caller, null);
  assert.equal(await attempt("1970-01-01T00:00:00Z"), 201);
  const events = await db.query(sql`select 1 from changes where org_id = ${caller.orgId} and action = 'period.locked'`);
  assert.equal(events.length, 1);
});

test("a lock date that moves forward is a locked period; one that moves back or is lifted is not", async () => {
  const { newOrganization, db } = await testApp();
  const caller = await newOrganization();
  const dates: [lockDate: string | null, locks: boolean][] = [
    ["2026-03-01", true],
    ["2026-03-02", true],
    ["2026-02-01", false],
    ["2026-02-02", true],
    [null, false],
    ["1970-01-01", true],
  ];
  for (const [index, [lockDate, locks]] of dates.entries()) {
    const headers = { "x-request-id": `lock-${index}` };
    assert.equal((await caller.patch("/v1/organization", { lockDate }, headers)).status, 200);
    const rows = await db.query<{ action: string; object: object; previous: object }>(sql`
      select action, object, previous from changes where org_id = ${caller.orgId} and request_id = ${`lock-${index}`}
       order by action`);
    const expected = ["organization.updated", ...(locks ? ["period.locked"] : [])];
    assert.deepEqual(
      rows.map(({ action }) => action),
      expected,
    );
    for (const { object, previous } of rows) {
      assert.partialDeepStrictEqual(object, { lock_date: lockDate });
      assert.deepEqual(Object.keys(previous).toSorted(), ["lock_date", "locked_before"]);
    }
  }
});

test("unchanged settings make no version and no change row, even with a lock date", async () => {
  const { newOrganization, db } = await testApp();
  const caller = await newOrganization({ timeZone: "Europe/Berlin" });
  await lock(caller, "2026-03-01");
  const { json: before } = await caller.get("/v1/organization");
  const { currency, timeZone, weekStart, lockDate } = before;
  const again = await caller.patch("/v1/organization", { currency, timeZone, weekStart, lockDate });
  assert.deepEqual(again.json, before);
  const renamed = await caller.patch("/v1/organization", { name: "Renamed" });
  assert.equal(renamed.json.version, before.version + 1);
  const rows = await db.query(sql`
    select previous from changes where org_id = ${caller.orgId} and action = 'organization.updated' order by id desc limit 1`);
  assert.deepEqual(rows, [{ previous: { name: "Test" } }]);
});

test("a lock date that isn't a date is a 422", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  for (const lockDate of ["2026-02-30", "2026-03-01T00:00:00Z", "", 5, "2200-01-01", "1969-12-31"]) {
    assertProblem(await caller.patch("/v1/organization", { lockDate }), 422, "validation_failed", ["/lockDate"]);
  }
});
