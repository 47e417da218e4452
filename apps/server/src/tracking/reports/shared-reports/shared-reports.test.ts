import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { newEntry, newProject, newReportLink } from "#test/worlds/factories.ts";
import { type Answer, type Caller, type Json, newTestApp, testApp } from "#test/worlds/test-app.ts";

const everything = { showsPeople: true, showsAmounts: true, showsNotes: true };
const reports: Json[] = [
  { report: "summary", groupBy: ["project", "user"] },
  { report: "summary", groupBy: ["client"] },
  { report: "weekly", from: "2026-03-02", to: "2026-03-08", groupBy: ["task"] },
  { report: "detailed" },
  { report: "costs" },
  { report: "budgets" },
];

/** Reads a shared report without a key, each time from another network address. */
async function open({ world }: Caller, token: string, query = ""): Promise<Answer> {
  return world.anonymous.send("GET", `/auth/shared-reports/${token}${query}`);
}

async function openNew(caller: Caller, query: object, link: object = {}): Promise<Json> {
  const { token } = await newReportLink(caller, { query }, link);
  const answer = await open(caller, token);
  assert.equal(answer.status, 200, answer.text);
  return answer.json;
}

/** Creates three projects with rates, costs and budgets. Two members have worked on them. */
async function newWorld(caller: Caller) {
  const { newMember } = caller.world;
  const member = await newMember(caller, "member");
  const client = await caller.post("/v1/clients", { name: "Zebra client", note: "zqsecretnote" });
  const first = await newProject(
    caller,
    { name: "Zebra site", clientId: client.json.id, budget: { kind: "amount", amountMinor: 7_654_321 } },
    { name: "Zebra task" },
  );
  const second = await newProject(caller, { name: "Yak", budget: { kind: "cost", amountMinor: 1_234_567 } });
  const third = await newProject(caller, { name: "Xerus", budget: { kind: "time", seconds: 36_000 } });
  await caller.post("/v1/rates", { kind: "billable", scope: "organization", rateMinor: 3_600_001 });
  await caller.post("/v1/rates", { kind: "cost", scope: "organization", rateMinor: 1_800_007 });
  const note = { description: "zqsecretdescription", tags: ["zqsecrettag"], externalRef: `zqsecretref` };
  await newEntry(caller, first, { ...note, startedAt: "2026-03-02T09:00:00Z" });
  await newEntry(caller, second, { userId: member.userId, startedAt: "2026-03-03T09:00:00Z", durationSeconds: 600 });
  await newEntry(caller, third, { startedAt: "2026-03-04T09:00:00Z", durationSeconds: 60 });
  const people = await caller.world.db.query<{ name: string }>(
    sql`select name from users where id = any(${[caller.userId, member.userId]}) order by name`,
  );
  return { member, names: people.map(({ name }) => name) };
}

test("a link shows its report without a key, and by default no names, amounts or notes", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const { names } = await newWorld(caller);
  for (const query of reports) {
    const text = JSON.stringify(await openNew(caller, query));
    for (const hidden of [
      ...names,
      "zqsecret",
      "Minor",
      "cost_",
      "margin",
      "Cost",
      "proj_",
      "user_",
      "task_",
      "time_",
      "client_",
      "7654321",
      "1234567",
    ])
      assert.ok(!text.includes(hidden), `${query.report} shows no ${hidden}: ${text}`);
  }
  const summary = await openNew(caller, {
    report: "summary",
    from: "2026-03-01",
    to: "2026-03-31",
    groupBy: ["project", "user"],
  });
  const { expiresAt: _, ...rest } = summary;
  const of = (seconds: number) => ({ seconds, billableSeconds: seconds, entries: 1 });
  assert.deepEqual(rest, {
    name: "Hours",
    organization: "Test",
    report: "summary",
    from: "2026-03-01",
    to: "2026-03-31",
    tz: "UTC",
    weekStart: "monday",
    currency: "EUR",
    groupBy: ["project", "user"],
    totals: { seconds: 4260, billableSeconds: 4260, entries: 3 },
    groups: [
      { key: "1", name: "Zebra site", ...of(3600), groups: [{ key: "2", name: null, ...of(3600) }] },
      { key: "3", name: "Yak", ...of(600), groups: [{ key: "4", name: null, ...of(600) }] },
      { key: "5", name: "Xerus", ...of(60), groups: [{ key: "2", name: null, ...of(60) }] },
    ],
  });
});

