import assert from "node:assert/strict";
import { test } from "node:test";
import { foldOrganization } from "#tracking/ledger/time-sums/fold-time-sums.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { entryBody, newEntry, newProject } from "#test/worlds/factories.ts";
import { type Caller, type Json, testApp } from "#test/worlds/test-app.ts";

/**
 * A Sunday with a clock change, calculated by hand. Its six entries start:
 *
 * - at the last moment of Saturday (1 s),
 * - at midnight (until the next midnight),
 * - half an hour before the change (3,600 s, so until half an hour after it),
 * - at the change itself (200 s),
 * - at the last moment of Sunday (40,000 s = 11:06:40),
 * - at the following midnight (100,000 s = 27:46:40).
 *
 * So the Sunday's sum is its length plus 43,800 seconds, and the total is 100,001 seconds more.
 */
interface Sunday {
  timeZone: string;
  day: string;
  next: string;
  /** The start in local time, and the start and end in UTC. */
  entries: [local: string, startedAt: string, endedAt: string][];
  lengthSeconds: number;
  daySeconds: number;
  /** The groups of the weekly summary, each as its key and seconds. */
  mondayWeeks: string[];
  sundayWeeks: string[];
  months: string[];
  /** The first day, the last day and the used seconds of the budget period that contains the Sunday. */
  weekly: [string, string, number];
  monthly: [string, string, number];
}

