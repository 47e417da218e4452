import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { assertProblem } from "#test/assert-problem.ts";
import { newEntry, newProject } from "#test/factories.ts";
import { hold } from "#test/hold.ts";
import { type Answer, type Caller, testApp } from "#test/test-app.ts";

const path = "/v1/time-entries";
const begin = "1970-01-01T00:00:00Z";
const idsOf = (answer: Answer): string[] => answer.json.data.map((entry: { id: string }) => entry.id);

async function sync(caller: Caller, since: string, query = ""): Promise<Answer> {
  const answer = await caller.get(`${path}?includeDeleted=true&updatedSince=${since}${query}`);
  assert.equal(answer.status, 200, answer.text);
  return answer;
}

/** An update of an entry as another connection would write it. */
const touch = (id: string) => sql`
  update time_entries
     set description = 'touched', version = version + 1, updated_at = date_trunc('milliseconds', clock_timestamp())
   where id = ${id}`;

test("updatedSince holds what was changed at or after the instant, and only then is there a syncedTo", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller);
  const first = await newEntry(caller, where);
  const second = await newEntry(caller, where);

  assert.equal((await caller.get(path)).json.syncedTo, undefined);
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
  // A change in the millisecond of syncedTo may be answered twice, so that none is left out; let it pass.
  const next = async () => {
    const answer = await sync(caller, synced);
    synced = answer.json.syncedTo;
    return new Set(idsOf(answer));
  };
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

test("syncedTo misses no entry that was being written while it was asked for", async () => {
  const { newOrganization, db } = await testApp();
  const caller = await newOrganization();
  const entry = await newEntry(caller, await newProject(caller));
  const writing = await hold(db, touch(entry.id));
  // Others write and finish meanwhile.
  await newEntry(caller, await newProject(caller));

  const during = await sync(caller, begin);
  assert.equal(during.json.data.find(({ id }: { id: string }) => id === entry.id).description, "");
  await writing.commit();

  const after = await sync(caller, during.json.syncedTo);
  const seen = after.json.data.find(({ id }: { id: string }) => id === entry.id);
  assert.deepEqual([seen?.description, seen?.version], ["touched", 2]);
});

test("the same holds when the writer has begun and not yet written", async () => {
  const { newOrganization, db } = await testApp();
  const caller = await newOrganization();
  const entry = await newEntry(caller, await newProject(caller));
  const writing = await hold(db, sql`select 1`);

  const during = await sync(caller, begin);
  await writing.query(touch(entry.id));
  await writing.commit();

  assert.ok(idsOf(await sync(caller, during.json.syncedTo)).includes(entry.id));
});

test("all pages of one run carry the syncedTo of the first, and what changes between two comes in the next run", async () => {
  const { newOrganization, db } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller);
  const entries = [];
  for (let hour = 0; hour < 6; hour++) {
    entries.push(await newEntry(caller, where, { startedAt: `2026-03-02T0${hour}:00:00Z` }));
  }
  for (const sort of ["-startedAt", "updatedAt", "-updatedAt"]) {
    const seen = new Set<string>();
    const first = await sync(caller, begin, `&limit=2&sort=${sort}`);
    const { syncedTo } = first.json;
    let page = first;
    // One is changed that was answered already, one by a transaction that ends after the last page.
    await caller.patch(`${path}/${idsOf(first)[0]}`, { description: `after the first page, by ${sort}` });
    const open: string = entries.find(({ id }) => !idsOf(first).includes(id)).id;
    const writing = await hold(db, touch(open));
    for (;;) {
      idsOf(page).forEach((id) => seen.add(id));
      assert.equal(page.json.syncedTo, syncedTo);
      if (page.json.nextCursor === null) break;
      page = await sync(caller, begin, `&limit=2&sort=${sort}&cursor=${page.json.nextCursor}`);
    }
    await writing.commit();
    assert.ok(seen.size >= 5, sort);
    const next = idsOf(await sync(caller, syncedTo, "&limit=200"));
    assert.ok(next.includes(idsOf(first)[0] ?? ""), sort);
    assert.ok(next.includes(open), sort);
  }
});

test("a tombstone is in the list of a sync that asks for deleted entries", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const entry = await newEntry(caller, await newProject(caller));
  const { syncedTo } = (await sync(caller, begin)).json;
  await caller.delete(`${path}/${entry.id}`);

  assert.deepEqual(idsOf(await sync(caller, syncedTo)), [entry.id]);
  assert.deepEqual(idsOf(await caller.get(`${path}?updatedSince=${syncedTo}`)), []);
});

test("updatedSince takes instants with an offset and nothing else", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  for (const since of ["2026-03-01", "2026-03-01T09:00:00", "yesterday", "", "1969-12-31T00:00:00Z"]) {
    assertProblem(await caller.get(`${path}?updatedSince=${since}`), 422, "validation_failed", ["/updatedSince"]);
  }
  assert.equal((await caller.get(`${path}?updatedSince=2026-03-01T09:00:00%2B02:00`)).status, 200);
});
