import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { sql } from "#platform/database/database.ts";
import { entryBody, newProject } from "#test/worlds/factories.ts";
import { type Caller, type Json, testApp, type TestApp } from "#test/worlds/test-app.ts";
import { foldOrganization } from "#tracking/ledger/time-sums/fold-time-sums.ts";

// TAGS_RUNS=1000 searches for several minutes; TAGS_SEED repeats a failed search.
const numRuns = Number(process.env["TAGS_RUNS"] ?? 25);
const seed = Number(process.env["TAGS_SEED"] ?? 20_260_301);

const spellings = ["a", "A", "b", "B", "Été", "été", "c d", "C D", "e"];

/** The tags that a rename must result in: `to` instead of each of `from`, without duplicates. */
function expectedTags(tags: string[], from: string[], to: string): string[] {
  const isRenamed = (tag: string) => from.some((one) => one.toLowerCase() === tag.toLowerCase());
  if (!tags.some(isRenamed)) return tags;
  const after: string[] = [];
  for (const tag of tags) {
    const is = isRenamed(tag) || tag.toLowerCase() === to.toLowerCase() ? to : tag;
    if (!after.some((one) => one.toLowerCase() === is.toLowerCase())) after.push(is);
  }
  return after;
}

/** All data that depends on tags, without ids and times, so that two organizations can be compared. */
async function stateOf({ db }: TestApp, { orgId, get }: Caller): Promise<unknown> {
  const [entries, changes] = await Promise.all([
    db.query(sql`
      select duration_seconds, tags, tag_keys, version from time_entries where org_id = ${orgId} order by duration_seconds`),
    db.query(sql`
      select object -> 'duration_seconds' as entry, object -> 'tags' as tags, object -> 'version' as version, previous
        from changes where org_id = ${orgId} and action = 'time_entry.updated'
       order by object -> 'duration_seconds', object -> 'version'`),
  ]);
  const groups = (await get("/v1/reports/summary?groupBy=tag")).json.groups;
  // Ignores names: if a single statement wrote several spellings of a tag, reports may show any of them.
  const sums = groups.map((group: Json) => JSON.stringify({ ...group, name: null }));
  return { entries, changes, groups: new Set(sums) };
}

test("a rename equals changing each entry separately, and its undo changing each back", async () => {
  const world = await testApp();
  const renaming = fc.record({
    from: fc.uniqueArray(fc.constantFrom(...spellings), { minLength: 1, maxLength: 3 }),
    to: fc.constantFrom(...spellings),
  });
  const entry = fc.record({
    tags: fc.array(fc.constantFrom(...spellings), { maxLength: 4 }),
    isLocked: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(entry, { minLength: 1, maxLength: 8 }),
      fc.array(renaming, { minLength: 1, maxLength: 3 }),
      async (drafts, renamings) => {
        const [together, apart] = [await world.newOrganization(), await world.newOrganization()];
        for (const caller of [together, apart]) {
          const where = await newProject(caller);
          const entries = drafts.map(({ tags, isLocked }, at) =>
            entryBody(where, { tags, durationSeconds: at, startedAt: `2026-0${isLocked ? 1 : 3}-02T09:00:00Z` }),
          );
          assert.equal((await caller.post("/v1/time-entries/batch", { entries })).status, 201);
          assert.equal((await caller.patch("/v1/organization", { lockDate: "2026-02-01" })).status, 200);
        }
        const listed = async (): Promise<Json[]> => (await apart.get("/v1/time-entries")).json.data;
        const change = async (id: string, tags: string[]) =>
          assert.equal((await apart.patch(`/v1/time-entries/${id}`, { tags })).status, 200);
        for (const { from, to } of renamings) {
          const before = await listed();
          const changing = before.filter(({ tags }) => expectedTags(tags, from, to).join() !== tags.join());
          const open = changing.filter(({ locked }) => !locked);
          for (const { id, tags } of open) await change(id, expectedTags(tags, from, to));
          const { json } = await together.post("/v1/tags/rename", { from, to });
          assert.deepEqual([json.changed, json.locked], [open.length, changing.length - open.length]);
          assert.deepEqual(await stateOf(world, together), await stateOf(world, apart));
          if (json.id === null) continue;
          for (const { id, tags } of open) await change(id, tags);
          assert.equal((await together.post("/v1/tags/rename/undo", { id: json.id })).json.changed, open.length);
          assert.deepEqual(await stateOf(world, together), await stateOf(world, apart));
          for (const caller of [together, apart]) await foldOrganization(world.db, caller.orgId);
          assert.deepEqual(await stateOf(world, together), await stateOf(world, apart));
        }
      },
    ),
    { numRuns, seed },
  );
});