const sundays: Sunday[] = [
  {
    // 02:00 −05:00 becomes 03:00 −04:00 at 07:00Z: 05:00Z to 04:00Z is 23 h = 82,800 s; 82,800 + 43,800 = 126,600.
    timeZone: "America/New_York",
    day: "2026-03-08",
    next: "2026-03-09",
    entries: [
      ["2026-03-07T23:59:59.999-05:00", "2026-03-08T04:59:59.999Z", "2026-03-08T05:00:00.999Z"],
      ["2026-03-08T00:00:00-05:00", "2026-03-08T05:00:00Z", "2026-03-09T04:00:00Z"],
      ["2026-03-08T01:30:00-05:00", "2026-03-08T06:30:00Z", "2026-03-08T07:30:00Z"],
      ["2026-03-08T03:00:00-04:00", "2026-03-08T07:00:00Z", "2026-03-08T07:03:20Z"],
      ["2026-03-08T23:59:59.999-04:00", "2026-03-09T03:59:59.999Z", "2026-03-09T15:06:39.999Z"],
      ["2026-03-09T00:00:00-04:00", "2026-03-09T04:00:00Z", "2026-03-10T07:46:40Z"],
    ],
    lengthSeconds: 82_800,
    daySeconds: 126_600,
    mondayWeeks: ["2026-03-02 126601", "2026-03-09 100000"],
    sundayWeeks: ["2026-03-01 1", "2026-03-08 226600"],
    months: ["2026-03 226601"],
    weekly: ["2026-03-02", "2026-03-08", 126_601],
    monthly: ["2026-03-01", "2026-03-31", 226_601],
  },
  {
    // 02:00 −04:00 becomes 01:00 −05:00 at 06:00Z: 04:00Z to 05:00Z is 25 h = 90,000 s; 90,000 + 43,800 = 133,800. The
    // Saturday is in October, so the months differ.
    timeZone: "America/New_York",
    day: "2026-11-01",
    next: "2026-11-02",
    entries: [
      ["2026-10-31T23:59:59.999-04:00", "2026-11-01T03:59:59.999Z", "2026-11-01T04:00:00.999Z"],
      ["2026-11-01T00:00:00-04:00", "2026-11-01T04:00:00Z", "2026-11-02T05:00:00Z"],
      ["2026-11-01T01:30:00-04:00", "2026-11-01T05:30:00Z", "2026-11-01T06:30:00Z"],
      ["2026-11-01T01:00:00-05:00", "2026-11-01T06:00:00Z", "2026-11-01T06:03:20Z"],
      ["2026-11-01T23:59:59.999-05:00", "2026-11-02T04:59:59.999Z", "2026-11-02T16:06:39.999Z"],
      ["2026-11-02T00:00:00-05:00", "2026-11-02T05:00:00Z", "2026-11-03T08:46:40Z"],
    ],
    lengthSeconds: 90_000,
    daySeconds: 133_800,
    mondayWeeks: ["2026-10-26 133801", "2026-11-02 100000"],
    sundayWeeks: ["2026-10-25 1", "2026-11-01 233800"],
    months: ["2026-10 1", "2026-11 233800"],
    weekly: ["2026-10-26", "2026-11-01", 133_801],
    monthly: ["2026-11-01", "2026-11-30", 233_800],
  },
  {
    // 02:00 +01:00 becomes 03:00 +02:00 at 01:00Z: 23:00Z to 22:00Z is 23 h.
    timeZone: "Europe/Berlin",
    day: "2026-03-29",
    next: "2026-03-30",
    entries: [
      ["2026-03-28T23:59:59.999+01:00", "2026-03-28T22:59:59.999Z", "2026-03-28T23:00:00.999Z"],
      ["2026-03-29T00:00:00+01:00", "2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z"],
      ["2026-03-29T01:30:00+01:00", "2026-03-29T00:30:00Z", "2026-03-29T01:30:00Z"],
      ["2026-03-29T03:00:00+02:00", "2026-03-29T01:00:00Z", "2026-03-29T01:03:20Z"],
      ["2026-03-29T23:59:59.999+02:00", "2026-03-29T21:59:59.999Z", "2026-03-30T09:06:39.999Z"],
      ["2026-03-30T00:00:00+02:00", "2026-03-29T22:00:00Z", "2026-03-31T01:46:40Z"],
    ],
    lengthSeconds: 82_800,
    daySeconds: 126_600,
    mondayWeeks: ["2026-03-23 126601", "2026-03-30 100000"],
    sundayWeeks: ["2026-03-22 1", "2026-03-29 226600"],
    months: ["2026-03 226601"],
    weekly: ["2026-03-23", "2026-03-29", 126_601],
    monthly: ["2026-03-01", "2026-03-31", 226_601],
  },
  {
    // 03:00 +02:00 becomes 02:00 +01:00 at 01:00Z: 22:00Z to 23:00Z is 25 h.
    timeZone: "Europe/Berlin",
    day: "2026-10-25",
    next: "2026-10-26",
    entries: [
      ["2026-10-24T23:59:59.999+02:00", "2026-10-24T21:59:59.999Z", "2026-10-24T22:00:00.999Z"],
      ["2026-10-25T00:00:00+02:00", "2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z"],
      ["2026-10-25T02:30:00+02:00", "2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z"],
      ["2026-10-25T02:00:00+01:00", "2026-10-25T01:00:00Z", "2026-10-25T01:03:20Z"],
      ["2026-10-25T23:59:59.999+01:00", "2026-10-25T22:59:59.999Z", "2026-10-26T10:06:39.999Z"],
      ["2026-10-26T00:00:00+01:00", "2026-10-25T23:00:00Z", "2026-10-27T02:46:40Z"],
    ],
    lengthSeconds: 90_000,
    daySeconds: 133_800,
    mondayWeeks: ["2026-10-19 133801", "2026-10-26 100000"],
    sundayWeeks: ["2026-10-18 1", "2026-10-25 233800"],
    months: ["2026-10 233801"],
    weekly: ["2026-10-19", "2026-10-25", 133_801],
    monthly: ["2026-10-01", "2026-10-31", 233_801],
  },
  {
    // 02:00 +11:00 becomes 01:30 +10:30 at 15:00Z: 13:00Z to 13:30Z is 24.5 h = 88,200 s; 88,200 + 43,800 = 132,000.
    timeZone: "Australia/Lord_Howe",
    day: "2026-04-05",
    next: "2026-04-06",
    entries: [
      ["2026-04-04T23:59:59.999+11:00", "2026-04-04T12:59:59.999Z", "2026-04-04T13:00:00.999Z"],
      ["2026-04-05T00:00:00+11:00", "2026-04-04T13:00:00Z", "2026-04-05T13:30:00Z"],
      ["2026-04-05T01:30:00+11:00", "2026-04-04T14:30:00Z", "2026-04-04T15:30:00Z"],
      ["2026-04-05T01:30:00+10:30", "2026-04-04T15:00:00Z", "2026-04-04T15:03:20Z"],
      ["2026-04-05T23:59:59.999+10:30", "2026-04-05T13:29:59.999Z", "2026-04-06T00:36:39.999Z"],
      ["2026-04-06T00:00:00+10:30", "2026-04-05T13:30:00Z", "2026-04-06T17:16:40Z"],
    ],
    lengthSeconds: 88_200,
    daySeconds: 132_000,
    mondayWeeks: ["2026-03-30 132001", "2026-04-06 100000"],
    sundayWeeks: ["2026-03-29 1", "2026-04-05 232000"],
    months: ["2026-04 232001"],
    weekly: ["2026-03-30", "2026-04-05", 132_001],
    monthly: ["2026-04-01", "2026-04-30", 232_001],
  },
  {
    // 02:00 +10:30 becomes 02:30 +11:00 at 15:30Z: 13:30Z to 13:00Z is 23.5 h = 84,600 s; 84,600 + 43,800 = 128,400.
    timeZone: "Australia/Lord_Howe",
    day: "2026-10-04",
    next: "2026-10-05",
    entries: [
      ["2026-10-03T23:59:59.999+10:30", "2026-10-03T13:29:59.999Z", "2026-10-03T13:30:00.999Z"],
      ["2026-10-04T00:00:00+10:30", "2026-10-03T13:30:00Z", "2026-10-04T13:00:00Z"],
      ["2026-10-04T01:30:00+10:30", "2026-10-03T15:00:00Z", "2026-10-03T16:00:00Z"],
      ["2026-10-04T02:30:00+11:00", "2026-10-03T15:30:00Z", "2026-10-03T15:33:20Z"],
      ["2026-10-04T23:59:59.999+11:00", "2026-10-04T12:59:59.999Z", "2026-10-05T00:06:39.999Z"],
      ["2026-10-05T00:00:00+11:00", "2026-10-04T13:00:00Z", "2026-10-05T16:46:40Z"],
    ],
    lengthSeconds: 84_600,
    daySeconds: 128_400,
    mondayWeeks: ["2026-09-28 128401", "2026-10-05 100000"],
    sundayWeeks: ["2026-09-27 1", "2026-10-04 228400"],
    months: ["2026-10 228401"],
    weekly: ["2026-09-28", "2026-10-04", 128_401],
    monthly: ["2026-10-01", "2026-10-31", 228_401],
  },
];

