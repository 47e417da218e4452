import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { scopes } from "#identity/access.ts";
import { type DatabasePool, sql } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import { newEntry, newProject } from "#test/worlds/factories.ts";
import { createSteppedDatabase } from "#test/databases/step-clock.ts";
import { hold, type Held } from "#test/databases/hold.ts";
import { type Caller, type Json, newTestApp, testApp } from "#test/worlds/test-app.ts";
import { boundOf, decodePosition } from "./position.ts";
import { listMoved } from "./stream/queries.ts";
import { assertFits, eventsOf } from "#test/deliveries/webhook-events.ts";

/** Reads all events after a cursor. Returns them with the cursor after the last one. */
async function readAll(caller: Caller, cursor?: string, query = ""): Promise<{ data: Json[]; cursor: string }> {
  const data: Json[] = [];
  let next: string | null | undefined = cursor;
  for (;;) {
    const { status, json, text } = await caller.get(`/v1/events?${query}${next ? `&cursor=${next}` : ""}`);
    assert.equal(status, 200, text);
    data.push(...json.data);
    next = json.nextCursor;
    if (next === null) return { data, cursor: json.resumeCursor };
  }
}

const fromNow = async (caller: Caller) => (await readAll(caller, "now")).cursor;
const named = (events: Json[]): string[] => events.map(({ type }) => String(type)).toSorted();

test("the events are the same as the caller's webhook gets, byte for byte, oldest first", async () => {
  const owner = await (await testApp()).newOrganization();
  const cursor = await fromNow(owner);
  const sent = await eventsOf(owner, {}, async () => {
    const entry = await newEntry(owner, await newProject(owner));
    await owner.patch(`/v1/time-entries/${entry.id}`, { description: "Design" });
    await owner.delete(`/v1/time-entries/${entry.id}`);
    await owner.post(`/v1/time-entries/${entry.id}/restore`);
    await owner.patch("/v1/organization", { lockDate: "2025-01-01" });
  });
  const { data } = await readAll(owner, cursor, "limit=2");
  assert.deepEqual(
    new Map(data.map((event) => [event.id, JSON.stringify(event)])),
    new Map(sent.map((event) => [event.id, JSON.stringify(event)])),
  );
  const times = data.map(({ timestamp }) => Date.parse(timestamp));
  assert.deepEqual(
    times,
    times.toSorted((a, b) => a - b),
  );
  assert.equal(data.length, 7);
});

test("a list begins 30 days ago; its end returns a cursor to continue with", async () => {
  const { db, newOrganization } = await testApp();
  const owner = await newOrganization();
  await newProject(owner);
  for (const [id, days] of [
    ["evt_old", 31],
    ["evt_young", 29],
  ] as const) {
    await db.query(sql`
      insert into changes (org_id, id, action, target_id, object, at)
      select org_id, ${id}, action, target_id, object, now() - make_interval(days => ${days}) from changes
       where org_id = ${owner.orgId} and action = 'project.created' limit 1`);
  }
  const first = await readAll(owner, undefined, "limit=1");
  assert.deepEqual(named(first.data), ["member.added", "project.created", "project.created", "task.created"]);
  assert.equal(first.data[0].id, "evt_young");
  assert.deepEqual(await readAll(owner, first.cursor).then(({ data }) => data), []);
  await owner.post("/v1/clients", { name: "Acme" });
  assert.deepEqual(named((await readAll(owner, first.cursor)).data), ["client.created"]);
});

test("a page read late continues to what has happened since", async () => {
  const owner = await (await testApp()).newOrganization();
  await newProject(owner);
  const { nextCursor } = (await owner.get("/v1/events?limit=1")).json;
  await owner.post("/v1/clients", { name: "Acme" });
  assert.deepEqual(named((await readAll(owner, nextCursor)).data), [
    "client.created",
    "project.created",
    "task.created",
  ]);
});

test("`types` filters the list, and a type that the key may not read is refused", async () => {
  const { newOrganization, newMember, newKey } = await testApp();
  const owner = await newOrganization();
  await newProject(owner);
  assert.deepEqual(named((await readAll(owner, undefined, "types=task.created,client.created")).data), [
    "task.created",
  ]);
  const member = await newMember(owner, "member");
  const refused = await member.get("/v1/events?types=member.added");
  assert.deepEqual([refused.status, refused.json.code], [403, "forbidden"]);
  const key = await newKey(owner, ["projects:read"]);
  const lacking = await key.get("/v1/events?types=timer.started");
  assert.deepEqual([lacking.status, lacking.json.code], [403, "insufficient_scope"]);
  assert.equal((await key.get("/v1/events?types=webhook.test")).status, 422);
  const { cursor } = await readAll(owner, undefined, "types=task.created");
  assert.equal((await owner.get(`/v1/events?cursor=${cursor}`)).json.errors[0].code, "other_list");
  assert.equal((await owner.get("/v1/events?cursor=abc")).json.errors[0].code, "bad_cursor");
});

