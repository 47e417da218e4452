// Splits of entries, tags, and what connected programs see. It is noon on Wednesday, 25 November 2026, in Berlin.
import assert from "node:assert/strict";
import { test } from "node:test";
import { newEntry, newProject } from "@stint/server/test/worlds/factories.ts";
import type { Json } from "@stint/server/test/worlds/test-app.ts";
import { agentOf, freshOwner } from "#test/support/world.ts";

async function world() {
  const served = await freshOwner();
  const where = await newProject(served.owner);
  await newProject(served.owner, { name: "Support" });
  const at = { startedAt: "2026-11-24T22:00:00Z", durationSeconds: 7200, tags: ["Night"], description: "release" };
  const { id: entry } = await newEntry(served.owner, where, at);
  const parts = async () =>
    (await served.owner.get("/v1/time-entries?sort=startedAt")).json.data.map(
      ({ startedAt, durationSeconds, tags }: Json) => [startedAt, durationSeconds, tags],
    );
  return { ...served, entry, parts, agent: await agentOf(served, served.owner) };
}

test("an entry over midnight is split once, and the split is undone", async () => {
  const { agent, entry, parts } = await world();
  const args = { action: "split", entries: [{ entry, version: 1 }], at: "0:15", set: { add_tags: ["qa", "night"] } };
  const { undo, message } = await agent.ok("change_time", args);
  assert.equal(message, "Split into: 2 entries.");
  const split = [
    ["2026-11-24T22:00:00Z", 4500, ["Night"]],
    ["2026-11-24T23:15:00Z", 2700, ["Night", "qa"]],
  ];
  assert.deepEqual(await parts(), split);
  assert.match(await agent.refused("change_time", args), /changed since version 1/);
  assert.match(await agent.refused("change_time", { ...args, entries: [{ entry }] }), /not within the entry/);
  assert.deepEqual(await parts(), split);
  await agent.ok("change_time", { action: "undo", undo });
  assert.deepEqual(await parts(), [["2026-11-24T22:00:00Z", 7200, ["Night"]]]);
});

test("if the second part of a split is refused, the entry stays whole", async () => {
  const { agent, entry, parts, owner } = await world();
  assert.equal((await owner.patch("/v1/organization", { entryRules: { requireTag: true } })).status, 200);
  const args = { action: "split", entries: [{ entry }], at: "23:30", set: { remove_tags: ["night"] } };
  assert.match(await agent.refused("change_time", args), /422/);
  assert.deepEqual(await parts(), [["2026-11-24T22:00:00Z", 7200, ["Night"]]]);
});

test("a split needs one entry and a time, and asks before it changes another person's entry", async () => {
  const { agent, entry, owner, parts, ...served } = await world();
  assert.match(await agent.refused("change_time", { action: "split", entries: [{ entry }] }), /needs one entry/);
  const longer = { action: "split", entries: [{ entry }], at: "23:30", set: { duration: "13h" } };
  assert.equal((await agent.ok("change_time", longer)).done, false);
  const member = await served.world.newMember(owner, "member");
  const { id } = await newEntry(member, await newProject(owner, { name: "Shop" }), {
    startedAt: "2026-11-25T08:00:00Z",
  });
  const args = { action: "split", entries: [{ entry: id }], at: "9:30" };
  const { token, done } = await agent.ok("change_time", args);
  assert.deepEqual([done, (await parts()).length], [false, 2]);
  const split = await agent.ok("change_time", { ...args, token });
  assert.deepEqual(
    split.entries.map(({ person, duration }: Json) => [person, duration]),
    [
      ["member", "0:30"],
      ["member", "0:30"],
    ],
  );
});

test("an item with a problem keeps its tags", async () => {
  const { agent } = await world();
  const { entries, problems } = await agent.ok("draft_time", { text: "9-10 @webstie a #review" });
  assert.equal(problems.length, 1);
  assert.deepEqual(entries[0].tags, ["review"]);
});

test("the timer goes on with an entry of another day, and without a project or an entry it asks", async () => {
  const { agent, entry } = await world();
  const { timer } = await agent.ok("start_timer", { continue: entry, started: "11:30", description: "hotfix" });
  assert.deepEqual([timer.description, timer.tags, timer.started], ["hotfix", ["Night"], "2026-11-25 11:30"]);
  assert.match(await agent.refused("start_timer", { continue: "last before yesterday 9:00" }), /no such entry/);
  assert.match(await agent.refused("start_timer", {}), /Which project\?/);
});
