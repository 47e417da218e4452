// Some clients show the model only the text of a result. `agent.call` compares the text with the data after each call;
// here, each tool is called so that each of its fields has a value, and an agent works with nothing but the texts.
import assert from "node:assert/strict";
import { test } from "node:test";
import { newEntry, newProject, newTeam } from "@stint/server/test/worlds/factories.ts";
import type { Json } from "@stint/server/test/worlds/test-app.ts";
import { fit, sayFitting } from "#src/text/fit.ts";
import { sayResult } from "#src/text/say-result.ts";
import { readOnly } from "#test/support/only.ts";
import { agentOf, freshOwner } from "#test/support/world.ts";

/** Yields the path of each value that is not null, without the positions in lists. */
function* pathsOf(value: Json, at: string): Generator<string> {
  if (Array.isArray(value)) for (const each of value) yield* pathsOf(each, at);
  else if (typeof value !== "object") yield at;
  else if (value !== null) for (const [name, each] of Object.entries(value)) yield* pathsOf(each, `${at}.${name}`);
}

function* pathsOfSchema({ properties, items, anyOf }: Json, at: string): Generator<string> {
  if (anyOf !== undefined) yield* pathsOfSchema(anyOf[0], at);
  else if (items !== undefined) yield* pathsOfSchema(items, at);
  else if (properties === undefined) yield at;
  else for (const [name, each] of Object.entries(properties)) yield* pathsOfSchema(each, `${at}.${name}`);
}

test("the text of every tool's results says every field", async () => {
  const served = await freshOwner();
  const { owner, world } = served;
  const clientId = (await owner.post("/v1/clients", { name: "Acme" })).json.id;
  const rate = { kind: "billable", scope: "organization", rateMinor: 9050, effectiveFrom: "2020-01-01" };
  assert.equal((await owner.post("/v1/rates", rate)).status, 201);
  const budget = { kind: "amount", amountMinor: 20_000, period: "monthly" };
  const website = await newProject(owner, { clientId, code: "WEB", budget });
  await newProject(owner, { name: "Support" });
  await owner.patch(`/v1/projects/${website.projectId}`, { description: 'A site, ["new"]: yes' });
  const member = await world.newMember(owner, "member");
  await newTeam(owner, { memberIds: [member.userId] });
  const tags = ["design", 'a], b "c"', "<i>"];
  for (const day of ["02", "03"]) await newEntry(owner, website, { startedAt: `2026-11-${day}T08:00:00Z`, tags });
  await newEntry(owner, website, { startedAt: "2026-10-05T08:00:00Z", billable: true });
  await newEntry(member, website, { startedAt: "2026-11-24T08:00:00Z" });
  const deleted = await newEntry(owner, website, { startedAt: "2026-11-24T12:00:00Z" });
  await owner.delete(`/v1/time-entries/${deleted.id}`);
  const approvals = { period: "week", from: "2026-11-02" };
  assert.equal((await owner.patch("/v1/organization", { lockDate: "2026-11-03", approvals })).status, 200);

  const agent = await agentOf(served, owner);
  const seen = new Set<string>();
  const call = async (name: string, args: object = {}) => {
    const { structuredContent } = await agent.call(name, args);
    for (const path of pathsOf((structuredContent ?? {}) as Json, name)) seen.add(path);
    return structuredContent as Json;
  };
  await call("start_timer", { project: "Website", description: "one, two", started: "-30m", tags });
  await call("start_timer", { project: "Website", description: "one, two", tags });
  await call("whoami");
  await call("start_timer", { project: "Support", tags });
  await call("stop_timer");
  await call("find_projects", { response_format: "detailed", limit: 1 });
  await call("find_projects", { query: "web" });
  assert.deepEqual((await call("find_projects", { query: "e" })).other_clients, ["Acme"]);
  await call("find_projects", { query: "nothing" });
  await call("list_time", { period: "this month", person: "everyone", include_deleted: true, limit: 2 });
  await call("list_time", { period: "this month", person: "everyone", include_deleted: true });
  await call("list_time", { period: "this month", response_format: "detailed" });
  await call("list_time", { period: "2020" });
  const report = { period: "this month", person: "everyone", budgets: true };
  await call("report", { ...report, group_by: ["project", "day"] });
  await call("report", { ...report, group_by: ["client", "tag"], response_format: "detailed" });
  await call("draft_time", { text: "9-10 @website a, 9:30-11 @webstie b, 12-13 @support" });
  const entries = [
    { start: "6:00", duration: "1h", project: "Website", client: "Acme", description: "x", tags, billable: true },
    { start: "8:00", duration: "1h", project: "Support" },
  ];
  const drafted = await call("draft_time", { entries, day: "yesterday" });
  const applied = await call("apply_draft", { entries: drafted.entries, token: drafted.token });
  const change = {
    action: "edit",
    entries: applied.written.map(({ entry, version }: Json) => ({ entry, version })),
    set: { description: "y" },
  };
  const { token } = await call("change_time", change);
  await call("change_time", { ...change, token });
  await call("change_time", { ...change, entries: change.entries.map(({ entry }: Json) => ({ entry })) });
  await call("change_time", { action: "delete", entries: [{ entry: applied.written[0].entry }] });
  const others = (await call("list_time", { period: "2026-11-24", person: "everyone" })).entries;
  const other = others.find(({ person }: Json) => person !== undefined);
  await call("change_time", { action: "edit", entries: [{ entry: other.entry }], set: { duration: "2h" } });
  await call("change_time", { action: "restore", entries: [{ entry: deleted.id }] });

  await call("timesheets", { period: "last 2 weeks" });
  await call("timesheets", { period: "this month", submit: true });
  const bill = { filter: { to: "2026-10-31" }, reference: "2026-1" };
  assert.equal((await owner.post("/v1/billing-batches", bill)).status, 201);
  await call("billing", { period: "october", client: "Acme" });

  // An entry has the same form in all results, so one tool shows what is rarely set.
  const isRare = (path: string) => /(?<!^list_time)\.\w+\.(person|locked|deleted|source|billed)$/.test(path);
  const missing = (await agent.client.listTools()).tools.flatMap(({ name, outputSchema }) =>
    [...pathsOfSchema(outputSchema as Json, name)].filter((path) => !seen.has(path) && !isRare(path)),
  );
  assert.deepEqual(missing.toSorted(), []);
});

