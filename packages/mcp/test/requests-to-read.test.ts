// What people ask an agent about their time, timesheets and bills; see support/requests.ts.
import assert from "node:assert/strict";
import { test } from "node:test";
import { newClient, newEntry, newProject } from "@stint/server/test/worlds/factories.ts";
import type { Caller, Json } from "@stint/server/test/worlds/test-app.ts";
import { tokensOf } from "#test/support/only.ts";
import { agreed, replay, requestWorld } from "#test/support/requests.ts";
import { agentOf, freshOwner } from "#test/support/world.ts";

replay([
  {
    asked: "How much is left of Website's budget?",
    calls: 1,
    tokens: 170,
    async run(ask) {
      const { budgets, person } = await ask("report", { project: "Website", budgets: true });
      assert.deepEqual(
        [budgets[0].limit, budgets[0].remaining, budgets[0].period, person],
        ["10:00", "3:30", "monthly", "everyone this key sees"],
      );
    },
  },
  {
    asked: "Is any project over its budget?",
    calls: 1,
    tokens: 450,
    async run(ask) {
      const { budgets } = await ask("report", { budgets: true });
      assert.deepEqual(
        budgets.map(({ status }: Json) => status),
        ["ok"],
      );
    },
  },
  {
    asked: "What did we work for Acme in Q3, and what is it worth?",
    calls: 3,
    tokens: 400,
    async run(ask) {
      const { from, to, totals, person } = await ask("report", { client: "Acme", period: "Q3" });
      assert.deepEqual([from, to, totals.amount], ["2026-07-01", "2026-09-30", 270]);
      assert.match(person, /everyone/);
    },
  },
  {
    asked: "Did I work more this week than last week?",
    calls: 2,
    tokens: 600,
    async run(ask) {
      const [now, before] = [
        await ask("report", { period: "this week" }),
        await ask("report", { period: "last week" }),
      ];
      assert.ok(now.totals.seconds > before.totals.seconds);
    },
  },
  {
    asked: "What did our member do last Wednesday?",
    calls: 2,
    tokens: 400,
    async run(ask) {
      const { entries, person } = await ask("list_time", { person: "member", period: "last wednesday" });
      assert.deepEqual([entries[0].description, person], ["tests", "member"]);
    },
  },
  {
    asked: "What did I do on Thursday at three?",
    calls: 2,
    tokens: 400,
    async run(ask) {
      const { entries } = await ask("list_time", { period: "thursday" });
      const found = entries.find(({ start, end }: Json) => start <= "15:00" && end > "15:00");
      assert.equal(found.description, "call");
    },
  },
  {
    asked: "My hours by client this month.",
    calls: 1,
    tokens: 450,
    async run(ask) {
      const { groups } = await ask("report", { group_by: ["client"] });
      assert.deepEqual(groups.map(({ name }: Json) => name).toSorted(), ["Acme", "none"]);
    },
  },
  {
    asked: "Who worked how much this month?",
    calls: 1,
    tokens: 400,
    async run(ask) {
      const { groups } = await ask("report", { person: "everyone", group_by: ["person"] });
      assert.equal(groups.length, 2);
    },
  },
  {
    asked: "How long did issue NW-8 take?",
    calls: 2,
    tokens: 400,
    async run(ask) {
      const { shown_duration: total, next_cursor: more } = await ask("list_time", { period: "2026", text: "NW-8" });
      assert.deepEqual([total, more ?? null], ["2:00", null]);
    },
  },
  {
    asked: "Which project was it for the clinic?",
    calls: 1,
    tokens: 200,
    async run(ask) {
      const { projects } = await ask("find_projects", { query: "clinic" });
      assert.deepEqual([projects[0].project, projects[0].tasks], ["Patient booking", ["Design"]]);
    },
  },
  {
    asked: "Who has not handed in last week?",
    calls: 1,
    tokens: 450,
    async run(ask) {
      const { not_handed_in: missing, from } = await ask("timesheets");
      assert.deepEqual([missing.length, from], [2, "2026-11-16"]);
    },
  },
  {
    asked: "Submit my timesheet of last week.",
    calls: 3,
    tokens: 900,
    async run(ask, { ok, owner }) {
      await agreed(ask, { submit: true }, "timesheets");
      const { data } = await ok(owner.get("/v1/timesheets?userId=me&from=2026-11-16&to=2026-11-22"));
      assert.equal(data[0].status, "submitted");
    },
  },
  {
    asked: "What has Acme not been billed for, and what have we billed?",
    calls: 1,
    tokens: 400,
    async run(ask, { ok, owner, website }) {
      const filter = { projectId: [website.projectId], to: "2026-09-30" };
      await ok(owner.post("/v1/billing-batches", { filter, reference: "2026-07" }));
      const { clients, bills } = await ask("billing", { client: "Acme" });
      assert.deepEqual([clients[0].billed, clients[0].billed_amount], ["3:00", 270]);
      assert.ok(clients[0].unbilled_amount > 0);
      assert.deepEqual([bills[0].reference, bills[0].amount], ["2026-07", 270]);
    },
  },
]);

