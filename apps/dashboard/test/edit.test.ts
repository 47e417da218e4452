import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError, Stint } from "@stint/sdk";
import { newClient, newProject } from "@stint/server/test/worlds/factories.ts";
import { listenOn } from "@stint/server/test/http/raw-connection.ts";
import { newTestApp } from "@stint/server/test/worlds/test-app.ts";
import { edit } from "#state/edit.ts";

const world = await newTestApp({ rateLimit: { perMinute: 1_000_000, burst: 1_000_000 } });
const port = await listenOn(world.app);

async function newOwner() {
  const caller = await world.newOrganization();
  const sent: unknown[] = [];
  const stint = new Stint({
    baseUrl: `http://127.0.0.1:${port}`,
    apiKey: caller.apiKey,
    fetch(url, init) {
      if (init.method === "PATCH") sent.push(JSON.parse(init.body as string));
      return fetch(url, init);
    },
  });
  return { caller, stint, sent };
}

const isRefused = (error: unknown) => error instanceof ApiError && error.code === "precondition_failed";
const budgetOf = (amountMinor: number) => ({ kind: "amount", amountMinor }) as const;

test("an edit and its undo send only the fields that differ and keep what others changed", async () => {
  const { caller, stint, sent } = await newOwner();
  const { projectId } = await newProject(caller, { budget: budgetOf(100_000) });
  const opened = await stint.projects.get(projectId);
  // Lists the budget's keys in a different order from the server's.
  const budget = opened.budget && Object.fromEntries(Object.entries(opened.budget).toReversed());
  const { run, revert } = edit(stint.projects, opened, {
    name: "Harbour",
    description: opened.description,
    budget: budget as typeof opened.budget,
  });
  await caller.patch(`/v1/projects/${projectId}`, { budget: budgetOf(900_000), billable: false });
  const done = await run();
  assert.deepEqual([done.name, done.billable, done.budget?.amountMinor], ["Harbour", false, 900_000]);
  await caller.patch(`/v1/projects/${projectId}`, { budget: budgetOf(700_000) });
  await revert(done);
  const { name, billable, budget: after } = await stint.projects.get(projectId);
  assert.deepEqual([name, billable, after?.amountMinor], [opened.name, false, 700_000]);
  assert.deepEqual(new Set(sent.map((body) => JSON.stringify(body))).size, 2);
  assert.deepEqual(sent.at(0), { name: "Harbour" });
  assert.deepEqual(sent.at(-1), { name: opened.name });
});

test("an edit and its undo are refused if someone else changed the same field to another value", async () => {
  const { caller, stint } = await newOwner();
  const { taskId } = await newProject(caller);
  const opened = await stint.tasks.get(taskId);
  const { run, revert } = edit(stint.tasks, opened, { name: "Mine" });
  await caller.patch(`/v1/tasks/${taskId}`, { name: "Theirs" });
  await assert.rejects(run(), isRefused);
  await caller.patch(`/v1/tasks/${taskId}`, { name: "Mine" });
  const done = await run();
  await caller.patch(`/v1/tasks/${taskId}`, { name: "Later" });
  await assert.rejects(revert(done), isRefused);
  assert.equal((await stint.tasks.get(taskId)).name, "Later");
});

test("an edit that changes nothing sends nothing", async () => {
  const { caller, stint, sent } = await newOwner();
  const opened = await stint.clients.get(await newClient(caller));
  const { run, revert } = edit(stint.clients, opened, { name: opened.name, note: opened.note });
  await revert(await run());
  assert.deepEqual(sent, []);
});
