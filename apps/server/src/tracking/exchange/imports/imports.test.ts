import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { newProject } from "#test/worlds/factories.ts";
import { applied, previewed, settled, togglCsv, undone } from "#test/worlds/import-files.ts";
import { type Caller, type Json, testApp } from "#test/worlds/test-app.ts";
import { projectColors } from "@stint/grammar/project-colors.ts";
import { dropOldFiles } from "./worker/drop-old-files.ts";

const rows = [
  { seconds: 3600, tags: "ui, Backend" },
  { seconds: 3600, tags: "ui, Backend" },
  { seconds: 1800, project: "", task: "", client: "", user: "Sam Roe", email: "sam@example.com" },
  { seconds: 90, date: "2026-02-28", billable: "No" as const, task: "Review" },
];

async function newCaller(): Promise<Caller> {
  const { newOrganization } = await testApp();
  return newOrganization();
}

test("a preview shows everything that applying makes, and writes nothing", async () => {
  const caller = await newCaller();
  const { status, preview, people, questions, source, failure } = await previewed(caller, togglCsv(rows));
  assert.deepEqual([status, failure, source, questions], ["previewed", null, "toggl", []]);
  assert.deepEqual(preview.creates, { clients: 1, projects: 2, tasks: 3, tags: 2, people: 2, entries: 4 });
  const all = { rows: 4, seconds: 9090 };
  assert.partialDeepStrictEqual(preview.totals, { source: all, imported: all });
  assert.deepEqual(
    preview.totals.months.map(({ month, source: { rows: count } }: { month: string; source: { rows: number } }) => [
      month,
      count,
    ]),
    [
      ["2026-02", 1],
      ["2026-03", 3],
    ],
  );
  assert.deepEqual(
    people.map(({ key, becomes, isKnown }: { key: string; becomes: object; isKnown: boolean }) => [
      key,
      becomes,
      isKnown,
    ]),
    [
      ["kim@example.com", { inactive: true }, false],
      ["sam@example.com", { inactive: true }, false],
    ],
  );
  for (const path of ["/v1/time-entries", "/v1/projects", "/v1/clients"])
    assert.deepEqual((await caller.get(path)).json.data, [], path);
});

test("the new projects of an import have different colours", async () => {
  const caller = await newCaller();
  await newProject(caller);
  const { id } = await previewed(caller, togglCsv(rows));
  await applied(caller, id);
  const { data } = (await caller.get("/v1/projects")).json;
  const colors = data.map(({ color }: { color: string }) => color);
  assert.deepEqual([colors.length, new Set(colors)], [3, new Set(projectColors.slice(0, 3))]);
});

test("an import makes what it previewed, and proves it", async () => {
  const caller = await newCaller();
  const { id } = await previewed(caller, togglCsv(rows));
  const { status, proof, appliedAt, failure } = await applied(caller, id);
  assert.deepEqual([status, failure, proof], ["applied", null, { isExact: true, differences: [] }]);
  assert.ok(appliedAt);
  const { data } = (await caller.get("/v1/time-entries")).json;
  assert.deepEqual(
    data.map(({ durationSeconds }: { durationSeconds: number }) => durationSeconds).toSorted(),
    [1800, 3600, 3600, 90],
  );
  const { totals } = (await caller.get("/v1/reports/summary")).json;
  assert.partialDeepStrictEqual(totals, { seconds: 9090, entries: 4 });
});

test("a person without accepted rows does not become a member", async () => {
  const caller = await newCaller();
  const csv = togglCsv([{}, { user: "Mara Lind", email: "mara@example.com" }]);
  const made = await previewed(caller, csv.replace(/("mara@example.com".*?)"2026-03-02"/, '$1"2026-02-30"'));
  assert.deepEqual([made.preview.leftOut[0].reason, made.preview.creates.people], ["unreadable", 1]);
  await applied(caller, made.id);
  const names = (await caller.get("/v1/members")).json.data.map(({ name }: { name: string }) => name);
  assert.deepEqual([names.includes("Kim Lee"), names.includes("Mara Lind")], [true, false]);
});

test("importing a file twice adds nothing, and two equal rows stay two", async () => {
  const caller = await newCaller();
  await applied(caller, (await previewed(caller, togglCsv(rows))).id);
  const again = await previewed(caller, togglCsv(rows));
  assert.equal(again.preview.alreadyThere, 4);
  assert.deepEqual(again.preview.creates, { clients: 0, projects: 0, tasks: 0, tags: 0, people: 0, entries: 0 });
  const { proof } = await applied(caller, again.id);
  assert.equal(proof.isExact, true);
  assert.equal((await caller.get("/v1/time-entries")).json.data.length, 4);
});

