import assert from "node:assert/strict";
import { test } from "node:test";
import { verifyStatement } from "@stint/sdk";
import { assertProblem } from "#test/http/assert-problem.ts";
import { entryBody, newEntry, newProject } from "#test/worlds/factories.ts";
import { type Caller, type Json, newTestApp } from "#test/worlds/test-app.ts";

let now = new Date("2026-03-10T12:00:00Z");
const world = await newTestApp({ now: () => now });
const approvals = { period: "month", from: "2026-01-01" };

async function newWorld(settings: object = approvals) {
  const owner = await world.newOrganization({ timeZone: "Europe/Berlin" });
  const where = await newProject(owner);
  const member = await world.newMember(owner, "member");
  const answer = await owner.patch("/v1/organization", { approvals: settings });
  assert.equal(answer.status, 200, answer.text);
  return { owner, member, where };
}

function sheetOf({ userId }: Caller, start: string, kind = "m"): string {
  return `/v1/timesheets/sheet_${userId.slice("user_".length)}${kind}${start.replaceAll("-", "")}`;
}

async function ok(answer: Promise<{ status: number; text: string; json: Json }>): Promise<Json> {
  const { status, text, json } = await answer;
  assert.ok(status < 300, text);
  return json;
}

test("approvals are off at first; turned on they have defaults, and null unlocks nothing", async () => {
  now = new Date("2026-03-10T12:00:00Z");
  const owner = await world.newOrganization();
  assert.equal((await owner.get("/v1/organization")).json.approvals, null);
  assert.deepEqual((await owner.get("/v1/timesheets")).json.data, []);
  const where = await newProject(owner);
  await newEntry(owner, where, { startedAt: "2026-03-02T08:00:00Z" });
  assert.deepEqual((await owner.get("/v1/timesheets")).json.data, []);
  const { json } = await owner.patch("/v1/organization", { approvals });
  assert.deepEqual(json.approvals, { ...approvals, ownApproval: false, graceMinutes: 5 });
  const sheet = sheetOf(owner, "2026-03-01");
  assert.equal((await owner.get(sheet)).json.entries, 1);
  await ok(owner.post(`${sheet}/submit`));
  await ok(owner.patch("/v1/organization", { approvals: null }));
  const [entry] = (await owner.get("/v1/time-entries")).json.data;
  assert.deepEqual([entry.locked, entry.lockedBy], [true, ["timesheet"]]);
  assert.equal((await owner.get(sheet)).json.status, "submitted");
  await ok(owner.post(`${sheet}/withdraw`));
  assertProblem(await owner.post(`${sheet}/submit`), 409, "timesheet_state");
});

