import assert from "node:assert/strict";
import { test } from "node:test";
import { assertProblem } from "#test/http/assert-problem.ts";
import { entryBody, newEntry, newProject, newTeam } from "#test/worlds/factories.ts";
import { type Answer, type Caller, type Json, testApp } from "#test/worlds/test-app.ts";

/** A team with a member and a lead, and a second team that has another lead. */
async function newWorld(team: object = {}) {
  const world = await testApp();
  const owner = await world.newOrganization();
  const [lead, member, outsider] = [
    await world.newMember(owner, "member"),
    await world.newMember(owner, "member"),
    await world.newMember(owner, "member"),
  ];
  const led = await newTeam(owner, { memberIds: [member.userId], leadIds: [lead.userId], ...team });
  const other = await newTeam(owner, { name: "Other", memberIds: [outsider.userId], leadIds: [owner.userId] });
  const rates = { scope: "organization", rateMinor: 6000 };
  for (const kind of ["billable", "cost"])
    assert.equal((await owner.post("/v1/rates", { ...rates, kind })).status, 201);
  const where = await newProject(owner);
  const entries = {
    own: await newEntry(lead, where, { description: "own" }),
    led: await newEntry(member, where, { description: "led", tags: ["led"] }),
    foreign: await newEntry(outsider, where, { description: "foreign", tags: ["foreign"] }),
  };
  return { ...world, owner, lead, member, outsider, led, other, where, entries };
}

const idsOf = (answer: Answer): string[] => answer.json.data.map(({ id }: { id: string }) => id).toSorted();
const sorted = (...ids: string[]) => ids.toSorted();
const ok = (answer: Answer): Json => {
  assert.ok(answer.status < 300, answer.text);
  return answer.status === 204 ? undefined : answer.json;
};

test("a lead reads the time of their team's members and no other's, by every read", async () => {
  const { lead, member, outsider, entries, led, other } = await newWorld();
  const seen = sorted(entries.own.id, entries.led.id);
  assert.deepEqual(idsOf(await lead.get("/v1/time-entries")), seen);
  assert.deepEqual(idsOf(await lead.get("/v1/time-entries/changes")), seen);
  assert.deepEqual(idsOf(await lead.get(`/v1/time-entries?userId=${member.userId}`)), [entries.led.id]);
  assert.deepEqual(idsOf(await lead.get(`/v1/time-entries?userId=${outsider.userId}`)), []);
  assert.deepEqual(idsOf(await lead.get(`/v1/time-entries?teamId=${led.id}`)), [entries.led.id]);
  assert.deepEqual(idsOf(await lead.get(`/v1/time-entries?teamId=${other.id}`)), []);
  assert.equal((await lead.get(`/v1/time-entries/${entries.led.id}`)).status, 200);
  assert.equal((await lead.get(`/v1/time-entries/${entries.led.id}/history`)).status, 200);
  for (const path of [`/v1/time-entries/${entries.foreign.id}`, `/v1/time-entries/${entries.foreign.id}/history`])
    assertProblem(await lead.get(path), 403, "forbidden");
  const tags = ok(await lead.get("/v1/tags")).data.map(({ name }: Json) => name);
  assert.deepEqual(tags, ["led"]);
  const byUser = ok(await lead.get("/v1/reports/summary?groupBy=user")).groups.map(({ key }: Json) => key);
  assert.deepEqual(sorted(...byUser), sorted(lead.userId, member.userId));
  for (const caller of [member, outsider]) ok(await caller.post("/v1/timer", { projectId: entries.led.projectId }));
  const timers = ok(await lead.get("/v1/timers")).data.map(({ userId }: Json) => userId);
  assert.deepEqual(timers, [member.userId]);
  const events = ok(await lead.get("/v1/events?types=time_entry.created,timer.started&limit=200")).data;
  assert.deepEqual(
    events.map(({ type, data }: Json) => `${type} ${data.object.userId}`).toSorted(),
    [
      `time_entry.created ${lead.userId}`,
      `time_entry.created ${member.userId}`,
      `timer.started ${member.userId}`,
    ].toSorted(),
  );
  assertProblem(await member.get(`/v1/time-entries/${entries.own.id}`), 403, "forbidden");
});

test("a lead sees their own teams and no other", async () => {
  const { owner, lead, led, other } = await newWorld();
  assert.deepEqual(ok(await lead.get("/v1/teams")).data, [led]);
  assert.deepEqual(ok(await lead.get(`/v1/teams/${led.id}`)), led);
  assertProblem(await lead.get(`/v1/teams/${other.id}`), 404, "not_found");
  assertProblem(await lead.patch(`/v1/teams/${led.id}`, { memberIds: [] }), 403, "forbidden");
  assert.ok(ok(await lead.get("/v1/me")).scopes.includes("teams:read"));
  const byTeam = (caller: Caller) => caller.get("/v1/reports/summary?groupBy=team");
  const keys = (answer: Answer) => ok(answer).groups.map(({ key }: Json) => key);
  assert.deepEqual(new Set(keys(await byTeam(lead))), new Set([null, led.id]));
  assert.deepEqual(new Set(keys(await byTeam(owner))), new Set([null, led.id, other.id]));
});

