// Typed days from agents: names, projects without tasks, and times. It is noon on Wednesday, 25 November 2026, in Berlin.
import assert from "node:assert/strict";
import { test } from "node:test";
import { newEntry, newProject } from "@stint/server/test/worlds/factories.ts";
import type { Json } from "@stint/server/test/worlds/test-app.ts";
import { type Agent, agentOf, freshOwner } from "#test/support/world.ts";

test("a member's agent writes time in a project without tasks, once, however often it repeats the call", async () => {
  const served = await freshOwner();
  const member = await served.world.newMember(served.owner, "member");
  const { id } = (await served.owner.post("/v1/projects", { name: "Empty" })).json;
  const agent = await agentOf(served, member);
  const tasks = async () => (await served.owner.get(`/v1/projects/${id}/tasks`)).json.data;

  const { entries, token, problems } = await agent.ok("draft_time", { text: "9-10 @empty one, 45m two" });
  assert.deepEqual(problems, []);
  assert.deepEqual([entries[0].task, entries[1].project], ["General", "Empty"]);
  assert.deepEqual(await tasks(), []);
  const first = await agent.ok("apply_draft", { entries, token });
  const again = await agent.ok("apply_draft", { entries, token });

  assert.deepEqual(
    again.written.map(({ entry }: Json) => entry),
    first.written.map(({ entry }: Json) => entry),
  );
  assert.equal((await tasks()).length, 1);
  const { id: other } = (await served.owner.post("/v1/projects", { name: "Other" })).json;
  const { entry, version } = first.written[0];
  const moved = await agent.ok("change_time", {
    action: "edit",
    entries: [{ entry, version }],
    set: { project: "Other" },
  });
  assert.partialDeepStrictEqual(moved.entries[0], { project: "Other", task: "General" });
  const [general] = (await served.owner.get(`/v1/projects/${other}/tasks`)).json.data;
  assert.equal((await served.owner.patch(`/v1/tasks/${general.id}`, { status: "done" })).status, 200);
  const [{ version: next }] = moved.entries;
  const renewed = await agent.ok("change_time", {
    action: "edit",
    entries: [{ entry, version: next }],
    set: { task: "General" },
  });
  assert.partialDeepStrictEqual(renewed.entries[0], { project: "Other", task: "General" });
  assert.equal((await served.owner.get(`/v1/projects/${other}/tasks`)).json.data.length, 2);
});

test("names of several words, clients and previous items are read as everywhere", async () => {
  const served = await freshOwner();
  const { owner } = served;
  const clientId = (await owner.post("/v1/clients", { name: "Linden Clinic" })).json.id;
  await newProject(owner, { name: "Patient booking", clientId }, { name: "Design" });
  await newProject(owner, { name: "Acme" }, { name: "General" });
  await newProject(owner, { name: "Acme Shop" }, { name: "General" });
  const agent = await agentOf(served, owner);
  const read = async (text: string) =>
    (await agent.ok("draft_time", { text })).entries.map((entry: Json) =>
      [entry.project, entry.task, entry.description].join(" | "),
    );
  const booking = "Patient booking | Design";
  assert.deepEqual(await read("8-9 @Patient booking/Design flow, and b"), [`${booking} | flow, and b`]);
  assert.deepEqual(await read('8-9 @"Patient booking"/Design flow'), [`${booking} | flow`]);
  assert.deepEqual(await read("8-9 @patient-booking flow"), [`${booking} | flow`]);
  assert.deepEqual(await read("8-9 @Linden Clinic flow"), [`${booking} | flow`]);
  assert.deepEqual(await read("8-9 @linden flow"), [`${booking} | flow`]);
  assert.deepEqual(await read("8-9 @Acme Shop icons; 9-10 more; 10-11 @acme x"), [
    "Acme Shop | General | icons",
    "Acme Shop | General | more",
    "Acme | General | x",
  ]);
});

