// Twenty-five requests that people made of an agent, carried out once by a model that sees only the texts of results
// and once by one that sees only their data. It is noon on Wednesday, 25 November 2026, in Berlin.
import assert from "node:assert/strict";
import { test } from "node:test";
import { newEntry, newProject } from "@stint/server/test/worlds/factories.ts";
import type { Json } from "@stint/server/test/worlds/test-app.ts";
import { readOnly, type Reader, type Shown, tokensOf } from "#test/support/only.ts";
import { agentOf, freshOwner } from "#test/support/world.ts";

type Ask = Reader["call"];

type World = Awaited<ReturnType<typeof world>>;

interface Request {
  asked: string;
  /** The most calls and tokens that it may take: what it took before, where the request could be carried out. */
  calls: number;
  tokens: number;
  run(ask: Ask, given: World): Promise<unknown>;
}

async function world() {
  const served = await freshOwner();
  const { owner } = served;
  const ok = async (reply: Promise<{ status: number; json: Json; text: string }>) => {
    const { status, json, text } = await reply;
    assert.ok(status < 300, text);
    return json;
  };
  const patient = (await ok(owner.post("/v1/clients", { name: "Linden Clinic" }))).id;
  const acme = (await ok(owner.post("/v1/clients", { name: "Acme" }))).id;
  await ok(
    owner.post("/v1/rates", {
      kind: "billable",
      scope: "organization",
      rateMinor: 9000,
      effectiveFrom: "2020-01-01",
    }),
  );
  const budget = { kind: "time", seconds: 36_000, period: "monthly" };
  const website = await newProject(owner, { clientId: acme, budget });
  const support = await newProject(owner, { name: "Support" });
  await newProject(owner, { name: "Patient booking", clientId: patient }, { name: "Design" });
  const member = await served.world.newMember(owner, "member");
  const at = (day: string, time: string, minutes: number) => ({
    startedAt: `2026-${day}T${time}:00Z`,
    durationSeconds: minutes * 60,
    billable: true,
  });
  await newEntry(owner, website, { ...at("08-10", "08:00", 180), description: "launch" });
  await newEntry(owner, website, { ...at("11-23", "08:00", 120), description: "NW-8 login", tags: ["review"] });
  await newEntry(owner, website, { ...at("11-24", "08:00", 120), description: "header" });
  await newEntry(owner, support, { ...at("11-19", "13:30", 90), description: "call" });
  await newEntry(owner, website, { ...at("11-25", "08:00", 90), description: "landing", tags: ["design"] });
  await newEntry(owner, support, { ...at("11-25", "09:30", 52), description: "mail" });
  await newEntry(member, website, { ...at("11-18", "09:00", 60), description: "tests" });
  await ok(owner.patch("/v1/organization", { approvals: { period: "week", from: "2026-11-02" } }));
  const agent = await agentOf(served, owner);
  const descriptions = async (query: string): Promise<string[]> =>
    (await ok(owner.get(`/v1/time-entries?sort=startedAt&${query}`))).data.map(({ description }: Json) => description);
  return { ...served, ok, agent, website, support, descriptions };
}

/** Previews a change and makes it, as after the person has agreed. */
async function agreed(ask: Ask, args: object, tool = "change_time"): Promise<Json> {
  const { token } = await ask(tool, args);
  return ask(tool, { ...args, token });
}

const references = (entries: Json[]) => entries.map(({ entry, version }) => ({ entry, version }));

/** The entry that a request left for a later one. */
let stopped: Json;

