import assert from "node:assert/strict";
import { test } from "node:test";
import { newEntry, newProject } from "@stint/server/test/worlds/factories.ts";
import { agentOf, freshOwner, serve } from "#test/support/world.ts";

for (const protocol of ["2026-07-28", "legacy"] as const)
  test(`a day is drafted, applied, listed, moved and undone (${protocol})`, async () => {
    const served = await freshOwner();
    const { owner } = served;
    await newProject(owner);
    await newProject(owner, { name: "Support" });
    const agent = await agentOf(served, owner, { protocol });
    const me = await agent.ok("whoami");
    assert.deepEqual([me.today, me.weekday, me.timer], ["2026-11-25", "Wednesday", null]);

    const drafted = await agent.ok("draft_time", {
      text: "yesterday 9-10:30 @web landing page #design, 45m @Support mail",
    });
    assert.deepEqual(drafted.problems, []);
    assert.equal(drafted.total, "2:15");
    assert.deepEqual((await owner.get("/v1/time-entries")).json.data, []);
    const applied = await agent.ok("apply_draft", { entries: drafted.entries, token: drafted.token });
    assert.equal(applied.written.length, 2);
    const { data } = (await owner.get("/v1/time-entries?sort=startedAt")).json;
    assert.deepEqual(
      data.map((entry: { startedAt: string; durationSeconds: number; source: string; description: string }) => [
        entry.startedAt,
        entry.durationSeconds,
        entry.source,
        entry.description,
      ]),
      [
        ["2026-11-24T08:00:00Z", 5400, "mcp", "landing page"],
        ["2026-11-24T09:30:00Z", 2700, "mcp", "mail"],
      ],
    );
    // A repeated call writes nothing more.
    await agent.ok("apply_draft", { entries: drafted.entries, token: drafted.token });
    assert.equal((await owner.get("/v1/time-entries")).json.data.length, 2);

    const listed = await agent.ok("list_time", { period: "yesterday", project: "Website" });
    assert.equal(listed.entries.length, 1);
    const [{ entry, version }] = listed.entries;
    const moved = await agent.ok("change_time", {
      action: "edit",
      entries: [{ entry, version }],
      set: { project: "Support" },
    });
    assert.equal(moved.entries[0].project, "Support");
    assert.ok(moved.undo.length < 5000, "an agent can repeat the reference of an ordinary change");
    await agent.ok("change_time", { action: "undo", undo: moved.undo });
    const sums = await agent.ok("report", { period: "this week", group_by: ["project"] });
    assert.deepEqual(
      sums.groups.map((group: { name: string; duration: string }) => [group.name, group.duration]),
      [
        ["Website", "1:30"],
        ["Support", "0:45"],
      ],
    );
    // The first entry has changed since then, so the whole undo is refused.
    assert.match(await agent.refused("change_time", { action: "undo", undo: applied.undo }), /changed since/);
  });

test("a timer is started, replaced, stopped and undone", async () => {
  const served = await freshOwner();
  const { owner } = served;
  await newProject(owner);
  await newProject(owner, { name: "Support" });
  const agent = await agentOf(served, owner);
  const first = await agent.ok("start_timer", { project: "Website", description: "one", started: "-30m" });
  assert.equal(first.timer.started, "2026-11-25 11:30");
  const again = await agent.ok("start_timer", { project: "Website", description: "one" });
  assert.equal(again.already_running, true);
  const second = await agent.ok("start_timer", { project: "Support", description: "two" });
  assert.equal(second.stopped.duration, "0:30");
  await agent.ok("change_time", { action: "undo", undo: second.undo });
  assert.equal((await owner.get("/v1/timer")).json.description, "one");
  assert.deepEqual((await owner.get("/v1/time-entries")).json.data, []);
  const stopped = await agent.ok("stop_timer", {});
  assert.equal(stopped.entry.duration, "0:30");
  await agent.ok("change_time", { action: "undo", undo: stopped.undo });
  assert.equal((await owner.get("/v1/timer")).json.description, "one");
  assert.deepEqual((await owner.get("/v1/time-entries")).json.data, []);
});

test("a repeated start with a time starts one timer", async () => {
  const clock = { ms: Date.parse("2026-11-25T11:00:00Z") };
  const served = await serve({ now: () => new Date(clock.ms) });
  const { owner } = served;
  await newProject(owner);
  const agent = await agentOf(served, owner);
  for (const started of ["9:40", "-15m"]) {
    const args = { project: "Website", description: started, started };
    assert.equal((await agent.ok("start_timer", args)).already_running, false);
    clock.ms += 20_000;
    assert.equal((await agent.ok("start_timer", args)).already_running, true);
  }
  const other = await agent.ok("start_timer", { project: "Website", description: "-15m", started: "11:50" });
  assert.equal(other.already_running, false, "another time is another timer");
});

