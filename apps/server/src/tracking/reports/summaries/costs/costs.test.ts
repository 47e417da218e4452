import assert from "node:assert/strict";
import { test } from "node:test";
import { newEntry, newProject } from "#test/worlds/factories.ts";
import { type Caller, type Json, newTestApp, testApp } from "#test/worlds/test-app.ts";

const path = "/v1/reports/costs";

async function costs(caller: Caller, query = ""): Promise<Json> {
  const answer = await caller.get(`${path}${query}`);
  assert.equal(answer.status, 200, `${query} ${answer.text}`);
  return answer.json;
}

async function newRate(caller: Caller, rate: object): Promise<void> {
  const made = await caller.post("/v1/rates", rate);
  assert.equal(made.status, 201, made.text);
}

const nothing = {
  seconds: 0,
  billableSeconds: 0,
  entries: 0,
  unratedSeconds: 0,
  amountMinor: 0,
  exactAmountMinor: 0,
  costMinor: 0,
  marginMinor: 0,
  uncostedSeconds: 0,
};

/** The sums for this many billable seconds in an organization without rates. */
const unpriced = (seconds: number) => {
  return {
    ...nothing,
    seconds,
    billableSeconds: seconds,
    unratedSeconds: seconds,
    marginMinor: null,
    uncostedSeconds: seconds,
  };
};

test("costs have the documented shape: sums of the range, and the budget over its own period", async () => {
  const { newOrganization } = await newTestApp({ now: () => new Date("2026-03-20T12:00:00Z") });
  const owner = await newOrganization({ timeZone: "Europe/Berlin" });
  const client = await owner.post("/v1/clients", { name: "Acme" });
  const website = await newProject(owner, {
    name: "Website",
    clientId: client.json.id,
    budget: { kind: "amount", amountMinor: 3_000_000, period: "monthly" },
  });
  const unrated = await newProject(owner, { name: "Unrated" });
  await newRate(owner, { kind: "billable", scope: "project", projectId: website.projectId, rateMinor: 10_000 });
  await newRate(owner, { kind: "cost", scope: "organization", rateMinor: 4000 });
  // March has 100 hours, February has one, and half an hour is not billable.
  await newEntry(owner, website, { startedAt: "2026-03-02T09:00:00Z", durationSeconds: 360_000 });
  await newEntry(owner, website, { startedAt: "2026-02-27T09:00:00Z", durationSeconds: 3600 });
  await newEntry(owner, website, { startedAt: "2026-03-10T09:00:00Z", durationSeconds: 1800, billable: false });
  await newEntry(owner, unrated, { startedAt: "2026-03-11T09:00:00Z", durationSeconds: 7200 });
  await newEntry(owner, unrated, { startedAt: "2026-03-31T22:00:00Z", durationSeconds: 9999 });

  assert.deepEqual(await costs(owner, "?from=2026-03-01&to=2026-03-31"), {
    from: "2026-03-01",
    to: "2026-03-31",
    tz: "Europe/Berlin",
    currency: "EUR",
    asOf: "2026-03-20",
    totals: {
      seconds: 369_000,
      billableSeconds: 367_200,
      entries: 3,
      unratedSeconds: 7200,
      amountMinor: 1_000_000,
      exactAmountMinor: 1_000_000,
      costMinor: 410_000,
      marginMinor: 590_000,
      uncostedSeconds: 0,
    },
    projects: [
      {
        projectId: website.projectId,
        name: "Website",
        clientId: client.json.id,
        seconds: 361_800,
        billableSeconds: 360_000,
        entries: 2,
        unratedSeconds: 0,
        amountMinor: 1_000_000,
        exactAmountMinor: 1_000_000,
        costMinor: 402_000,
        marginMinor: 598_000,
        uncostedSeconds: 0,
        budget: {
          kind: "amount",
          period: "monthly",
          periodStart: "2026-03-01",
          periodEnd: "2026-03-31",
          limit: 3_000_000,
          used: 1_000_000,
          usedSoFar: 1_000_000,
          remaining: 2_000_000,
          usedPercent: 33.33,
          status: "ok",
          // The 16 working days since the first entry used 1,010,000, so the remaining seven add 441,875.
          forecast: {
            exhaustsOn: null,
            projectedUsed: 1_441_875,
            basis: { from: "2026-02-27", to: "2026-03-20", workingDays: 16 },
          },
        },
      },
      {
        projectId: unrated.projectId,
        name: "Unrated",
        clientId: null,
        seconds: 7200,
        billableSeconds: 7200,
        entries: 1,
        unratedSeconds: 7200,
        amountMinor: 0,
        exactAmountMinor: 0,
        costMinor: 8000,
        marginMinor: -8000,
        uncostedSeconds: 0,
        budget: null,
      },
    ],
  });
});

