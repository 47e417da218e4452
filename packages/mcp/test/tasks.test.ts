// Thirty tasks that a person might give to an agent. A script carries them out with the official client, and the
// results are checked through /v1. It is noon on Wednesday, 25 November 2026, in Berlin.
import assert from "node:assert/strict";
import { test } from "node:test";
import { newEntry, newProject, newTeam } from "@stint/server/test/worlds/factories.ts";
import type { Caller, Json } from "@stint/server/test/worlds/test-app.ts";
import { type Agent, agentOf, freshOwner, type Served } from "#test/support/world.ts";

interface World extends Served {
  agent: Agent;
  website: { projectId: string; taskId: string };
  support: { projectId: string; taskId: string };
}

async function world(): Promise<World> {
  const served = await freshOwner();
  const website = await newProject(served.owner);
  const support = await newProject(served.owner, { name: "Support" });
  return { ...served, website, support, agent: await agentOf(served, served.owner) };
}

function task(name: string, run: (given: World) => Promise<void>): void {
  void test(name, async () => run(await world()));
}

async function entriesOf(caller: Caller): Promise<Json[]> {
  return (await caller.get("/v1/time-entries?sort=startedAt&limit=200")).json.data;
}

/** Drafts and applies entries, like an agent whose user has agreed. */
async function log(agent: Agent, args: object): Promise<Json> {
  const { entries, token, problems } = await agent.ok("draft_time", args);
  assert.deepEqual(problems, []);
  const { person } = args as { person?: string };
  return agent.ok("apply_draft", { entries, token, ...(person === undefined ? {} : { person }) });
}

const brief = ({ startedAt, durationSeconds, description }: Json) => [startedAt, durationSeconds, description];

task("1. log yesterday as in this text", async ({ agent, owner }) => {
  await log(agent, { text: "yesterday 9-10:30 @website landing page; 10:45-12 @support mail" });
  assert.deepEqual((await entriesOf(owner)).map(brief), [
    ["2026-11-24T08:00:00Z", 5400, "landing page"],
    ["2026-11-24T09:45:00Z", 4500, "mail"],
  ]);
});

task("2. log two hours of Website today, with a tag", async ({ agent, owner }) => {
  await log(agent, { entries: [{ start: "9:00", duration: "2h", project: "Website", tags: ["design"] }] });
  const [entry] = await entriesOf(owner);
  assert.deepEqual([entry.durationSeconds, entry.tags, entry.source], [7200, ["design"], "mcp"]);
});

task("3. how much is left of Website's budget?", async ({ agent, owner, website }) => {
  const budget = { kind: "time", seconds: 36_000, billableOnly: false };
  assert.equal((await owner.patch(`/v1/projects/${website.projectId}`, { budget })).status, 200);
  await newEntry(owner, website, { durationSeconds: 9000 });
  const { budgets } = await agent.ok("report", { project: "Website", person: "everyone", budgets: true });
  assert.deepEqual([budgets[0].limit, budgets[0].remaining, budgets[0].status], ["10:00", "7:30", "ok"]);
});

task("4. move Tuesday's 2 h from Website to Support", async ({ agent, owner, website, support }) => {
  await newEntry(owner, website, { startedAt: "2026-11-24T08:00:00Z", durationSeconds: 7200 });
  const { entries } = await agent.ok("list_time", { period: "tuesday", project: "Website" });
  const { entry, version } = entries.find(({ duration }: Json) => duration === "2:00");
  await agent.ok("change_time", { action: "edit", entries: [{ entry, version }], set: { project: "Support" } });
  assert.equal((await entriesOf(owner))[0]?.projectId, support.projectId);
});

task("5. start a timer on Support", async ({ agent, owner, support }) => {
  await agent.ok("start_timer", { project: "support", description: "call" });
  const timer = (await owner.get("/v1/timer")).json;
  assert.deepEqual([timer.projectId, timer.description], [support.projectId, "call"]);
});

task("6. I forgot to start: since 11:15", async ({ agent, owner }) => {
  await agent.ok("start_timer", { project: "Website", started: "11:15" });
  assert.equal((await owner.get("/v1/timer")).json.startedAt, "2026-11-25T10:15:00Z");
});

