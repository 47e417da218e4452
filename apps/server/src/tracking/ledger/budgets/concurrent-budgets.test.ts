import assert from "node:assert/strict";
import { test } from "node:test";
import { entryBody, newEntry, newProject } from "#test/worlds/factories.ts";
import { insist } from "#test/worlds/insist.ts";
import { type Answer, type Caller, testApp } from "#test/worlds/test-app.ts";
import { listBudgetEvents, withBudget } from "#test/worlds/budget-events.ts";

const path = "/v1/time-entries";
const writers = Array.from({ length: 16 }, (_, index) => index);

type Where = { projectId: string; taskId: string };

const ways: [name: string, create: (caller: Caller, where: Where, index: number) => Promise<Answer>][] = [
  ["creates", (caller, where) => caller.post(path, entryBody(where, { durationSeconds: 100 }))],
  [
    "creates with Idempotency-Key",
    (caller, where, index) =>
      caller.post(path, entryBody(where, { durationSeconds: 100 }), { "idempotency-key": String(index) }),
  ],
  [
    "batches",
    (caller, where) =>
      caller.post(`${path}/batch`, {
        entries: [60, 40].map((seconds) => entryBody(where, { durationSeconds: seconds })),
      }),
  ],
  [
    "moves",
    async (caller, where) => {
      const { id } = await newEntry(caller, await newProject(caller), { durationSeconds: 100 });
      return caller.patch(`${path}/${id}`, where);
    },
  ],
];

async function used(caller: Caller, { projectId }: Where): Promise<number> {
  const { json } = await caller.get(`${path}?limit=200&projectId=${projectId}`);
  return json.data.reduce((sum: number, entry: { durationSeconds: number }) => sum + entry.durationSeconds, 0);
}

for (const [name, create] of ways) {
  test(`${name} of 16 concurrent writers send each threshold once`, async () => {
    const { newOrganization, db } = await testApp();
    const caller = await newOrganization();
    const where = await newProject(caller, withBudget({ seconds: 1500 }));
    const answers = await Promise.all(writers.map((index) => create(caller, where, index)));
    for (const answer of answers) assert.ok(answer.status < 300, answer.text);
    const all = ["80% at 1200 of 1500", "100% at 1500 of 1500", "exceeded at 1600 of 1500"];
    assert.deepEqual(await listBudgetEvents(db, caller), all);
  });

  test(`${name} of 16 concurrent writers fill a blocking budget and never exceed it`, async () => {
    const { newOrganization, db } = await testApp();
    const caller = await newOrganization();
    const where = await newProject(caller, withBudget({ onExceed: "block" }));
    const answers = await Promise.all(writers.map((index) => create(caller, where, index)));
    const refused = answers.filter(({ status }) => status === 422);
    assert.equal(refused.length, 6);
    for (const { json } of refused) assert.equal(json.code, "budget_exceeded");
    assert.equal(await used(caller, where), 1000);
    assert.deepEqual(await listBudgetEvents(db, caller), ["80% at 800 of 1000", "100% at 1000 of 1000"]);
  });
}

test("a budget that is set while entries are created counts all of them, and sends each threshold once", async () => {
  const { newOrganization, db } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller);
  const answers = await Promise.all(
    writers.map((index) =>
      index === 8
        ? insist(() => caller.patch(`/v1/projects/${where.projectId}`, withBudget({ seconds: 1000 })))
        : caller.post(
            path,
            entryBody(where, { durationSeconds: 100 }),
            index % 2 === 0 ? {} : { "idempotency-key": `${index}` },
          ),
    ),
  );
  for (const answer of answers) assert.ok(answer.status < 300, answer.text);
  const told = await listBudgetEvents(db, caller);
  assert.deepEqual(
    told.map((event) => event.split(" ")[0]),
    ["80%", "100%", "exceeded"],
  );
});

test("edits of 16 writers back and forth over a threshold send it as often as it was crossed", async () => {
  const { newOrganization, db } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller, withBudget({ seconds: 1600, alertPercents: [100] }));
  const ids = await Promise.all(
    writers.map(async () => (await newEntry(caller, where, { durationSeconds: 99 })).id as string),
  );
  for (const durationSeconds of [100, 99, 100]) {
    await Promise.all(ids.map((id) => caller.patch(`${path}/${id}`, { durationSeconds })));
  }
  await Promise.all(ids.map((id) => caller.delete(`${path}/${id}`)));
  await Promise.all(ids.map((id) => caller.post(`${path}/${id}/restore`)));
  assert.deepEqual(await listBudgetEvents(db, caller), Array(3).fill("100% at 1600 of 1600"));
});
