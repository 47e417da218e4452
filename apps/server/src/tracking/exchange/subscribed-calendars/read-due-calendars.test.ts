import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { waitFor } from "#test/databases/hold.ts";
import { newSubscribedCalendar } from "#test/worlds/calendar-requests.ts";
import { calendarServer, clockWorld, meeting } from "#test/worlds/calendar-servers.ts";
import type { Caller } from "#test/worlds/test-app.ts";

test("two nodes read a due calendar once", async (t) => {
  const server = await calendarServer(t);
  const { session, pass, readDue } = await clockWorld(t);
  server.text = meeting("Plan", "DTSTART:20260303T090000Z", "DURATION:PT45M");
  await newSubscribedCalendar(session, server.address);
  pass(60);
  await Promise.all([readDue(), readDue()]);
  assert.equal(server.reads, 2);
});

test("organizations with many due calendars do not starve one whose calendar is due", async (t) => {
  const { world, db, pass, readDue } = await clockWorld(t);
  const [many, one] = [await calendarServer(t), await calendarServer(t)];
  many.text = one.text = meeting("Plan", "DTSTART:20260303T090000Z", "DURATION:PT45M");
  const owners = await Promise.all(Array.from({ length: 7 }, () => world.newOrganization()));
  const inOrder = owners.toSorted((a, b) => (a.orgId < b.orgId ? -1 : 1));
  for (const [at, owner] of inOrder.entries())
    await newSubscribedCalendar(await world.newSession(owner), (at < 6 ? many : one).address);
  const others = inOrder.slice(0, 6).map(({ orgId }) => orgId);
  await db.query(sql`
    insert into subscribed_calendars
           (org_id, id, user_id, name, host, address_sealed, events, days, warnings, read_at, next_read_at)
    select org_id, id || number, user_id, name, host, address_sealed, events, days, warnings, read_at,
           next_read_at - interval '1 hour'
      from subscribed_calendars, generate_series(1, 30) number where org_id = any(${others}::text[])`);
  pass(60);
  many.status = 404;
  many.reads = 0;
  let before = Infinity;
  one.onRead = async () => void (before = many.reads);
  await readDue();
  assert.equal(many.reads, 186);
  assert.ok(before < 100, `${before} reads before`);
});

test("a slow calendar delays neither those of other organizations nor others of its own", async (t) => {
  const { world, session, pass, readDue } = await clockWorld(t);
  const [slow, fast] = [await calendarServer(t), await calendarServer(t)];
  slow.text = fast.text = meeting("Plan", "DTSTART:20260303T090000Z", "DURATION:PT45M");
  await newSubscribedCalendar(session, slow.address);
  const other = await world.newSession(await world.newOrganization());
  for (const caller of [session, other, other]) await newSubscribedCalendar(caller, fast.address);
  const gate = Promise.withResolvers<void>();
  slow.onRead = () => gate.promise;
  pass(60);
  const reading = readDue();
  await waitFor(() => fast.reads === 6);
  assert.equal((await session.get("/v1/me/calendars")).json.data[0].error, null, "still being read");
  gate.resolve();
  await reading;
  assert.equal(slow.reads, 2);
});

test("an unexpected failure and a full queue delay only the calendar concerned", async (t) => {
  const { world, db, owner, session, calendarReader, pass, readDue } = await clockWorld(t);
  const [working, silent] = [await calendarServer(t), await calendarServer(t)];
  working.text = silent.text = meeting("Plan", "DTSTART:20260303T090000Z", "DURATION:PT45M");
  const [broken, busy] = [await world.newOrganization(), await world.newOrganization()];
  for (const caller of [session, await world.newSession(broken), await world.newSession(busy)])
    await newSubscribedCalendar(caller, working.address);
  await newSubscribedCalendar(session, working.address);
  await db.query(sql`update subscribed_calendars set address_sealed = '' where org_id = ${broken.orgId}`);
  const gate = Promise.withResolvers<void>();
  silent.onRead = () => gate.promise;
  const request = { orgId: busy.orgId, address: new URL(silent.address), timeZone: "UTC", email: "a@example.com" };
  silent.status = 404;
  const waiting = Array.from({ length: 28 }, () => calendarReader.read({ ...request, now: new Date() }));
  pass(60);
  await assert.rejects(readDue(), AggregateError);
  gate.resolve();
  await Promise.allSettled(waiting);
  const state = ({ orgId }: Caller) =>
    db.query(sql`select next_read_at, error, failures from subscribed_calendars where org_id = ${orgId}`);
  const read = { next_read_at: "2026-03-02T14:00:00Z", error: null, failures: 0 };
  assert.deepEqual(await state(owner), [read, read]);
  const failed = { next_read_at: "2026-03-02T15:00:00Z", error: "an unexpected error occurred", failures: 1 };
  assert.deepEqual(await state(broken), [failed]);
  assert.deepEqual(await state(busy), [{ ...read, next_read_at: "2026-03-02T13:01:00Z" }]);
  pass(1);
  await readDue();
  assert.deepEqual(await state(busy), [{ ...read, next_read_at: "2026-03-02T14:01:00Z" }]);
});