task("7. stop, as of ten minutes ago", async ({ agent, owner }) => {
  await agent.ok("start_timer", { project: "Website", started: "-40m" });
  await agent.ok("stop_timer", { ended: "-10m" });
  assert.equal((await entriesOf(owner))[0]?.durationSeconds, 1800);
});

task("8. switch to Support, and back again by undo", async ({ agent, owner, website }) => {
  await agent.ok("start_timer", { project: "Website", started: "-30m" });
  const { undo, stopped } = await agent.ok("start_timer", { project: "Support" });
  assert.equal(stopped.project, "Website");
  await agent.ok("change_time", { action: "undo", undo });
  assert.equal((await owner.get("/v1/timer")).json.projectId, website.projectId);
  assert.deepEqual(await entriesOf(owner), []);
});

task("9. what is running?", async ({ agent }) => {
  await agent.ok("start_timer", { project: "Website", started: "-30m" });
  const { timer } = await agent.ok("whoami");
  assert.deepEqual([timer.project, timer.running], ["Website", "0:30"]);
});

task("10. how long did I work last week?", async ({ agent, owner, website }) => {
  await newEntry(owner, website, { startedAt: "2026-11-18T08:00:00Z" });
  await newEntry(owner, website, { startedAt: "2026-11-24T08:00:00Z" });
  const { totals } = await agent.ok("report", { period: "last week" });
  assert.equal(totals.duration, "1:00");
});

task("11. by day, this month", async ({ agent, owner, website }) => {
  for (const day of ["02", "03"]) await newEntry(owner, website, { startedAt: `2026-11-${day}T08:00:00Z` });
  const { groups } = await agent.ok("report", { period: "this month", group_by: ["day"] });
  assert.deepEqual(
    groups.filter(({ seconds }: Json) => seconds > 0).map(({ name }: Json) => name),
    ["2026-11-02", "2026-11-03"],
  );
});

task("12. delete yesterday's entry, after asking", async ({ agent, owner, website }) => {
  await newEntry(owner, website, { startedAt: "2026-11-24T08:00:00Z" });
  const { entries } = await agent.ok("list_time", { period: "yesterday" });
  const args = { action: "delete", entries: [{ entry: entries[0].entry, version: entries[0].version }] };
  const { token } = await agent.ok("change_time", args);
  assert.equal((await entriesOf(owner)).length, 1);
  await agent.ok("change_time", { ...args, token });
  assert.equal((await entriesOf(owner)).length, 0);
});

task("13. restore what I deleted", async ({ agent, owner, website }) => {
  const { id } = await newEntry(owner, website, { startedAt: "2026-11-24T08:00:00Z" });
  assert.equal((await owner.delete(`/v1/time-entries/${id}`)).status, 204);
  const { entries } = await agent.ok("list_time", { period: "yesterday", include_deleted: true });
  assert.equal(entries[0].deleted, true);
  await agent.ok("change_time", { action: "restore", entries: [{ entry: entries[0].entry }] });
  assert.equal((await entriesOf(owner)).length, 1);
});

task("14. make all of Monday not billable, after asking", async ({ agent, owner, website }) => {
  for (const hour of ["08", "10"]) await newEntry(owner, website, { startedAt: `2026-11-23T${hour}:00:00Z` });
  const { entries } = await agent.ok("list_time", { period: "monday" });
  const args = { action: "edit", entries: entries.map(({ entry }: Json) => ({ entry })), set: { billable: false } };
  const first = await agent.ok("change_time", args);
  assert.equal(first.done, false);
  await agent.ok("change_time", { ...args, token: first.token });
  assert.deepEqual(
    (await entriesOf(owner)).map(({ billable }) => billable),
    [false, false],
  );
});

task("15. it ended at 10:15, not at 10", async ({ agent, owner, website }) => {
  await newEntry(owner, website, { startedAt: "2026-11-25T08:00:00Z" });
  const { entries } = await agent.ok("list_time");
  await agent.ok("change_time", { action: "edit", entries: [{ entry: entries[0].entry }], set: { end: "10:15" } });
  assert.equal((await entriesOf(owner))[0]?.durationSeconds, 4500);
});

task("16. it was on Monday", async ({ agent, owner, website }) => {
  await newEntry(owner, website, { startedAt: "2026-11-25T08:00:00Z" });
  const { entries } = await agent.ok("list_time");
  await agent.ok("change_time", { action: "edit", entries: [{ entry: entries[0].entry }], set: { day: "monday" } });
  assert.equal((await entriesOf(owner))[0]?.startedAt, "2026-11-23T08:00:00Z");
});