interface World {
  owner: Caller;
  where: { projectId: string; taskId: string };
}

/** Creates the six entries. A second costs 1 minor unit before the Sunday, 2 on the Sunday, and 3 after it. */
async function newWorld({ timeZone, day, next, entries, lengthSeconds }: Sunday): Promise<World> {
  const owner = await (await testApp()).newOrganization({ timeZone });
  for (const [rateMinor, effectiveFrom] of [[3600], [7200, day], [10_800, next]]) {
    const rate = { kind: "billable", scope: "organization", rateMinor, effectiveFrom };
    assert.equal((await owner.post("/v1/rates", rate)).status, 201);
  }
  const where = await newProject(owner);
  const seconds = [1, lengthSeconds, 3600, 200, 40_000, 100_000];
  for (const [index, [startedAt]] of entries.entries())
    await newEntry(owner, where, { startedAt, durationSeconds: seconds[index] });
  return { owner, where };
}

async function get(caller: Caller, path: string): Promise<Json> {
  const answer = await caller.get(path);
  assert.equal(answer.status, 200, answer.text);
  return answer.json;
}

/** Returns the key, seconds and amount of each group. Asserts that JSON and CSV agree. */
async function groupsOf(owner: Caller, query: string): Promise<string[]> {
  const path = `/v1/reports/summary?groupBy=date&${query}`;
  const { groups, totals } = await get(owner, path);
  const [header = "", ...lines] = (await owner.get(`${path}&format=csv`)).text.trim().split("\r\n");
  const places = ["date", "seconds", "amountMinor"].map((name) => header.split(",").indexOf(name));
  const inCsv = lines.map((line) => places.map((place) => line.split(",")[place]).join(" "));
  const inJson = groups.map(({ key, seconds, amountMinor }: Json) => `${key} ${seconds} ${amountMinor}`);
  assert.deepEqual(inCsv, inJson, query);
  const sum = groups.reduce((sofar: number, { seconds }: Json) => sofar + seconds, 0);
  assert.equal(totals.seconds, sum, query);
  return inJson;
}

