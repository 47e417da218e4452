import assert from "node:assert/strict";
import { test } from "node:test";
import { newEntry, newProject } from "#test/worlds/factories.ts";
import { type Caller, type Json, newTestApp } from "#test/worlds/test-app.ts";

const world = await newTestApp({ now: () => new Date("2026-04-10T08:00:00Z") });

async function ok(answer: ReturnType<Caller["get"]>): Promise<Json> {
  const { status, text, json } = await answer;
  assert.ok(status < 300, text);
  return json;
}

const types = ["timesheet.submitted", "timesheet.rejected"];

test("events of timesheets reach those who may read them and see all projects of their entries", async () => {
  const owner = await world.newOrganization({ timeZone: "Europe/Berlin" });
  const where = await newProject(owner);
  await ok(owner.patch("/v1/organization", { approvals: { period: "month", from: "2026-01-01" } }));
  const [member, colleague, lead, other] = [
    await world.newMember(owner, "member"),
    await world.newMember(owner, "member"),
    await world.newMember(owner, "member"),
    await world.newMember(owner, "member"),
  ];
  const viewer = await world.newMember(owner, "viewer");
  await ok(owner.post("/v1/teams", { name: "All", memberIds: [member.userId], leadIds: [lead.userId] }));
  await ok(owner.post("/v1/teams", { name: "Others", memberIds: [colleague.userId], leadIds: [other.userId] }));
  const sheet = `/v1/timesheets/sheet_${member.userId.slice("user_".length)}m20260301`;
  await newEntry(member, where, { startedAt: "2026-03-02T08:00:00Z" });
  await ok(member.post(`${sheet}/submit`));
  const typesOf = async (reader: Caller): Promise<string[]> => {
    const { data } = await ok(reader.get(`/v1/events?limit=200&types=${types.join(",")}`));
    return data.map(({ type }: Json) => type);
  };
  for (const [name, reader] of Object.entries({ owner, member, viewer, lead }))
    assert.deepEqual(await typesOf(reader), ["timesheet.submitted"], name);
  for (const [name, reader] of Object.entries({ colleague, other })) assert.deepEqual(await typesOf(reader), [], name);
  // Programs get this type only if they ask for it by name. The dashboard always gets it.
  const all = async (reader: Caller) => {
    const { data } = await ok(reader.get("/v1/events?limit=200"));
    return data.some(({ type }: Json) => type === "timesheet.submitted");
  };
  assert.deepEqual([await all(owner), await all(await world.newSession(owner))], [false, true]);
  // The event stays hidden even after the entry has moved to another member, because the event's figures would reveal
  // time on a project that is hidden from the reader.
  const hidden = await newProject(owner, { visibility: "members", memberIds: [member.userId] });
  await ok(owner.post(`${sheet}/reject`, { note: "The 3rd is missing." }));
  const entry = await newEntry(member, hidden, { startedAt: "2026-03-03T08:00:00Z" });
  await ok(member.post(`${sheet}/submit`));
  await ok(owner.post(`${sheet}/reject`, { note: "Not you." }));
  await ok(owner.patch(`/v1/time-entries/${entry.id}`, { userId: colleague.userId }));
  for (const [name, reader] of Object.entries({ owner, member }))
    assert.deepEqual(await typesOf(reader), [...types, ...types], name);
  for (const [name, reader] of Object.entries({ viewer, lead })) assert.deepEqual(await typesOf(reader), types, name);
  await ok(owner.patch(`/v1/projects/${hidden.projectId}`, { memberIds: [member.userId, lead.userId] }));
  assert.deepEqual(await typesOf(lead), [...types, ...types]);
});