test("people, amounts and notes are shown where the link says so; costs and margins never are", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const { names } = await newWorld(caller);
  const shown = await Promise.all(reports.map((query) => openNew(caller, query, everything)));
  for (const one of shown) {
    const text = JSON.stringify(one);
    for (const hidden of [
      "costMinor",
      "costRate",
      "marginMinor",
      "1234567",
      "zqsecretref",
      "zqsecretnote",
      "unrated",
      "uncosted",
      "proj_",
    ])
      assert.ok(!text.includes(hidden), `${one.report} shows no ${hidden}: ${text}`);
  }
  const [byUser, byClient, , detailed, costs, budgets] = shown;
  assert.deepEqual(
    byUser.groups.map(({ amountMinor }: Json) => amountMinor),
    [3_600_001, 600_000, 60_000],
  );
  assert.ok(names.includes(byUser.groups[0].groups[0].name));
  assert.equal(byClient.groups[0].name, "Zebra client");
  assert.partialDeepStrictEqual(detailed.entries[2], {
    project: "Zebra site",
    task: "Zebra task",
    description: "zqsecretdescription",
    tags: ["zqsecrettag"],
    amountMinor: 3_600_001,
  });
  assert.ok(names.includes(detailed.entries[2].person));
  assert.deepEqual(
    costs.projects.map(({ name, budget }: Json) => [name, budget?.kind]),
    [
      ["Zebra site", "amount"],
      ["Yak", undefined],
      ["Xerus", "time"],
    ],
  );
  assert.equal(budgets.projects[0].budget.limit, 7_654_321);
  const withoutAmounts = await openNew(caller, { report: "budgets" }, { showsPeople: true, showsNotes: true });
  assert.deepEqual(
    withoutAmounts.projects.map(({ budget }: Json) => budget?.kind),
    [undefined, undefined, "time"],
  );
});

test("groups show names of people and tags only where the link shows people and notes", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const where = await newProject(caller, { name: "Site" }, { name: "Build" });
  const member = await caller.world.newMember(caller, "member");
  await newEntry(caller, where, { tags: ["zqui", "zqapi"], durationSeconds: 3600 });
  await newEntry(caller, where, { tags: ["zqui"], durationSeconds: 1800, userId: member.userId });
  await newEntry(caller, where, { durationSeconds: 600 });
  const query = { report: "summary", groupBy: ["tag", "user"] };
  const names = ({ groups }: Json) => groups.map(({ key, name }: Json) => [key, name]);
  const hidden = await openNew(caller, query);
  assert.doesNotMatch(JSON.stringify(hidden), /zq/);
  assert.equal(hidden.overlapping, true);
  assert.deepEqual(
    hidden.groups.map(({ name, seconds }: Json) => [name, seconds]),
    [
      [null, 5400],
      [null, 3600],
      [null, 600],
    ],
  );
  const [most, second, none] = hidden.groups;
  assert.ok(/^\d+$/.test(most.key) && /^\d+$/.test(second.key) && most.key !== second.key && none.key === null);
  // A person has the same number in every group.
  assert.ok(most.groups.some(({ key }: Json) => key === second.groups[0].key));
  const withNotes = await openNew(caller, query, { showsNotes: true });
  assert.deepEqual(names(withNotes), [
    ["zqui", "zqui"],
    ["zqapi", "zqapi"],
    [null, null],
  ]);
  for (const group of withNotes.groups) for (const { name } of group.groups) assert.equal(name, null);
  const withPeople = await openNew(caller, query, { showsPeople: true });
  assert.doesNotMatch(JSON.stringify(withPeople), /zq/);
  for (const group of withPeople.groups) for (const { name } of group.groups) assert.notEqual(name, null);
  const byTag = await openNew(caller, { report: "summary", groupBy: ["user", "tag"] });
  assert.doesNotMatch(JSON.stringify(byTag), /zq/);
});

test("the page is not stored or indexed, and opens are counted", async () => {
  let now = new Date("2026-03-01T08:00:00Z");
  const { newOrganization, anonymous } = await newTestApp({ now: () => now });
  const caller = await newOrganization();
  const where = await newProject(caller);
  for (let at = 0; at < 3; at++) await newEntry(caller, where, { durationSeconds: at });
  const link = { expiresAt: "2026-03-10T08:00:00Z" };
  const { id, linkId, token } = await newReportLink(caller, { query: { report: "detailed" } }, link);
  const path = `/auth/shared-reports/${token}`;
  now = new Date("2026-03-02T08:00:00Z");
  const first = await anonymous.send("GET", `${path}?limit=2`);
  for (const [name, value] of [
    ["cache-control", "no-store"],
    ["referrer-policy", "no-referrer"],
    ["x-robots-tag", "noindex"],
    ["content-type", "application/json"],
  ] as const)
    assert.equal(first.headers[name], value);
  const second = await anonymous.send("GET", `${path}?limit=2&cursor=${first.json.nextCursor}`);
  assert.deepEqual([second.json.entries.length, second.json.nextCursor], [1, null]);
  assert.equal((await anonymous.send("HEAD", path)).status, 200);
  now = new Date("2026-03-03T08:00:00Z");
  assert.equal((await anonymous.send("GET", path)).status, 200);
  const counted = (await caller.get(`/v1/saved-reports/${id}/links/${linkId}`)).json;
  assert.deepEqual([counted.opens, counted.lastOpenedAt], [2, "2026-03-03T08:00:00Z"]);
  assertProblem(await anonymous.send("GET", `${path}?limit=0`), 422, "validation_failed", ["/limit"]);
  assertProblem(await anonymous.send("GET", `${path}?query=x`), 422, "unknown_parameter");
  const posted = await anonymous.send("POST", path, {});
  assertProblem(posted, 405, "method_not_allowed");
  assert.ok(!posted.text.includes(token));
  now = new Date("2026-03-10T08:00:00Z");
  assertProblem(await anonymous.send("GET", path), 404, "not_found");
});