test("a month is submitted, sent back, corrected, approved, reopened and approved again", async () => {
  now = new Date("2026-04-01T08:00:00Z");
  const { owner, member, where } = await newWorld();
  await ok(owner.post("/v1/rates", { kind: "billable", scope: "organization", rateMinor: 9000 }));
  const first = await newEntry(member, where, { startedAt: "2026-02-28T23:00:00Z", durationSeconds: 3600 });
  await newEntry(member, where, { startedAt: "2026-03-31T21:59:59Z", durationSeconds: 1800 });
  await newEntry(member, where, { startedAt: "2026-03-31T22:00:00Z", durationSeconds: 60 });
  const sheet = sheetOf(member, "2026-03-01");
  const open = await owner.get(sheet);
  assert.partialDeepStrictEqual(open.json, {
    userId: member.userId,
    periodStart: "2026-03-01",
    periodEnd: "2026-03-31",
    startsAt: "2026-02-28T23:00:00Z",
    endsAt: "2026-03-31T22:00:00Z",
    timeZone: "Europe/Berlin",
    status: "open",
    revision: 0,
    seconds: 5400,
    entries: 2,
    amountMinor: 13_500,
    version: 0,
  });
  assert.equal("amountMinor" in (await member.get(sheet)).json, false);
  assertProblem(await owner.post(`${sheet}/approve`), 409, "timesheet_state");
  assertProblem(await member.post(`${sheet}/approve`), 403, "forbidden");
  const submitted = await ok(member.post(`${sheet}/submit`));
  assert.partialDeepStrictEqual(submitted, { status: "submitted", version: 1, submittedBy: member.userId, entries: 2 });
  assertProblem(await owner.patch(`/v1/time-entries/${first.id}`, { description: "x" }), 409, "period_locked");
  const late = await member.post("/v1/time-entries", entryBody(where, { startedAt: "2026-03-05T10:00:00Z" }));
  assertProblem(late, 409, "period_locked", ["/startedAt"]);
  assert.equal(late.json.timesheetId, submitted.id);
  assert.match(late.json.detail, /was submitted\. Withdraw the timesheet/);
  assertProblem(await owner.post(`${sheet}/reject`, {}), 400, "missing_field", ["/note"]);
  assertProblem(await owner.post(`${sheet}/reject`, { note: " " }), 422, "validation_failed", ["/note"]);
  assertProblem(
    await owner.post(`${sheet}/reject`, { note: "x" }, { "if-match": String(open.headers["etag"]) }),
    412,
    "precondition_failed",
  );
  assertProblem(await owner.post(`${sheet}/reject`, { note: "x" }, { "if-match": '"0"' }), 412, "precondition_failed");
  const rejected = await ok(owner.post(`${sheet}/reject`, { note: "Friday is missing." }, { "if-match": '"1"' }));
  assert.partialDeepStrictEqual(rejected, { status: "rejected", note: "Friday is missing.", decidedBy: owner.userId });
  await newEntry(member, where, { startedAt: "2026-03-06T10:00:00Z", durationSeconds: 600 });
  await ok(member.post(`${sheet}/submit`));
  const approved = await ok(owner.post(`${sheet}/approve`));
  assert.partialDeepStrictEqual(approved, { status: "approved", revision: 1, seconds: 6000, version: 4 });
  const tooLate = await member.post("/v1/timer", { projectId: where.projectId, startedAt: "2026-03-05T10:00:00Z" });
  assertProblem(tooLate, 409, "period_locked", ["/startedAt"]);
  assert.match(tooLate.json.detail, /was approved\. Ask someone who approves your time to reopen it\./);
  const one = await ok(member.get(`${sheet}/statement`));
  assert.deepEqual([one.hash, one.previousHash, one.previous], [approved.statementHash, null, null]);
  assert.equal("amounts" in one, false);
  assert.equal(one.userName, (await member.get("/v1/me")).json.user.name);
  assert.equal((await ok(owner.get(`${sheet}/statement`))).amounts.amountMinor, 15_000);
  now = new Date("2026-04-01T08:05:00Z");
  await ok(owner.post(`${sheet}/reopen`));
  assert.equal((await member.delete(`/v1/time-entries/${first.id}`)).status, 204);
  await ok(member.post(`${sheet}/submit`));
  await ok(owner.post(`${sheet}/approve`));
  now = new Date("2026-04-01T08:10:01Z");
  assertProblem(await owner.post(`${sheet}/reopen`), 400, "missing_field", ["/note"]);
  const two = await ok(owner.get(`${sheet}/statement`));
  assert.deepEqual([two.revision, two.previousHash], [2, one.hash]);
  assert.deepEqual(two.previous, { revision: 1, added: [], removed: [first.id], changed: [] });
  assert.equal((await ok(owner.get(`${sheet}/statement?revision=1`))).hash, one.hash);
  for (const each of [one, two]) assert.deepEqual((await verifyStatement(each)).faults, []);
  assertProblem(await owner.get(`${sheet}/statement?revision=3`), 404, "not_found");
  const { steps, version } = await ok(member.get(sheet));
  assert.equal(steps.length, version);
  assert.deepEqual(
    steps.map(({ step, by, byName, note, revision }: Json) => [
      step,
      by === owner.userId ? "owner" : byName,
      note,
      revision,
    ]),
    [
      ["submitted", "member", null, 0],
      ["rejected", "owner", "Friday is missing.", 0],
      ["submitted", "member", null, 0],
      ["approved", "owner", null, 1],
      ["reopened", "owner", null, 1],
      ["submitted", "member", null, 1],
      ["approved", "owner", null, 2],
    ],
  );
  assert.deepEqual([steps[0].at, steps.at(-1).at], ["2026-04-01T08:00:00Z", "2026-04-01T08:05:00Z"]);
});