test("a lead writes the time of their team's members, and moves none to or from outsiders", async () => {
  const { lead, member, outsider, entries, where } = await newWorld();
  const path = (entry: Json) => `/v1/time-entries/${entry.id}`;
  assert.equal(ok(await lead.patch(path(entries.led), { description: "Corrected" })).description, "Corrected");
  const made = ok(await lead.post("/v1/time-entries", entryBody(where, { userId: member.userId })));
  assert.equal(made.userId, member.userId);
  ok(await lead.delete(path(made)));
  ok(await lead.post(`${path(made)}/restore`));
  ok(await lead.patch(path(made), { userId: lead.userId }));
  ok(await lead.patch(path(made), { userId: member.userId }));
  assertProblem(await lead.patch(path(made), { userId: outsider.userId }), 403, "forbidden", ["/userId"]);
  assertProblem(await lead.patch(path(entries.foreign), { userId: member.userId }), 403, "forbidden");
  assertProblem(await lead.patch(path(entries.foreign), { description: "x" }), 403, "forbidden");
  assertProblem(await lead.delete(path(entries.foreign)), 403, "forbidden");
  const foreign = entryBody(where, { userId: outsider.userId });
  assertProblem(await lead.post("/v1/time-entries", foreign), 403, "forbidden", ["/userId"]);
  const both = { entries: [entryBody(where, { userId: member.userId }), foreign] };
  assertProblem(await lead.post("/v1/time-entries/batch", both), 403, "forbidden", ["/entries/1/userId"]);
  const ids = [entries.led.id, entries.foreign.id];
  assertProblem(await lead.post("/v1/time-entries/batch/delete", { ids }), 403, "forbidden", ["/ids/1"]);
  const rename = ok(await lead.post("/v1/tags/rename", { from: ["led", "foreign"], to: "both" }));
  assert.equal(rename.changed, 1);
  assert.equal(ok(await lead.post("/v1/tags/rename/undo", { id: rename.id })).changed, 1);
  assertProblem(await member.patch(path(entries.own), { description: "x" }), 403, "forbidden");
});

test("what is on a project hidden from the lead stays hidden", async () => {
  const { owner, lead, member, entries, led } = await newWorld();
  const where = await newProject(owner, { visibility: "members", memberIds: [member.userId] });
  const hidden = await newEntry(member, where, { tags: ["hidden"] });
  ok(await member.post("/v1/timer", { projectId: where.projectId }));
  assert.deepEqual(idsOf(await lead.get(`/v1/time-entries?teamId=${led.id}`)), [entries.led.id]);
  for (const [method, path, body] of [
    ["GET", `/v1/time-entries/${hidden.id}`],
    ["PATCH", `/v1/time-entries/${hidden.id}`, { description: "x" }],
    ["DELETE", `/v1/time-entries/${hidden.id}`],
    ["POST", "/v1/time-entries", entryBody(where, { userId: member.userId })],
  ] as const)
    assertProblem(await lead.send(method, path, body), 404, "not_found");
  assert.deepEqual(ok(await lead.get("/v1/timers")).data, []);
  assert.equal(ok(await lead.post("/v1/tags/rename", { from: ["hidden"], to: "x" })).changed, 0);
  assert.equal(ok(await lead.get("/v1/reports/summary")).totals.entries, 2);
  const moved = await lead.patch(`/v1/time-entries/${entries.led.id}`, where);
  assertProblem(moved, 404, "not_found", ["/projectId"]);
  const events = ok(await lead.get("/v1/events?limit=200"));
  assert.ok(!JSON.stringify(events).includes(where.projectId));
});

const amounts = ["rateMinor", "rateSource", "amountMinor"];
const costs = ["costRateMinor", "costRateSource", "costMinor"];
const fieldsOf = (entry: Json) => [...amounts, ...costs].filter((name) => name in entry);

