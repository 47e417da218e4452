import assert from "node:assert/strict";
import { test } from "node:test";
import { newEntry, newProject } from "#test/worlds/factories.ts";
import { testApp } from "#test/worlds/test-app.ts";

const path = "/v1/time-entries";

test("whether an entry is billable comes from the entry, else its task, else its project", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  for (const project of [true, false]) {
    for (const task of [true, false, null]) {
      const where = await newProject(caller, { billable: project }, { billable: task });
      for (const own of [true, false, null]) {
        const expected = own ?? task ?? project;
        const entry = await newEntry(caller, where, { billable: own });
        const { billable, billableSeconds } = entry;
        assert.deepEqual(
          { billable, billableSeconds },
          { billable: expected, billableSeconds: expected ? 3600 : 0 },
          JSON.stringify({ project, task, own }),
        );
      }
    }
  }
});

test("a moved entry inherits from its new task or project, unless set explicitly", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const paid = await newProject(caller);
  const free = await newProject(caller, { billable: false });
  const paidTask = await caller.post(`/v1/projects/${free.projectId}/tasks`, { name: "Paid", billable: true });
  const silent = await newEntry(caller, paid);
  const explicit = await newEntry(caller, paid, { billable: true });

  const move = async (id: string, where: object) => {
    const { billable, billableSeconds } = (await caller.patch(`${path}/${id}`, where)).json;
    return [billable, billableSeconds];
  };
  assert.deepEqual(await move(silent.id, free), [false, 0]);
  assert.deepEqual(await move(explicit.id, free), [true, 3600]);
  assert.deepEqual(await move(silent.id, { taskId: paidTask.json.id }), [true, 3600]);
  assert.deepEqual(await move(silent.id, paid), [true, 3600]);
});

test("null removes an explicit choice and inherits again", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const free = await newProject(caller, { billable: false });
  const entry = await newEntry(caller, free, { billable: true });

  const cleared = await caller.patch(`${path}/${entry.id}`, { billable: null });
  assert.partialDeepStrictEqual(cleared.json, { billable: false, billableSeconds: 0, version: 2 });
  const chosen = await caller.patch(`${path}/${entry.id}`, { billable: true });
  assert.partialDeepStrictEqual(chosen.json, { billable: true, billableSeconds: 3600, version: 3 });
});

test("later changes of a task or project do not change existing entries", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller);
  const entry = await newEntry(caller, where);
  await caller.patch(`/v1/projects/${where.projectId}`, { billable: false, rounding: { mode: "up", minutes: 60 } });
  await caller.patch(`/v1/tasks/${where.taskId}`, { billable: false });

  assert.deepEqual((await caller.get(`${path}/${entry.id}`)).json, entry);
  const described = await caller.patch(`${path}/${entry.id}`, { description: "later" });
  assert.partialDeepStrictEqual(described.json, { billable: true, billableSeconds: 3600 });
  assert.partialDeepStrictEqual(await newEntry(caller, where), { billable: false, billableSeconds: 0 });
});

test("a new duration is rounded by the project's current settings, and the raw duration stays", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller, { rounding: { mode: "up", minutes: 15 } });
  const entry = await newEntry(caller, where, { durationSeconds: 3601 });
  assert.partialDeepStrictEqual(entry, { durationSeconds: 3601, billableSeconds: 4500 });

  await caller.patch(`/v1/projects/${where.projectId}`, { rounding: { mode: "down", minutes: 15 } });
  const shorter = await caller.patch(`${path}/${entry.id}`, { durationSeconds: 1000 });
  assert.partialDeepStrictEqual(shorter.json, { durationSeconds: 1000, billableSeconds: 900 });
  await caller.patch(`/v1/projects/${where.projectId}`, { rounding: null });
  const exact = await caller.patch(`${path}/${entry.id}`, { durationSeconds: 1001 });
  assert.partialDeepStrictEqual(exact.json, { durationSeconds: 1001, billableSeconds: 1001 });
});

test("after the project's rounding changed, only an entry that becomes billable is rounded by it", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller, { rounding: { mode: "up", minutes: 15 } });
  const { id } = await newEntry(caller, where, { durationSeconds: 1000 });
  await caller.patch(`/v1/projects/${where.projectId}`, { rounding: { mode: "up", minutes: 60 } });
  const steps: [billable: boolean | null, billableSeconds: number][] = [
    [null, 1800],
    [true, 1800],
    [null, 1800],
    [false, 0],
    [true, 3600],
  ];
  for (const [billable, billableSeconds] of steps) {
    const changed = await caller.patch(`${path}/${id}`, { billable, durationSeconds: 1000, ...where });
    assert.equal(changed.json.billableSeconds, billableSeconds, `billable ${billable}`);
  }
  await caller.patch(`/v1/projects/${where.projectId}`, { rounding: null });
  const again = await caller.patch(`${path}/${id}`, { billable: true });
  assert.partialDeepStrictEqual(again.json, { billable: true, billableSeconds: 3600 });
});

test("a moved entry is rounded by the new project's settings", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const exact = await newProject(caller);
  const rounded = await newProject(caller, { rounding: { mode: "nearest", minutes: 60 } });
  const entry = await newEntry(caller, exact, { durationSeconds: 1800 });

  const moved = await caller.patch(`${path}/${entry.id}`, rounded);

  assert.partialDeepStrictEqual(moved.json, { durationSeconds: 1800, billableSeconds: 3600 });
});