test("lists in rows keep their place, and a result that is too large gets fewer items", async () => {
  const data = {
    groups: [
      { name: "a", groups: [] },
      { name: "<b>", groups: [{ name: "c", locked: ["x"] }] },
      { name: null, sum: 1 },
    ],
    totals: { sum: 2, from: null, inner: { tags: [] } },
    next_cursor: null,
  };
  assert.deepEqual(sayResult({ data, summary: "Three." }).split("\n"), [
    "Three.",
    "groups (name, groups, sum):",
    '"a", [], null',
    '"\\u003cb\\u003e", null, null',
    "  groups (name, locked):",
    '  "c", ["x"]',
    "null, null, 1",
    "totals: sum 2, inner {tags []}",
  ]);
  const many = async (limit: number) => ({ data: { items: Array.from({ length: limit }, () => "x".repeat(1000)) } });
  const sizeOf = async (most: number) => ((await sayFitting(await fit(most, many))).data["items"] as string[]).length;
  assert.equal(await sizeOf(100), 25);
  assert.equal(await sizeOf(10), 10);
});

test("time is logged, paged, edited, deleted, restored and undone from the texts alone", async () => {
  const served = await freshOwner();
  const { owner } = served;
  await newProject(owner);
  await newProject(owner, { name: "Support" });
  const { call } = await readOnly(await agentOf(served, owner), "content");
  const descriptions = async () =>
    (await owner.get("/v1/time-entries?sort=startedAt")).json.data.map(({ description }: Json) => description);

  const drafted = await call("draft_time", { text: "9-10 @website one #a; 10-11 @support two" });
  const applied = await call("apply_draft", { entries: drafted.entries, token: drafted.token });
  assert.deepEqual(await descriptions(), ["one", "two"]);

  const first = await call("list_time", { limit: 1 });
  const second = await call("list_time", { limit: 1, cursor: first.next_cursor });
  assert.deepEqual([first.entries[0].description, second.entries[0].description], ["two", "one"]);
  const [{ entry, version }] = second.entries;
  const edited = await call("change_time", {
    action: "edit",
    entries: [{ entry, version }],
    set: { description: "1" },
  });
  assert.deepEqual(await descriptions(), ["1", "two"]);
  await call("change_time", { action: "undo", undo: edited.undo });
  assert.deepEqual(await descriptions(), ["one", "two"]);

  const both = { action: "delete", entries: applied.written.map((each: Json) => ({ entry: each.entry })) };
  const preview = await call("change_time", both);
  assert.equal(preview.done, false);
  const gone = await call("change_time", { ...both, token: preview.token });
  assert.deepEqual(await descriptions(), []);
  await call("change_time", { action: "undo", undo: gone.undo });
  assert.deepEqual(await descriptions(), ["one", "two"]);

  await call("start_timer", { project: "Website", description: "three", started: "-10m" });
  const { undo } = await call("stop_timer");
  await call("change_time", { action: "undo", undo });
  assert.deepEqual([(await call("whoami")).timer.description, await descriptions()], ["three", ["one", "two"]]);

  const found = await call("find_projects", { limit: 1 });
  const next = await call("find_projects", { limit: 1, cursor: found.next_cursor });
  assert.notEqual(found.projects[0].project, next.projects[0].project);
});