test("the definitions are short, and the instructions say where to do what no tool does", async () => {
  const { agent } = await requestWorld();
  const { tools } = await agent.client.listTools();
  assert.equal(tools.length, 11);
  const tokens = tokensOf(JSON.stringify(tools));
  assert.ok(tokens <= 8_500, `${tokens} tokens`);
  for (const screen of ["projects", "rates", "approvals", "billing", "reports", "settings"])
    assert.ok(agent.client.getInstructions()?.includes(`/${screen}`), screen);
  assert.match((await agent.ok("whoami")).dashboard, /^https?:/);
});

test("a key that only reads, and a role that may only read, see only the tools that read", async () => {
  const served = await freshOwner();
  const { owner, world } = served;
  const listed = async (caller: Caller) => {
    const { tools } = await (await agentOf(served, caller)).client.listTools();
    return tools.map(({ name }) => name);
  };
  const reading = ["whoami", "find_projects", "list_time", "report", "draft_time"];
  const key = await world.newKey(owner, ["time-entries:read", "projects:read", "reports:read"]);
  assert.deepEqual(await listed(key), reading);
  const member = await world.newMember(owner, "member");
  await owner.patch(`/v1/members/${member.userId}`, { role: "viewer" });
  assert.deepEqual(await listed(member), [...reading, "timesheets"]);
});

test("a key without projects:read learns of the running timer, but not of its project", async () => {
  const served = await freshOwner();
  const { owner, world } = served;
  await owner.post("/v1/timer", { ...(await newProject(owner)), description: "call" });
  const agent = await agentOf(served, await world.newKey(owner, ["time-entries:read"]));
  const { timer } = await agent.ok("whoami");
  assert.deepEqual([timer.project, timer.task, timer.description], ["a hidden project", "", "call"]);
});

test("timesheets are those of the organization's week, also for a person whose week begins on another day", async () => {
  const served = await freshOwner();
  const { owner } = served;
  await owner.patch("/v1/organization", { approvals: { period: "week", from: "2026-11-02" } });
  const session = await served.world.newSession(owner);
  assert.equal((await session.patch("/v1/me", { preferences: { weekStart: "sunday" } })).status, 200);
  const where = await newProject(owner);
  for (const day of ["12", "17"]) await newEntry(owner, where, { startedAt: `2026-11-${day}T08:00:00Z` });
  const { from, to, timesheets } = await (await agentOf(served, owner)).ok("timesheets", { period: "last week" });
  assert.deepEqual([from, to, timesheets.length], ["2026-11-16", "2026-11-22", 1]);
});

test("billing counts the days of the organization's time zone, as the dashboard does for a person elsewhere", async () => {
  const served = await freshOwner();
  const { owner, world } = served;
  const rate = { kind: "billable", scope: "organization", rateMinor: 9999, effectiveFrom: "2020-01-01" };
  assert.equal((await owner.post("/v1/rates", rate)).status, 201);
  const where = await newProject(owner, { clientId: await newClient(owner) });
  // On the last day of October in New York, and on the first of November in Berlin.
  const entry = { billable: true, durationSeconds: 1234 };
  await newEntry(owner, where, { ...entry, startedAt: "2026-10-31T23:30:00Z" });
  await newEntry(owner, where, { ...entry, startedAt: "2026-10-31T20:00:00Z", durationSeconds: 60 });
  const session = await world.newSession(owner);
  assert.equal((await session.patch("/v1/me", { preferences: { timeZone: "America/New_York" } })).status, 200);
  const agent = await agentOf(served, owner);
  for (const [period, from, to] of [
    ["october", "2026-10-01", "2026-10-31"],
    ["november", "2026-11-01", "2026-11-30"],
  ] as const) {
    const { clients, time_zone: zone } = await agent.ok("billing", { period });
    // The dashboard asks for these sums.
    const asked = `groupBy=client,project&billable=true&billed=false&from=${from}&to=${to}`;
    const { groups, tz } = (await owner.get(`/v1/reports/summary?${asked}`)).json;
    assert.deepEqual([zone, clients.length], [tz, 1]);
    assert.equal(Math.round(clients[0].unbilled_amount * 100), groups[0].amountMinor);
  }
  const { clients } = await agent.ok("billing", { period: "october" });
  assert.deepEqual([clients[0].unbilled, clients[0].unbilled_amount], ["0:01", 1.67]);
  // Planned time counts only in a period that contains it, as in a new bill of the dashboard.
  const { totals } = await agent.ok("billing");
  await newEntry(owner, where, { ...entry, startedAt: "2100-01-04T08:00:00Z" });
  assert.deepEqual((await agent.ok("billing")).totals, totals);
  assert.notEqual((await agent.ok("billing", { period: "2100" })).totals.unbilled, "0:00");
});