test("amounts are shown where a shared team shows money, and costs never", async () => {
  const { owner, lead, member, outsider, led, entries, where, newSession } = await newWorld();
  const second = await newTeam(owner, { memberIds: [outsider.userId], leadIds: [lead.userId] });
  const session = await newSession(lead);
  const listed = async () => {
    const { data } = ok(await session.get("/v1/time-entries"));
    return Object.fromEntries(data.map((entry: Json) => [entry.userId, fieldsOf(entry)]));
  };
  assert.deepEqual(new Set((await listed())[member.userId]), new Set());
  const plain = (await session.get(`/v1/time-entries/${entries.led.id}`)).headers["etag"];
  ok(await owner.patch(`/v1/teams/${led.id}`, { showsMoney: true }));

  assert.deepEqual(await listed(), { [lead.userId]: [], [member.userId]: amounts, [outsider.userId]: [] });
  const got = await session.get(`/v1/time-entries/${entries.led.id}`);
  assert.deepEqual(fieldsOf(got.json), amounts);
  assert.notEqual(got.headers["etag"], plain);
  for (const answer of [
    await session.patch(`/v1/time-entries/${entries.led.id}`, { description: "x" }),
    await session.post("/v1/time-entries", entryBody(where, { userId: member.userId })),
  ])
    assert.deepEqual(fieldsOf(ok(answer)), amounts);
  const changes = ok(await session.get("/v1/time-entries/changes")).data;
  const events = ok(await session.get("/v1/events?types=time_entry.created&limit=200")).data;
  const history = ok(await session.get(`/v1/time-entries/${entries.led.id}/history`)).data;
  for (const entry of [...changes, ...events.map(({ data }: Json) => data.object)])
    assert.deepEqual(fieldsOf(entry), entry.userId === member.userId ? amounts : []);
  assert.match(JSON.stringify(history), /"amountMinor"/);
  assert.doesNotMatch(JSON.stringify([history, events, changes]), /cost/i);

  const sums = async (query: string) => ok(await session.get(`/v1/reports/summary?${query}`)).totals;
  assert.equal((await sums(`userId=${member.userId}`)).amountMinor, 12_000);
  assert.equal((await sums(`teamId=${led.id}`)).amountMinor, 12_000);
  for (const query of ["", `teamId=${led.id},${second.id}`, `userId=${member.userId},me`, `userId=${outsider.userId}`])
    assert.equal((await sums(query)).amountMinor, undefined, query);
  assert.doesNotMatch(JSON.stringify(await sums(`teamId=${led.id}`)), /cost|margin/i);
  const csv = (await session.get(`/v1/reports/summary?teamId=${led.id}&format=csv`)).text;
  assert.match(csv, /amountMinor/);
  assert.doesNotMatch(csv, /cost|margin/i);
  for (const path of ["/v1/reports/costs", "/v1/rates"]) assertProblem(await session.get(path), 403, "forbidden");
});

test("a lead's key shows amounts only with costs:read, which leads of such a team may give it", async () => {
  const { owner, lead, led, member, newSession, newKey } = await newWorld();
  const session = await newSession(lead);
  const make = (scopes: string[]) => session.post("/v1/api-keys", { name: "Script", scopes });
  assertProblem(await make(["time-entries:read", "costs:read"]), 403, "forbidden");
  ok(await owner.patch(`/v1/teams/${led.id}`, { showsMoney: true }));
  const made = ok(await make(["time-entries:read", "costs:read", "teams:read"]));
  assert.deepEqual(made.effectiveScopes, ["time-entries:read", "costs:read", "teams:read"]);
  const path = `/v1/time-entries?userId=${member.userId}`;
  const read = async (key: Caller) => fieldsOf(ok(await key.get(path)).data[0]);
  assert.deepEqual(await read(await newKey(lead, ["time-entries:read"])), []);
  assert.deepEqual(await read(await newKey(lead, ["time-entries:read", "costs:read"])), amounts);
  const tag = (await session.get(`/v1/api-keys/${made.id}`)).headers["etag"];
  ok(await owner.delete(`/v1/teams/${led.id}`));
  const after = await session.get(`/v1/api-keys/${made.id}`);
  assert.deepEqual(after.json.effectiveScopes, ["time-entries:read"]);
  assert.notEqual(after.headers["etag"], tag);
});

test("leading ends with the team, the membership of it, and the role; saved replies end with it", async () => {
  const { owner, lead, member, led, entries, where } = await newWorld();
  const path = `/v1/time-entries/${entries.led.id}`;
  const key = { "idempotency-key": "once" };
  const body = entryBody(where, { userId: member.userId });
  const made = ok(await lead.post("/v1/time-entries", body, key));
  assert.deepEqual(ok(await lead.post("/v1/time-entries", body, key)), made);
  for (const [change, back] of [
    [{ leadIds: [] }, { leadIds: [lead.userId] }],
    [{ memberIds: [] }, { memberIds: [member.userId] }],
  ]) {
    ok(await owner.patch(`/v1/teams/${led.id}`, change));
    assertProblem(await lead.get(path), 403, "forbidden");
    assertProblem(await lead.post("/v1/time-entries", body, key), 422, "idempotency_mismatch");
    ok(await owner.patch(`/v1/teams/${led.id}`, back));
    assert.deepEqual(ok(await lead.post("/v1/time-entries", body, key)), made);
  }
  ok(await owner.patch(`/v1/members/${lead.userId}`, { role: "viewer" }));
  assertProblem(await lead.patch(path, { description: "x" }), 403, "forbidden");
  assertProblem(await lead.get("/v1/teams"), 403, "forbidden");
  ok(await owner.patch(`/v1/members/${lead.userId}`, { role: "member" }));
  ok(await owner.delete(`/v1/teams/${led.id}`));
  assertProblem(await lead.get(path), 403, "forbidden");
});

test("pages continue while teams change", async () => {
  const { owner, lead, member, outsider, led, where } = await newWorld();
  for (let count = 0; count < 3; count++) await newEntry(member, where);
  const { nextCursor } = ok(await lead.get("/v1/time-entries?limit=2"));
  ok(await owner.patch(`/v1/teams/${led.id}`, { memberIds: [member.userId, outsider.userId] }));
  assert.equal((await lead.get(`/v1/time-entries?limit=2&cursor=${nextCursor}`)).status, 200);
});
