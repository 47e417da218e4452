import assert from "node:assert/strict";
import { test } from "node:test";
import { newEntry, newProject } from "#test/worlds/factories.ts";
import { type Caller, type Json, testApp } from "#test/worlds/test-app.ts";

async function listDates(caller: Caller, query: string): Promise<Json[]> {
  const answer = await caller.get(`/v1/reports/summary?groupBy=date&${query}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.json.groups;
}

test("date keys identify the period, and are in calendar order", async () => {
  const { newOrganization } = await testApp();
  const owner = await newOrganization({ timeZone: "America/New_York" });
  const where = await newProject(owner);
  // On Sunday the 8th, the clock jumps from 2:00 to 3:00. The comments use local time.
  for (const [startedAt, durationSeconds] of [
    ["2026-03-08T04:59:59.999Z", 1], // Saturday, a moment before midnight
    ["2026-03-08T05:00:00Z", 10], // midnight
    ["2026-03-09T03:59:59Z", 100], // Sunday, 23:59:59 in summer time
    ["2026-03-09T04:00:00Z", 1000], // Monday
    ["2026-01-01T04:59:59Z", 20_000], // still 2025
    ["2026-04-01T04:00:00Z", 30_000],
  ] as const)
    await newEntry(owner, where, { startedAt, durationSeconds });
  const keys = async (query: string) =>
    (await listDates(owner, query)).map(({ key, seconds }: Json) => `${key} ${seconds}`);

  assert.deepEqual(await keys("interval=day"), [
    "2025-12-31 20000",
    "2026-03-07 1",
    "2026-03-08 110",
    "2026-03-09 1000",
    "2026-04-01 30000",
  ]);
  assert.deepEqual(await keys("interval=week"), [
    "2025-12-29 20000",
    "2026-03-02 111",
    "2026-03-09 1000",
    "2026-03-30 30000",
  ]);
  assert.deepEqual(await keys("interval=week&weekStart=sunday"), [
    "2025-12-28 20000",
    "2026-03-01 1",
    "2026-03-08 1110",
    "2026-03-29 30000",
  ]);
  assert.deepEqual(await keys("interval=week&from=2026-03-08&to=2026-03-08"), ["2026-03-02 110"], "a week cut short");
  assert.deepEqual(await keys("interval=month"), ["2025-12 20000", "2026-03 1111", "2026-04 30000"]);
  assert.deepEqual(await keys("interval=quarter"), ["2025-Q4 20000", "2026-Q1 1111", "2026-Q2 30000"]);
  assert.equal((await owner.patch("/v1/organization", { weekStart: "saturday" })).status, 200);
  assert.deepEqual(
    await keys("interval=week&from=2026-03-07&to=2026-03-09"),
    ["2026-03-07 1111"],
    "as its weeks begin",
  );
  assert.deepEqual(await keys("interval=year"), ["2025 20000", "2026 31111"]);
  assert.deepEqual(await keys("interval=year&tz=UTC"), ["2026 51111"]);
});

test("days of 23, 24.5 and 25 hours contain the entries that start in them", async () => {
  const { newOrganization } = await testApp();
  const owner = await newOrganization();
  const where = await newProject(owner);
  const halfHours = (day: string) =>
    Array.from({ length: 5 * 48 }, (_, index) => ({
      ...where,
      startedAt: new Date(Date.parse(`${day}T00:00:00Z`) + (index - 96) * 1_800_000).toISOString(),
      durationSeconds: 1,
    }));
  for (const [tz, day, hours] of [
    ["Europe/Berlin", "2026-03-29", 23],
    ["Europe/Berlin", "2026-10-25", 25],
    ["Australia/Lord_Howe", "2025-04-06", 24.5],
    ["Australia/Lord_Howe", "2025-10-05", 23.5],
    ["Pacific/Apia", "2011-12-31", 24],
  ] as const) {
    assert.equal((await owner.post("/v1/time-entries/batch", { entries: halfHours(day) })).status, 201);
    const groups = await listDates(owner, `tz=${tz}`);
    const found = groups.find(({ key }: Json) => key === day);
    assert.equal(found.entries, hours * 2, `${tz} ${day}`);
    assert.equal(
      groups.some(({ key }: Json) => key === "2011-12-30" && tz === "Pacific/Apia"),
      false,
    );
  }
});

test("the ends of a range are shown as requested, even with a raw plus", async () => {
  const { newOrganization } = await testApp();
  const owner = await newOrganization();
  for (const report of ["summary", "costs"]) {
    for (const [query, from, to] of [
      ["", null, null],
      ["from=2026-03-01", "2026-03-01", null],
      ["from=2026-03-01T00:00:00%2B01:00&to=2026-03-31", "2026-03-01T00:00:00+01:00", "2026-03-31"],
      ["from=2026-03-01T00:00+01:00&to=2026-03-02T00:00-01:00", "2026-03-01T00:00+01:00", "2026-03-02T00:00-01:00"],
    ] as const) {
      const answer = await owner.get(`/v1/reports/${report}?${query}`);
      assert.deepEqual([answer.json.from, answer.json.to], [from, to]);
    }
  }
});
