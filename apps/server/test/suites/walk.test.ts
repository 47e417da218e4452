// Sends every operation as every role and judges what is seen; walk-combinations.endurance.test.ts does so with all keys.
import assert from "node:assert/strict";
import { test } from "node:test";
import { explained, listOperations, takesBody } from "#test/cases/operations.ts";
import { tryForeignBodies, tryForeignPath } from "#test/walk/foreign.ts";
import {
  createContractJudge,
  createLeakJudge,
  createMoneyJudge,
  judgeChanges,
  judgeRights,
  judgeSecrets,
  showing,
} from "#test/walk/judges.ts";
import { walk } from "#test/walk/walk.ts";
import { createWalkWorld, type WalkWorld } from "#test/walk/world.ts";
import { testApp } from "#test/worlds/test-app.ts";

let shared: Promise<WalkWorld> | undefined;
const world = () => (shared ??= testApp().then(createWalkWorld));

test("every operation by every role: rights, errors, shapes, history, money, and nothing of another organization", async () => {
  const { app, detect } = await world();
  const shown = new Set<string>();
  const judges = [
    judgeRights,
    await createContractJudge(app.app),
    judgeChanges,
    judgeSecrets,
    createLeakJudge(detect),
    createMoneyJudge(shown),
  ];
  const counted = { refused: 0, done: 0 };
  for await (const all of walk(await world(), { isEvery: false }))
    for (const seen of all)
      await explained(seen.title, async () => {
        for (const judge of judges) judge(seen);
        counted[seen.expected === undefined ? "done" : "refused"]++;
      });
  assert.ok(counted.refused > 600 && counted.done > 400, JSON.stringify(counted));
  for (const id of showing) assert.ok(shown.has(id), `${id} shows money`);
});

test("a foreign id in a path is a 404, indistinguishable from an unknown one", async () => {
  const { app, mine, detect, foreignOf } = await world();
  const operations = (await listOperations(app.app)).filter(({ pathParameters }) => pathParameters.length > 0);
  for (const operation of operations)
    await explained(operation.id, async () => {
      for (const { text } of await tryForeignPath(mine, operation, foreignOf(operation)))
        assert.deepEqual(detect(text), [], text);
    });
  assert.ok(operations.length > 40);
});

test("a foreign id in a body is indistinguishable from an unknown one", async () => {
  const { app, mine, detect, foreignOf } = await world();
  const tried: string[] = [];
  for (const operation of (await listOperations(app.app)).filter(takesBody)) {
    const foreign = foreignOf(operation);
    if (foreign === undefined) continue;
    await explained(operation.id, async () => {
      for (const { place, learnt } of await tryForeignBodies(mine, operation, foreign)) {
        for (const { text } of learnt) assert.deepEqual(detect(text), [], text);
        tried.push(`${operation.id} ${place}`);
      }
    });
  }
  for (const name of ["createTimeEntry taskId", "createTimeEntries entries/1/projectId", "createProject clientId"])
    assert.ok(tried.includes(name), `${name} is among ${String(tried)}`);
});
