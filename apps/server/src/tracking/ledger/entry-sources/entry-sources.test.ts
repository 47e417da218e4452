import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { createDatabase } from "#test/databases/test-database.ts";
import { eventsOf } from "#test/deliveries/webhook-events.ts";
import { assertSound } from "#test/worlds/assert-sound.ts";
import { entryBody, newEntry, newProject, newTeam } from "#test/worlds/factories.ts";
import { applied, previewed, togglCsv } from "#test/worlds/import-files.ts";
import { type Answer, type Caller, type Json, newTestApp, testApp } from "#test/worlds/test-app.ts";

const path = "/v1/time-entries";

function made({ status, text, json }: Answer): Json {
  assert.equal(status, 201, text);
  return json;
}

async function read(caller: Caller, url: string): Promise<Json> {
  const { status, text, json } = await caller.get(url);
  assert.equal(status, 200, text);
  return json;
}

/** An organization with one-hour entries from every source, and their ids by source. */
async function newSources() {
  const world = await testApp();
  const owner = await world.newOrganization();
  const session = await world.newSession(owner);
  const where = await newProject(owner);
  const ids: Record<string, string[]> = {};
  const keep = ({ id, source }: Json) => (ids[source] ??= []).push(id);
  for (const source of ["manual", "timesheet", "calendar"]) keep(await newEntry(session, where, { source }));
  for (const source of ["api", "cli", "mcp", "calendar"]) keep(await newEntry(owner, where, { source, tags: ["key"] }));
  await owner.post("/v1/timer", { ...where, startedAt: "2026-03-02T09:00:00Z" });
  keep(made(await owner.post(`/v1/timers/${owner.userId}/stop`, { endedAt: "2026-03-02T10:00:00Z" })));
  const imported = await previewed(owner, togglCsv([{ date: "2026-03-02" }]));
  assert.equal((await applied(owner, imported.id)).status, "applied");
  const [entry] = (await read(owner, `${path}?source=import`)).data;
  keep(entry);
  return { ...world, owner, session, where, ids };
}

test("an entry has the source of its creator, or the one that the creator may claim", async () => {
  const { newOrganization, newSession } = await testApp();
  const owner = await newOrganization();
  const session = await newSession(owner);
  const where = await newProject(owner);
  const sourceOf = async (caller: Caller, more: object = {}) => (await newEntry(caller, where, more)).source;
  assert.deepEqual([await sourceOf(owner), await sourceOf(session)], ["api", "manual"]);
  for (const source of ["api", "cli", "mcp", "calendar"]) assert.equal(await sourceOf(owner, { source }), source);
  for (const source of ["manual", "timesheet", "calendar"]) assert.equal(await sourceOf(session, { source }), source);
  // With an idempotency key or an external reference, a create takes another code path, with its own transaction.
  const once = await owner.post(path, entryBody(where, { source: "cli" }), { "idempotency-key": "a" });
  assert.equal(made(once).source, "cli");
  assert.equal(await sourceOf(owner, { source: "mcp", externalRef: "a" }), "mcp");
  const entries = [{}, { source: "timesheet" }, { source: "calendar" }].map((more) => entryBody(where, more));
  const batch = made(await session.post(`${path}/batch`, { entries })).data;
  assert.deepEqual(
    batch.map(({ source }: Json) => source),
    ["manual", "timesheet", "calendar"],
  );
});

test("a source that the caller cannot be is refused, alone and in a batch, and none can be changed", async () => {
  const { newOrganization, newMember, newSession } = await testApp();
  const owner = await newOrganization();
  const session = await newSession(owner);
  const where = await newProject(owner);
  const cases: [Caller, string[]][] = [
    [owner, ["manual", "timesheet", "timer", "import", "unknown", "API", ""]],
    [session, ["api", "cli", "mcp", "timer", "import"]],
  ];
  for (const [caller, sources] of cases) {
    for (const source of sources) {
      const body = entryBody(where, { source });
      assertProblem(await caller.post(path, body), 422, "validation_failed", ["/source"]);
      const entries = [entryBody(where), body];
      const batch = await caller.post(`${path}/batch`, { entries });
      assertProblem(batch, 422, "validation_failed", ["/entries/1/source"]);
    }
  }
  const refused = await owner.post(path, entryBody(where, { source: "manual" }));
  assert.match(refused.text, /must be api, cli, mcp or calendar for an API key, or omitted/);
  assert.match((await session.post(path, entryBody(where, { source: "api" }))).text, /manual, timesheet or calendar/);
  // Errors in the body are reported first, even if the member may not create entries for the given user.
  const member = await newMember(owner, "member");
  const others = entryBody(where, { source: "manual", userId: owner.userId });
  assertProblem(await member.post(path, others), 422, "validation_failed", ["/source"]);
  assert.deepEqual((await read(owner, path)).data, []);
  const { id } = await newEntry(owner, where);
  assertProblem(await owner.patch(`${path}/${id}`, { source: "cli" }), 422, "validation_failed", ["/source"]);
});

