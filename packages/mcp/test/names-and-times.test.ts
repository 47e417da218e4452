// Tests names and times that a careless implementation would read as something else.
import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "@stint/server/src/platform/database/database.ts";
import { newEntry, newProject } from "@stint/server/test/worlds/factories.ts";
import { insertProjects } from "@stint/server/test/worlds/insert-projects.ts";
import { agentOf, freshOwner } from "#test/support/world.ts";

test("a night in which clocks change has the length that clocks show", async () => {
  const served = await freshOwner();
  await newProject(served.owner);
  const agent = await agentOf(served, served.owner);
  const lengthOf = async (args: object) => (await agent.ok("draft_time", args)).entries[0].duration;
  const base = { project: "Website", start: "22:00" };
  assert.equal(await lengthOf({ entries: [{ ...base, day: "2026-03-28", end: "6:00" }] }), "7:00");
  assert.equal(await lengthOf({ entries: [{ ...base, day: "2026-10-24", end: "6:00" }] }), "9:00");
  assert.equal(await lengthOf({ text: "2026-03-28 22-6 @website release" }), "7:00");
  assert.equal(await lengthOf({ text: "2026-03-28 22:00 8h @website release" }), "8:00");
});

test("an end is moved to the next day where clocks change", async () => {
  const served = await freshOwner();
  const { owner } = served;
  const where = await newProject(owner);
  const { id } = await newEntry(owner, where, { startedAt: "2026-03-28T21:00:00Z", durationSeconds: 3600 });
  const agent = await agentOf(served, owner);
  const edit = (set: object) => ({ action: "edit", entries: [{ entry: id }], set });
  const { entries } = await agent.ok("change_time", edit({ end: "6:00" }));
  assert.equal(entries[0].duration, "7:00");
  assert.match(await agent.refused("change_time", edit({ end: "22:00" })), /end at "22:00", when it begins/);
});

test("an end that contradicts the duration is refused", async () => {
  const served = await freshOwner();
  await newProject(served.owner);
  const agent = await agentOf(served, served.owner);
  const entry = { project: "Website", start: "9:00", end: "10:00" };
  assert.match(
    await agent.refused("draft_time", { entries: [{ ...entry, duration: "2:00" }] }),
    /The end "10:00" contradicts the duration "2:00"/,
  );
  assert.equal((await agent.ok("draft_time", { entries: [{ ...entry, duration: "60m" }] })).total, "1:00");
});

test("an instant that does not exist is refused", async () => {
  const served = await freshOwner();
  await newProject(served.owner);
  const agent = await agentOf(served, served.owner);
  const message = await agent.refused("start_timer", { project: "Website", started: "2026-13-45T09:00:00Z" });
  assert.match(message, /"2026-13-45T09:00:00Z" is not a time/);
});

test("time that reaches into a day, and seconds between timers, are no gaps", async () => {
  const served = await freshOwner();
  const { owner } = served;
  const where = await newProject(owner);
  await newEntry(owner, where, { startedAt: "2026-11-23T21:00:00Z", durationSeconds: 12 * 3600 });
  await newEntry(owner, where, { startedAt: "2026-11-24T11:00:27Z", durationSeconds: 600 });
  const agent = await agentOf(served, owner);
  const drafted = await agent.ok("draft_time", { text: "2026-11-24 8-9 @website a, 11-12 @website b" });
  assert.deepEqual(
    drafted.gaps.map(({ start, end }: { start: string; end: string }) => `${start}-${end}`),
    ["10:00-11:00"],
  );
});

test("a name that results cut off is found again", async () => {
  const served = await freshOwner();
  const { owner } = served;
  const name = "長い名前".repeat(50);
  const { projectId } = await newProject(owner, { name });
  const task = (await owner.post(`/v1/projects/${projectId}/tasks`, { name: "仕事".repeat(100) })).json;
  const agent = await agentOf(served, owner);
  const [found] = (await agent.ok("find_projects", {})).projects;
  assert.match(found.project, /…$/);
  const entries = [{ project: found.project, task: task.name, start: "9:00", duration: "1h" }];
  const drafted = await agent.ok("draft_time", { entries });
  const applied = await agent.ok("apply_draft", { entries: drafted.entries, token: drafted.token });
  const [written] = applied.written;
  const listed = await agent.ok("list_time", { project: written.project, task: written.task });
  assert.equal(listed.entries.length, 1);
});

test("the project with exactly this name is found among hundreds that contain it", async () => {
  const served = await freshOwner();
  const { owner } = served;
  await insertProjects(owner.world.db, owner.orgId, 210);
  await owner.world.db.query(sql`update projects set name = 'Web ' || name where org_id = ${owner.orgId}`);
  await newProject(owner, { name: "Web" });
  const agent = await agentOf(served, owner);
  const { timer } = await agent.ok("start_timer", { project: "Web" });
  assert.equal(timer.project, "Web");
});

test("budgets are those of the client", async () => {
  const served = await freshOwner();
  const { owner } = served;
  const budget = { kind: "time", seconds: 36_000, period: "total" };
  const client = (await owner.post("/v1/clients", { name: "Acme" })).json;
  await newProject(owner, { name: "Website", clientId: client.id, budget });
  await newProject(owner, { name: "Other", budget });
  const agent = await agentOf(served, owner);
  const { budgets } = await agent.ok("report", { client: "Acme", budgets: true });
  assert.deepEqual(
    budgets.map(({ project }: { project: string }) => project),
    ["Website"],
  );
});