test("a client stands for its project only if the name matches no project and no other client", async () => {
  const served = await freshOwner();
  const { owner } = served;
  const newClient = async (name: string): Promise<string> => (await owner.post("/v1/clients", { name })).json.id;
  await newProject(owner, { name: "Portal", clientId: await newClient("Acme") });
  await newProject(owner, { name: "Clinic", clientId: await newClient("Linden East") });
  await newProject(owner, { name: "Booking", clientId: await newClient("Linden West") });
  await newProject(owner, { name: "Shop", clientId: await newClient("Fern") });
  for (const name of ["Acme East", "Acme West", "North Web", "South Web"]) await newProject(owner, { name });
  const { projectId } = await newProject(owner, { name: "Fern" }, { name: "One" });
  await owner.post(`/v1/projects/${projectId}/tasks`, { name: "Two" });
  const agent = await agentOf(served, owner);
  const problem = async (text: string) => (await agent.ok("draft_time", { text })).problems[0]?.problem;
  assert.match(await problem("8-9 @acme a"), /^Several projects match/);
  assert.match(await problem("8-9 @web/build a"), /^Several projects match/);
  assert.match(await problem("8-9 @linden a"), /^There is no active project/);
  assert.match(await problem("8-9 @fern a"), /Fern.* needs a task/);
  await newProject(owner, { name: "Portal", clientId: await newClient("Beech") });
  const { entries, token } = await agent.ok("draft_time", { text: "8-9 @beech a" });
  assert.equal(entries[0].project, "beech/Portal");
  await agent.ok("apply_draft", { entries, token });
});

test("items without a start end by now, and doubtful times are asked about", async () => {
  const served = await freshOwner();
  const { owner } = served;
  const where = await newProject(owner);
  const { id, version } = await newEntry(owner, where, { startedAt: "2026-11-25T09:00:00Z", durationSeconds: 6300 });
  const agent = await agentOf(served, owner);
  // The last entry ends at 11:45.
  const { entries } = await agent.ok("draft_time", { text: "30m @website a, 15m b" });
  assert.deepEqual(
    entries.map(({ start }: Json) => start),
    ["11:15", "11:45"],
  );
  const long = await agent.ok("draft_time", { text: "yesterday 9-8 @website a" });
  assert.equal(long.entries[0].duration, "23:00");
  const entry = { action: "edit", entries: [{ entry: id, version }] };
  const asked = await agent.ok("change_time", { ...entry, set: { end: "9:00" } });
  assert.equal(asked.done, false);
  const done = await agent.ok("change_time", { ...entry, set: { end: "9:00" }, token: asked.token });
  assert.equal(done.done, true);
});

test("a draft names the lines in a submitted week, and a repeated call still finds what it wrote before", async () => {
  const served = await freshOwner();
  const { owner, world } = served;
  const where = await newProject(owner);
  const approvals = { period: "week", from: "2026-11-02" };
  assert.equal((await owner.patch("/v1/organization", { approvals })).status, 200);
  const member = await world.newMember(owner, "member");
  await newEntry(member, where, { startedAt: "2026-11-18T08:00:00Z", durationSeconds: 3600 });
  const agent = await agentOf(served, member);
  const problemsOf = async (of: Agent, text: string) => (await of.ok("draft_time", { text })).problems;
  const text = "2026-11-22 9-10 @website a, 2026-11-23 9-10 @website b";
  const { entries, token } = await agent.ok("draft_time", { text });
  const { written } = await agent.ok("apply_draft", { entries, token });

  const sheet = `sheet_${member.userId.slice(5)}w20261116`;
  assert.equal((await member.post(`/v1/timesheets/${sheet}/submit`, {})).status, 200);
  const [problem, ...others] = await problemsOf(agent, text);
  assert.deepEqual([problem.item, others], [1, []]);
  assert.match(
    problem.problem,
    /from 2026-11-16 to 2026-11-22 is submitted, .* until it is withdrawn in the dashboard/,
  );
  assert.deepEqual((await agent.ok("apply_draft", { entries, token })).written, written);
  const edit = { action: "edit", entries: [{ entry: written[0].entry }], set: { duration: "2h" } };
  assert.match(await agent.refused("change_time", edit), /period_locked.*\/entries\/0: ".*timesheet/s);
  assert.equal((await owner.post(`/v1/timesheets/${sheet}/approve`, {})).status, 200);
  assert.match(
    (await problemsOf(agent, text))[0].problem,
    /is approved, .* reopened by someone who approves timesheets/,
  );

  // Without the timesheets, what is known is that there already is locked time on that day.
  const scopes = ["time-entries:read", "projects:read"] as const;
  const reader = await agentOf(served, await world.newKey(member, scopes));
  const days = "2026-11-17 9-10 @website a, 2026-11-18 12-13 @website b";
  assert.deepEqual(await problemsOf(reader, days), [{ item: 2, problem: "This day is locked." }]);
});
