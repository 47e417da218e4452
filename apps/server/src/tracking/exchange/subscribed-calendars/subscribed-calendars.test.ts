import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { newSubscribedCalendar } from "#test/worlds/calendar-requests.ts";
import { calendarServer, clockWorld, meeting } from "#test/worlds/calendar-servers.ts";
import { type Caller, newTestApp, testApp } from "#test/worlds/test-app.ts";
import { createCalendarReader } from "./calendar-reader.ts";

const path = "/v1/me/calendars";

const eventsOf = async (session: Caller, query = "?from=2026-03-02&to=2026-03-08") => {
  const { status, json, text } = await session.get(`${path}/events${query}`);
  assert.equal(status, 200, text);
  return json;
};

const unreadable = "it leads to a private network address, where no calendar could be read";

test("a calendar is read when it is added, then hourly; its last events stay while it cannot be read", async (t) => {
  const server = await calendarServer(t);
  const { session, pass, readDue } = await clockWorld(t);
  server.text = meeting("Plan", "DTSTART;TZID=Europe/Berlin:20260303T090000", "DURATION:PT45M");
  const made = await session.post(path, { name: "Work", address: server.address });
  assert.equal(made.status, 201, made.text);
  assert.partialDeepStrictEqual(made.json, {
    name: "Work",
    host: new URL(server.address).host,
    readAt: "2026-03-02T12:00:00Z",
    nextReadAt: "2026-03-02T13:00:00Z",
    error: null,
    warnings: [],
  });
  const { events, days } = await eventsOf(session);
  assert.partialDeepStrictEqual(events, [
    {
      calendarId: made.json.id,
      title: "Plan",
      startedAt: "2026-03-03T08:00:00Z",
      endedAt: "2026-03-03T08:45:00Z",
    },
  ]);
  assert.deepEqual(days, []);
  assert.deepEqual(await eventsOf(session, "?from=2026-03-04"), { events: [], days: [] });

  await readDue();
  assert.equal(server.reads, 1);
  pass(60);
  server.text = meeting("Plan B", "DTSTART;VALUE=DATE:20260303");
  await readDue();
  assert.equal(server.reads, 2);
  const after = await eventsOf(session);
  assert.deepEqual(after.events, []);
  assert.partialDeepStrictEqual(after.days, [{ title: "Plan B", startDate: "2026-03-03", endDate: "2026-03-03" }]);

  const state = async () => (await session.get(path)).json.data[0];
  server.status = 500;
  for (const [hours, next] of [
    [1, "2026-03-02T16:00:00Z"],
    [2, "2026-03-02T20:00:00Z"],
    [4, "2026-03-03T02:00:00Z"],
  ] as const) {
    pass(hours * 60);
    await readDue();
    assert.partialDeepStrictEqual(await state(), {
      error: unreadable,
      readAt: "2026-03-02T13:00:00Z",
      nextReadAt: next,
    });
  }
  assert.deepEqual(await eventsOf(session), after);
  server.status = 200;
  pass(6 * 60);
  await readDue();
  assert.partialDeepStrictEqual(await state(), { error: null, readAt: "2026-03-03T02:00:00Z" });
});

test("what cannot be read is refused with the reason, and nothing is stored", async (t) => {
  const server = await calendarServer(t);
  const { session } = await clockWorld(t);
  const refusal = async (address: string) => {
    const answer = await session.post(path, { name: "Work", address });
    assertProblem(answer, 422, "validation_failed");
    const [error] = answer.json.errors;
    assert.equal(error.pointer, "/address");
    return `${error.code}: ${error.message}`;
  };
  assert.equal(
    await refusal("http://unknown.invalid/"),
    "unreadable: cannot be read: the host name does not resolve (ENOTFOUND); check its spelling",
  );
  assert.match(await refusal("https://user:pw@example.com/"), /^has_credentials: /);
  for (const address of ["ftp://example.com/", "calendar", "file:///etc/passwd", "https://", "http://a b/"])
    assert.match(await refusal(address), /^bad_format: /);
  // Every failure in the private network looks the same.
  const inner = `unreadable: cannot be read: ${unreadable}`;
  server.text = "<html>";
  assert.equal(await refusal(server.address), inner);
  server.status = 403;
  assert.equal(await refusal(server.address), inner);
  for (const address of ["http://127.0.0.1:1/", "http://localhost:1/", "http://169.254.169.254/", "http://[::1]:1/"])
    assert.equal(await refusal(address), inner, address);
  assert.deepEqual((await session.get(path)).json.data, []);
});

