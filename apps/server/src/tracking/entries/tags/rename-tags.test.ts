import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { newEntry, newProject } from "#test/worlds/factories.ts";
import { hold } from "#test/databases/hold.ts";
import { type Caller, type Json, testApp } from "#test/worlds/test-app.ts";

const path = "/v1/tags/rename";

/** Creates an entry for each list of tags, in ascending order of their starts. */
async function newTagged(caller: Caller, ...lists: string[][]): Promise<Json> {
  const where = await newProject(caller);
  const made = [];
  for (const [at, tags] of lists.entries())
    made.push(await newEntry(caller, where, { tags, startedAt: `2026-03-0${at + 1}T09:00:00Z` }));
  return made;
}

async function tagsOf(caller: Caller): Promise<string[][]> {
  const { data } = (await caller.get("/v1/time-entries?sort=startedAt&limit=200")).json;
  return data.map(({ tags }: Json) => tags);
}

async function post(caller: Caller, url: string, body?: object): Promise<Json> {
  const { status, json, text } = await caller.post(url, body);
  assert.equal(status, 200, text);
  return json;
}

test("tags are merged into one at the position of the first, and every entry has its change row", async () => {
  const { db, newOrganization } = await testApp();
  const caller = await newOrganization();
  const entries = await newTagged(caller, ["a", "ui", "x", "Interface"], ["UX"], ["interface", "ux"], ["other"]);

  const { id, ...counts } = await post(caller, path, { from: ["UI", "interface"], to: "UX" });

  assert.match(id, /^rename_[0-9a-z]+$/);
  assert.deepEqual(counts, { dryRun: false, changed: 2, locked: 0 });
  assert.deepEqual(await tagsOf(caller), [["a", "UX", "x"], ["UX"], ["UX"], ["other"]]);
  const changes = await db.query<Json>(sql`
    select target_id, object -> 'tags' as tags, previous, (object ->> 'version')::int as version, key_id from changes
     where org_id = ${caller.orgId} and action = 'time_entry.updated' order by target_id`);
  assert.deepEqual(changes, [
    {
      target_id: entries[0].id,
      tags: ["a", "UX", "x"],
      previous: { tags: ["a", "ui", "x", "Interface"], tag_keys: ["a", "ui", "x", "interface"] },
      version: 2,
      key_id: caller.keyId,
    },
    {
      target_id: entries[2].id,
      tags: ["UX"],
      previous: { tags: ["interface", "ux"], tag_keys: ["interface", "ux"] },
      version: 2,
      key_id: caller.keyId,
    },
  ]);
  const [event] = (await caller.get("/v1/audit-events?action=tags.renamed")).json.data;
  assert.deepEqual(event.details, {
    renameId: id,
    from: ["UI", "interface"],
    to: "UX",
    entries: 2,
    locked: 0,
  });
  const { groups } = (await caller.get("/v1/reports/summary?groupBy=tag")).json;
  const sums = groups.map(({ key, entries: count }: Json) => [key, count]);
  assert.deepEqual(
    new Map(sums),
    new Map([
      ["ux", 3],
      ["a", 1],
      ["x", 1],
      ["other", 1],
    ]),
  );
});

test("changing the spelling of a tag is a rename, and keeping it isn't", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  await newTagged(caller, ["deep work"], ["Deep Work"]);
  assert.equal((await post(caller, path, { from: ["DEEP WORK"], to: " Deep Work " })).changed, 1);
  assert.deepEqual(await tagsOf(caller), [["Deep Work"], ["Deep Work"]]);
  assert.deepEqual(await post(caller, path, { from: ["deep work"], to: "Deep Work" }), {
    id: null,
    dryRun: false,
    changed: 0,
    locked: 0,
  });
});

test("a dry run counts and writes nothing", async () => {
  const { db, newOrganization } = await testApp();
  const caller = await newOrganization();
  await newTagged(caller, ["a"], ["b"], ["a", "b"]);
  const state = () => db.query(sql`select * from changes where org_id = ${caller.orgId} order by id`);
  const before = await state();
  assert.deepEqual(await post(caller, path, { from: ["a"], to: "c", dryRun: true }), {
    id: null,
    dryRun: true,
    changed: 2,
    locked: 0,
  });
  assert.deepEqual([await tagsOf(caller), await state()], [[["a"], ["b"], ["a", "b"]], before]);
});

test("locked and deleted entries keep their tags, and a rename that affects no others leaves no trace", async () => {
  const { db, newOrganization } = await testApp();
  const caller = await newOrganization();
  const [, , third] = await newTagged(caller, ["a"], ["a"], ["a"]);
  await caller.delete(`/v1/time-entries/${third.id}`);
  assert.equal((await caller.patch("/v1/organization", { lockDate: "2026-03-02" })).status, 200);
  const { id, ...first } = await post(caller, path, { from: ["a"], to: "b" });
  assert.deepEqual(first, { dryRun: false, changed: 1, locked: 1 });
  assert.deepEqual(await tagsOf(caller), [["a"], ["b"]]);
  const again = await post(caller, path, { from: ["a"], to: "b" });
  assert.deepEqual(again, { id: null, dryRun: false, changed: 0, locked: 1 });
  const renames = await db.query<Json>(sql`select id from tag_renames where org_id = ${caller.orgId}`);
  assert.deepEqual(renames, [{ id }]);
});

