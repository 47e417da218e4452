import assert from "node:assert/strict";
import { test } from "node:test";
import { newProject } from "@stint/server/test/worlds/factories.ts";
import { agentOf, freshOwner } from "#test/support/world.ts";

test("a change of as many and as long entries as possible is undone", async () => {
  const served = await freshOwner();
  const { owner } = served;
  const where = await newProject(owner);
  await newProject(owner, { name: "Support" });
  let seed = 1;
  /** Returns text that compresses badly. */
  const varied = (length: number) =>
    Array.from({ length }, () => String.fromCharCode(0x4e00 + ((seed = (seed * 48_271) % 2_147_483_647) % 20_000)));
  const tags = Array.from({ length: 20 }, () => varied(50).join(""));
  const startedAt = "2026-11-24T08:00:00Z";
  const entries = Array.from({ length: 100 }, () => {
    return { ...where, startedAt, durationSeconds: 60, description: varied(2000).join(""), tags };
  });
  const { json } = await owner.post("/v1/time-entries/batch", { entries });
  const agent = await agentOf(served, owner);
  const change = {
    action: "edit",
    entries: json.data.map(({ id }: { id: string }) => ({ entry: id })),
    set: { project: "Support", description: "short", tags: ["short"] },
  };
  const { token } = await agent.ok("change_time", change);
  const { undo } = await agent.ok("change_time", { ...change, token });
  await agent.ok("change_time", { action: "undo", undo });
  const { projectId, description } = (await owner.get(`/v1/time-entries/${json.data[99].id}`)).json;
  assert.deepEqual([projectId, description], [where.projectId, entries[99]?.description]);

  const { token: again } = await agent.ok("change_time", { ...change, set: { project: "Support" } });
  const moved = await agent.ok("change_time", { ...change, set: { project: "Support" }, token: again });
  assert.ok(moved.undo.length < 5000, "an agent can repeat the reference of an ordinary change");
});
