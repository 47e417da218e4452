import assert from "node:assert/strict";
import { test } from "node:test";
import { newEntry, newProject } from "#test/worlds/factories.ts";
import { type Caller, testApp } from "#test/worlds/test-app.ts";
import type { RateSource } from "./prices.ts";

async function setRate(caller: Caller, scope: string, rateMinor: number, effectiveFrom?: string, ids: object = {}) {
  const body = { kind: "billable", scope, rateMinor, effectiveFrom, ...ids };
  const made = await caller.post("/v1/rates", body);
  assert.equal(made.status, 201, made.text);
}

/** Asserts the rates of one-hour entries that start at these instants. The amount of one hour equals the rate. */
async function assertRates(
  caller: Caller,
  where: { projectId: string; taskId: string },
  table: readonly (readonly [startedAt: string, rateMinor: number, rateSource: RateSource])[],
  more: object = {},
): Promise<void> {
  for (const [startedAt, rateMinor, rateSource] of table) {
    const entry = await newEntry(caller, where, { startedAt, ...more });
    const { amountMinor } = entry;
    assert.deepEqual(
      { rateMinor: entry.rateMinor, rateSource: entry.rateSource, amountMinor },
      { rateMinor, rateSource, amountMinor: rateMinor },
      startedAt,
    );
  }
}

test("the most specific rate counts, from the first instant of its day in the organization's time zone", async () => {
  const { newOrganization, newMember } = await testApp();
  const caller = await newOrganization({ timeZone: "Europe/Berlin" });
  const other = await newMember(caller, "member");
  const where = await newProject(caller);
  const elsewhere = await newProject(caller);
  const { projectId, taskId } = where;
  const { userId } = caller;
  const task = await caller.post(`/v1/projects/${projectId}/tasks`, { name: "Another" });
  await setRate(caller, "organization", 5000, "2026-01-10");
  await setRate(caller, "member", 6000, "2026-02-01", { userId });
  await setRate(caller, "project", 7000, "2026-03-01", { projectId });
  await setRate(caller, "task", 8000, "2026-04-01", { taskId });
  await setRate(caller, "projectMember", 9000, "2026-05-01", { projectId, userId });
  // A later rate must not override an earlier one of a more specific scope.
  await setRate(caller, "organization", 5500, "2026-06-01");
  await setRate(caller, "projectMember", 9500, "2026-07-01", { projectId, userId });

  await assertRates(caller, where, [
    ["2026-01-09T22:59:59.999Z", 0, "none"],
    ["2026-01-09T23:00:00Z", 5000, "organization"],
    ["2026-01-31T22:59:59Z", 5000, "organization"],
    // 00:30 on 1 February in Berlin
    ["2026-01-31T23:30:00Z", 6000, "member"],
    ["2026-02-28T22:59:59Z", 6000, "member"],
    ["2026-02-28T23:00:00Z", 7000, "project"],
    // summer time: the day begins at 22:00 UTC
    ["2026-03-31T21:59:59Z", 7000, "project"],
    ["2026-03-31T22:00:00Z", 8000, "task"],
    ["2026-04-30T21:59:59Z", 8000, "task"],
    ["2026-05-01T00:00:00+02:00", 9000, "projectMember"],
    ["2026-06-15T12:00:00Z", 9000, "projectMember"],
    ["2026-07-01T12:00:00Z", 9500, "projectMember"],
    ["2199-12-31T12:00:00Z", 9500, "projectMember"],
  ]);
  const june = "2026-06-15T12:00:00Z";
  await assertRates(caller, where, [[june, 8000, "task"]], { userId: other.userId });
  await assertRates(caller, { projectId, taskId: task.json.id }, [[june, 7000, "project"]], { userId: other.userId });
  await assertRates(caller, elsewhere, [[june, 6000, "member"]]);
  await assertRates(caller, elsewhere, [[june, 5500, "organization"]], { userId: other.userId });
  await assertRates(caller, elsewhere, [["2026-05-31T12:00:00Z", 5000, "organization"]], { userId: other.userId });
});

test("a day whose midnight the clocks skip begins at its first instant", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization({ timeZone: "America/Sao_Paulo" });
  await setRate(caller, "organization", 5000);
  await setRate(caller, "organization", 6000, "2018-11-04");
  await assertRates(caller, await newProject(caller), [
    ["2018-11-04T02:59:59Z", 5000, "organization"],
    ["2018-11-04T03:00:00Z", 6000, "organization"],
  ]);
});

test("a rate of 0 is a rate, and precedes less specific ones; without any rate there is none", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const [free, paid] = [await newProject(caller), await newProject(caller)];
  const at = "2026-03-02T09:00:00Z";
  await assertRates(caller, paid, [[at, 0, "none"]]);
  await setRate(caller, "organization", 9000);
  await setRate(caller, "project", 0, undefined, { projectId: free.projectId });
  await assertRates(caller, free, [[at, 0, "project"]]);
  await assertRates(caller, paid, [[at, 9000, "organization"]]);
});

test("costs have separate rates, and count for all time, billable or not", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller, { rounding: { mode: "up", minutes: 60 } });
  await setRate(caller, "organization", 9000);
  await setRate(caller, "member", 3600, undefined, { kind: "cost", userId: caller.userId });
  for (const [billable, billableSeconds, amountMinor] of [
    [true, 3600, 9000],
    [false, 0, 0],
  ] as const) {
    const entry = await newEntry(caller, where, { durationSeconds: 1800, billable });
    assert.partialDeepStrictEqual(entry, {
      billableSeconds,
      rateMinor: 9000,
      rateSource: "organization",
      amountMinor,
      costRateMinor: 3600,
      costRateSource: "member",
      costMinor: 1800,
    });
  }
});

test("currencies without decimals are whole numbers too, rounded half up", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  assert.equal((await caller.patch("/v1/organization", { currency: "JPY" })).status, 200);
  await setRate(caller, "organization", 5001);
  const where = await newProject(caller);
  for (const [durationSeconds, amountMinor] of [
    [1800, 2501],
    [60, 83],
    [604_800, 840_168],
  ] as const) {
    assert.equal((await newEntry(caller, where, { durationSeconds })).amountMinor, amountMinor);
  }
});

test("after a change of the organization's time zone, rates begin with the days of the new one", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization({ timeZone: "Asia/Tokyo" });
  const where = await newProject(caller);
  await setRate(caller, "organization", 5000);
  await setRate(caller, "organization", 6000, "2026-03-01");
  await setRate(caller, "project", 7000, "2026-04-01", { projectId: where.projectId });
  await assertRates(caller, where, [
    ["2026-02-28T14:59:59Z", 5000, "organization"],
    ["2026-02-28T15:00:00Z", 6000, "organization"],
    ["2026-03-31T15:00:00Z", 7000, "project"],
  ]);

  assert.equal((await caller.patch("/v1/organization", { timeZone: "America/New_York" })).status, 200);

  await assertRates(caller, where, [
    ["2026-03-01T04:59:59Z", 5000, "organization"],
    ["2026-03-01T05:00:00Z", 6000, "organization"],
    ["2026-04-01T03:59:59Z", 6000, "organization"],
    ["2026-04-01T04:00:00Z", 7000, "project"],
  ]);
  // Existing entries keep their rates. Repricing applies the earlier rate to the entries between the two midnights.
  const { json } = await caller.post("/v1/rates/reprice", {});
  assert.deepEqual(
    [json.entries, json.unchanged, json.amountMinor],
    [2, 5, { before: 13_000, after: 11_000, difference: -2000 }],
  );
});
