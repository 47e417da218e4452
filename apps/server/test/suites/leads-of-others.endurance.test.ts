import assert from "node:assert/strict";
import { test } from "node:test";
import { isMutation, listOperations } from "#test/cases/operations.ts";
import { learn, type Learnt, readAll } from "#test/http/read-walk.ts";
import { newEntry, newProject, newSavedReport, newTeam } from "#test/worlds/factories.ts";
import { type Caller, type Json, testApp } from "#test/worlds/test-app.ts";

const word = "Quokka";
const seconds = 424_242;

/**
 * Creates a lead with a team, and a member of another team who has an entry, a timer, a tag and a decided timesheet.
 */
async function newWorld() {
  const world = await testApp();
  const owner = await world.newOrganization();
  const ok = async (answer: ReturnType<Caller["get"]>): Promise<Json> => {
    const { status, text, json } = await answer;
    assert.ok(status < 300, text);
    return status === 204 ? undefined : json;
  };
  const [lead, member, outsider] = [
    await world.newMember(owner, "member"),
    await world.newMember(owner, "member"),
    await world.newMember(owner, "member"),
  ];
  const led = await newTeam(owner, { memberIds: [member.userId], leadIds: [lead.userId], showsMoney: true });
  const other = await newTeam(owner, { name: "Other", memberIds: [outsider.userId], leadIds: [owner.userId] });
  await ok(owner.post("/v1/rates", { kind: "billable", scope: "organization", rateMinor: 6000 }));
  const where = await newProject(owner);
  await ok(owner.patch("/v1/organization", { approvals: { period: "month", from: "2026-01-01" } }));
  const description = `${word} work`;
  for (const caller of [lead, member]) await newEntry(caller, where, { durationSeconds: 0 });
  const more = { description, tags: [word], durationSeconds: seconds, startedAt: "2026-03-02T09:00:00Z" };
  const entry = await newEntry(outsider, where, more);
  await ok(outsider.post("/v1/timer", { projectId: where.projectId, description }));
  const sheet = `sheet_${outsider.userId.slice("user_".length)}m20260301`;
  await ok(owner.post(`/v1/timesheets/${sheet}/submit`));
  await ok(owner.post(`/v1/timesheets/${sheet}/approve`, { note: word }));
  const reports: string[] = [];
  for (const filter of [{ teamId: [other.id] }, { userId: [outsider.userId] }, { approval: ["approved"] }])
    for (const report of ["summary", "detailed", "weekly"])
      reports.push(await newSavedReport(owner, { shared: true, query: { report, ...filter } }));
  return { ...world, owner, lead, outsider, led, other, where, entry, sheet, reports };
}

/** Whether a reply contains data of the other team's member. */
function isLeak({ text }: Learnt, { entry, sheet }: Awaited<ReturnType<typeof newWorld>>): boolean {
  return [word, word.toLowerCase(), entry.id, sheet, String(seconds)].some((each) => text.includes(each));
}

test("a lead who asks for another team's time gets none of it, by any read", async () => {
  const world = await newWorld();
  const { app, owner, lead, outsider, other, where, entry, sheet, reports } = world;
  const session = await world.newSession(lead);
  const texts = [outsider.userId, other.id, where.projectId, where.taskId, "quok"];
  const reads = (await listOperations(app)).filter((each) => !isMutation(each) && each.id !== "streamEvents");
  const plain = reads.filter(({ pathParameters }) => pathParameters.length === 0);
  const told: Learnt[] = [];
  for (const operation of plain)
    for (const caller of operation.sessionOnly ? [session] : [lead, session])
      told.push(...(await readAll(caller, operation, {}, { texts, cursors: [] })));
  const types = "time_entry.created,time_entry.updated,timer.started,timesheet.submitted,timesheet.approved";
  const paths = [
    `/v1/time-entries/${entry.id}`,
    `/v1/time-entries/${entry.id}/history`,
    `/v1/timesheets/${sheet}`,
    `/v1/timesheets/${sheet}/statement`,
    `/v1/timesheets/${sheet}/statement?revision=1`,
    `/v1/timesheets/grid?from=2026-01-01&userId=${outsider.userId}`,
    `/v1/timesheets/grid?from=2026-01-01&teamId=${other.id}`,
    `/v1/reports/summary?groupBy=user,team&teamId=${other.id}&approval=approved`,
    `/v1/time-entries?userId=${outsider.userId}&approval=approved`,
    `/v1/teams/${other.id}`,
    `/v1/members/${outsider.userId}`,
    `/v1/events?types=${types}&limit=200`,
    ...reports.map((id) => `/v1/saved-reports/${id}/figures`),
    ...["csv", "xlsx"].flatMap((format) => reports.map((id) => `/v1/saved-reports/${id}/figures?format=${format}`)),
  ];
  for (const caller of [lead, session]) for (const path of paths) told.push(await learn(caller, "GET", path));
  assert.ok(told.length > 300, `${told.length} replies`);
  for (const one of told) {
    assert.equal(isLeak(one, world), false, `${one.from}\n${one.text.slice(0, 2000)}`);
    assert.ok(one.answer.status < 500, one.from);
  }

  // The owner is allowed to see the data, so these replies must contain it. This proves that the check can detect it.
  const seen = new Set<string>();
  for (const operation of plain.filter(({ sessionOnly }) => !sessionOnly))
    if ((await readAll(owner, operation, {}, { texts, cursors: [] })).some((one) => isLeak(one, world)))
      seen.add(operation.id);
  for (const name of [
    "listTimeEntries",
    "listTimeEntryChanges",
    "listTimers",
    "listTags",
    "getSummary",
    "listTimesheets",
    "getTimesheetGrid",
    "listEvents",
  ])
    assert.ok(seen.has(name), `${name} is among ${[...seen].join(", ")}`);
  const found = await Promise.all(paths.map(async (path) => isLeak(await learn(owner, "GET", path), world)));
  assert.ok(found.filter(Boolean).length > 15, `${found.filter(Boolean).length} of ${paths.length}`);
});

test("a lead writes, decides and ends nothing of another team's", async () => {
  const { lead, outsider, entry, sheet, where } = await newWorld();
  const body = { ...where, userId: outsider.userId, startedAt: "2026-04-02T09:00:00Z", durationSeconds: 60 };
  const answers = {
    create: lead.post("/v1/time-entries", body),
    "create in a batch": lead.post("/v1/time-entries/batch", { entries: [body] }),
    change: lead.patch(`/v1/time-entries/${entry.id}`, { description: "x" }),
    "change in a batch": lead.patch("/v1/time-entries/batch", { entries: [{ id: entry.id, description: "x" }] }),
    delete: lead.delete(`/v1/time-entries/${entry.id}`),
    "delete in a batch": lead.post("/v1/time-entries/batch/delete", { ids: [entry.id] }),
    "stop the timer": lead.post(`/v1/timers/${outsider.userId}/stop`),
    submit: lead.post(`/v1/timesheets/${sheet}/submit`),
    reopen: lead.post(`/v1/timesheets/${sheet}/reopen`, { note: "x" }),
    "reopen in a batch": lead.post("/v1/timesheets/batch/reopen", { timesheets: [{ id: sheet }], note: "x" }),
    "register a webhook": lead.post("/v1/webhooks", { url: "http://127.0.0.1:9/hook" }),
    bill: lead.post("/v1/billing-batches", { filter: { userId: [outsider.userId] }, reference: "x", dryRun: true }),
  };
  for (const [name, answer] of Object.entries(answers)) {
    const { status, json } = await answer;
    assert.deepEqual([name, status, json.code], [name, 403, "forbidden"]);
  }
});