test("a member renames the tags of its own entries only", async () => {
  const { newOrganization, newMember } = await testApp();
  const owner = await newOrganization();
  const member = await newMember(owner, "member");
  const [{ projectId, taskId }] = await newTagged(owner, ["a"]);
  await newEntry(member, { projectId, taskId }, { tags: ["a"] });
  const { id, changed } = await post(member, path, { from: ["a"], to: "b" });
  assert.equal(changed, 1);
  assert.deepEqual([await tagsOf(member), await tagsOf(owner)], [[["b"]], [["a"], ["b"]]]);
  const all = await post(owner, path, { from: ["a", "b"], to: "c" });
  assert.equal(all.changed, 2);
  // Like renaming, undoing changes only entries that the caller may change.
  assert.deepEqual((await post(member, "/v1/tags/rename/undo", { id: all.id })).changed, 1);
  assert.deepEqual(await tagsOf(owner), [["c"], ["b"]]);
  assert.equal((await post(owner, "/v1/tags/rename/undo", { id })).changed, 1);
  assert.deepEqual(await tagsOf(owner), [["c"], ["a"]]);
});

test("an undo restores merged tags unless they were changed since, and can be undone itself", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const former = [["a"], ["b"], ["x", "a", "B"], ["a"], ["b"], ["c"]];
  const entries = await newTagged(caller, ...former);
  const { id } = await post(caller, path, { from: ["a", "b"], to: "c" });
  assert.equal((await caller.patch(`/v1/time-entries/${entries[2].id}`, { description: "other" })).status, 200);
  assert.equal((await caller.patch(`/v1/time-entries/${entries[3].id}`, { tags: ["new"] })).status, 200);
  assert.equal((await caller.delete(`/v1/time-entries/${entries[4].id}`)).status, 204);

  const { id: undo, ...counts } = await post(caller, "/v1/tags/rename/undo", { id });

  assert.deepEqual(counts, { changed: 3, locked: 0, skipped: 2 });
  assert.deepEqual(await tagsOf(caller), [["a"], ["b"], ["x", "a", "B"], ["new"], ["c"]]);
  const nothing = await post(caller, "/v1/tags/rename/undo", { id });
  assert.deepEqual(nothing, { id: null, changed: 0, locked: 0, skipped: 5 });
  assert.equal((await post(caller, "/v1/tags/rename/undo", { id: undo })).changed, 3);
  assert.deepEqual(await tagsOf(caller), [["c"], ["c"], ["x", "c"], ["new"], ["c"]]);
});

test("entries that were locked since the rename keep their tags when it is undone", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  await newTagged(caller, ["a"], ["a"]);
  const { id } = await post(caller, path, { from: ["a"], to: "b" });
  assert.equal((await caller.patch("/v1/organization", { lockDate: "2026-03-02" })).status, 200);
  const { id: _, ...counts } = await post(caller, "/v1/tags/rename/undo", { id });
  assert.deepEqual(counts, { changed: 1, locked: 1, skipped: 0 });
  assert.deepEqual(await tagsOf(caller), [["b"], ["a"]]);
});

test("a rename waits for an entry that is being changed, and uses its new tags", async () => {
  const { db, newOrganization } = await testApp();
  const caller = await newOrganization();
  const [entry] = await newTagged(caller, ["a"]);
  const changing = await hold(
    db,
    sql`update time_entries set tags = '{a,z}', tag_keys = '{a,z}' where org_id = ${caller.orgId} and id = ${entry.id}`,
  );
  const renaming = caller.post(path, { from: ["a"], to: "b" });
  await changing.untilItBlocks(1);
  await changing.commit();
  assert.equal((await renaming).json.changed, 1);
  assert.deepEqual(await tagsOf(caller), [["b", "z"]]);
});

test("a rename is refused without tags, with tags that no entry can have, and with an unknown id", async () => {
  const { newOrganization } = await testApp();
  const [caller, stranger] = [await newOrganization(), await newOrganization()];
  await newTagged(stranger, ["a"]);
  const foreign = (await post(stranger, path, { from: ["a"], to: "b" })).id;
  assertProblem(await caller.post(path, { from: ["a"] }), 400, "missing_field", ["/to"]);
  for (const [pointer, body] of [
    ["/from", { from: [], to: "b" }],
    ["/from", { from: "a", to: "b" }],
    ["/from/0", { from: [" "], to: "b" }],
    ["/to", { from: ["a"], to: "x".repeat(51) }],
    ["/dryRun", { from: ["a"], to: "b", dryRun: 1 }],
  ] as const) {
    assertProblem(await caller.post(path, body), 422, "validation_failed", [pointer]);
  }
  for (const id of [foreign, "rename_0", "%00"])
    assertProblem(await caller.post("/v1/tags/rename/undo", { id }), 404, "not_found", ["/id"]);
});

test("a rename of more entries than fit into a block changes and undoes them all", async () => {
  const { db, newOrganization } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller);
  for (let batch = 0; batch < 3; batch++) {
    const entries = Array.from({ length: 500 }, () => ({
      ...where,
      startedAt: "2026-03-02T09:00:00Z",
      durationSeconds: 60,
      tags: ["a"],
    }));
    assert.equal((await caller.post("/v1/time-entries/batch", { entries })).status, 201);
  }
  const { id, changed } = await post(caller, path, { from: ["a"], to: "b" });
  const undone = await post(caller, "/v1/tags/rename/undo", { id });
  assert.deepEqual([changed, undone.changed, undone.skipped], [1500, 1500, 0]);
  const [row] = await db.query(sql`
    select count(*) as rows, count(distinct id) as ids, count(distinct target_id) as entries from changes
     where org_id = ${caller.orgId} and action = 'time_entry.updated'`);
  assert.deepEqual(row, { rows: 3000, ids: 3000, entries: 1500 });
  assert.deepEqual(await db.query(sql`select distinct tags from time_entries where org_id = ${caller.orgId}`), [
    { tags: ["a"] },
  ]);
});
