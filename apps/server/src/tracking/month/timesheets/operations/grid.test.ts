import assert from "node:assert/strict";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { insertMembers } from "#test/worlds/insert-members.ts";
import { newEntry, newProject } from "#test/worlds/factories.ts";
import { type Caller, type Json, newTestApp } from "#test/worlds/test-app.ts";

const world = await newTestApp({ now: () => new Date("2026-04-10T08:00:00Z") });

async function ok(answer: ReturnType<Caller["get"]>): Promise<Json> {
  const { status, text, json } = await answer;
  assert.ok(status < 300, text);
  return json;
}

function monthOf({ userId }: Caller, start: string): string {
  return `sheet_${userId.slice("user_".length)}m${start}`;
}

test("the grid shows states, missing days, overlaps and running timers of everyone whom the reader reads", async () => {
  const owner = await world.newOrganization({ timeZone: "Europe/Berlin" });
  const where = await newProject(owner);
  const member = await world.newMember(owner, "member");
  await ok(owner.patch("/v1/organization", { approvals: { period: "month", from: "2026-01-01" } }));
  await world.db.query(sql`update members set created_at = '2026-01-01' where org_id = ${owner.orgId}`);
  const newcomer = await world.newMember(owner, "member");
  await world.db.query(sql`
    update members set created_at = '2026-03-29T22:30:00Z' where org_id = ${owner.orgId} and user_id = ${newcomer.userId}`);
  for (const startedAt of [
    "2026-03-02T08:00:00Z",
    "2026-03-02T08:30:00Z",
    "2026-03-03T08:00:00Z",
    "2026-03-07T08:00:00Z",
  ])
    await newEntry(member, where, { startedAt, durationSeconds: 3600 });
  await newEntry(owner, where, { startedAt: "2026-03-04T08:00:00Z" });
  await ok(member.post("/v1/timer", { projectId: where.projectId, startedAt: "2026-03-31T10:00:00Z" }));
  const path = "/v1/timesheets/grid?from=2026-03-01&to=2026-03-31";
  const { data } = await ok(owner.get(path));
  const byMember = new Map(data.map(({ userId, timesheets }: Json) => [userId, timesheets]));
  // March has 22 working days. Saturday the 7th is not a working day.
  assert.partialDeepStrictEqual(byMember.get(member.userId), [
    { status: "open", seconds: 14_400, missingDays: 20, overlaps: 1, timerStartedAt: "2026-03-31T10:00:00Z" },
  ]);
  assert.partialDeepStrictEqual(byMember.get(owner.userId), [{ missingDays: 21, overlaps: 0, timerStartedAt: null }]);
  // This member joined on Monday the 30th in Berlin, so time can be missing only on the 30th and 31st.
  assert.partialDeepStrictEqual(byMember.get(newcomer.userId), [{ missingDays: 2 }]);
  const own = await ok(member.get(path));
  assert.deepEqual(
    own.data.map(({ userId, userName }: Json) => [userId, userName]),
    [[member.userId, "member"]],
  );
  await ok(owner.post(`/v1/timesheets/${monthOf(owner, "20260301")}/submit`));
  assert.partialDeepStrictEqual((await ok(owner.get(`${path}&userId=me`))).data[0].timesheets, [
    { status: "submitted", missingDays: 21 },
  ]);
  // Imported time can be older than the membership. Nobody misses a day then, and it is checked like all other time.
  for (const startedAt of ["2026-02-02T08:00:00Z", "2026-02-02T08:30:00Z"])
    await newEntry(newcomer, where, { startedAt, durationSeconds: 3600 });
  const ofNewcomer = `/v1/timesheets/grid?from=2026-02-01&to=2026-03-31&userId=${newcomer.userId}`;
  assert.partialDeepStrictEqual((await ok(owner.get(ofNewcomer))).data[0].timesheets, [
    { missingDays: 0, overlaps: 1 },
    { missingDays: 2, overlaps: 0 },
  ]);
});

test("the days and overlaps of a few timesheets are checked, also before the member joined or was due", async () => {
  const owner = await world.newOrganization();
  const where = await newProject(owner);
  await ok(owner.patch("/v1/organization", { approvals: { period: "week", from: "2026-03-02" } }));
  await world.db.query(sql`update members set created_at = '2026-03-16' where org_id = ${owner.orgId}`);
  for (const startedAt of ["2026-03-03T08:00:00Z", "2026-03-03T08:30:00Z", "2026-03-17T08:00:00Z"])
    await newEntry(owner, where, { startedAt, durationSeconds: 3600 });
  const { data } = await ok(owner.get("/v1/timesheets/grid?from=2026-03-02&to=2026-03-22"));
  assert.partialDeepStrictEqual(data[0].timesheets, [
    { periodStart: "2026-03-02", missingDays: 0, overlaps: 1 },
    { periodStart: "2026-03-16", missingDays: 4, overlaps: 0 },
  ]);
});

