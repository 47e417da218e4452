import assert from "node:assert/strict";
import { test } from "node:test";
import { type Sql, sql } from "#platform/database/database.ts";
import { entryBody, newEntry, newProject } from "#test/worlds/factories.ts";
import { hold } from "#test/databases/hold.ts";
import { insist } from "#test/worlds/insist.ts";
import { type Caller, testApp } from "#test/worlds/test-app.ts";

const path = "/v1/time-entries";

type Where = { projectId: string; taskId: string };

const writes: [name: string, write: (caller: Caller, where: Where, id: string) => Promise<number>][] = [
  ["a create", async (caller, where) => (await caller.post(path, entryBody(where))).status],
  [
    "a create with Idempotency-Key",
    async (caller, where) => (await caller.post(path, entryBody(where), { "idempotency-key": "k" })).status,
  ],
  ["a batch", async (caller, where) => (await caller.post(`${path}/batch`, { entries: [entryBody(where)] })).status],
  ["an edit", async (caller, _where, id) => (await caller.patch(`${path}/${id}`, { durationSeconds: 1 })).status],
  ["a timer's start", async (caller, where) => (await caller.post("/v1/timer", where)).status],
  ["a timer's stop", async (caller) => (await caller.post("/v1/timer/stop")).status],
  ["a deletion", async (caller, _where, id) => (await caller.delete(`${path}/${id}`)).status],
  ["a restore", async (caller, _where, id) => (await caller.post(`${path}/${id}/restore`)).status],
];

test("a write of entries waits while the rules of its organization change, and for no other organization", async () => {
  const { newOrganization, db } = await testApp();
  const caller = await newOrganization();
  const other = await newOrganization();
  const where = await newProject(caller);
  const { id } = await newEntry(caller, where);
  for (const [name, write] of writes) {
    const elsewhere = await hold(db, sql`select change_entry_rules(${other.orgId})`);
    const here = await hold(db, sql`select change_entry_rules(${caller.orgId})`);
    const writing = write(caller, where, id);
    await here.untilItBlocks(1);
    await here.commit();
    const status = await writing;
    await elsewhere.rollback();
    assert.ok(status < 300, `${name}: ${status}`);
  }
});

test("a write that waited for a change of the rules is checked against the new ones", async () => {
  const { newOrganization, db } = await testApp();
  const caller = await newOrganization();
  const [locked, full] = [await newProject(caller), await newProject(caller)];
  const ids = [];
  for (const where of [locked, full]) ids.push((await newEntry(caller, where)).id);
  const budget = JSON.stringify({ kind: "time", seconds: 3600, onExceed: "block" });
  const changes: [change: Sql, back: Sql, where: Where, id: string, refused: number[]][] = [
    [
      sql`update organizations set lock_date = '2026-04-01', locked_before = '2026-04-01T00:00:00Z' where id = ${caller.orgId}`,
      sql`update organizations set lock_date = null, locked_before = null where id = ${caller.orgId}`,
      locked,
      ids[0],
      [409, 409, 409, 409, 409],
    ],
    [
      sql`update projects set budget = ${budget} where org_id = ${caller.orgId} and id = ${full.projectId}`,
      sql`update projects set budget = null where org_id = ${caller.orgId} and id = ${full.projectId}`,
      full,
      ids[1],
      [422, 422, 422, 200, 204],
    ],
  ];
  for (const [change, back, where, id, refused] of changes) {
    const statuses = [];
    for (const [, write] of writes.filter(([name]) => !name.includes("timer")).slice(0, refused.length)) {
      const changing = await hold(db, sql`select change_entry_rules(${caller.orgId})`);
      const writing = write(caller, where, id);
      await changing.untilItBlocks(1);
      await changing.query(change);
      await changing.commit();
      statuses.push(await writing);
      await db.query(back);
    }
    assert.deepEqual(statuses, refused);
  }
});

test("creates of several organizations that arrive together each wait only for their own rules", async () => {
  const { newOrganization, db } = await testApp();
  const [first, second] = [await newOrganization(), await newOrganization()];
  const bodies = [entryBody(await newProject(first)), entryBody(await newProject(second))];
  const changing = await hold(db, sql`select change_entry_rules(${first.orgId})`);
  const waiting = Promise.all([first.post(path, bodies[0]), second.post(path, bodies[1])]);
  await changing.untilItBlocks(1);
  assert.equal((await second.post(path, bodies[1])).status, 201);
  await changing.commit();
  assert.deepEqual(
    (await waiting).map(({ status }) => status),
    [201, 201],
  );
});

test("a change of a setting that affects entries waits for writes in progress", async () => {
  const { newOrganization, db } = await testApp();
  const caller = await newOrganization();
  const { projectId } = await newProject(caller);
  const changes: [path: string, body: object][] = [
    ["/v1/organization", { lockDate: "2026-03-01" }],
    ["/v1/organization", { timeZone: "Europe/Berlin" }],
    ["/v1/organization", { weekStart: "sunday" }],
    ["/v1/organization", { currency: "CHF" }],
    [`/v1/projects/${projectId}`, { budget: { kind: "time", seconds: 1 } }],
    [`/v1/projects/${projectId}`, { budget: null }],
  ];
  for (const [url, body] of changes) {
    const writing = await hold(db, sql`select hold_entry_rules(${caller.orgId})`);
    const changing = insist(() => caller.patch(url, body));
    await writing.untilItBlocks(1);
    await writing.commit();
    assert.equal((await changing).status, 200);
  }
});
