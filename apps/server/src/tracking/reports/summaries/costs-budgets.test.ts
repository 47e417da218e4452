import assert from "node:assert/strict";
import { test } from "node:test";
import { newEntry, newProject } from "#test/worlds/factories.ts";
import { type Caller, type Json, newTestApp, testApp } from "#test/worlds/test-app.ts";

async function costs(caller: Caller, query: string): Promise<Json> {
  const answer = await caller.get(`/v1/reports/costs?${query}`);
  assert.equal(answer.status, 200, `${query} ${answer.text}`);
  return answer.json;
}

/** One minute at 23:00 in New York on each of the 120 days from 1 January to 30 April 2026. */
function entriesOfEachDay(where: { projectId: string; taskId: string }) {
  return Array.from({ length: 120 }, (_, index) => ({
    ...where,
    startedAt: Temporal.PlainDate.from("2026-01-01")
      .add({ days: index })
      .toZonedDateTime({ timeZone: "America/New_York", plainTime: "23:00" })
      .toInstant()
      .toString(),
    durationSeconds: 60,
  }));
}

test("a budget is measured over its period that contains the day, in the organization's zone", async () => {
  const { newOrganization } = await testApp();
  const owner = await newOrganization({ timeZone: "America/New_York" });
  const where = await newProject(owner);
  const made = await owner.post("/v1/time-entries/batch", { entries: entriesOfEachDay(where) });
  assert.equal(made.status, 201, made.text);
  // Every day has one minute, so the minutes equal the days of the period that are between January and April.
  const examples: [budget: object, asOf: string, start: string | null, end: string | null, minutes: number][] = [
    [{ period: "monthly" }, "2026-02-10", "2026-02-01", "2026-02-28", 28],
    [{ period: "monthly" }, "2026-03-31", "2026-03-01", "2026-03-31", 31],
    [{ period: "monthly" }, "2026-05-01", "2026-05-01", "2026-05-31", 0],
    [{ period: "monthly", startsOn: "2025-12-31" }, "2026-01-30", "2025-12-31", "2026-01-30", 30],
    [{ period: "monthly", startsOn: "2025-12-31" }, "2026-01-31", "2026-01-31", "2026-02-27", 28],
    [{ period: "monthly", startsOn: "2025-12-31" }, "2026-02-28", "2026-02-28", "2026-03-30", 31],
    [{ period: "monthly", startsOn: "2025-12-31" }, "2026-03-31", "2026-03-31", "2026-04-29", 30],
    [{ period: "monthly", startsOn: "2025-12-31" }, "2026-04-30", "2026-04-30", "2026-05-30", 1],
    // Before a budget begins, the report shows its first period.
    [{ period: "monthly", startsOn: "2026-04-15" }, "2026-03-18", "2026-04-15", "2026-05-14", 16],
    [{ period: "weekly", startsOn: "2026-01-01" }, "2026-03-18", "2026-03-12", "2026-03-18", 7],
    [{ period: "weekly", startsOn: "2026-01-01" }, "2026-03-19", "2026-03-19", "2026-03-25", 7],
    [{ period: "weekly", startsOn: "2026-04-29" }, "1970-01-01", "2026-04-29", "2026-05-05", 2],
    [{ period: "total" }, "2026-02-01", null, null, 120],
    [{ period: "total" }, "2199-12-31", null, null, 120],
    [{ period: "total", startsOn: "2026-02-01" }, "2026-03-01", "2026-02-01", null, 89],
    [{ period: "total", startsOn: "2026-04-30" }, "2026-01-01", "2026-04-30", null, 1],
  ];
  for (const [budget, asOf, start, end, minutes] of examples) {
    const changed = await owner.patch(`/v1/projects/${where.projectId}`, {
      budget: { kind: "time", seconds: 6000, ...budget },
    });
    assert.equal(changed.status, 200, changed.text);
    for (const query of ["", "&tz=Asia/Tokyo", "&from=2026-01-01&to=2026-01-02&tz=Pacific/Niue"]) {
      const { projects } = await costs(owner, `asOf=${asOf}${query}`);
      const { periodStart, periodEnd, used, remaining } = projects[0].budget;
      assert.deepEqual(
        [periodStart, periodEnd, used, remaining],
        [start, end, minutes * 60, 6000 - minutes * 60],
        `${JSON.stringify(budget)} on ${asOf}${query}`,
      );
    }
  }
});

