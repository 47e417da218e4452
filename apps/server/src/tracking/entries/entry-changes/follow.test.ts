import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { newEntry, newProject } from "#test/worlds/factories.ts";
import { hold } from "#test/databases/hold.ts";
import { type Answer, type Caller, testApp } from "#test/worlds/test-app.ts";

const path = "/v1/time-entries";
const changes = `${path}/changes`;
const begin = "1970-01-01T00:00:00Z";
const idsOf = (answer: Answer): string[] => answer.json.data.map((entry: { id: string }) => entry.id);

async function sync(caller: Caller, since: string, query = ""): Promise<Answer> {
  const answer = await caller.get(`${changes}?since=${since}${query}`);
  assert.equal(answer.status, 200, answer.text);
  return answer;
}

const touch = (id: string) => sql`
  update time_entries
     set description = 'touched', version = version + 1, updated_at = date_trunc('milliseconds', clock_timestamp())
   where id = ${id}`;

test("since returns the entries changed at or after the instant", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller);
  const first = await newEntry(caller, where);
  const second = await newEntry(caller, where);

  const answer = await sync(caller, second.updatedAt);
  assert.ok(idsOf(answer).includes(second.id));
  assert.equal(idsOf(answer).includes(first.id), first.updatedAt === second.updatedAt);
  assert.match(answer.json.syncedTo, /^\d{4}-.*Z$/);
  const later = new Date(Date.parse(second.updatedAt) + 1).toISOString();
  assert.deepEqual(idsOf(await sync(caller, later)), []);
});

test("from one syncedTo to the next come creations, changes, deletions and restores", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller);
  const [kept, changed, deleted] = [
    await newEntry(caller, where),
    await newEntry(caller, where),
    await newEntry(caller, where),
  ];
  let synced = (await sync(caller, begin)).json.syncedTo;
  const next = async () => {
    const answer = await sync(caller, synced);
    synced = answer.json.syncedTo;
    return new Set(idsOf(answer));
  };
  // Waits for the next millisecond, because a change in the same millisecond as syncedTo may be returned twice.
  while (Date.parse((await sync(caller, begin)).json.syncedTo) <= Date.parse(deleted.updatedAt));
  await next();

  await caller.patch(`${path}/${changed.id}`, { description: "x" });
  await caller.delete(`${path}/${deleted.id}`);
  const made = await newEntry(caller, where);
  const seen = await next();
  for (const { id } of [changed, deleted, made]) assert.ok(seen.has(id));
  assert.equal(seen.has(kept.id), false);
  await caller.post(`${path}/${deleted.id}/restore`);
  assert.ok((await next()).has(deleted.id));
});

test("syncedTo misses no entry that was being written when it was requested", async () => {
  const { newOrganization, db } = await testApp();
  const caller = await newOrganization();
  const entry = await newEntry(caller, await newProject(caller));
  const writing = await hold(db, touch(entry.id));
  // This entry's transaction commits while `writing` is still open.
  await newEntry(caller, await newProject(caller));

  const during = await sync(caller, begin);
  assert.equal(during.json.data.find(({ id }: { id: string }) => id === entry.id).description, "");
  await writing.commit();

  const after = await sync(caller, during.json.syncedTo);
  const seen = after.json.data.find(({ id }: { id: string }) => id === entry.id);
  assert.deepEqual([seen?.description, seen?.version], ["touched", 2]);
});

test("the same is true if the writer has begun but not yet written", async () => {
  const { newOrganization, db } = await testApp();
  const caller = await newOrganization();
  const entry = await newEntry(caller, await newProject(caller));
  const writing = await hold(db, sql`select 1`);

  const during = await sync(caller, begin);
  await writing.query(touch(entry.id));
  await writing.commit();

  assert.ok(idsOf(await sync(caller, during.json.syncedTo)).includes(entry.id));
});

test("all pages of one run have the syncedTo of the first, and changes in between come in the next run", async () => {
  const { newOrganization, db } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller);
  const entries = [];
  for (let hour = 0; hour < 6; hour++) {
    entries.push(await newEntry(caller, where, { startedAt: `2026-03-02T0${hour}:00:00Z` }));
  }
  const seen = new Set<string>();
  const first = await sync(caller, begin, "&limit=2");
  const { syncedTo } = first.json;
  let page = first;
  // Changes an entry that was already returned, and keeps a transaction open until after the last page.
  await caller.patch(`${path}/${idsOf(first)[0]}`, { description: "after the first page" });
  const open: string = entries.find(({ id }) => !idsOf(first).includes(id)).id;
  const writing = await hold(db, touch(open));
  for (;;) {
    idsOf(page).forEach((id) => seen.add(id));
    assert.equal(page.json.syncedTo, syncedTo);
    if (page.json.nextCursor === null) break;
    page = await sync(caller, begin, `&limit=2&cursor=${page.json.nextCursor}`);
  }
  await writing.commit();
  assert.ok(seen.size >= 5);
  const next = idsOf(await sync(caller, syncedTo, "&limit=200"));
  assert.ok(next.includes(idsOf(first)[0] ?? ""));
  assert.ok(next.includes(open));
});