test("a cursor older than 30 days is refused, instead of silently leaving events out", async () => {
  let days = 0;
  const { newOrganization } = await newTestApp({ now: () => new Date(Date.now() + days * 86_400_000) });
  const owner = await newOrganization();
  const cursor = await fromNow(owner);
  days = 32;
  const refused = await owner.get(`/v1/events?cursor=${cursor}`);
  assert.deepEqual([refused.status, refused.json.errors[0].code], [422, "expired_cursor"]);
});

test("each role gets what it may read now: scopes, others' entries, hidden projects, money", async () => {
  const { newOrganization, newMember, newKey } = await testApp();
  const owner = await newOrganization();
  const [member, viewer, manager] = [
    await newMember(owner, "member"),
    await newMember(owner, "viewer"),
    await newMember(owner, "manager"),
  ];
  const open = await newProject(owner);
  const hidden = await newProject(owner, { visibility: "members", memberIds: [] });
  const cursor = await fromNow(owner);
  const mine = await newEntry(member, open);
  const others = await newEntry(owner, open);
  const secret = await newEntry(owner, hidden);
  await owner.patch(`/v1/projects/${hidden.projectId}`, { name: "Secret" });
  await owner.patch(`/v1/tasks/${hidden.taskId}`, { name: "Secret" });
  await owner.post("/v1/timer", hidden);

  const told = async (caller: Caller) =>
    (await readAll(caller, cursor)).data.map(({ type, data }) => `${type} ${data.object.id ?? ""}`);
  const entries = [mine.id, others.id, secret.id].map((id) => `time_entry.created ${id}`);
  const ofHidden = [`project.updated ${hidden.projectId}`, `task.updated ${hidden.taskId}`, "timer.started "];
  assert.deepEqual((await told(owner)).toSorted(), [...entries, ...ofHidden].toSorted());
  assert.deepEqual((await told(manager)).toSorted(), [...entries, ...ofHidden].toSorted());
  assert.deepEqual((await told(viewer)).toSorted(), entries.slice(0, 2).toSorted());
  assert.deepEqual(await told(member), entries.slice(0, 1));
  assert.deepEqual(await told(await newKey(owner, ["projects:read"])), ofHidden.slice(0, 2));
  assert.deepEqual(await told(await newKey(owner, [])), []);

  const money = async (caller: Caller) => (await readAll(caller, cursor)).data[0].data.object.amountMinor;
  assert.equal(await money(owner), 0);
  assert.equal(
    await money(
      await newKey(
        owner,
        scopes.filter((scope) => scope !== "costs:read"),
      ),
    ),
    undefined,
  );
  assert.equal(await money(member), undefined);

  await owner.patch(`/v1/projects/${hidden.projectId}`, { memberIds: [viewer.userId] });
  assert.ok((await told(viewer)).includes(entries[2] ?? ""));
  await owner.delete(`/v1/timer`);
  await owner.delete(`/v1/time-entries/${secret.id}`);
});

test("a member who does not see a project gets neither its deletion nor, from previous values, its id", async () => {
  const { newOrganization, newMember } = await testApp();
  const owner = await newOrganization();
  const viewer = await newMember(owner, "viewer");
  const [open, hidden, gone] = [
    await newProject(owner),
    await newProject(owner, { visibility: "members", memberIds: [] }),
    await newProject(owner, { visibility: "members", memberIds: [] }),
  ];
  const entry = await newEntry(owner, hidden);
  const cursor = await fromNow(owner);
  await owner.patch(`/v1/time-entries/${entry.id}`, open);
  await owner.delete(`/v1/projects/${gone.projectId}`);
  const { data } = await readAll(viewer, cursor);
  assert.deepEqual(named(data), ["time_entry.updated"]);
  assert.equal(data[0].data.previous, undefined);
  assert.deepEqual(named((await readAll(owner, cursor)).data), [
    "project.deleted",
    "task.deleted",
    "time_entry.updated",
  ]);
});

/** A writer's next step (begin and write, write again, or end its transaction), or a poll with pages of `limit`. */
type Step = { writer: number; rollsBack: boolean } | { limit: number };