const requests: Request[] = [
  {
    asked: "Log my notes: yesterday afternoon wireframes for Patient booking, then half an hour of support mail.",
    calls: 4,
    tokens: 1600,
    async run(ask, { descriptions }) {
      const text = "yesterday 13-15 @Patient booking/Design wireframes #ux, 15-15:30 @Support mail";
      const { entries, token } = await ask("draft_time", { text });
      await ask("apply_draft", { entries, token });
      assert.deepEqual(await descriptions("from=2026-11-24&to=2026-11-24"), ["header", "wireframes", "mail"]);
    },
  },
  {
    asked: "Last Tuesday, the header took until half past eleven.",
    calls: 2,
    tokens: 800,
    async run(ask) {
      const { entries } = await ask("list_time", { period: "last tuesday", text: "header" });
      const changed = await ask("change_time", {
        action: "edit",
        entries: references(entries),
        set: { end: "11:30" },
      });
      assert.equal(changed.entries[0].duration, "2:30");
    },
  },
  {
    asked: "How much is left of Website's budget?",
    calls: 1,
    tokens: 170,
    async run(ask) {
      const { budgets, person } = await ask("report", { project: "Website", budgets: true });
      assert.deepEqual(
        [budgets[0].limit, budgets[0].remaining, budgets[0].period, person],
        ["10:00", "3:00", "monthly", "everyone this key sees"],
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
    asked: "Go on with what I did before half past ten, since ten minutes ago.",
    calls: 2,
    tokens: 700,
    async run(ask) {
      const { timer } = await ask("start_timer", { continue: "last before 10:30", started: "-10m" });
      assert.deepEqual([timer.project, timer.description, timer.tags], ["Website", "landing", ["design"]]);
    },
  },
  {
    asked: "Stop.",
    calls: 1,
    tokens: 300,
    async run(ask) {
      stopped = (await ask("stop_timer")).entry;
      assert.equal(stopped.duration, "0:10");
    },
  },
  {
    asked: "Delete that entry. No, bring it back.",
    calls: 3,
    tokens: 1000,
    async run(ask, { descriptions }) {
      const { undo } = await agreed(ask, { action: "delete", entries: references([stopped]) });
      assert.deepEqual(await descriptions("from=2026-11-25"), ["landing", "mail"]);
      await ask("change_time", { action: "undo", undo });
      assert.deepEqual(await descriptions("from=2026-11-25"), ["landing", "mail", "landing"]);
    },
  },
  {
    asked: "Of Monday's login, everything from ten o'clock was support.",
    calls: 3,
    tokens: 600,
    async run(ask, { descriptions }) {
      const { entries } = await ask("list_time", { period: "monday" });
      const args = { action: "split", entries: references(entries), at: "10:00", set: { project: "Support" } };
      const { entries: parts, undo } = await ask("change_time", args);
      assert.deepEqual(
        parts.map(({ start, end, project }: Json) => [start, end, project]),
        [
          ["09:00", "10:00", "Website"],
          ["10:00", "11:00", "Support"],
        ],
      );
      assert.equal(typeof undo, "string");
      assert.deepEqual(await descriptions("from=2026-11-23&to=2026-11-23"), ["NW-8 login", "NW-8 login"]);
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
    asked: "Tag everything on Website this week with pairing.",
    calls: 3,
    tokens: 1400,
    async run(ask, { ok, owner }) {
      const { entries } = await ask("list_time", { period: "this week", project: "Website" });
      await agreed(ask, { action: "edit", entries: references(entries), set: { add_tags: ["pairing"] } });
      const { data } = await ok(owner.get("/v1/time-entries?from=2026-11-23&tag=pairing&sort=startedAt"));
      assert.deepEqual(
        data.map(({ tags }: Json) => tags),
        [["review", "pairing"], ["pairing"], ["design", "pairing"], ["design", "pairing"]],
      );
    },
  },
  {
    asked: "Move yesterday's header and wireframes to Monday.",
    calls: 3,
    tokens: 1500,
    async run(ask, { descriptions }) {
      const { entries } = await ask("list_time", { period: "yesterday" });
      const two = entries.filter(({ description }: Json) => description !== "mail");
      await agreed(ask, { action: "edit", entries: references(two), set: { day: "monday", remove_tags: ["ux"] } });
      const moved = await descriptions("from=2026-11-23&to=2026-11-23");
      assert.deepEqual(moved, ["NW-8 login", "header", "NW-8 login", "wireframes"]);
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
    asked: "Enter the Thursday and Friday before last as leave.",
    calls: 2,
    tokens: 1200,
    async run(ask) {
      const leave = { start: "9:00", duration: "8h", project: "Support", description: "leave", billable: false };
      const days = ["2026-11-12", "2026-11-13"].map((day) => ({ day, ...leave }));
      const { entries, token } = await ask("draft_time", { entries: days });
      assert.equal((await ask("apply_draft", { entries, token })).total, "16:00");
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
      assert.deepEqual(groups.map(({ name }: Json) => name).toSorted(), ["Acme", "Linden Clinic", "none"]);
    },
  },
  {
    asked: "I forgot to stop my timer yesterday at six.",
    calls: 2,
    tokens: 600,
    async run(ask, { ok, owner, support }) {
      await ok(owner.post("/v1/timer", { ...support, startedAt: "2026-11-24T16:00:00Z", description: "late" }));
      const { timer } = await ask("whoami");
      assert.equal(timer.started, "2026-11-24 17:00");
      assert.equal((await ask("stop_timer", { ended: "yesterday 18:00" })).entry.duration, "1:00");
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
    asked: "Fill the gap on Thursday with documentation.",
    calls: 3,
    tokens: 1500,
    async run(ask) {
      const morning = { day: "thursday", start: "11:00", end: "12:00", project: "Support", description: "docs" };
      const { gaps } = await ask("draft_time", { entries: [morning] });
      assert.deepEqual([gaps[0].start, gaps[0].end], ["12:00", "14:30"]);
      const { start, end, day } = gaps[0];
      const { entries, token } = await ask("draft_time", { entries: [{ ...morning, day, start, end }] });
      assert.equal((await ask("apply_draft", { entries, token })).total, "2:30");
    },
  },
  {
    asked: "Round this morning's mail up to an hour.",
    calls: 2,
    tokens: 600,
    async run(ask) {
      const { entries } = await ask("list_time", { text: "mail" });
      const args = { action: "edit", entries: references(entries), set: { duration: "1h" } };
      assert.equal((await ask("change_time", args)).entries[0].duration, "1:00");
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
];

for (const shown of ["content", "structuredContent"] satisfies Shown[])
  test(`twenty-five requests are carried out from ${shown} alone`, async (context) => {
    const given = await world();
    const reader = await readOnly(given.agent, shown);
    for (const { asked, calls, tokens, run } of requests)
      await context.test(asked, async () => {
        await run(reader.call, given);
        const used = reader.count();
        context.diagnostic(`${used.calls} calls, ${used.tokens} tokens: ${asked}`);
        assert.ok(used.calls <= calls, `${used.calls} calls`);
        assert.ok(used.tokens <= tokens, `${used.tokens} tokens`);
      });
  });

test("the definitions are short, and the instructions say where to do what no tool does", async () => {
  const { agent } = await world();
  const { tools } = await agent.client.listTools();
  assert.equal(tools.length, 11);
  const tokens = tokensOf(JSON.stringify(tools));
  assert.ok(tokens <= 8_500, `${tokens} tokens`);
  for (const screen of ["projects", "rates", "approvals", "billing", "reports", "settings"])
    assert.ok(agent.client.getInstructions()?.includes(`/${screen}`), screen);
  assert.match((await agent.ok("whoami")).dashboard, /^https?:/);
});

test("a key that only reads sees only the tools that read", async () => {
  const { owner, ...served } = await freshOwner();
  const key = await served.world.newKey(owner, ["time-entries:read", "projects:read", "reports:read"]);
  const { tools } = await (await agentOf({ ...served, owner }, key)).client.listTools();
  assert.deepEqual(
    tools.map(({ name }) => name),
    ["whoami", "find_projects", "list_time", "report", "draft_time"],
  );
});