test("a deleted entry is returned with its id and times; a first run returns none", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const entry = await newEntry(caller, await newProject(caller), { description: "secret" });
  const { syncedTo } = (await sync(caller, begin)).json;
  await caller.delete(`${path}/${entry.id}`);

  const [told, ...others] = (await sync(caller, syncedTo)).json.data;
  assert.deepEqual(others, []);
  assert.deepEqual(Object.keys(told), ["id", "deletedAt", "updatedAt"]);
  assert.equal(told.id, entry.id);
  const first = await caller.get(changes);
  assert.deepEqual([first.status, idsOf(first)], [200, []]);
});

test("since accepts only instants with an offset", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  for (const since of ["2026-03-01", "2026-03-01T09:00:00", "yesterday", "", "1969-12-31T00:00:00Z"]) {
    assertProblem(await caller.get(`${changes}?since=${since}`), 422, "validation_failed", ["/since"]);
  }
  assert.equal((await caller.get(`${changes}?since=2026-03-01T09:00:00%2B02:00`)).status, 200);
});

test("lists return entries only, without synchronization", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  assertProblem(await caller.get(`${path}?updatedSince=${begin}`), 422, "unknown_parameter", ["/updatedSince"]);
  assert.deepEqual(Object.keys((await caller.get(path)).json), ["data", "nextCursor"]);
});

test("a cursor continues only with the filters and the since of its page", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller);
  for (let count = 0; count < 3; count++) await newEntry(caller, where);
  const { nextCursor } = (await caller.get(`${changes}?limit=1`)).json;
  assert.equal((await caller.get(`${changes}?limit=2&cursor=${nextCursor}`)).status, 200);
  for (const query of [`since=${begin}`, "billable=true"])
    assertProblem(await caller.get(`${changes}?${query}&cursor=${nextCursor}`), 422, "validation_failed", ["/cursor"]);
});

test("an entry that no longer matches the filters is returned as gone if it did before", async () => {
  const { newOrganization, newMember } = await testApp();
  const owner = await newOrganization();
  const member = await newMember(owner, "member");
  const [where, other] = [await newProject(owner), await newProject(owner)];
  const moves: [string, object][] = [
    [`projectId=${where.projectId}`, other],
    ["billable=true", { billable: false }],
    ["tag=sales", { tags: ["ops"] }],
    ["q=call", { description: "mail" }],
    ["to=2026-03-02T12:00:00Z", { startedAt: "2026-03-03T09:00:00Z" }],
    ["externalRef=a-1", { externalRef: null }],
    [`userId=${owner.userId}`, { userId: member.userId }],
  ];
  for (const [filter, change] of moves) {
    const fits = { tags: ["Sales"], description: "a call", externalRef: "a-1" };
    const entry = await newEntry(owner, where, fits);
    const never = await newEntry(owner, other, {
      billable: false,
      startedAt: "2026-03-04T09:00:00Z",
      userId: member.userId,
    });
    const { syncedTo } = (await sync(owner, begin, `&${filter}`)).json;
    await owner.patch(`${path}/${never.id}`, { durationSeconds: 5 });
    const changed = await owner.patch(`${path}/${entry.id}`, change);
    assert.equal(changed.status, 200, changed.text);
    const { data } = (await sync(owner, syncedTo, `&${filter}`)).json;
    assert.deepEqual(data, [{ id: entry.id, gone: true, updatedAt: data[0]?.updatedAt }], filter);
    assert.ok(Date.parse(data[0]?.updatedAt) >= Date.parse(changed.json.updatedAt));
    await owner.delete(`${path}/${entry.id}`);
  }
});

test("a member gets others' entries only as gone, after its own was given away", async () => {
  const { newOrganization, newMember } = await testApp();
  const owner = await newOrganization();
  const member = await newMember(owner, "member");
  const where = await newProject(owner);
  const [own, theirs] = [await newEntry(member, where), await newEntry(owner, where)];
  const { syncedTo } = (await sync(member, begin)).json;
  for (const { id } of [own, theirs]) {
    assert.equal((await owner.patch(`${path}/${id}`, { userId: owner.userId, description: "taken" })).status, 200);
  }
  const { data } = (await sync(member, syncedTo)).json;
  assert.deepEqual(
    data.map(({ id, gone }: { id: string; gone?: true }) => [id, gone]),
    [[own.id, true]],
  );
});
