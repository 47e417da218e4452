// Counts the requests of tools that the rate limit counts. The clock of the limit stands still, so it never refills.
import assert from "node:assert/strict";
import { test } from "node:test";
import { newClient, newEntry, newProject } from "@stint/server/test/worlds/factories.ts";
import type { Caller } from "@stint/server/test/worlds/test-app.ts";
import { agentOf, serve, type Served } from "#test/support/world.ts";

const limit = { perMinute: 100_000, burst: 0 };
let started: Promise<Served> | undefined;

async function newServed(): Promise<Served> {
  const served = await (started ??= serve({ monotonicMs: () => 0, rateLimit: limit }));
  return { ...served, owner: await served.world.newOrganization({ timeZone: "Europe/Berlin" }) };
}

async function left(caller: Caller): Promise<number> {
  const { headers } = await caller.get("/v1/tags");
  return Number(/r=(\d+)/.exec(String(headers["ratelimit"]))?.[1]);
}

/** Returns the number of requests to the API, without the request to `/mcp` itself. */
async function costOf(caller: Caller, call: () => Promise<unknown>): Promise<number> {
  const before = await left(caller);
  await call();
  return before - (await left(caller)) - 2;
}

test("the first list of many projects and tasks costs three requests of the API, a later one costs one", async () => {
  const served = await newServed();
  const { owner } = served;
  const clientId = await newClient(owner);
  for (let at = 0; at < 14; at++) {
    const place = await newProject(owner, { name: `Project ${at}`, clientId });
    await newEntry(owner, place, {
      startedAt: `2026-11-24T${String(at).padStart(2, "0")}:00:00Z`,
      durationSeconds: 60,
    });
  }
  const agent = await agentOf(served, owner);
  const list = () => agent.ok("list_time", { period: "yesterday" });
  assert.equal(await costOf(owner, list), 3);
  const { entries } = await list();
  assert.deepEqual(new Set(entries.map(({ project }: { project: string }) => project)).size, 14);
  assert.equal(await costOf(owner, list), 1);
  assert.equal(await costOf(owner, () => agent.ok("list_time", { period: "yesterday", client: "Acme", text: "x" })), 2);
  assert.equal(await costOf(owner, () => agent.ok("find_projects", { limit: 50 })), 2);
  assert.equal(await costOf(owner, () => agent.ok("report", { project: "Project 3" })), 2);
});

test("names that are new cost one request more, and those that stay hidden cost it once", async () => {
  const served = await newServed();
  const { owner } = served;
  const member = await served.world.newMember(owner, "member");
  const agent = await agentOf(served, member);
  const list = () => agent.ok("list_time", { period: "this week" });
  const projects = async () => (await list()).entries.map(({ project }: { project: string }) => project);
  assert.deepEqual(await projects(), []);
  const place = await newProject(owner, { name: "Secret" });
  const day = { startedAt: "2026-11-25T08:00:00Z", durationSeconds: 60 };
  await newEntry(member, place, day);
  assert.equal(await costOf(member, list), 2);
  assert.deepEqual(await projects(), ["Secret"]);
  await owner.patch(`/v1/projects/${place.projectId}`, { visibility: "members", memberIds: [] });
  await newEntry(member, await newProject(owner, { name: "Open" }), { ...day, startedAt: "2026-11-25T09:00:00Z" });
  assert.equal(await costOf(member, list), 2);
  assert.deepEqual(await projects(), ["Open", "a hidden project"]);
  assert.equal(await costOf(member, list), 1);
});