test("an undo that ended halfway is completed by repeating it", async () => {
  const served = await freshOwner();
  const { owner } = served;
  await newProject(owner);
  await newProject(owner, { name: "Support" });
  const agent = await agentOf(served, owner);
  await agent.ok("start_timer", { project: "Website", description: "one", started: "-30m" });
  const { projectId, taskId, startedAt } = (await owner.get("/v1/timer")).json;
  const second = await agent.ok("start_timer", { project: "Support", description: "two" });
  // Do only the first of the two steps: the earlier timer runs again, but its entry still exists.
  await owner.patch("/v1/timer", { projectId, taskId, startedAt, description: "one" });
  await agent.ok("change_time", { action: "undo", undo: second.undo });
  await agent.ok("change_time", { action: "undo", undo: second.undo });
  assert.equal((await owner.get("/v1/timer")).json.description, "one");
  assert.deepEqual((await owner.get("/v1/time-entries")).json.data, []);

  const stopped = await agent.ok("stop_timer", {});
  await owner.post("/v1/timer", { projectId, taskId, startedAt, description: "one" });
  await agent.ok("change_time", { action: "undo", undo: stopped.undo });
  await agent.ok("change_time", { action: "undo", undo: stopped.undo });
  assert.equal((await owner.get("/v1/timer")).json.startedAt, startedAt);
  assert.deepEqual((await owner.get("/v1/time-entries")).json.data, []);
});

test("a deletion needs a second call with the token of the first", async () => {
  const served = await freshOwner();
  const { owner } = served;
  const where = await newProject(owner);
  const { id } = await newEntry(owner, where);
  const agent = await agentOf(served, owner);
  const first = await agent.ok("change_time", { action: "delete", entries: [{ entry: id }] });
  assert.equal(first.done, false);
  assert.equal((await owner.get(`/v1/time-entries/${id}`)).status, 200);
  const second = await agent.ok("change_time", { action: "delete", entries: [{ entry: id }], token: first.token });
  assert.equal(second.done, true);
  assert.equal((await owner.get("/v1/time-entries")).json.data.length, 0);
  await agent.ok("change_time", { action: "undo", undo: second.undo });
  assert.equal((await owner.get("/v1/time-entries")).json.data.length, 1);
});

for (const [currency, amount, left] of [
  ["EUR", 90, "90.00 EUR"],
  ["HUF", 90, "90.00 HUF"],
  ["JPY", 9000, "9000 JPY"],
  ["KWD", 9, "9.000 KWD"],
] as const)
  test(`amounts have the decimals of the currency (${currency})`, async () => {
    const served = await freshOwner();
    const { owner } = served;
    await owner.patch("/v1/organization", { currency });
    await owner.post("/v1/rates", {
      kind: "billable",
      scope: "organization",
      rateMinor: 9000,
      effectiveFrom: "2020-01-01",
    });
    const where = await newProject(owner, { budget: { kind: "amount", amountMinor: 18_000, period: "total" } });
    await newEntry(owner, where, { startedAt: "2026-11-25T08:00:00Z", durationSeconds: 3600, billable: true });
    const agent = await agentOf(served, owner);
    const { totals, budgets } = await agent.ok("report", { period: "today", budgets: true });
    assert.equal(totals.amount, amount);
    assert.equal(budgets[0].remaining, left);
  });

test("a misspelled project is refused with the closest names", async () => {
  const served = await freshOwner();
  await newProject(served.owner);
  const agent = await agentOf(served, served.owner);
  assert.equal(
    await agent.refused("start_timer", { project: "Websiet" }),
    'There is no active project "Websiet" that this key sees. The closest: "Website". find_projects lists the others.',
  );
});

test("optional fields that a model fills with nothing are left out, but a change can empty a field", async () => {
  const served = await freshOwner();
  const { owner } = served;
  await newProject(owner);
  const agent = await agentOf(served, owner);
  const filter = { project: "", client: "", task: "", person: "", tag: "", text: "", response_format: "" };
  await agent.ok("list_time", { ...filter, period: "", include_deleted: "", limit: "", cursor: "" });
  await agent.ok("report", { ...filter, period: "", group_by: "", budgets: "" });
  await agent.ok("start_timer", { project: "Website", client: "", task: "", tags: [], billable: "", started: "" });
  await agent.ok("stop_timer", { ended: "" });
  await agent.ok("draft_time", { text: "9-10 @Website plan", entries: [], day: "", person: "" });
  const entry = {
    day: "yesterday",
    start: "9:00",
    end: "10:00",
    duration: "",
    project: "Website",
    client: "",
    task: "",
  };
  const drafted = await agent.ok("draft_time", { text: "", entries: [{ ...entry, description: "Plan", tags: ["a"] }] });
  const { written } = await agent.ok("apply_draft", { entries: drafted.entries, token: drafted.token, person: "" });
  const change = { action: "edit", entries: [{ entry: written[0].entry, version: "" }], undo: "", token: "" };
  const { entries } = await agent.ok("change_time", {
    ...change,
    set: { ...entry, day: "", description: "", tags: [] },
  });
  assert.deepEqual([entries[0].project, entries[0].description, entries[0].tags], ["Website", "", []]);
  const deletion = { ...change, action: "delete", set: { project: "", description: null } };
  assert.notEqual((await agent.ok("change_time", deletion)).token, null);
  assert.match(await agent.refused("start_timer", { project: "" }), /project/);
});