task("17. where are gaps and overlaps in my day?", async ({ agent, owner, website }) => {
  await newEntry(owner, website, { startedAt: "2026-11-25T08:00:00Z" });
  const { gaps, overlaps } = await agent.ok("draft_time", { text: "9:30-10:15 @website a, 11-12 @website b" });
  assert.deepEqual(
    overlaps.map(({ start, end }: Json) => [start, end]),
    [["09:30", "10:00"]],
  );
  assert.deepEqual(
    gaps.map(({ start, end }: Json) => [start, end]),
    [["10:15", "11:00"]],
  );
  assert.equal((await entriesOf(owner)).length, 1);
});

task("18. a misspelt project is not guessed", async ({ agent, owner }) => {
  const { problems, token } = await agent.ok("draft_time", { text: "9-10 @webstie a" });
  assert.match(problems[0].problem, /"Website"/);
  assert.equal(token, null);
  await log(agent, { text: "9-10 @website a" });
  assert.equal((await entriesOf(owner)).length, 1);
});

task("19. two projects of one name are told apart by client", async ({ agent, owner, website }) => {
  const client = (await owner.post("/v1/clients", { name: "Acme" })).json.id;
  const other = await newProject(owner, { clientId: client });
  assert.match(await agent.refused("start_timer", { project: "Website" }), /Several projects.*"Acme"/);
  await log(agent, { entries: [{ start: "9:00", duration: "1h", project: "Acme/Website" }] });
  const [entry] = await entriesOf(owner);
  assert.deepEqual([entry.projectId, entry.projectId === website.projectId], [other.projectId, false]);
});

task("20. at another task", async ({ agent, owner, website }) => {
  const made = await owner.post(`/v1/projects/${website.projectId}/tasks`, { name: "Review" });
  assert.match(await agent.refused("start_timer", { project: "Website", task: "Reveiw" }), /open tasks: .*"Build"/);
  await agent.ok("start_timer", { project: "Website", task: "review" });
  assert.equal((await owner.get("/v1/timer")).json.taskId, made.json.id);
});

task("21. a day with a changed clock", async ({ agent, owner }) => {
  // In Berlin, 25 October 2026 has 25 hours: 2:30 occurs twice, and the first one counts.
  await log(agent, {
    entries: [{ day: "2026-10-25", start: "1:00", end: "4:00", project: "Website", description: "night shift" }],
  });
  assert.deepEqual((await entriesOf(owner)).map(brief), [["2026-10-24T23:00:00Z", 14_400, "night shift"]]);
});

task("22. nothing is written into a closed period", async ({ agent, owner }) => {
  const text = "yesterday 9-10 @website a, today 9-10 @website b";
  const { entries, token } = await agent.ok("draft_time", { text });
  assert.equal((await owner.patch("/v1/organization", { lockDate: "2026-11-25" })).status, 200);
  assert.match(await agent.refused("apply_draft", { entries, token }), /period_locked.*Nothing was written/s);
  const again = await agent.ok("draft_time", { text });
  assert.deepEqual(again.problems, [{ item: 1, problem: "Time before 2026-11-25 is locked." }]);
  assert.equal(again.token, null);
  assert.deepEqual(await entriesOf(owner), []);
});

task("23. a viewer reads and is told why it cannot write", async (given) => {
  const viewer = await given.world.newMember(given.owner, "viewer");
  const agent = await agentOf(given, viewer);
  await agent.ok("list_time", { period: "today", person: "everyone" });
  const { permitted_tools: permitted } = await agent.ok("whoami");
  assert.ok(!permitted.includes("start_timer"));
  assert.match(await agent.refused("start_timer", { project: "Website" }), /time-entries:write/);
});