test("a timer makes entries from a timer: stopped, replaced, or stopped by a lead", async () => {
  const { newOrganization, newMember, newSession } = await testApp();
  const owner = await newOrganization();
  const [member, lead] = [await newMember(owner, "member"), await newMember(owner, "member")];
  await newTeam(owner, { memberIds: [member.userId], leadIds: [lead.userId] });
  const where = await newProject(owner);
  const browser = await newSession(member);
  const start = async (caller: Caller) => made(await caller.post("/v1/timer", where));
  await start(member);
  const replaced = (await start(browser)).stopped;
  const stopped = made(await browser.post("/v1/timer/stop"));
  await start(member);
  const byLead = made(await lead.post(`/v1/timers/${member.userId}/stop`, {}));
  for (const entry of [replaced, stopped, byLead]) {
    assert.equal(entry.source, "timer");
    assert.deepEqual(await read(member, `${path}/${entry.id}`), entry);
  }
});

test("no later change touches the source, and a copy is a create of its own", async () => {
  const { owner, session, ids, where } = await newSources();
  const [id = ""] = ids["timer"] ?? [];
  const url = `${path}/${id}`;
  const after = [
    await session.patch(url, { durationSeconds: 60, description: "Design" }),
    await owner.patch(`${path}/batch`, { entries: [{ id, tags: ["a"] }] }),
  ];
  assert.deepEqual([after[0]?.json.source, after[1]?.json.data[0].source], ["timer", "timer"]);
  assert.equal((await session.delete(url)).status, 204);
  assert.equal((await session.post(`${url}/restore`)).json.source, "timer");
  const { startedAt, description, tags } = await read(owner, url);
  const copy = await newEntry(session, where, { startedAt, description, tags });
  assert.equal(copy.source, "manual");
});

test("lists, changes, events, history and saved reports show it", async () => {
  const { owner, where, ids, newSession } = await newSources();
  const all = Object.fromEntries(Object.entries(ids).flatMap(([source, of]) => of.map((id) => [id, source])));
  const shown = (entries: Json[]) => Object.fromEntries(entries.map(({ id, source }) => [id, source]));
  assert.deepEqual(shown((await read(owner, `${path}?limit=200`)).data), all);
  assert.deepEqual(shown((await read(owner, `${path}/changes?limit=200`)).data), all);
  const cli = ids["cli"] ?? [];
  assert.deepEqual(Object.keys(shown((await read(owner, `${path}/changes?source=cli`)).data)), cli);
  const [created] = (await read(owner, `${path}/${cli[0]}/history`)).data;
  assert.deepEqual(
    created.changes.filter(({ field }: Json) => field === "source"),
    [{ field: "source", old: null, new: "cli" }],
  );
  const query = { report: "summary", groupBy: ["source"], source: ["cli", "timer"] };
  const saved = made(await owner.post("/v1/saved-reports", { name: "Sources", query }));
  const { summary } = await read(owner, `/v1/saved-reports/${saved.id}/figures`);
  assert.deepEqual(summary.groups.map(({ key }: Json) => key).toSorted(), ["cli", "timer"]);
  const wrong = { report: "costs", source: ["cli"] };
  const refused = await owner.post("/v1/saved-reports", { name: "Costs", query: wrong });
  assertProblem(refused, 422, "validation_failed", ["/query/source"]);
  const sent = await eventsOf(owner, { events: ["time_entry.created"] }, async () => {
    await newEntry(await newSession(owner), where, { source: "timesheet" });
  });
  assert.deepEqual(
    sent.map(({ data }) => data.object.source),
    ["timesheet"],
  );
});