test("a call without parameters covers everything, and a total budget counts each entry once", async () => {
  const { newOrganization } = await newTestApp({ now: () => new Date("2026-03-20T12:00:00Z") });
  const owner = await newOrganization();
  const where = await newProject(owner, { budget: { kind: "time", seconds: 1000 } });
  await newEntry(owner, where, { startedAt: "1970-01-01T00:00:00Z", durationSeconds: 100 });
  await newEntry(owner, where, { startedAt: "2199-12-31T23:59:59Z", durationSeconds: 200 });
  const { totals, projects } = await costs(owner);
  const all = { ...unpriced(300), entries: 2 };
  assert.deepEqual(totals, all);
  const { budget, projectId: _id, name: _name, clientId: _client, ...sums } = projects[0];
  assert.deepEqual(sums, all);
  assert.deepEqual(budget, {
    kind: "time",
    period: "total",
    periodStart: null,
    periodEnd: null,
    limit: 1000,
    used: 300,
    usedSoFar: 100,
    remaining: 700,
    usedPercent: 30,
    status: "ok",
    forecast: {
      exhaustsOn: null,
      projectedUsed: null,
      basis: { from: "2026-02-21", to: "2026-03-20", workingDays: 20 },
    },
  });
});

test("an organization without projects has empty costs", async () => {
  const { newOrganization } = await testApp();
  const { totals, projects } = await costs(await newOrganization(), "?from=2026-01-01&to=2026-12-31");
  assert.deepEqual({ totals, projects }, { totals: nothing, projects: [] });
});

test("a project without entries in the range is listed when it has a budget, archived or not", async () => {
  const { newOrganization } = await testApp();
  const owner = await newOrganization();
  const budget = { kind: "time", seconds: 7200 };
  const [plain, old] = [await newProject(owner, { name: "Plain" }), await newProject(owner, { name: "Old" })];
  const budgeted = await newProject(owner, { name: "Budgeted", budget });
  const archived = await newProject(owner, { name: "Archived", budget });
  for (const where of [old, archived]) await newEntry(owner, where, { startedAt: "2025-03-02T09:00:00Z" });
  await newEntry(owner, plain, { durationSeconds: 0 });
  assert.equal((await owner.patch(`/v1/projects/${archived.projectId}`, { status: "archived" })).status, 200);
  const listed = async (query: string) => (await costs(owner, `?${query}`)).projects.map(({ name }: Json) => name);

  assert.deepEqual(await listed("from=2026-01-01"), ["Plain", "Budgeted", "Archived"], "in the order they were made");
  assert.deepEqual(await listed("from=2025-01-01&to=2025-12-31"), ["Old", "Archived", "Budgeted"]);
  assert.deepEqual(await listed("from=2024-01-01&to=2024-12-31"), ["Budgeted", "Archived"]);
  assert.deepEqual(await listed("status=archived"), ["Archived"]);
  assert.deepEqual(await listed("status=active&status=archived&from=2027-01-01"), ["Budgeted", "Archived"]);
  const { projects } = await costs(owner, `?from=2027-01-01&projectId=${budgeted.projectId}`);
  assert.deepEqual([projects.length, projects[0].entries, projects[0].budget.used], [1, 0, 0]);
});

test("filters combine, and the totals are the sums of the rows shown", async () => {
  const { newOrganization } = await testApp();
  const owner = await newOrganization();
  const [acme, other] = [
    await owner.post("/v1/clients", { name: "Acme" }),
    await owner.post("/v1/clients", { name: "Other" }),
  ];
  const budget = (seconds: number) => ({ kind: "time", seconds });
  const made: Record<string, string> = {};
  for (const [name, project, durationSeconds] of [
    ["ok", { clientId: acme.json.id, budget: budget(1000) }, 799],
    ["warning", { clientId: acme.json.id, budget: budget(1000) }, 800],
    ["full", { budget: budget(1000) }, 1000],
    ["exceeded", { clientId: other.json.id, budget: budget(1000) }, 1001],
    ["none", { clientId: other.json.id }, 5000],
  ] as const) {
    const where = await newProject(owner, { name, ...project });
    await newEntry(owner, where, { durationSeconds });
    made[name] = where.projectId;
  }
  const found = async (query: string) => {
    const { projects, totals } = await costs(owner, `?${query}`);
    assert.equal(
      totals.seconds,
      projects.reduce((sum: number, { seconds }: Json) => sum + seconds, 0),
    );
    return projects.map(({ name }: Json) => name).join(" ");
  };
  assert.equal(await found(""), "none exceeded full warning ok");
  assert.equal(await found("budgetStatus=ok"), "ok");
  assert.equal(await found("budgetStatus=warning"), "full warning");
  assert.equal(await found("budgetStatus=exceeded&budgetStatus=none"), "none exceeded");
  assert.equal(await found("budgetStatus=none"), "none");
  assert.equal(await found(`clientId=${acme.json.id}`), "warning ok");
  assert.equal(await found(`clientId=${acme.json.id}&clientId=${other.json.id}`), "none exceeded warning ok");
  assert.equal(await found(`clientId=${acme.json.id}&budgetStatus=ok&projectId=${made["ok"]}`), "ok");
  assert.equal(await found(`projectId=${made["ok"]}&projectId=${made["none"]}&projectId=proj_0`), "none ok");
  assert.equal(await found(`projectId=${made["ok"]}&clientId=${other.json.id}`), "");
  assert.equal(await found("projectId=proj_0"), "");
  const stranger = await newOrganization();
  assert.deepEqual((await costs(stranger, `?projectId=${made["ok"]}`)).projects, []);
});