test("a link ends at once when it is revoked, its report deleted, or its creator loses the right", async () => {
  const { newOrganization, newMember } = await testApp();
  const owner = await newOrganization();
  const expectOpen = async (token: string, status: number) => assert.equal((await open(owner, token)).status, status);
  const revoked = await newReportLink(owner);
  await expectOpen(revoked.token, 200);
  await owner.delete(`/v1/saved-reports/${revoked.id}/links/${revoked.linkId}`);
  await expectOpen(revoked.token, 404);
  const deleted = await newReportLink(owner);
  await owner.delete(`/v1/saved-reports/${deleted.id}`);
  await expectOpen(deleted.token, 404);
  const manager = await newMember(owner, "manager");
  const { token } = await newReportLink(manager, {}, { showsAmounts: true });
  await expectOpen(token, 200);
  for (const [change, status] of [
    [{ role: "member" }, 404],
    [{ role: "manager" }, 200],
    [{ role: "viewer" }, 404],
    [{ role: "admin" }, 200],
    [{ status: "deactivated" }, 404],
  ] as const) {
    assert.equal((await owner.patch(`/v1/members/${manager.userId}`, change)).status, 200);
    await expectOpen(token, status);
  }
});

test("a later change of the report's query publishes nothing", async () => {
  const { newOrganization } = await testApp();
  const caller = await newOrganization();
  const [shown, hidden] = [await newProject(caller, { name: "Shown" }), await newProject(caller, { name: "Hidden" })];
  for (const where of [shown, hidden]) await newEntry(caller, where);
  const { id, token } = await newReportLink(caller, { query: { report: "summary", projectId: [shown.projectId] } });
  assert.equal(
    (await caller.patch(`/v1/saved-reports/${id}`, { name: "x", query: { report: "summary" } })).status,
    200,
  );
  const { name, groups } = (await open(caller, token)).json;
  assert.deepEqual([name, groups.map((group: Json) => group.name)], ["Hours", ["Shown"]]);
});

test("a link shows nothing of another organization, and a key opens nothing", async () => {
  const { newOrganization, anonymous } = await testApp();
  const [caller, stranger] = [await newOrganization(), await newOrganization()];
  await newEntry(stranger, await newProject(stranger, { name: "zqforeign" }));
  for (const query of reports)
    assert.ok(!JSON.stringify(await openNew(caller, query, everything)).includes("zqforeign"));
  const { token } = await newReportLink(caller);
  for (const wrong of [caller.apiKey, `${token}x`, token.slice(1), token.toLowerCase(), "%00", "x".repeat(10_000)]) {
    const answer = await anonymous.send("GET", `/auth/shared-reports/${wrong}`);
    assertProblem(answer, 404, "not_found");
  }
  assert.equal((await caller.get(`/auth/shared-reports/${token}`)).status, 200);
});

test("what a page of another site loads is refused; its links and other readers are served", async () => {
  const { anonymous, newOrganization } = await testApp();
  const { token } = await newReportLink(await newOrganization());
  const get = (path: string, site: string, mode: string, dest: string) =>
    anonymous.send("GET", `/auth/shared-reports/${path}`, undefined, {
      headers: { "sec-fetch-site": site, "sec-fetch-mode": mode, "sec-fetch-dest": dest },
    });
  for (const site of ["cross-site", "same-site"]) {
    for (const [mode, dest] of [
      ["no-cors", "image"],
      ["no-cors", "script"],
      ["cors", "empty"],
      ["navigate", "iframe"],
    ] as const) {
      assertProblem(await get(token, site, mode, dest), 403, "cross_site_request");
      assertProblem(await get("wrong", site, mode, dest), 403, "cross_site_request");
    }
    assert.equal((await get(token, site, "navigate", "document")).status, 200);
  }
  assert.equal((await get(token, "same-origin", "cors", "empty")).status, 200);
  assert.equal((await get(token, "none", "navigate", "document")).status, 200);
  assert.equal((await anonymous.send("GET", `/auth/shared-reports/${token}`)).status, 200);
});

test("one link is opened no more often than a key may ask", async () => {
  const { newOrganization, anonymous } = await newTestApp({
    rateLimit: { perMinute: 3, burst: 1 },
    monotonicMs: () => 0,
  });
  const owner = await newOrganization();
  const { token } = await newReportLink(owner);
  const statuses = [];
  for (let at = 0; at < 5; at++) statuses.push((await anonymous.send("GET", `/auth/shared-reports/${token}`)).status);
  assert.deepEqual(statuses, [200, 200, 200, 200, 429]);
});