const withoutAmount = (line: string) => line.replace(/ \d+$/, "");

for (const sunday of sundays) {
  const { timeZone, day, next, entries, daySeconds } = sunday;

  test(`${day} in ${timeZone} has its actual length in lists and reports, and its own rate`, async () => {
    const { owner } = await newWorld(sunday);
    const { db } = owner.world;
    const list = async (query: string): Promise<Json[]> =>
      (await get(owner, `/v1/time-entries?sort=startedAt&${query}`)).data;
    assert.deepEqual(
      (await list("")).map(({ startedAt, endedAt }) => [startedAt, endedAt]),
      entries.map(([, startedAt, endedAt]) => [startedAt, endedAt]),
    );
    const starts = entries.map(([, startedAt]) => startedAt);
    for (const [query, expected] of [
      [`from=${day}&to=${day}`, starts.slice(1, 5)],
      [`from=${day}`, starts.slice(1)],
      [`to=${day}`, starts.slice(0, 5)],
      [`from=${next}`, starts.slice(5)],
    ] as const)
      assert.deepEqual(
        (await list(query)).map(({ startedAt }) => startedAt),
        expected,
        query,
      );

    const saturday = Temporal.PlainDate.from(day).subtract({ days: 1 }).toString();
    for (const isFolded of [false, true]) {
      if (isFolded) await foldOrganization(db, owner.orgId);
      // A second costs 1, 2 and 3 minor units on these three days.
      assert.deepEqual(await groupsOf(owner, "interval=day"), [
        `${saturday} 1 1`,
        `${day} ${daySeconds} ${2 * daySeconds}`,
        `${next} 100000 300000`,
      ]);
      assert.deepEqual(await groupsOf(owner, `from=${day}&to=${day}`), [`${day} ${daySeconds} ${2 * daySeconds}`]);
      const seconds = async (query: string) => (await groupsOf(owner, query)).map(withoutAmount);
      assert.deepEqual(await seconds("interval=week&weekStart=monday"), sunday.mondayWeeks);
      assert.deepEqual(await seconds("interval=week&weekStart=sunday"), sunday.sundayWeeks);
      assert.deepEqual(await seconds("interval=month"), sunday.months);
    }
  });

  test(`${day} in ${timeZone} bounds budgets and the lock date`, async () => {
    const { owner, where } = await newWorld(sunday);
    const usedOn = async (asOf: string, budget: object): Promise<unknown[]> => {
      const changed = await owner.patch(`/v1/projects/${where.projectId}`, {
        budget: { kind: "time", seconds: 1_000_000, ...budget },
      });
      assert.equal(changed.status, 200, changed.text);
      const [project] = (await get(owner, `/v1/reports/costs?asOf=${asOf}`)).projects;
      return [project.budget.periodStart, project.budget.periodEnd, project.budget.used];
    };
    assert.deepEqual(await usedOn(day, { period: "weekly" }), sunday.weekly);
    assert.equal((await usedOn(next, { period: "weekly" }))[2], 100_000);
    assert.deepEqual(await usedOn(day, { period: "monthly" }), sunday.monthly);
    assert.deepEqual(await usedOn(day, { period: "total", startsOn: day }), [day, null, daySeconds + 100_000]);
    assert.deepEqual(await usedOn(next, { period: "total", startsOn: next }), [next, null, 100_000]);

    const lockedBefore = async (lockDate: string): Promise<boolean[]> => {
      assert.equal((await owner.patch("/v1/organization", { lockDate })).status, 200);
      return (await get(owner, "/v1/time-entries?sort=startedAt")).data.map(({ locked }: Json) => locked);
    };
    const create = (place: number) =>
      owner.post("/v1/time-entries", entryBody(where, { startedAt: entries[place]?.[0] }));
    assert.deepEqual(await lockedBefore(day), [true, false, false, false, false, false]);
    assertProblem(await create(0), 409, "period_locked", ["/startedAt"]);
    assert.equal((await create(1)).status, 201);
    assert.deepEqual(await lockedBefore(next), [true, true, true, true, true, true, false]);
    assertProblem(await create(4), 409, "period_locked", ["/startedAt"]);
    assert.equal((await create(5)).status, 201);
  });
}