test("budgets are measured on the earlier of today and the end of the range, unless a day is given", async () => {
  const { newOrganization } = await newTestApp({ now: () => new Date("2026-03-20T23:30:00Z") });
  const owner = await newOrganization({ timeZone: "Europe/Berlin" });
  for (const [query, asOf] of [
    ["", "2026-03-21"],
    ["?from=2026-01-01", "2026-03-21"],
    ["?tz=UTC", "2026-03-21"],
    ["?to=2026-02-28", "2026-02-28"],
    ["?to=2026-03-21", "2026-03-21"],
    ["?to=2026-03-22", "2026-03-21"],
    ["?to=2199-12-31", "2026-03-21"],
    // An instant is exclusive, so `to` at midnight means the day before.
    ["?to=2026-02-28T23:00:00Z", "2026-02-28"],
    ["?to=2026-02-28T23:00:00.001Z", "2026-03-01"],
    ["?to=2026-02-28T23:00:00Z&tz=UTC", "2026-02-28"],
    ["?asOf=2026-12-31", "2026-12-31"],
    ["?to=2026-02-28&asOf=2026-03-05", "2026-03-05"],
    ["?asOf=1970-01-01", "1970-01-01"],
    ["?asOf=2199-12-31", "2199-12-31"],
  ] as const)
    assert.equal((await costs(owner, query)).asOf, asOf, query);
});

test("without costs:read there are no costs, whatever the role", async () => {
  const { newOrganization, newMember, newKey } = await testApp();
  const owner = await newOrganization();
  await newEntry(owner, await newProject(owner));
  for (const caller of [
    await newMember(owner, "member"),
    await newMember(owner, "viewer"),
    await newKey(owner, ["reports:read"]),
  ])
    assert.equal((await caller.get(path)).status, 403);
  assert.equal((await costs(await newMember(owner, "manager"))).totals.entries, 1);
});

test("300 times 20 minutes at 100.00 are 10,000.00 on an invoice, and 9,999.00 as a sum of rounded entries", async () => {
  const { newOrganization } = await testApp();
  const owner = await newOrganization();
  const where = await newProject(owner);
  await newRate(owner, { kind: "billable", scope: "organization", rateMinor: 10_000 });
  const entries = Array.from({ length: 300 }, (_, at) => ({
    ...where,
    startedAt: new Date(Date.UTC(2026, 2, 1) + at * 3_600_000).toISOString(),
    durationSeconds: 1200,
  }));
  assert.equal((await owner.post("/v1/time-entries/batch", { entries })).status, 201);
  const expected = { amountMinor: 999_900, exactAmountMinor: 1_000_000 };
  const [{ totals, projects }, summary] = [
    await costs(owner),
    (await owner.get("/v1/reports/summary?groupBy=project,date&interval=month")).json,
  ];
  for (const sums of [totals, projects[0], summary.totals, summary.groups[0], summary.groups[0].groups[0]])
    assert.partialDeepStrictEqual(sums, expected);
  // A day has 24 of these entries. Their rounded amounts add up to 799.92, while the exact sum is 800.00.
  const [day] = (await owner.get("/v1/reports/summary?groupBy=date")).json.groups;
  assert.partialDeepStrictEqual(day, { amountMinor: 79_992, exactAmountMinor: 80_000 });
});

test("the margin is unknown while any time has no cost rate, however small", async () => {
  const { newOrganization, newMember } = await testApp();
  const owner = await newOrganization();
  const member = await newMember(owner, "member");
  const [known, mixed] = [await newProject(owner), await newProject(owner)];
  await newRate(owner, { kind: "billable", scope: "organization", rateMinor: 10_000 });
  await newRate(owner, { kind: "cost", scope: "member", userId: owner.userId, rateMinor: 4000 });
  // A cost rate of 0 counts as a known cost.
  await newRate(owner, { kind: "cost", scope: "project", projectId: known.projectId, rateMinor: 0 });
  await newEntry(owner, known);
  await newEntry(member, known);
  await newEntry(owner, mixed);
  await newEntry(member, mixed, { durationSeconds: 1, billable: false });
  const { totals, projects } = await costs(owner);
  const of = (where: { projectId: string }) => projects.find(({ projectId }: Json) => projectId === where.projectId);
  assert.partialDeepStrictEqual(of(known), { marginMinor: 20_000, uncostedSeconds: 0 });
  assert.partialDeepStrictEqual(of(mixed), { costMinor: 4000, marginMinor: null, uncostedSeconds: 1 });
  assert.partialDeepStrictEqual(totals, { marginMinor: null, uncostedSeconds: 1 });
  const { groups } = (await owner.get("/v1/reports/summary?groupBy=billable")).json;
  assert.deepEqual(
    groups.map(({ key, marginMinor, uncostedSeconds }: Json) => [key, marginMinor, uncostedSeconds]),
    [
      ["true", 26_000, 0],
      ["false", null, 1],
    ],
  );
});
