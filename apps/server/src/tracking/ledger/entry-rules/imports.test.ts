import assert from "node:assert/strict";
import { test } from "node:test";
import { newEntry, newProject } from "#test/worlds/factories.ts";
import { applied, previewed, settled, togglCsv, undone } from "#test/worlds/import-files.ts";
import { type Json, testApp } from "#test/worlds/test-app.ts";

const rules = { requireDescription: true, requireTag: true, overlaps: "refuse", latestDays: 0 };

const rows = [
  { time: "09:00:00", seconds: 3600, tags: "ui" },
  { time: "09:30:00", seconds: 3600, description: " " },
  { time: "10:30:00", seconds: 3600, tags: "ui" },
  { time: "12:00:00", seconds: 3600, tags: "ui" },
  { time: "12:00:00", seconds: 3600, tags: "ui", user: "Sam Roe", email: "sam@example.com" },
];

test("an import is stored with marks that its preview counts, whenever its time was", async () => {
  const owner = await (await testApp()).newOrganization();
  const existing = await newEntry(owner, await newProject(owner), { startedAt: "2026-03-02T12:30:00Z" });
  assert.equal((await owner.patch("/v1/organization", { entryRules: rules })).status, 200);
  const { id, preview } = await previewed(owner, togglCsv(rows));
  assert.deepEqual(preview.breaks, [
    { rule: "overlaps", rows: 2 },
    { rule: "requireDescription", rows: 1 },
    { rule: "requireTag", rows: 1 },
  ]);
  // Maps the row to the owner, because only entries of the same person can overlap.
  const people = { "kim@example.com": { userId: owner.userId } };
  assert.equal((await owner.patch(`/v1/imports/${id}`, { people })).status, 200);
  const mapped = await settled(owner, id);
  assert.deepEqual(mapped.preview.breaks[0], { rule: "overlaps", rows: 3 });
  const { status, preview: done } = await applied(owner, id);
  assert.deepEqual([status, done.breaks], ["applied", mapped.preview.breaks]);
  const { data } = (await owner.get("/v1/time-entries?sort=startedAt")).json;
  assert.deepEqual(data.map(({ breaks = [] }: Json) => breaks.join()).toSorted(), [
    "",
    "",
    "",
    "overlaps",
    "overlaps",
    "requireDescription,requireTag,overlaps",
  ]);
  assert.equal((await owner.get("/v1/time-entries?breaks=true")).json.data.length, 3);
  assert.equal((await owner.get(`/v1/time-entries/${existing.id}`)).json.breaks, undefined);
  // Undoing an import is allowed, because it does not count as a late deletion.
  assert.equal((await undone(owner, id)).status, "undone");
  assert.equal((await owner.get("/v1/time-entries")).json.data.length, 1);
});

test("without rules an import marks nothing and its preview counts nothing", async () => {
  const owner = await (await testApp()).newOrganization();
  const { id, preview } = await previewed(owner, togglCsv(rows));
  assert.deepEqual(preview.breaks, []);
  await applied(owner, id);
  assert.equal((await owner.patch("/v1/organization", { entryRules: rules })).status, 200);
  const { data } = (await owner.get("/v1/time-entries")).json;
  assert.ok(data.every((entry: Json) => !("breaks" in entry)));
});