/** Bodies of entries close to the boundaries of days and months. Some overlap or break a rule. */
function someEntries(where: object, member: number): object[] {
  return Array.from({ length: 40 }, (_, number) => {
    const day = new Date(Date.UTC(2024, 4, 1 + ((number * 17 + member * 5) % 700)));
    const hour = ["21:59:59", "22:00:00", "22:59:59.999", "23:00:00", "08:00:00"][(number + member) % 5];
    const startedAt = `${day.toISOString().slice(0, 10)}T${hour}Z`;
    return [
      { ...where, startedAt, durationSeconds: number * 200, description: number % 3 === 0 ? "" : "Basket" },
      ...(number % 4 === 0 ? [{ ...where, startedAt, durationSeconds: 60, description: "Call" }] : []),
    ];
  }).flat();
}

test("a grid of many timesheets has the figures that each member's own has", async () => {
  const owner = await world.newOrganization({ timeZone: "Europe/Berlin" });
  const where = await newProject(owner);
  const people = [owner];
  for (let at = 0; at < 19; at++) people.push(await world.newMember(owner, "member"));
  await world.db.query(sql`update members set created_at = '2024-01-01' where org_id = ${owner.orgId}`);
  await ok(owner.patch("/v1/organization", { approvals: { period: "month", from: "2024-05-01" } }));
  for (const [at, person] of people.entries())
    await ok(person.post("/v1/time-entries/batch", { entries: someEntries(where, at) }));
  await world.db.query(sql`
    update time_entries set breaks = '{requireDescription}' where org_id = ${owner.orgId} and description = ''`);
  await ok(owner.patch("/v1/organization", { entryRules: { requireDescription: true } }));
  const closing = people.slice(0, 8).map((person) => ({ id: monthOf(person, "20250601") }));
  await ok(owner.post("/v1/timesheets/batch/submit", { timesheets: closing }));
  // Weeks that overlap the closed month do not contain the month's entries.
  await ok(owner.patch("/v1/organization", { approvals: { period: "week", from: "2024-05-01" } }));

  const path = "/v1/timesheets/grid?from=2024-04-29&to=2026-03-31";
  const { data } = await ok(owner.get(path));
  const cells = data.flatMap(({ timesheets }: Json) => timesheets);
  assert.ok(cells.length > 2_000, "so many that facts are left out");
  let left = 0;
  for (const person of people) {
    const many = data.find(({ userId }: Json) => userId === person.userId).timesheets;
    const [{ timesheets: own }] = (await ok(owner.get(`${path}&userId=${person.userId}`))).data;
    for (const [at, sheet] of own.entries()) {
      if (many[at].missingDays !== null) continue;
      left++;
      assert.equal(many[at].overlaps, null);
      Object.assign(sheet, { missingDays: null, overlaps: null });
    }
    assert.deepEqual(many, own);
    assert.ok(own.some(({ breaks }: Json) => breaks > 0));
  }
  assert.ok(left > 0 && left < 200, `${left} without facts, those of the earliest weeks`);
  const total = (field: string) => cells.reduce((sum: number, cell: Json) => sum + cell[field], 0);
  const { totals } = await ok(
    owner.get("/v1/reports/summary?from=2024-04-29&to=2026-04-05&tz=Europe/Berlin&groupBy=project"),
  );
  assert.deepEqual([total("entries"), total("seconds")], [totals.entries, totals.seconds]);
});

test("a grid of periods in which nobody worked costs nothing, and one of too many is refused at once", async () => {
  const owner = await world.newOrganization();
  const where = await newProject(owner);
  const [former, worker] = [await world.newMember(owner, "member"), await world.newMember(owner, "member")];
  await newEntry(former, where, { startedAt: "1970-03-04T08:00:00Z" });
  await newEntry(worker, where, { startedAt: "1970-03-04T08:00:00Z" });
  await insertMembers(world.db, owner.orgId, 300);
  await world.db.query(sql`
    update members set created_at = '2026-03-30', deactivated_at = case when role = 'owner' or user_id = ${worker.userId} then null else now() end
     where org_id = ${owner.orgId}`);
  await ok(owner.patch("/v1/organization", { approvals: { period: "week", from: "1970-01-01" } }));

  const { data } = await ok(owner.get("/v1/timesheets/grid?from=1970-01-01"));
  const starts = data.map(({ userId, timesheets }: Json) => [userId, timesheets.map((each: Json) => each.periodStart)]);
  assert.deepEqual(
    new Map(starts),
    new Map([
      [owner.userId, ["2026-03-30", "2026-04-06"]],
      [former.userId, ["1970-03-02"]],
      [worker.userId, ["1970-03-02", "2026-03-30", "2026-04-06"]],
    ]),
  );
  const listed = await ok(owner.get("/v1/timesheets?status=rejected"));
  assert.deepEqual(listed.data, []);

  await world.db.query(sql`
    update members set created_at = '1970-01-01', deactivated_at = null where org_id = ${owner.orgId}`);
  const idle = monitorEventLoopDelay({ resolution: 10 });
  idle.enable();
  assertProblem(await owner.get("/v1/timesheets/grid?from=1970-01-01"), 422, "too_many_groups");
  idle.disable();
  assert.ok(idle.max < 1e9, `blocked for ${idle.max / 1e6} ms`);
});