test("weeks of a budget without a first day begin on the organization's first weekday", async () => {
  const { newOrganization } = await testApp();
  const owner = await newOrganization();
  const where = await newProject(owner, { budget: { kind: "time", seconds: 600, period: "weekly" } });
  await owner.post("/v1/time-entries/batch", { entries: entriesOfEachDay(where) });
  // 18 March 2026 is a Wednesday.
  for (const [weekStart, start, end] of [
    ["monday", "2026-03-16", "2026-03-22"],
    ["tuesday", "2026-03-17", "2026-03-23"],
    ["wednesday", "2026-03-18", "2026-03-24"],
    ["thursday", "2026-03-12", "2026-03-18"],
    ["friday", "2026-03-13", "2026-03-19"],
    ["saturday", "2026-03-14", "2026-03-20"],
    ["sunday", "2026-03-15", "2026-03-21"],
  ] as const) {
    assert.equal((await owner.patch("/v1/organization", { weekStart })).status, 200);
    const { budget } = (await costs(owner, "asOf=2026-03-18")).projects[0];
    assert.deepEqual([budget.periodStart, budget.periodEnd, budget.used], [start, end, 420], weekStart);
  }
});

test("a budget counts by its kind, and its status follows from its limit and alerts", async () => {
  const { newOrganization } = await testApp();
  const owner = await newOrganization();
  for (const [kind, rateMinor] of [
    ["billable", 9000],
    ["cost", 4000],
  ] as const)
    await owner.post("/v1/rates", { kind, scope: "organization", rateMinor });
  const where = await newProject(owner, { rounding: { mode: "up", minutes: 60 } });
  // Half an hour is billed as an hour for 90.00 and costs 20.00. Two more hours are not billable and cost 80.00.
  await newEntry(owner, where, { durationSeconds: 1800 });
  await newEntry(owner, where, { durationSeconds: 7200, billable: false });
  const examples: [budget: object, limit: number, used: number, percent: number, status: string][] = [
    [{ kind: "time", seconds: 4500 }, 4500, 3600, 80, "warning"],
    [{ kind: "time", seconds: 4501 }, 4501, 3600, 79.98, "ok"],
    [{ kind: "time", seconds: 3600 }, 3600, 3600, 100, "warning"],
    [{ kind: "time", seconds: 3599 }, 3599, 3600, 100.03, "exceeded"],
    [{ kind: "time", seconds: 3600, alertPercents: [] }, 3600, 3600, 100, "ok"],
    [{ kind: "time", seconds: 36_000, billableOnly: false }, 36_000, 9000, 25, "ok"],
    [{ kind: "amount", amountMinor: 90_000, alertPercents: [10] }, 90_000, 9000, 10, "warning"],
    [{ kind: "amount", amountMinor: 27_000, billableOnly: false }, 27_000, 9000, 33.33, "ok"],
    [{ kind: "amount", amountMinor: 80_000_000 }, 80_000_000, 9000, 0.01, "ok"],
    [{ kind: "cost", amountMinor: 2001 }, 2001, 2000, 99.95, "warning"],
    [{ kind: "cost", amountMinor: 30_000, billableOnly: false }, 30_000, 10_000, 33.33, "ok"],
    [{ kind: "cost", amountMinor: 15_000, billableOnly: false }, 15_000, 10_000, 66.67, "ok"],
    [{ kind: "cost", amountMinor: 1, billableOnly: false }, 1, 10_000, 1_000_000, "exceeded"],
  ];
  for (const [budget, limit, used, usedPercent, status] of examples) {
    await owner.patch(`/v1/projects/${where.projectId}`, { budget });
    const { forecast: _, periodStart: _start, periodEnd: _end, ...shown } = (await costs(owner, "")).projects[0].budget;
    const { kind } = budget as { kind: string };
    assert.deepEqual(shown, {
      kind,
      period: "total",
      limit,
      used,
      usedSoFar: used,
      remaining: limit - used,
      usedPercent,
      status,
    });
  }
});