/** A month of a member with an hour on a project that only the member sees, and a minute on another one. */
async function newSecretMonth() {
  const owner = await world.newOrganization({ timeZone: "Europe/Berlin" });
  const where = await newProject(owner);
  await ok(owner.patch("/v1/organization", { approvals: { period: "month", from: "2026-01-01" } }));
  const [member, viewer] = [await world.newMember(owner, "member"), await world.newMember(owner, "viewer")];
  const secret = await newProject(owner, { visibility: "members", memberIds: [member.userId] });
  const sheet = `/v1/timesheets/sheet_${member.userId.slice("user_".length)}m20260301`;
  const hidden = await newEntry(member, secret, { startedAt: "2026-03-02T08:00:00Z", durationSeconds: 3600 });
  await newEntry(member, where, { startedAt: "2026-03-03T08:00:00Z", durationSeconds: 60 });
  return { owner, member, viewer, where, secret, sheet, hidden };
}

test("an event does not contain the former figures of a timesheet with hidden time", async () => {
  const { owner, member, viewer, sheet, hidden } = await newSecretMonth();
  await ok(member.post(`${sheet}/submit`));
  await ok(owner.post(`${sheet}/reject`, { note: "Split this." }));
  assert.equal((await member.delete(`/v1/time-entries/${hidden.id}`)).status, 204);
  await ok(member.post(`${sheet}/submit`));
  const last = async (reader: Caller) =>
    (await ok(reader.get("/v1/events?limit=200&types=timesheet.submitted"))).data.at(-1).data;
  assert.equal((await last(owner)).previous.seconds, 3660);
  const seen = await last(viewer);
  assert.deepEqual([seen.object.seconds, seen.previous ?? null], [60, null]);
});

test("a statement stays hidden from readers who may not see all of its projects, whatever the timesheet has now", async () => {
  const { owner, member, viewer, secret, sheet, hidden } = await newSecretMonth();
  await ok(member.post(`${sheet}/submit`));
  await ok(owner.post(`${sheet}/approve`));
  const statusOf = async (reader: Caller, query = "") => (await reader.get(`${sheet}/statement${query}`)).status;
  assert.equal(await statusOf(viewer), 403);
  await ok(owner.post(`${sheet}/reopen`, { note: "Wrong project." }));
  assert.equal((await member.delete(`/v1/time-entries/${hidden.id}`)).status, 204);
  assert.equal(await statusOf(viewer), 403);
  await ok(member.post(`${sheet}/submit`));
  await ok(owner.post(`${sheet}/approve`));
  assert.deepEqual([await statusOf(viewer, "?revision=1"), await statusOf(viewer, "?revision=2")], [403, 200]);
  assert.equal((await ok(viewer.get(`${sheet}/statement`))).previous, null);
  assert.deepEqual((await ok(owner.get(`${sheet}/statement`))).previous.removed, [hidden.id]);
  assert.deepEqual((await ok(member.get(`${sheet}/statement?revision=1`))).entries.length, 2);
  // A deleted project is as hidden as before.
  await ok(owner.patch(`/v1/projects/${secret.projectId}`, { memberIds: [member.userId, viewer.userId] }));
  assert.equal(await statusOf(viewer, "?revision=1"), 200);
});

test("the grid does not show timers on hidden projects", async () => {
  const { owner, member, viewer, where, secret } = await newSecretMonth();
  await newEntry(member, where, { startedAt: "2026-04-02T08:00:00Z" });
  await ok(member.post("/v1/timer", { projectId: secret.projectId, startedAt: "2026-04-10T07:00:00Z" }));
  const startedAt = async (reader: Caller) => {
    const { data } = await ok(reader.get("/v1/timesheets/grid?from=2026-04-01&to=2026-04-30"));
    const row = data.find(({ userId }: Json) => userId === member.userId);
    return row.timesheets[0].timerStartedAt;
  };
  assert.deepEqual([await startedAt(owner), await startedAt(viewer)], ["2026-04-10T07:00:00Z", null]);
});

test("a key that reads only timesheets gets their events", async () => {
  const { owner, member, sheet } = await newSecretMonth();
  const key = await world.newKey(owner, ["timesheets:read"]);
  await ok(member.post(`${sheet}/submit`));
  const { data } = await ok(key.get("/v1/events?types=timesheet.submitted"));
  assert.equal(data.length, 1);
});