task("24. a lead reads and corrects a member's time, after asking", async (given) => {
  const { owner, website } = given;
  const [lead, member] = [await given.world.newMember(owner, "member"), await given.world.newMember(owner, "member")];
  await newTeam(owner, { memberIds: [member.userId], leadIds: [lead.userId] });
  await newEntry(member, website, { startedAt: "2026-11-25T08:00:00Z" });
  const agent = await agentOf(given, lead);
  const { entries } = await agent.ok("list_time", { person: "everyone" });
  assert.equal(entries.length, 1);
  const args = { action: "edit", entries: [{ entry: entries[0].entry }], set: { duration: "2h" } };
  const { token } = await agent.ok("change_time", args);
  await agent.ok("change_time", { ...args, token });
  assert.equal((await entriesOf(member))[0]?.durationSeconds, 7200);
  assert.match(
    await agent.refused("change_time", { action: "delete", entries: [{ entry: entries[0].entry }] }),
    /someone else/,
  );
});

task("25. a colleague's change between preview and write is not lost", async ({ agent, owner, website }) => {
  const { id } = await newEntry(owner, website, { startedAt: "2026-11-25T08:00:00Z" });
  const args = { action: "delete", entries: [{ entry: id }] };
  const { token } = await agent.ok("change_time", args);
  assert.equal((await owner.patch(`/v1/time-entries/${id}`, { description: "kept" })).status, 200);
  assert.match(await agent.refused("change_time", { ...args, token }), /changed in the meantime/);
  const seen = { action: "edit", entries: [{ entry: id, version: 1 }], set: { duration: "3h" } };
  assert.match(await agent.refused("change_time", seen), /changed description/);
  assert.deepEqual((await entriesOf(owner)).map(brief), [["2026-11-25T08:00:00Z", 3600, "kept"]]);
});

task("26. other arguments than those of the token are refused", async ({ agent, owner }) => {
  const { entries, token } = await agent.ok("draft_time", { text: "9-10 @website a" });
  const longer = [{ ...entries[0], duration: "9:00" }];
  assert.match(await agent.refused("apply_draft", { entries: longer, token }), /other arguments/);
  assert.match(await agent.refused("apply_draft", { entries, token: `${token}x` }), /not one for/);
  assert.match(await agent.refused("apply_draft", { entries }), /token of draft_time is missing/);
  assert.deepEqual(await entriesOf(owner), []);
});

task("27. equal names in two organizations stay apart", async (given) => {
  const other = await given.world.newOrganization({ timeZone: "Europe/Berlin" });
  await newProject(other);
  const stranger = await agentOf(given, other);
  const { entries, token } = await given.agent.ok("draft_time", { text: "9-10 @website a" });
  assert.match(await stranger.refused("apply_draft", { entries, token }), /someone else/);
  const { undo, written } = await given.agent.ok("apply_draft", { entries, token });
  assert.match(await stranger.refused("change_time", { action: "undo", undo }), /someone else/);
  const reach = { action: "edit", entries: [{ entry: written[0].entry }], set: { duration: "2h" } };
  assert.match(await stranger.refused("change_time", reach), /no entry/);
  assert.deepEqual([(await entriesOf(other)).length, (await entriesOf(given.owner)).length], [0, 1]);
});

task("28. the person is asked, and says no", async (given) => {
  const asked: string[] = [];
  const agent = await agentOf(given, given.owner, { person: (message) => asked.push(message) < 0 });
  const { entries, token } = await agent.ok("draft_time", { text: "9-10 @website a" });
  assert.match(await agent.refused("apply_draft", { entries, token }), /declined/);
  assert.match(asked.join(), /Write 1 time entry\?/);
  assert.deepEqual(await entriesOf(given.owner), []);
});

task("29. the audit log names the agent", async ({ agent, owner }) => {
  await log(agent, { text: "9-10 @website a" });
  const { data } = (await owner.get("/v1/audit-events?action=time_entry.created")).json;
  assert.equal(data[0].client, "test-agent/1.2.3");
});

task("30. find my notes about mail, in pages", async ({ agent, owner, support }) => {
  for (let at = 0; at < 3; at++)
    await newEntry(owner, support, { startedAt: `2026-11-25T0${7 + at}:00:00Z`, description: `mail ${at}` });
  await newEntry(owner, support, { startedAt: "2026-11-25T10:00:00Z", description: "call" });
  const first = await agent.ok("list_time", { text: "mail", limit: 2 });
  const second = await agent.ok("list_time", { text: "mail", limit: 2, cursor: first.next_cursor });
  const found = [...first.entries, ...second.entries].map(({ description }: Json) => description);
  assert.deepEqual(found, ["mail 2", "mail 1", "mail 0"]);
  assert.equal(second.next_cursor, null);
});