test("a forecast continues at the pace of the last four weeks, within the period", async () => {
  const { newOrganization } = await newTestApp({ now: () => new Date("2026-03-11T12:00:00Z") });
  const owner = await newOrganization();
  const everyDay = "monday tuesday wednesday thursday friday saturday sunday".split(" ");
  assert.equal((await owner.patch("/v1/organization", { workingDays: everyDay })).status, 200);
  const where = await newProject(owner);
  // The 28 days up to 11 March start on 12 February. They contain 2800 s, so the pace is 100 s a day.
  for (const [startedAt, durationSeconds] of [
    ["2026-02-11T23:59:59Z", 50_000],
    ["2026-02-12T00:00:00Z", 1700],
    ["2026-03-01T00:00:00Z", 1000],
    ["2026-03-11T23:59:59Z", 100],
    ["2026-03-12T00:00:00Z", 600],
  ] as const)
    await newEntry(owner, where, { startedAt, durationSeconds });
  const examples: [budget: object, query: string, exhaustsOn: string | null, projectedUsed: number | null][] = [
    // March has 1100 s so far, and 20 days are left.
    [{ period: "monthly", seconds: 3101 }, "", null, 3100],
    [{ period: "monthly", seconds: 3100 }, "", "2026-03-31", 3100],
    [{ period: "monthly", seconds: 3000 }, "", "2026-03-30", 3100],
    [{ period: "monthly", seconds: 1101 }, "", "2026-03-12", 3100],
    [{ period: "monthly", seconds: 1100 }, "", "2026-03-11", 3100],
    // The week started on Monday the 9th. It has 100 s so far, and 600 s are already booked for its last four days.
    [{ period: "weekly", seconds: 10_000 }, "", null, 700],
    // A total budget has no end. It has 52,800 s so far.
    [{ period: "total", seconds: 62_800 }, "", "2026-06-19", null],
    [{ period: "total", seconds: 62_801 }, "", "2026-06-20", null],
    [{ period: "total", seconds: 52_800 }, "", "2026-03-11", null],
    [{ period: "total", seconds: 3_600_000_000 }, "", null, null],
    // Without entries in the last 28 days, there is no pace to extrapolate.
    [{ period: "total", seconds: 100_000 }, "&asOf=2027-01-01", null, null],
    [{ period: "monthly", seconds: 100 }, "&asOf=2027-01-15", null, 0],
    // For a future period, the projection covers only the 30 days of that period.
    [{ period: "monthly", seconds: 100_000, startsOn: "2026-04-02" }, "", null, 3000],
    [{ period: "monthly", seconds: 3000, startsOn: "2026-04-02" }, "", "2026-05-01", 3000],
    [{ period: "monthly", seconds: 2999, startsOn: "2026-04-02" }, "", "2026-05-01", 3000],
    [{ period: "total", seconds: 200, startsOn: "2026-04-02" }, "", "2026-04-03", null],
    [{ period: "total", seconds: 800, startsOn: "2026-03-12" }, "", "2026-03-19", null],
  ];
  for (const [budget, query, exhaustsOn, projectedUsed] of examples) {
    await owner.patch(`/v1/projects/${where.projectId}`, { budget: { kind: "time", ...budget } });
    const { forecast } = (await costs(owner, query)).projects[0].budget;
    assert.partialDeepStrictEqual(forecast, { exhaustsOn, projectedUsed }, `${JSON.stringify(budget)}${query}`);
  }
});

test("a young budget's pace is based on its own working days, as its basis shows", async () => {
  const { newOrganization } = await newTestApp({ now: () => new Date("2026-03-11T12:00:00Z") });
  const owner = await newOrganization();
  const where = await newProject(owner);
  const budgetOf = async (budget: object) => {
    const changed = await owner.patch(`/v1/projects/${where.projectId}`, { budget: { kind: "time", ...budget } });
    assert.equal(changed.status, 200, changed.text);
    return (await costs(owner, "")).projects[0].budget;
  };
  // One hour a day from Monday to Thursday. It is Wednesday, so Thursday's entry is in the future.
  for (const day of ["09", "10", "11", "12"])
    await newEntry(owner, where, { startedAt: `2026-03-${day}T09:00:00Z`, durationSeconds: 3600 });

  // March has fourteen working days left, at one hour each.
  assert.partialDeepStrictEqual(await budgetOf({ seconds: 36_000, period: "monthly" }), {
    used: 14_400,
    usedSoFar: 10_800,
    forecast: {
      // The seven hours left after Wednesday suffice for Thursday, Friday and the five days of the next week.
      exhaustsOn: "2026-03-20",
      projectedUsed: 61_200,
      basis: { from: "2026-03-09", to: "2026-03-11", workingDays: 3 },
    },
  });
  assert.partialDeepStrictEqual(await budgetOf({ seconds: 36_000, startsOn: "2026-03-10" }), {
    forecast: { exhaustsOn: "2026-03-23", basis: { from: "2026-03-10", to: "2026-03-11", workingDays: 2 } },
  });
  assert.equal((await owner.patch("/v1/organization", { workingDays: ["wednesday"] })).status, 200);
  assert.partialDeepStrictEqual(await budgetOf({ seconds: 36_000, period: "monthly" }), {
    // The pace is three hours each Wednesday. Seven hours suffice for the 18th, the 25th and a third of 1 April, which
    // is after the period.
    forecast: { exhaustsOn: null, projectedUsed: 32_400 },
  });
});
