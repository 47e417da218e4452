import assert from "node:assert/strict";
import { test } from "node:test";
import { newEntry, newProject } from "#test/worlds/factories.ts";
import { testApp } from "#test/worlds/test-app.ts";
import { listBudgetEvents, withBudget } from "#test/worlds/budget-events.ts";

const path = "/v1/time-entries";

const examples: [name: string, budget: object, starts: [startedAt: string, periodStart: string | null][]][] = [
  [
    "monthly periods are the calendar's",
    { period: "monthly" },
    [
      ["2026-02-28T10:59:59.999Z", "2026-02-01"],
      ["2026-02-28T11:00:00Z", "2026-03-01"],
      ["2026-03-31T10:59:59Z", "2026-03-01"],
      ["1970-01-01T00:00:00Z", "1970-01-01"],
    ],
  ],
  [
    "months from the 31st begin on the last day of shorter ones",
    { period: "monthly", startsOn: "2026-01-31" },
    [
      ["2026-01-30T10:59:59.999Z", null],
      ["2026-01-30T11:00:00Z", "2026-01-31"],
      ["2026-02-27T10:59:59.999Z", "2026-01-31"],
      ["2026-02-27T11:00:00Z", "2026-02-28"],
      ["2026-03-30T10:59:59.999Z", "2026-02-28"],
      ["2026-03-30T11:00:00Z", "2026-03-31"],
      ["2026-04-30T00:00:00Z", "2026-04-30"],
    ],
  ],
  [
    "weeks begin on the organization's first day",
    { period: "weekly" },
    [
      ["2026-03-07T10:59:59.999Z", "2026-03-01"],
      ["2026-03-07T11:00:00Z", "2026-03-08"],
    ],
  ],
  [
    "weeks of a budget with a first day begin on its weekday",
    { period: "weekly", startsOn: "2026-03-04" },
    [
      ["2026-03-03T10:59:59.999Z", null],
      ["2026-03-03T11:00:00Z", "2026-03-04"],
      ["2026-03-10T10:59:59.999Z", "2026-03-04"],
      ["2026-03-10T11:00:00Z", "2026-03-11"],
    ],
  ],
  [
    "a total begins on its first day and never ends",
    { startsOn: "2026-03-01" },
    [
      ["2026-02-28T10:59:59.999Z", null],
      ["2026-02-28T11:00:00Z", "2026-03-01"],
      ["2199-12-31T00:00:00Z", "2026-03-01"],
    ],
  ],
];

for (const [name, budget, starts] of examples) {
  test(`${name}, in the organization's time zone`, async () => {
    const { newOrganization, db } = await testApp();
    for (const [startedAt, periodStart] of starts) {
      const caller = await newOrganization({ timeZone: "Pacific/Auckland" });
      await caller.patch("/v1/organization", { weekStart: "sunday" });
      await newEntry(caller, await newProject(caller, withBudget({ alertPercents: [50], ...budget })), {
        startedAt,
        durationSeconds: 500,
      });
      const expected = periodStart === null ? [] : [`50% at 500 of 1000 from ${periodStart}`];
      assert.deepEqual(await listBudgetEvents(db, caller), expected, startedAt);
    }
  });
}

test("each period counts and sends events separately, even if one batch or edit touches several", async () => {
  const { newOrganization, db } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller, withBudget({ period: "monthly", alertPercents: [50] }));
  const at = (startedAt: string, durationSeconds: number) => ({ ...where, startedAt, durationSeconds });
  const entries = ["2026-01-31T23:00:00Z", "2026-02-01T00:00:00Z", "2026-02-28T00:00:00Z", "2026-03-31T00:00:00Z"].map(
    (startedAt, index) => at(startedAt, [499, 250, 250, 1001][index] ?? 0),
  );
  const made = await caller.post(`${path}/batch`, { entries });
  assert.equal(made.status, 201, made.text);
  const told = [
    "50% at 500 of 1000 from 2026-02-01",
    "50% at 1001 of 1000 from 2026-03-01",
    "exceeded at 1001 of 1000 from 2026-03-01",
  ];
  assert.deepEqual(await listBudgetEvents(db, caller), told);

  const moved = await caller.patch(`${path}/${made.json.data[3].id}`, { startedAt: "2026-01-31T23:59:59Z" });
  assert.equal(moved.status, 200);
  const back = await caller.patch(`${path}/${made.json.data[3].id}`, { startedAt: "2026-03-01T00:00:00Z" });
  assert.equal(back.status, 200);
  assert.deepEqual(await listBudgetEvents(db, caller), [
    ...told,
    "50% at 1500 of 1000 from 2026-01-01",
    "exceeded at 1500 of 1000 from 2026-01-01",
    ...told.slice(1),
  ]);
});