test("filters and groups by source add up to the list, together with other filters and groups", async () => {
  const { owner, where, ids } = await newSources();
  const summary = (query: string) => read(owner, `/v1/reports/summary?${query}`);
  const every = Object.values(ids).flat().length;
  const { totals, groups } = await summary("groupBy=source");
  assert.equal(totals.entries, every);
  assert.deepEqual(
    new Map(groups.map(({ key, name, entries }: Json) => [key, [name, entries]])),
    new Map([
      ["timer", ["Timer", 1]],
      ["manual", ["By hand", 1]],
      ["timesheet", ["Timesheet", 1]],
      ["calendar", ["Calendar", 2]],
      ["api", ["API", 1]],
      ["cli", ["Command line", 1]],
      ["mcp", ["MCP", 1]],
      ["import", ["Import", 1]],
    ]),
  );
  for (const { key, seconds, entries } of groups) {
    const { data } = await read(owner, `${path}?source=${key}`);
    assert.deepEqual(data.map(({ id }: Json) => id).toSorted(), (ids[key] ?? []).toSorted());
    const sum = data.reduce((sofar: number, { durationSeconds }: Json) => sofar + durationSeconds, 0);
    assert.deepEqual([data.length, sum], [entries, seconds]);
    assert.equal((await summary(`source=${key}`)).totals.seconds, seconds);
  }
  for (const query of ["source=cli,calendar", "source=cli&source=calendar", "source[]=cli&source[]=calendar"]) {
    assert.equal((await read(owner, `${path}?${query}`)).data.length, 3, query);
    assert.equal((await summary(query)).totals.entries, 3, query);
  }
  assert.equal((await read(owner, `${path}?source=calendar&tag=key`)).data.length, 1);
  for (const [query, count] of [
    ["groupBy=source,tag&tag=key", 4],
    ["groupBy=tag,source&source=calendar", 2],
    ["groupBy=date,source", every],
    [`groupBy=source,date&interval=week&projectId=${where.projectId}`, every - 1],
    ["groupBy=source,billable&billable=true", every],
  ] as const) {
    const report = await summary(query);
    const parts = report.groups.flatMap((group: Json) => group.groups);
    assert.equal(report.totals.entries, count, query);
    assert.equal(
      parts.reduce((sofar: number, { entries }: Json) => sofar + entries, 0),
      count,
      query,
    );
  }
  const csv = (await owner.get("/v1/reports/summary?groupBy=source&source=mcp&format=csv")).text;
  assert.match(csv, /^\uFEFF?source,sourceName,seconds/);
  assert.match(csv, /mcp,MCP,3600/);
  for (const query of ["source=paper", "source=TIMER", "source="])
    assertProblem(await owner.get(`${path}?${query}`), 422, "validation_failed");
});

test("entries from before have no source, and the doctor finds nothing wrong with them", async () => {
  const { db } = await createDatabase();
  const world = await newTestApp({ db });
  const owner = await world.newOrganization();
  const where = await newProject(owner);
  const old = await newEntry(owner, where, { description: "old" });
  const purged = await newEntry(owner, where);
  await owner.delete(`${path}/${purged.id}`);
  await db.transaction(async (tx) => {
    await tx.query(sql`alter table changes disable trigger changes_append_only`);
    await tx.query(sql`update time_entries set source = null where org_id = ${owner.orgId}`);
    await tx.query(sql`
      update changes set object = object - 'source' where org_id = ${owner.orgId} and starts_with(action, 'time_entry.')`);
  });
  const young = await newEntry(owner, where);
  await assertSound(db);
  const found = async (query: string) =>
    (await read(owner, `${path}?${query}`)).data.map(({ id, source }: Json) => [id, source]);
  assert.deepEqual(await found("source=unknown"), [[old.id, null]]);
  assert.deepEqual(await found("source=api"), [[young.id, "api"]]);
  assert.equal((await found("source=api,unknown")).length, 2);
  const { groups, totals } = await read(owner, "/v1/reports/summary?groupBy=source");
  assert.equal(totals.entries, 2);
  assert.deepEqual(
    groups.map(({ key, name, seconds }: Json) => [key, name, seconds]),
    [
      ["api", "API", 3600],
      [null, null, 3600],
    ],
  );
  assert.equal((await read(owner, "/v1/reports/summary?source=unknown")).totals.entries, 1);
  const { data: events } = await read(owner, "/v1/events?types=time_entry.created&limit=200");
  assert.deepEqual(
    events.map(({ data }: Json) => data.object.source),
    [null, null, "api"],
  );

  const changed = await owner.patch(`${path}/${old.id}`, { durationSeconds: 60 });
  assert.equal(changed.json.source, null);
  await owner.delete(`${path}/${old.id}`);
  await assertSound(db);
});