test("in a closed period every door refuses, skips or leaves out, for owners too", async () => {
  now = new Date("2026-04-01T08:00:00Z");
  const { owner, member, where } = await newWorld();
  await ok(owner.post("/v1/rates", { kind: "billable", scope: "organization", rateMinor: 100 }));
  const inside = await newEntry(member, where, { startedAt: "2026-03-05T10:00:00Z", tags: ["old"] });
  const gone = await newEntry(member, where, { startedAt: "2026-03-06T10:00:00Z" });
  assert.equal((await member.delete(`/v1/time-entries/${gone.id}`)).status, 204);
  const outside = await newEntry(member, where, { startedAt: "2026-04-01T07:00:00Z" });
  const ofOwner = await newEntry(owner, where, { startedAt: "2026-03-05T10:00:00Z" });
  await ok(member.post(`${sheetOf(member, "2026-03-01")}/submit`));
  const path = "/v1/time-entries";
  const there = { startedAt: "2026-03-07T10:00:00Z" };
  const body = entryBody(where, { ...there, userId: member.userId });
  const refused: [name: string, answer: ReturnType<Caller["get"]>][] = [
    ["create", owner.post(path, body)],
    ["create with a reference", owner.post(path, { ...body, externalRef: "a" })],
    ["create in a batch", owner.post(`${path}/batch`, { entries: [body] })],
    ["change", owner.patch(`${path}/${inside.id}`, { description: "x" })],
    ["move in", owner.patch(`${path}/${outside.id}`, there)],
    ["move out", owner.patch(`${path}/${inside.id}`, { startedAt: "2026-04-01T06:00:00Z" })],
    ["give away", owner.patch(`${path}/${inside.id}`, { userId: owner.userId })],
    ["give to its member", owner.patch(`${path}/${ofOwner.id}`, { userId: member.userId })],
    ["change in a batch", owner.patch(`${path}/batch`, { entries: [{ id: inside.id, description: "x" }] })],
    ["delete", owner.delete(`${path}/${inside.id}`)],
    ["delete in a batch", owner.post(`${path}/batch/delete`, { ids: [inside.id] })],
    ["restore", owner.post(`${path}/${gone.id}/restore`)],
    ["restore in a batch", owner.post(`${path}/batch/restore`, { ids: [gone.id] })],
    ["start a timer", member.post("/v1/timer", { projectId: where.projectId, startedAt: "2026-03-31T10:00:00Z" })],
  ];
  for (const [name, asked] of refused) {
    const answer = await asked;
    assert.deepEqual([name, answer.status, answer.json.code], [name, 409, "period_locked"], answer.text);
    const rows = [answer.json, ...(answer.json.errors ?? [])];
    const sheet = sheetOf(member, "2026-03-01").slice("/v1/timesheets/".length);
    assert.ok(
      rows.some(({ timesheetId }: Json) => timesheetId === sheet),
      `${name}: ${answer.text}`,
    );
  }
  const renamed = await ok(owner.post("/v1/tags/rename", { from: ["old"], to: "new" }));
  assert.deepEqual([renamed.changed, renamed.locked], [0, 1]);
  await ok(owner.patch(`/v1/projects/${where.projectId}`, { rounding: { mode: "up", minutes: 60 } }));
  await ok(owner.post("/v1/rates", { kind: "billable", scope: "project", projectId: where.projectId, rateMinor: 777 }));
  for (const bulk of ["/v1/rates/reprice", "/v1/time-entries/reround"]) {
    const done = await ok(owner.post(bulk, { apply: true, userId: [member.userId], to: "2026-03-31" }));
    assert.deepEqual([bulk, done.entries], [bulk, 0]);
  }
  assert.deepEqual(
    { ...(await ok(owner.get(`${path}/${inside.id}`))), locked: false, lockedBy: undefined },
    {
      ...inside,
      rateMinor: 100,
      rateSource: "organization",
      amountMinor: 100,
      costRateMinor: 0,
      costRateSource: "none",
      costMinor: 0,
      lockedBy: undefined,
    },
  );
  // Other members' entries stay unlocked.
  await newEntry(owner, where, there);
  assert.equal((await ok(owner.get(sheetOf(member, "2026-03-01")))).entries, 1);
});

test("a timer that began in the period refuses its submission", async () => {
  now = new Date("2026-03-31T12:00:00Z");
  const { member, where } = await newWorld();
  await ok(member.post("/v1/timer", { projectId: where.projectId, startedAt: "2026-03-31T11:00:00Z" }));
  const sheet = sheetOf(member, "2026-03-01");
  now = new Date("2026-04-01T12:00:00Z");
  assertProblem(await member.post(`${sheet}/submit`), 404, "not_found");
  await newEntry(member, where, { startedAt: "2026-03-05T10:00:00Z" });
  assertProblem(await member.post(`${sheet}/submit`), 409, "timer_running");
  await ok(member.post("/v1/timer/stop"));
  assert.equal((await ok(member.post(`${sheet}/submit`))).entries, 2);
});

