import assert from "node:assert/strict";
import { test } from "node:test";
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
  assertProblem(await owner.post(`${sheet}/reject`), 400, "missing_field", ["/note"]);
  assertProblem(await owner.post(`${sheet}/reject`, { note: " " }), 422, "validation_failed", ["/note"]);
  const rejected = await ok(owner.post(`${sheet}/reject`, { note: "Friday is missing." }));
  assert.partialDeepStrictEqual(rejected, { status: "rejected", note: "Friday is missing.", decidedBy: owner.userId });
  await newEntry(member, where, { startedAt: "2026-03-06T10:00:00Z", durationSeconds: 600 });
  await ok(member.post(`${sheet}/submit`));
  const approved = await ok(owner.post(`${sheet}/approve`));
  assert.partialDeepStrictEqual(approved, { status: "approved", revision: 1, seconds: 6000, version: 4 });
  const one = await ok(member.get(`${sheet}/statement`));
  assert.deepEqual([one.hash, one.previousHash, one.previous], [approved.statementHash, null, null]);
  assert.equal("amounts" in one, false);
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
  assertProblem(await owner.get(`${sheet}/statement?revision=3`), 404, "not_found");
});
