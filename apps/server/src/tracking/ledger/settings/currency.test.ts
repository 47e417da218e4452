import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { newEntry, newProject } from "#test/worlds/factories.ts";
import { hold, listBlocked, waitFor } from "#test/databases/hold.ts";
import { insist } from "#test/worlds/insist.ts";
import { type Caller, testApp } from "#test/worlds/test-app.ts";

const path = "/v1/organization";

const money: [name: string, make: (caller: Caller) => Promise<() => Promise<unknown>>][] = [
  [
    "a rate",
    async (caller) => {
      const { json } = await caller.post("/v1/rates", { kind: "cost", scope: "organization", rateMinor: 0 });
      return () => caller.delete(`/v1/rates/${json.id}`);
    },
  ],
  [
    "a budget of amounts",
    async (caller) => {
      const { projectId } = await newProject(caller, { budget: { kind: "amount", amountMinor: 1 } });
      return () => caller.patch(`/v1/projects/${projectId}`, { budget: null });
    },
  ],
  [
    "a budget of costs",
    async (caller) => {
      const { projectId } = await newProject(caller, { budget: { kind: "cost", amountMinor: 1 } });
      return () => caller.patch(`/v1/projects/${projectId}`, { budget: { kind: "time", seconds: 1 } });
    },
  ],
  [
    "an entry with an amount whose rate is gone",
    async (caller) => {
      const { json } = await caller.post("/v1/rates", { kind: "billable", scope: "organization", rateMinor: 1 });
      const { id } = await newEntry(caller, await newProject(caller));
      await caller.delete(`/v1/rates/${json.id}`);
      return async () => {
        await caller.delete(`/v1/time-entries/${id}`);
        assertProblem(await caller.patch(path, { currency: "CHF" }), 409, "currency_in_use");
        await caller.post(`/v1/time-entries/${id}/restore`);
        await caller.post("/v1/rates/reprice", { apply: true });
      };
    },
  ],
];

for (const [name, make] of money) {
  test(`the currency does not change while there is ${name}`, async () => {
    const { newOrganization } = await testApp();
    const caller = await newOrganization();
    const remove = await make(caller);
    assertProblem(await caller.patch(path, { currency: "CHF", name: "New" }), 409, "currency_in_use", ["/currency"]);
    const kept = await caller.patch(path, { currency: "EUR", timeZone: "Europe/Zurich" });
    assert.deepEqual([kept.status, kept.json.name, kept.json.version], [200, "Test", 2]);
    await remove();
    const changed = await caller.patch(path, { currency: "CHF" });
    assert.equal(changed.status, 200, changed.text);
    assert.equal(changed.json.currency, "CHF");
  });
}

test("the currency can change if there is only time", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  await newEntry(caller, await newProject(caller, { budget: { kind: "time", seconds: 1 } }));
  assert.equal((await caller.patch(path, { currency: "JPY" })).status, 200);
});

test("concurrent writes of money happen either before or after a change of the currency", async () => {
  const { newOrganization, db } = await testApp();
  /**
   * Writes of amounts. The flag is true if a concurrent change of currency waits for the write in the database; if
   * false, the change waits for a connection.
   */
  const ways: [(caller: Caller, projectId: string) => Promise<{ status: number }>, boolean][] = [
    [(caller) => caller.post("/v1/projects", { name: "x", budget: { kind: "amount", amountMinor: 1 } }), true],
    [(caller, id) => caller.patch(`/v1/projects/${id}`, { budget: { kind: "amount", amountMinor: 1 } }), false],
    [(caller) => caller.post("/v1/rates", { kind: "cost", scope: "organization", rateMinor: 5 }), true],
  ];
  for (const [make, isInDatabase] of ways) {
    const caller = await newOrganization();
    const { projectId } = await newProject(caller);
    // Blocks the write just before its COMMIT, because its change row is written last.
    const held = await hold(db, sql`lock table changes in share mode`);
    const making = make(caller, projectId);
    await held.untilItBlocks(1);
    const changing = insist(() => caller.patch(path, { currency: "CHF" }));
    await waitFor(async () => (await listBlocked(db)).length === (isInDatabase ? 2 : 1));
    await held.commit();
    assert.ok((await making).status < 300);
    assertProblem(await changing, 409, "currency_in_use");
  }
});