test("a batch changes all or none, by the versions that were seen", async () => {
  now = new Date("2026-04-02T08:00:00Z");
  const { owner, member, where } = await newWorld({ period: "week", from: "2026-03-02" });
  const starts = ["2026-03-02", "2026-03-09", "2026-03-16"];
  for (const start of starts) await newEntry(member, where, { startedAt: `${start}T10:00:00Z` });
  const ids = starts.map((start) => sheetOf(member, start, "w").slice("/v1/timesheets/".length));
  await ok(member.post("/v1/timesheets/batch/submit", { timesheets: ids.map((id) => ({ id, version: 0 })) }));
  await ok(member.post(`/v1/timesheets/${ids[1]}/withdraw`));
  const seen = ids.map((id) => ({ id, version: 1 }));
  const stale = await owner.post("/v1/timesheets/batch/approve", { timesheets: seen });
  assertProblem(stale, 412, "precondition_failed", ["/timesheets/1"]);
  const wrong = await owner.post("/v1/timesheets/batch/approve", { timesheets: ids.map((id) => ({ id })) });
  assertProblem(wrong, 409, "timesheet_state", ["/timesheets/1"]);
  const states = async () =>
    (await ok(owner.get("/v1/timesheets?userId=" + member.userId))).data.map((sheet: Json) => sheet.status);
  assert.deepEqual((await states()).slice(-3), ["submitted", "open", "submitted"]);
  const two = { timesheets: seen.filter((_, at) => at !== 1) };
  const { data } = await ok(owner.post("/v1/timesheets/batch/approve", two));
  assert.deepEqual(
    data.map(({ id, status }: Json) => [id, status]),
    two.timesheets.map(({ id }) => [id, "approved"]),
  );
  // Reopening within the grace period needs no note.
  await ok(
    owner.post("/v1/timesheets/batch/reopen", { timesheets: two.timesheets.map(({ id }) => ({ id, version: 2 })) }),
  );
  assert.deepEqual((await states()).slice(-3), ["open", "open", "open"]);
});

test("closed timesheets keep their span when the zone and the period change; the others are cut around them", async () => {
  now = new Date("2026-05-02T08:00:00Z");
  const { owner, member, where } = await newWorld();
  // In Berlin, the first instant is in February, the second in March, and the others in April.
  const starts = ["2026-02-28T22:59:59Z", "2026-02-28T23:00:00Z", "2026-03-31T22:00:00Z", "2026-04-15T00:00:00Z"];
  for (const [at, startedAt] of starts.entries())
    await newEntry(member, where, { startedAt, durationSeconds: 10 ** at });
  await ok(member.post(`${sheetOf(member, "2026-03-01")}/submit`));
  const months = ["2026-02-01", "2026-03-01", "2026-04-01"];
  const seconds = async () => {
    const sheets = await Promise.all(months.map((start) => ok(owner.get(sheetOf(member, start)))));
    return sheets.map((sheet) => sheet.seconds);
  };
  assert.deepEqual(await seconds(), [1, 10, 1100]);
  await ok(owner.patch("/v1/organization", { timeZone: "America/New_York" }));
  assert.deepEqual(await seconds(), [1, 10, 1100]);
  await ok(member.post(`${sheetOf(member, "2026-04-01")}/submit`));
  await ok(owner.post(`${sheetOf(member, "2026-04-01")}/reject`, { note: "No." }));
  await ok(owner.patch("/v1/organization", { approvals: { period: "week", from: "2026-01-01" } }));
  const weeks = (await ok(owner.get(`/v1/timesheets?userId=${member.userId}`))).data;
  const bySeconds = weeks
    .filter((sheet: Json) => sheet.seconds > 0)
    .map((sheet: Json) => [sheet.periodStart, sheet.seconds]);
  assert.deepEqual(bySeconds, [
    ["2026-04-13", 1000],
    ["2026-03-30", 100],
    ["2026-03-01", 10],
    ["2026-02-23", 1],
  ]);
  // An open period of former settings has no entries.
  assert.equal((await ok(owner.get(sheetOf(member, "2026-04-01")))).status, "rejected");
  assert.equal((await ok(owner.get(sheetOf(member, "2026-04-01")))).seconds, 0);
  assertProblem(await member.post(`${sheetOf(member, "2026-04-01")}/submit`), 409, "timesheet_state");
  // A week that overlaps the closed month contains none of the month's entries.
  await ok(member.post(`${sheetOf(member, "2026-02-23", "w")}/submit`));
  assert.equal((await ok(member.post(`${sheetOf(member, "2026-03-30", "w")}/submit`))).seconds, 100);
  assertProblem(await member.post(`${sheetOf(member, "2026-03-01")}/withdraw`), 409, "timesheet_state");
});