test("an address is read as it is pasted, and webcal:// is https if possible, otherwise http", async (t) => {
  const server = await calendarServer(t);
  const { session } = await clockWorld(t);
  server.text = meeting("Plan", "DTSTART:20260303T080000Z");
  const { host } = new URL(server.address);
  for (const [address, requested] of [
    [` ${server.address}\u00A0\r\n`, "/secret-xyzzy/basic.ics"],
    [`\uFEFF${server.address}\u200B`, "/secret-xyzzy/basic.ics"],
    [`HTTP://${host}/my calendar.ics?a=b c`, "/my%20calendar.ics?a=b%20c"],
    [`webcal://${host}/team.ics`, "/team.ics"],
  ] as const) {
    const made = await session.post(path, { name: "Work", address });
    assert.equal(made.status, 201, made.text);
    assert.equal(server.path, requested);
  }
  const refused = await session.post(path, { name: "Work", address: `webcals://${host}/team.ics` });
  assertProblem(refused, 422, "validation_failed");
});

test("20 failures in the private network an hour are counted for each member, and successes are not", async (t) => {
  const server = await calendarServer(t);
  const { world, owner, session, pass } = await clockWorld(t);
  const add = (caller: Caller, address: string) => caller.post(path, { name: "Work", address });
  server.text = meeting("Plan", "DTSTART:20260303T080000Z");
  for (let count = 0; count < 11; count++) {
    const made = await add(session, server.address);
    assert.equal(made.status, 201, made.text);
    assert.equal((await session.delete(`${path}/${made.json.id}`)).status, 204);
    assertProblem(await add(session, "http://unknown.invalid/"), 422, "validation_failed");
    pass(0.001);
  }
  const failing = await Promise.all(Array.from({ length: 26 }, () => add(session, "http://127.0.0.1:1/")));
  const statuses = failing.map(({ status }) => status);
  assert.ok(
    statuses.every((status) => [422, 429, 503].includes(status)),
    statuses.join(),
  );
  for (let count = 0; count < 20; count++) await add(session, "http://127.0.0.1:1/");
  const reads = server.reads;
  const refused = await add(session, server.address);
  assertProblem(refused, 429, "too_many_attempts");
  assert.ok(Number(refused.headers["retry-after"]) > 0);
  assert.equal(server.reads, reads);
  assert.equal((await add(await world.newSession(await world.newMember(owner, "viewer")), server.address)).status, 201);
  pass(61);
  assert.equal((await add(session, server.address)).status, 201);
});

test("control characters in a calendar do not prevent it from being added or read again", async (t) => {
  const server = await calendarServer(t);
  const { session, pass, readDue } = await clockWorld(t);
  server.text = meeting("Plan", "DTSTART:2026\0");
  const made = await session.post(path, { name: "Work", address: server.address });
  assert.equal(made.status, 201, made.text);
  assert.match(made.json.warnings.join(), /^"Plan" was left out: /);
  pass(60);
  server.text = meeting("Plan", "DTSTART:20260303T080000Z", "DURATION:PT1H", "no colon \0 here");
  await readDue();
  const [state] = (await session.get(path)).json.data;
  assert.equal(state.error, null);
  assert.deepEqual(state.warnings, ['"Plan" has a line that could not be read: "no colon here"']);
});

test("addresses inside the network are refused unless the operator allows them", async (t) => {
  const calendarReader = createCalendarReader({ allowPrivate: false, userAgent: "Stint/test" });
  t.after(calendarReader.close);
  const world = await newTestApp({ calendarReader });
  const session = await world.newSession(await world.newOrganization());
  const answer = await session.post(path, { name: "Work", address: "webcal://127.0.0.1/basic.ics" });
  assertProblem(answer, 422, "validation_failed");
  assert.match(
    answer.json.errors[0].message,
    /it leads to a private network address, where this server reads no calendars$/,
  );
});