function change(orgId: string, id: string) {
  const client = {
    org_id: orgId,
    id: newId("client"),
    name: id,
    note: "",
    archived: false,
    version: 1,
    created_at: "2026-03-01T08:00:00Z",
    updated_at: "2026-03-01T08:00:00Z",
  };
  return sql`insert into changes (org_id, id, action, target_id, object) values (${orgId}, ${id}, 'client.created', ${client.id}, ${JSON.stringify(client)})`;
}

async function followWriters(db: DatabasePool, caller: Caller, steps: Step[]): Promise<void> {
  const held = new Map<number, { transaction: Held; ids: string[] }>();
  const committed: string[] = [];
  const read: string[] = [];
  let cursor = await fromNow(caller);
  const end = async (writer: number, rollsBack: boolean) => {
    const one = held.get(writer);
    if (one === undefined) return;
    held.delete(writer);
    if (rollsBack) return one.transaction.rollback();
    await one.transaction.commit();
    committed.push(...one.ids);
  };
  const poll = async (limit: number) => {
    const page = await readAll(caller, cursor, `limit=${limit}`);
    for (const event of page.data) assertFits(event);
    read.push(...page.data.map(({ id }) => id));
    cursor = page.cursor;
    assert.deepEqual(read.toSorted(), committed.toSorted());
  };
  for (const step of steps) {
    if ("limit" in step) {
      await poll(step.limit);
      continue;
    }
    const one = held.get(step.writer);
    const id = newId("evt");
    if (one === undefined) held.set(step.writer, { transaction: await hold(db, change(caller.orgId, id)), ids: [id] });
    else if (one.ids.length === 1) {
      await one.transaction.query(change(caller.orgId, id));
      one.ids.push(id);
    } else await end(step.writer, step.rollsBack);
  }
  for (const writer of held.keys()) await end(writer, false);
  await poll(200);
}

test("a reader that follows the cursor gets each commit once, however long others take", async () => {
  const { db, newOrganization } = await testApp();
  const step = fc.oneof(
    { weight: 3, arbitrary: fc.record({ writer: fc.nat(3), rollsBack: fc.boolean() }) },
    { weight: 1, arbitrary: fc.record({ limit: fc.integer({ min: 1, max: 3 }) }) },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) =>
      followWriters(db, await newOrganization(), steps),
    ),
    { numRuns: 15 },
  );
});

test("after another run of the database server events are repeated rather than missed", async () => {
  const owner = await (await testApp()).newOrganization();
  const cursor = await fromNow(owner);
  await owner.post("/v1/clients", { name: "Acme" });
  const parts = JSON.parse(Buffer.from(cursor, "base64url").toString());
  parts[2] = "another run";
  parts[3] = "9000000000:9000000000:";
  const other = Buffer.from(JSON.stringify(parts)).toString("base64url");
  const { data, cursor: next } = await readAll(owner, other);
  assert.ok(named(data).includes("client.created"));
  assert.deepEqual((await readAll(owner, next)).data, []);
});

test("after a dump was loaded, whose transactions had higher numbers, no event is repeated", async () => {
  const { db, newOrganization } = await testApp();
  const owner = await newOrganization();
  await db.query(sql`
    insert into changes (org_id, id, at, action, target_id, object, made_in)
    values (${owner.orgId}, ${newId("evt")}, now(), 'client.updated', 'client_1', '{"id": "client_1"}', '900000000000')`);
  const { cursor } = await readAll(owner, await fromNow(owner));
  await owner.post("/v1/clients", { name: "Acme" });
  const { data, cursor: next } = await readAll(owner, cursor);
  assert.deepEqual(named(data), ["client.created"]);
  assert.deepEqual((await readAll(owner, next)).data, []);
  const position = decodePosition(next, boundOf(undefined), "/cursor");
  assert.deepEqual(await listMoved(db, new Map([[owner.orgId, position]])), []);
});

test("events that were written after the clock was set back are not missed, nor after it was set right", async () => {
  const { db, step } = await createSteppedDatabase();
  const owner = await (await newTestApp({ db })).newOrganization();
  await newProject(owner);
  let cursor = await fromNow(owner);
  const next = async (query = "") => {
    const read = await readAll(owner, cursor, query);
    ({ cursor } = read);
    return named(read.data);
  };
  await step("-5 minutes");
  await owner.post("/v1/clients", { name: "Acme" });
  await newProject(owner);
  const late = cursor;
  assert.deepEqual(await next("limit=1"), ["client.created", "project.created", "task.created"]);
  assert.deepEqual(await next(), []);
  await owner.post("/v1/clients", { name: "Beta" });
  await step("0");
  assert.deepEqual(await next(), ["client.created"]);
  cursor = late;
  assert.deepEqual(await next("limit=1"), ["client.created", "client.created", "project.created", "task.created"]);
});
