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
