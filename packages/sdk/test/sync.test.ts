import assert from "node:assert/strict";
import { test } from "node:test";
import { newEntry, newProject } from "@stint/server/test/worlds/factories.ts";
import { Mirror } from "./mirror.ts";
import { serve } from "./serve.ts";

test("a copy follows its filters: entries that no longer match are removed", async () => {
  const { owner, stintOf } = await serve();
  const stint = stintOf();
  const place = await newProject(owner);
  const [entry, other] = [
    await newEntry(owner, place, { tags: ["a,b"] }),
    await newEntry(owner, place, { tags: ["c"] }),
  ];
  const mirror = new Mirror();
  await mirror.follow(stint, Infinity, { tag: ["a,b"] });
  assert.deepEqual([...mirror.entries.keys()], [entry.id]);
  await stint.timeEntries.update(entry.id, { tags: [] });
  await stint.timeEntries.delete(other.id);
  const reasons: unknown[] = [];
  for await (const change of stint.timeEntries.sync({ tag: ["a,b"], cursor: mirror.cursor }))
    if (change.kind === "remove") reasons.push([change.id, change.reason]);
  assert.deepEqual(reasons, [[entry.id, "gone"]]);
});

test("a client that was away for more than 30 days, by the server's clock, starts over", async () => {
  const { owner, stintOf } = await serve();
  const stint = stintOf();
  const entry = await newEntry(owner, await newProject(owner));
  const mirror = new Mirror();
  mirror.entries.set("time_gone", entry);
  mirror.since = new Date(Date.parse(entry.updatedAt) - 31 * 86_400_000).toISOString();
  await mirror.follow(stint);
  assert.deepEqual([...mirror.entries.keys()], [entry.id]);
  const kinds: string[] = [];
  for await (const { kind } of stint.timeEntries.sync({ since: mirror.since })) kinds.push(kind);
  assert.equal(kinds.includes("reset"), false);
  assert.equal(kinds.at(-1), "synced");
});

test("a cursor that the server refuses starts over, and a copy from before there were cursors continues", async () => {
  const { owner, stintOf } = await serve();
  const stint = stintOf();
  const place = await newProject(owner);
  const entry = await newEntry(owner, place);
  const mirror = new Mirror();
  await mirror.follow(stint);
  mirror.entries.set("time_gone", entry);
  mirror.cursor = "of another server";
  await mirror.follow(stint);
  assert.deepEqual([...mirror.entries.keys()], [entry.id]);

  const other = await newEntry(owner, place);
  mirror.cursor = undefined;
  mirror.entries.delete(entry.id);
  await mirror.follow(stint);
  assert.ok(mirror.entries.has(other.id));
  assert.notEqual(mirror.cursor, undefined);
  await assert.rejects(Array.fromAsync(stint.timeEntries.sync({ cursor: mirror.cursor, q: "\0" })), { status: 422 });
});

test("a copy of projects, tasks and clients handles changes, deletions and several pages", async () => {
  const stint = (await serve()).stintOf();
  const copy = new Map<string, { name: string }>();
  let cursor: string | undefined;
  const follow = async () => {
    for await (const change of stint.projects.sync({ cursor })) {
      if (change.kind === "reset") copy.clear();
      else if (change.kind === "remove") copy.delete(change.id);
      else if (change.kind === "synced") ({ cursor } = change);
      else copy.set(change.object.id, change.object);
    }
  };
  const client = await stint.clients.create({ name: "Acme" });
  const project = await stint.projects.create({ name: "Website", clientId: client.id });
  const task = await stint.tasks.create(project.id, { name: "Build" });
  await follow();
  assert.deepEqual(new Set(copy.keys()), new Set([client.id, project.id, task.id]));

  await stint.clients.update(client.id, { name: "Acme Ltd" });
  await stint.projects.delete(project.id);
  await follow();
  assert.deepEqual(
    [...copy].map(([id, { name }]) => [id, name]),
    [[client.id, "Acme Ltd"]],
  );
});