test("an undo removes what the import made, and lists what people changed since", async () => {
  const caller = await newCaller();
  const { id } = await previewed(caller, togglCsv(rows));
  await applied(caller, id);
  const [entry] = (await caller.get("/v1/time-entries")).json.data;
  assert.equal((await caller.patch(`/v1/time-entries/${entry.id}`, { description: "Mine" })).status, 200);
  const { status, kept } = await undone(caller, id);
  assert.equal(status, "undone");
  const { data } = (await caller.get("/v1/time-entries")).json;
  assert.deepEqual(
    data.map(({ description }: { description: string }) => description),
    ["Mine"],
  );
  assert.deepEqual(kept[0], {
    type: "time_entry",
    id: entry.id,
    name: "Mine",
    reason: "It was changed since the import.",
  });
  const { totals } = (await caller.get("/v1/reports/summary")).json;
  assert.partialDeepStrictEqual(totals, { entries: 1, seconds: entry.durationSeconds });
});

const dayAgo = new Date(Date.now() - 86_400_000).toISOString();

test("after 30 days the file is deleted, and its rows are still recognized", async () => {
  const caller = await newCaller();
  const { db } = caller.world;
  const { id } = await previewed(caller, togglCsv(rows));
  await applied(caller, id);
  const forgotten = await previewed(caller, togglCsv([{}]));
  const never = new Date(0).toISOString();
  await dropOldFiles(db, caller.orgId, { ended: never, forgotten: never, killed: dayAgo });
  assert.equal((await caller.get(`/v1/imports/${forgotten.id}`)).status, 200);
  const later = new Date(Date.now() + 60_000).toISOString();
  await dropOldFiles(db, caller.orgId, { ended: later, forgotten: later, killed: dayAgo });
  assert.equal((await caller.get(`/v1/imports/${forgotten.id}`)).status, 404);
  const left = await db.query(sql`
    select 1 from import_chunks where org_id = ${caller.orgId} union all select 1 from import_row_blocks where org_id = ${caller.orgId}`);
  assert.deepEqual(left, []);
  assert.equal((await previewed(caller, togglCsv(rows))).preview.alreadyThere, 4);
  assert.equal((await undone(caller, id)).status, "undone");
});

test("rows with the person, start and duration of entries that are here under other names are skipped unless chosen", async () => {
  const caller = await newCaller();
  const days = ["2026-08-03", "2026-08-04", "2026-08-05"].map((date) => ({ date, project: "Website" }));
  // Equal rows and genuine doubles within a first import are kept.
  await applied(
    caller,
    (await previewed(caller, togglCsv([...days, ...days.slice(0, 1), { ...days[0], project: "Shop" }]))).id,
  );
  const count = async () => (await caller.get("/v1/time-entries")).json.data.length;
  assert.equal(await count(), 5);
  const renamed = [...days, { date: "2026-08-06" }].map((row) => ({ ...row, project: "Relaunch" }));
  const { id, preview } = await previewed(caller, togglCsv(renamed));
  assert.deepEqual([preview.lookalikes, preview.alreadyThere], [{ rows: 3, seconds: 10_800 }, 0]);
  assert.deepEqual(
    [preview.creates.entries, preview.leftOut.map(({ reason }: Json) => reason)],
    [1, ["already_there"]],
  );
  assert.equal((await applied(caller, id)).proof.isExact, true);
  assert.equal(await count(), 6);
  // An entry of a row that was imported is no reason to skip another row at its time.
  const more = await previewed(
    caller,
    togglCsv([...renamed, ...renamed.slice(3).map((row) => ({ ...row, project: "Talks" }))]),
  );
  assert.equal(more.preview.creates.entries, 1);
  assert.equal((await caller.patch(`/v1/imports/${more.id}`, { lookalikes: "add" })).status, 200);
  assert.equal((await settled(caller, more.id)).preview.creates.entries, 4);
  await applied(caller, more.id);
  assert.equal(await count(), 10);
});

test("which entries a row resembles depends on the member that its person becomes", async () => {
  const caller = await newCaller();
  const { projectId, taskId } = await newProject(caller);
  const entry = { projectId, taskId, startedAt: "2026-03-02T09:00:00Z", durationSeconds: 3600 };
  assert.equal((await caller.post("/v1/time-entries", entry)).status, 201);
  const { id, preview } = await previewed(caller, togglCsv([{}]), "?tz=UTC");
  assert.equal(preview.lookalikes.rows, 0);
  await caller.patch(`/v1/imports/${id}`, { people: { "kim@example.com": { userId: caller.userId } } });
  assert.equal((await settled(caller, id)).preview.lookalikes.rows, 1);
});