test("a draft that continues after a stopped timer is applied as it was shown", async () => {
  const served = await freshOwner();
  const { owner } = served;
  const where = await newProject(owner);
  await newEntry(owner, where, { startedAt: "2026-11-25T07:00:00.400Z", durationSeconds: 5442 });
  const agent = await agentOf(served, owner);
  const drafted = await agent.ok("draft_time", { text: "45m @website call" });
  assert.equal(drafted.entries[0].start, "09:31");
  const applied = await agent.ok("apply_draft", { entries: drafted.entries, token: drafted.token });
  assert.equal(applied.written.length, 1);
});

test("in the night in which clocks go back, a draft keeps the second of two equal times", async () => {
  const served = await freshOwner();
  const { owner } = served;
  const where = await newProject(owner);
  await newEntry(owner, where, { startedAt: "2026-10-25T00:00:00Z", durationSeconds: 5400 });
  const agent = await agentOf(served, owner);
  const drafted = await agent.ok("draft_time", { text: "2026-10-25 45m @website call" });
  assert.equal(drafted.entries[0].start, "2026-10-25T01:30:00.000Z");
  await agent.ok("apply_draft", { entries: drafted.entries, token: drafted.token });
  const { data } = (await owner.get("/v1/time-entries?sort=startedAt")).json;
  assert.equal(data[1].startedAt, "2026-10-25T01:30:00Z");

  // Typed times stay in their hour, and a range is as long as its clock times say.
  const { id } = data[1];
  const edit = (set: object) => ({ action: "edit", entries: [{ entry: id }], set });
  for (const [set, expected] of [
    [{ start: "2:40" }, { startedAt: "2026-10-25T01:40:00Z", durationSeconds: 2700 }],
    [{ end: "2:50" }, { startedAt: "2026-10-25T01:40:00Z", durationSeconds: 600 }],
    [
      { start: "2:40 UTC+2", end: "2:50 UTC+2" },
      { startedAt: "2026-10-25T00:40:00Z", durationSeconds: 600 },
    ],
  ] as const) {
    await agent.ok("change_time", edit(set));
    assert.partialDeepStrictEqual((await owner.get(`/v1/time-entries/${id}`)).json, expected);
  }
  const range = await agent.ok("draft_time", { text: "2026-10-25 2:30-3:30 @website call" });
  assert.equal(range.entries[0].duration, "1:00");
  const named = await agent.ok("draft_time", { text: "2026-10-25 2:40 UTC+2-2:10 UTC+1 @website a" });
  assert.equal(named.entries[0].duration, "0:30");
  const skipped = { entries: [{ day: "2026-03-29", start: "1:00", end: "2:30", project: "Website" }] };
  assert.match(await agent.refused("draft_time", skipped), /Clocks skip "2:30" that day/);
});

test("a preview shows the end that the entries will have, and equal times change nothing", async () => {
  const served = await freshOwner();
  const { owner } = served;
  const where = await newProject(owner);
  const one = await newEntry(owner, where, { startedAt: "2026-11-25T08:00:00Z", durationSeconds: 3600 });
  const two = await newEntry(owner, where, { startedAt: "2026-11-24T08:00:00Z", durationSeconds: 3600 });
  const agent = await agentOf(served, owner);
  const edit = (set: object) => ({ action: "edit", entries: [{ entry: one.id }, { entry: two.id }], set });
  const preview = await agent.ok("change_time", edit({ start: "14:00", duration: "2:00" }));
  assert.deepEqual(
    preview.entries.map(({ start, end }: { start: string; end: string }) => `${start}-${end}`),
    ["14:00-16:00", "14:00-16:00"],
  );
  const same = await agent.ok("change_time", edit({ duration: "1:00" }));
  assert.match(same.message, /Nothing to change/);
});

test("weeks begin on the person's day", async () => {
  const served = await freshOwner();
  const { owner } = served;
  const session = await served.world.newSession(owner);
  await session.patch("/v1/me", { preferences: { weekStart: "sunday" } });
  const where = await newProject(owner);
  await newEntry(owner, where, { startedAt: "2026-11-22T08:00:00Z", durationSeconds: 3600 });
  await newEntry(owner, where, { startedAt: "2026-11-24T08:00:00Z", durationSeconds: 3600 });
  const agent = await agentOf(served, owner);
  const { groups } = await agent.ok("report", { period: "this week", group_by: ["week"] });
  assert.deepEqual(
    groups.map(({ seconds }: { seconds: number }) => seconds),
    [7200],
  );
});

test("a draft with a hundred long unknown names takes little CPU time", async () => {
  const served = await freshOwner();
  const { owner } = served;
  const long = (at: number, length: number) => `abcd${String(at).padStart(3, "0")}`.padEnd(length, "x");
  for (let at = 0; at < 100; at++) await owner.post("/v1/projects", { name: long(at, 199) });
  const agent = await agentOf(served, owner);
  const entries = Array.from({ length: 100 }, (_, at) => ({ project: long(at, 299), duration: "0:01" }));
  const before = process.cpuUsage();
  const { problems } = await agent.ok("draft_time", { entries });
  const { user, system } = process.cpuUsage(before);
  assert.equal(problems.length, 100);
  assert.match(problems[0].problem, /The closest: "abcd000x/);
  assert.ok(user + system < 5_000_000, `${user + system} µs`);
});
