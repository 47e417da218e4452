import assert from "node:assert/strict";
import { test } from "node:test";
import { raw, sql } from "#platform/database/database.ts";
import { foldDeltas } from "#tracking/ledger/time-sums/queries.ts";
import { newEntry, newProject } from "#test/worlds/factories.ts";
import { type Caller, type Json, testApp } from "#test/worlds/test-app.ts";

const path = "/v1/reports/summary";

async function newRate(caller: Caller, rate: object): Promise<void> {
  const made = await caller.post("/v1/rates", rate);
  assert.equal(made.status, 201, made.text);
}

async function summary(caller: Caller, query = ""): Promise<Json> {
  const answer = await caller.get(`${path}${query}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.json;
}

test("a month by project and member has the documented shape, in the requested zone", async () => {
  const { newOrganization, newMember, db } = await testApp();
  const owner = await newOrganization();
  const member = await newMember(owner, "member");
  await newRate(owner, { kind: "billable", scope: "organization", rateMinor: 10_000 });
  await newRate(owner, { kind: "cost", scope: "organization", rateMinor: 4000 });
  const website = await newProject(owner, { name: "Website", rounding: { mode: "up", minutes: 15 } });
  const intern = await newProject(owner, { name: "Internal", billable: false });
  // Midnight in Berlin is 23:00 UTC in February and 22:00 UTC at the end of March.
  await newEntry(owner, website, { startedAt: "2026-02-28T22:59:59.999Z", durationSeconds: 9999 });
  await newEntry(owner, website, { startedAt: "2026-02-28T23:00:00Z", durationSeconds: 3600 });
  await newEntry(member, website, { startedAt: "2026-03-15T09:00:00Z", durationSeconds: 901 });
  await newEntry(owner, intern, { startedAt: "2026-03-31T21:59:59.999Z", durationSeconds: 1800 });
  await newEntry(owner, intern, { startedAt: "2026-03-31T22:00:00Z", durationSeconds: 9999 });
  const [user] = await db.query<{ name: string }>(sql`select name from users where id = ${owner.userId}`);

  assert.deepEqual(
    await summary(owner, "?groupBy=project,user&from=2026-03-01&to=2026-03-31&tz=Europe/Berlin&weekStart=sunday"),
    {
      from: "2026-03-01",
      to: "2026-03-31",
      tz: "Europe/Berlin",
      weekStart: "sunday",
      groupBy: ["project", "user"],
      currency: "EUR",
      // Billed: 3600 s and 1800 s, for 10,000 and 5,000. Worked: 3600 s and 901 s, which cost 4,000 and 1,001.11.
      totals: {
        seconds: 6301,
        billableSeconds: 5400,
        entries: 3,
        amountMinor: 15_000,
        exactAmountMinor: 15_000,
        costMinor: 7001,
        marginMinor: 7999,
        uncostedSeconds: 0,
        unratedSeconds: 0,
      },
      groups: [
        {
          key: website.projectId,
          name: "Website",
          seconds: 4501,
          billableSeconds: 5400,
          entries: 2,
          amountMinor: 15_000,
          exactAmountMinor: 15_000,
          costMinor: 5001,
          marginMinor: 9999,
          uncostedSeconds: 0,
          unratedSeconds: 0,
          groups: [
            {
              key: owner.userId,
              name: user?.name,
              seconds: 3600,
              billableSeconds: 3600,
              entries: 1,
              amountMinor: 10_000,
              exactAmountMinor: 10_000,
              costMinor: 4000,
              marginMinor: 6000,
              uncostedSeconds: 0,
              unratedSeconds: 0,
            },
            {
              key: member.userId,
              name: "member",
              seconds: 901,
              billableSeconds: 1800,
              entries: 1,
              amountMinor: 5000,
              exactAmountMinor: 5000,
              costMinor: 1001,
              marginMinor: 3999,
              uncostedSeconds: 0,
              unratedSeconds: 0,
            },
          ],
        },
        {
          key: intern.projectId,
          name: "Internal",
          seconds: 1800,
          billableSeconds: 0,
          entries: 1,
          amountMinor: 0,
          exactAmountMinor: 0,
          costMinor: 2000,
          marginMinor: -2000,
          uncostedSeconds: 0,
          unratedSeconds: 0,
          groups: [
            {
              key: owner.userId,
              name: user?.name,
              seconds: 1800,
              billableSeconds: 0,
              entries: 1,
              amountMinor: 0,
              exactAmountMinor: 0,
              costMinor: 2000,
              marginMinor: -2000,
              uncostedSeconds: 0,
              unratedSeconds: 0,
            },
          ],
        },
      ],
    },
  );
});

const nothing = {
  seconds: 0,
  billableSeconds: 0,
  entries: 0,
  amountMinor: 0,
  exactAmountMinor: 0,
  costMinor: 0,
  marginMinor: 0,
  uncostedSeconds: 0,
  unratedSeconds: 0,
};

test("a call without parameters sums up everything by project, in the organization's zone and weeks", async () => {
  const { newOrganization } = await testApp();
  const owner = await newOrganization({ timeZone: "Asia/Tokyo" });
  await owner.patch("/v1/organization", { weekStart: "saturday", currency: "CHF" });
  const bare = { from: null, to: null, tz: "Asia/Tokyo", weekStart: "saturday", groupBy: ["project"], currency: "CHF" };
  assert.deepEqual(await summary(owner), { ...bare, totals: nothing, groups: [] });
  const where = await newProject(owner);
  for (const startedAt of ["1970-01-01T00:00:00Z", "2199-12-31T23:59:59.999Z"])
    await newEntry(owner, where, { startedAt, durationSeconds: 1 });
  const both = {
    ...nothing,
    seconds: 2,
    billableSeconds: 2,
    entries: 2,
    marginMinor: null,
    uncostedSeconds: 2,
    unratedSeconds: 2,
  };
  const groups = [{ key: where.projectId, name: "Website", ...both }];
  assert.deepEqual(await summary(owner), { ...bare, totals: both, groups });
  const days = await summary(owner, "?groupBy=date");
  const byBoth = await summary(owner, "?groupBy=date,project");
  for (const query of [
    "?groupBy=date&groupBy=project",
    "?groupBy[]=date&groupBy[]=project",
    "?groupBy=date,%20project",
  ])
    assert.deepEqual(await summary(owner, query), byBoth);
  assert.deepEqual(
    days.groups.map(({ key }: Json) => key),
    ["1970-01-01", "2200-01-01"],
    "the calendar's last hours are those of the next day east of Greenwich",
  );
});

test("an organization without entries has no groups, whatever the query", async () => {
  const { newOrganization } = await testApp();
  const owner = await newOrganization();
  await newProject(owner);
  for (const query of ["groupBy=date", "groupBy=date,tag&interval=year", "groupBy=tag,project", "groupBy=billable"]) {
    for (const range of ["", "&from=2026-03-01", "&to=2026-03-01", "&from=2026-01-01&to=2026-12-31"]) {
      const { totals, groups } = await summary(owner, `?${query}${range}`);
      assert.deepEqual({ totals, groups }, { totals: nothing, groups: [] }, query + range);
    }
  }
});

test("an entry without length is counted, and makes a group", async () => {
  const { newOrganization } = await testApp();
  const owner = await newOrganization();
  const where = await newProject(owner);
  await newEntry(owner, where, { durationSeconds: 0 });
  const one = { ...nothing, entries: 1 };
  for (const [groupBy, key, name] of [
    ["project", where.projectId, "Website"],
    ["task", where.taskId, "Build"],
    ["client", null, null],
    ["tag", null, null],
    ["date", "2026-03-02", "2026-03-02"],
    ["billable", "true", "Billable"],
  ] as const) {
    const { totals, groups } = await summary(owner, `?groupBy=${groupBy}`);
    assert.deepEqual([totals, groups], [one, [{ key, name, ...one }]], groupBy);
  }
});

test("an entry with two tags is in two groups and once in the totals", async () => {
  const { newOrganization } = await testApp();
  const owner = await newOrganization();
  const [small, large] = [await newProject(owner, { name: "Small" }), await newProject(owner, { name: "Large" })];
  await newEntry(owner, small, { durationSeconds: 100, tags: ["a", "B", "c"] });
  await newEntry(owner, large, { durationSeconds: 200, tags: ["b"] });
  await newEntry(owner, large, { durationSeconds: 1 });
  const shown = ({ key, name, seconds, groups }: Json): Json[] => [
    key,
    name,
    seconds,
    ...(groups === undefined ? [] : [groups.map(shown)]),
  ];

  const byTag = await summary(owner, "?groupBy=tag");
  assert.deepEqual([byTag.overlapping, byTag.totals.seconds, byTag.totals.entries], [true, 301, 3]);
  assert.deepEqual(byTag.groups.map(shown), [
    ["b", "b", 300],
    ["a", "a", 100],
    ["c", "c", 100],
    [null, null, 1],
  ]);
  const byProject = await summary(owner, "?groupBy=project,tag");
  assert.deepEqual([byProject.overlapping, byProject.totals.seconds], [true, 301]);
  assert.deepEqual(byProject.groups.map(shown), [
    [
      large.projectId,
      "Large",
      201,
      [
        ["b", "b", 200],
        [null, null, 1],
      ],
    ],
    [
      small.projectId,
      "Small",
      100,
      [
        ["a", "a", 100],
        ["b", "b", 100],
        ["c", "c", 100],
      ],
    ],
  ]);
  assert.equal("overlapping" in (await summary(owner, "?groupBy=project&tag=b")), false);
});

test("sums beyond what a number holds are refused instead of rounded", async () => {
  const { newOrganization, db } = await testApp();
  const owner = await newOrganization();
  const [one, other] = [await newProject(owner), await newProject(owner)];
  await newEntry(owner, one);
  await newEntry(owner, other, { tags: ["a"] });
  for (const table of ["time_entries", "time_sum_deltas"])
    await db.query(sql`update ${raw(table)} set cost_minor = ${Number.MAX_SAFE_INTEGER} where org_id = ${owner.orgId}`);
  const largest = await summary(owner, `?projectId=${one.projectId}`);
  assert.equal(largest.totals.costMinor, 9_007_199_254_740_991);
  for (const query of ["", "?groupBy=date", "?format=csv&groupBy=billable"]) {
    const answer = await owner.get(`${path}${query}`);
    assert.equal(answer.status, 422, query);
    assert.equal(answer.json.code, "number_out_of_range", query);
  }
});

test("a summary is exact at every point of a fold", async () => {
  const { newOrganization, db } = await testApp();
  const owner = await newOrganization();
  const where = await newProject(owner);
  const entries = Array.from({ length: 500 }, (_, at) => ({
    ...where,
    startedAt: "2026-03-02T09:00:00Z",
    durationSeconds: at,
  }));
  assert.equal((await owner.post("/v1/time-entries/batch", { entries })).status, 201);
  const foldSome = () => db.transaction((tx) => foldDeltas(tx, owner.orgId, 5));
  let steps = 0;
  for (let folded = Infinity; folded > 0; steps++) {
    const [{ totals, groups }, count] = await Promise.all([summary(owner), foldSome()]);
    assert.deepEqual([totals.entries, totals.seconds, groups[0].seconds], [500, 124_750, 124_750]);
    folded = count;
  }
  assert.ok(steps >= 100, String(steps));
});