test("a member's calendars are theirs alone: no colleague, key, export or audit log shows them", async (t) => {
  const server = await calendarServer(t);
  const world = await testApp();
  const owner = await world.newOrganization();
  const member = await world.newMember(owner, "member");
  const session = await world.newSession(member);
  const today = new Date().toISOString().slice(0, 10);
  server.text = meeting("Dentist", `DTSTART;VALUE=DATE:${today.replaceAll("-", "")}`);
  const id = await newSubscribedCalendar(session, server.address);
  assert.equal((await eventsOf(session, "")).days[0].title, "Dentist");

  const ownerSession = await world.newSession(owner);
  assert.deepEqual((await ownerSession.get(path)).json.data, []);
  assert.deepEqual(await eventsOf(ownerSession, ""), { events: [], days: [] });
  assertProblem(await ownerSession.delete(`${path}/${id}`), 404, "not_found");
  for (const where of [path, `${path}/events`]) assertProblem(await member.get(where), 403, "session_required");
  const log = await owner.get("/v1/audit-events?limit=200");
  assert.equal(log.status, 200);
  assert.doesNotMatch(log.text, /Dentist|xyzzy/);
  // The database contains only the encrypted URL.
  const rows = await world.db.query<{ row: string }>(
    sql`select c::text as row from subscribed_calendars c where org_id = ${owner.orgId}`,
  );
  assert.equal(rows.length, 1);
  assert.doesNotMatch(rows[0]?.row ?? "", /xyzzy/);

  // A person in two organizations has different calendars in each.
  const other = await world.newOrganization();
  await world.db.query(
    sql`insert into members (org_id, user_id, role) values (${other.orgId}, ${member.userId}, 'member')`,
  );
  const elsewhere = await world.newSession({ ...member, orgId: other.orgId });
  assert.deepEqual((await elsewhere.get(path)).json.data, []);

  assert.equal((await session.delete(`${path}/${id}`)).status, 204);
  assert.deepEqual(await eventsOf(session, ""), { events: [], days: [] });
  assertProblem(await session.delete(`${path}/${id}`), 404, "not_found");
});

test("a deactivation removes a member's calendars, also one that is being added meanwhile", async (t) => {
  const server = await calendarServer(t);
  const world = await testApp();
  const owner = await world.newOrganization();
  const member = await world.newMember(owner, "member");
  const session = await world.newSession(member);
  server.text = meeting("Plan", "DTSTART:20260303T090000Z", "DURATION:PT45M");
  await newSubscribedCalendar(session, server.address);
  const stored = () =>
    world.db.query(
      sql`select id from subscribed_calendars where org_id = ${owner.orgId} and user_id = ${member.userId}`,
    );
  assert.equal((await stored()).length, 1);
  server.onRead = async () => {
    const { status } = await owner.patch(`/v1/members/${member.userId}`, { status: "deactivated" });
    assert.equal(status, 200);
  };
  const late = await session.post(path, { name: "Late", address: server.address });
  assertProblem(late, 401, "revoked_api_key");
  assert.deepEqual(await stored(), []);
});

test("a member has at most five calendars, also when they are added at once", async (t) => {
  const server = await calendarServer(t);
  const { session } = await clockWorld(t);
  server.text = meeting("Plan", "DTSTART:20260303T090000Z", "DURATION:PT45M");
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => session.post(path, { name: `${index}`, address: server.address })),
  );
  assert.equal(answers.filter(({ status }) => status === 201).length, 5);
  for (const answer of answers) if (answer.status !== 201) assertProblem(answer, 409, "too_many_calendars");
  const reads = server.reads;
  assertProblem(await session.post(path, { name: "9", address: server.address }), 409, "too_many_calendars");
  assert.equal(server.reads, reads);
});

test("days are in the person's time zone, and at most 62 at once", async (t) => {
  const server = await calendarServer(t);
  const { session } = await clockWorld(t);
  await session.patch("/v1/me", { preferences: { timeZone: "Pacific/Auckland" } });
  // The event starts at 00:30 on 4 March in Auckland.
  server.text = meeting("Night", "DTSTART:20260303T113000Z", "DURATION:PT1H");
  await newSubscribedCalendar(session, server.address);
  const count = async (query: string) => (await eventsOf(session, query)).events.length;
  assert.deepEqual([await count("?from=2026-03-03"), await count("?from=2026-03-04")], [0, 1]);
  // Without parameters, the range is today. In Auckland that is 3 March, the day before the event.
  assert.equal(await count(""), 0);
  assert.equal(await count("?from=2026-02-01&to=2026-04-03"), 1);
  assertProblem(await session.get(`${path}/events?from=2026-02-01&to=2026-04-05`), 422, "validation_failed");
  assertProblem(await session.get(`${path}/events?from=2026-02-02&to=2026-02-01`), 422, "validation_failed");
});
