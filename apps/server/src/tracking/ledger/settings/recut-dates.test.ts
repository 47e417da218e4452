import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { entryBody, newEntry, newProject } from "#test/worlds/factories.ts";
import { newTestApp } from "#test/worlds/test-app.ts";
import { createDatabase } from "#test/databases/test-database.ts";
import { recutDates } from "./recut-dates.ts";

const now = new Date("2026-03-20T12:00:00Z");

test("newer time zone data moves lock dates, rates and budgets once, with change rows", async () => {
  const { db } = await createDatabase();
  const { newOrganization } = await newTestApp({ db, now: () => now });
  const owner = await newOrganization({ timeZone: "Europe/Berlin" });
  const untouched = await newOrganization({ timeZone: "America/New_York" });
  const where = await newProject(owner, { budget: { kind: "time", seconds: 3600, period: "monthly" } });
  const rate = await owner.post("/v1/rates", {
    kind: "billable",
    scope: "organization",
    rateMinor: 9000,
    effectiveFrom: "2026-03-01",
  });
  assert.equal(rate.status, 201);
  // The first instant of March in Berlin.
  await newEntry(owner, where, { startedAt: "2026-02-28T23:00:00Z", durationSeconds: 7200 });
  assert.equal((await owner.patch("/v1/organization", { lockDate: "2026-02-01" })).status, 200);
  await recutDates(db, "2025a", now);
  const state = () =>
    db.query(sql`
      select o.locked_before, r.effective_at, p.exceeded, p.period_start
        from organizations o left join rates r on r.org_id = o.id left join budget_periods p on p.org_id = o.id
       order by o.id`);
  const changes = () =>
    db.query<{ action: string; previous: unknown }>(sql`select action, previous from changes order by at, id`);
  const [right, recorded] = [await state(), await changes()];

  // Simulates instants computed with an older time zone database, in which Berlin was one hour closer to UTC.
  await db.query(
    sql`update organizations set locked_before = locked_before + interval '1 hour' where id = ${owner.orgId}`,
  );
  await db.query(sql`update rates set effective_at = effective_at + interval '1 hour'`);
  await db.query(sql`update budget_periods set exceeded = false, reached_percents = '{}'`);
  const wrong = await state();
  await recutDates(db, "2025a", now);
  assert.deepEqual(await state(), wrong, "the same data cuts nothing again");
  await recutDates(db, "2025b", now);
  assert.deepEqual(await state(), right);
  await recutDates(db, "2024b", now);

  const added = (await changes()).slice(recorded.length);
  // Ignores budget events, which are recorded again because the test cleared the budget's state. Sorts the rest,
  // because changes within one millisecond are unordered.
  const byAction = added
    .filter(({ action }) => !action.startsWith("budget."))
    .toSorted((a, b) => (a.action < b.action ? -1 : 1));
  assert.deepEqual(byAction, [
    { action: "organization.updated", previous: { locked_before: "2026-02-01T00:00:00Z" } },
    { action: "rate.updated", previous: { effective_at: "2026-03-01T00:00:00Z" } },
  ]);
  assert.equal((await untouched.get("/v1/audit-events?action=organization.updated")).json.data.length, 0);
});

test("a rate without a first day applies from the very first instant, even west of UTC", async () => {
  const { db } = await createDatabase();
  const { newOrganization } = await newTestApp({ db });
  const owner = await newOrganization({ timeZone: "America/New_York" });
  const where = await newProject(owner);
  await owner.post("/v1/rates", { kind: "billable", scope: "organization", rateMinor: 9000 });
  const entry = await newEntry(owner, where, { startedAt: "1970-01-01T00:00:00Z" });
  assert.equal(entry.rateMinor, 9000);
  assert.equal((await owner.patch("/v1/organization", { timeZone: "Pacific/Honolulu" })).status, 200);
  assert.equal((await newEntry(owner, where, { startedAt: "1970-01-01T00:00:00Z" })).rateMinor, 9000);
  await owner.patch("/v1/organization", { lockDate: "1970-01-02" });
  assertProblem(
    await owner.post("/v1/time-entries", entryBody(where, { startedAt: "1970-01-01T00:00:00Z" })),
    409,
    "period_locked",
  );
});
