import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { formatInstant } from "#platform/time.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { readCalendar, readPath } from "#test/http/read-calendar.ts";
import { newCalendarFeed, newEntry, newProject, newTimer } from "#test/worlds/factories.ts";
import { type Caller, type Json, newTestApp, testApp } from "#test/worlds/test-app.ts";

const path = "/v1/me/calendar-feed";
const dayMs = 86_400_000;
const daysAgo = (days: number) => formatInstant(Math.floor((Date.now() - days * dayMs) / 1000) * 1000);
const second = (instant: string) => `${instant.slice(0, 19)}Z`;

async function newOwner() {
  const world = await testApp();
  const owner = await world.newOrganization();
  return { world, owner, session: await world.newSession(owner), where: await newProject(owner) };
}

test("a feed follows an entry from its creation to its change, deletion and restoration", async () => {
  const { world, owner, session, where } = await newOwner();
  const address = await newCalendarFeed(session);
  const read = async () => readCalendar(await readPath(world, address));
  assert.deepEqual(await read(), []);

  const startedAt = daysAgo(1);
  const entry = await newEntry(owner, where, {
    startedAt,
    description: "Wireframes\nfor the shop",
    tags: ["UX", "a,b"],
  });
  assert.deepEqual(await read(), [
    {
      uid: entry.id,
      start: startedAt,
      end: entry.endedAt,
      sequence: 1,
      modified: second(entry.updatedAt),
      status: "CONFIRMED",
      summary: "Wireframes (Website)",
      description: "Wireframes\nfor the shop\nWebsite / Build",
      categories: ["UX", "a,b"],
    },
  ]);

  const changed = await owner.patch(`/v1/time-entries/${entry.id}`, { description: "", durationSeconds: 60 });
  const [event] = await read();
  assert.partialDeepStrictEqual(event, {
    sequence: 2,
    modified: second(changed.json.updatedAt),
    end: changed.json.endedAt,
    summary: "Build (Website)",
    description: "Website / Build",
  });

  assert.equal((await owner.delete(`/v1/time-entries/${entry.id}`)).status, 204);
  const [deleted] = (await owner.get("/v1/time-entries?includeDeleted=true")).json.data;
  assert.partialDeepStrictEqual((await read())[0], {
    uid: entry.id,
    status: "CANCELLED",
    sequence: deleted.version,
    modified: second(deleted.updatedAt),
  });
  const restored = await owner.post(`/v1/time-entries/${entry.id}/restore`);
  assert.partialDeepStrictEqual((await read())[0], { status: "CONFIRMED", sequence: restored.json.version });

  assert.equal((await owner.delete(`/v1/time-entries/${entry.id}`)).status, 204);
  const age = (days: number) => sql`
    update time_entries set deleted_at = now() - make_interval(days => ${days}::integer) where org_id = ${owner.orgId} and id = ${entry.id}`;
  await world.db.query(age(29));
  assert.equal((await read()).length, 1);
  await world.db.query(age(31));
  assert.deepEqual(await read(), []);
});

test("a feed contains the entries of its days and later ones, without a running timer and without money", async () => {
  const { world, owner, session, where } = await newOwner();
  await owner.post("/v1/rates", { kind: "billable", scope: "organization", rateMinor: 7_654_321 });
  await owner.post("/v1/rates", { kind: "cost", scope: "organization", rateMinor: 6_543_210 });
  const address = await newCalendarFeed(session, { days: 7 });
  await newEntry(owner, where, { startedAt: daysAgo(7.01), description: "too early" });
  await newEntry(owner, where, { startedAt: daysAgo(6.99), description: "first" });
  await newEntry(owner, where, { startedAt: daysAgo(-400), description: "planned" });
  await newEntry(owner, where, { startedAt: daysAgo(0), durationSeconds: 0, description: "an instant" });
  await newTimer(owner, { description: "running" });
  const answer = await readPath(world, address);
  const events = readCalendar(answer);
  assert.deepEqual(
    events.map(({ summary, end }) => [summary.split(" (")[0], end !== undefined]),
    [
      ["planned", true],
      ["an instant", false],
      ["first", true],
    ],
  );
  assert.doesNotMatch(answer.text, /7654321|6543210|running|EUR|Minor/);
});

test("of too many entries, a feed has the latest, and says so", async () => {
  const world = await newTestApp({ maxFeedEvents: 3 });
  const owner = await world.newOrganization();
  const address = await newCalendarFeed(await world.newSession(owner));
  const where = await newProject(owner);
  const make = (days: number) => newEntry(owner, where, { startedAt: daysAgo(days), description: `${days}` });
  for (const days of [1, 3, 2]) await make(days);
  const all = await readPath(world, address);
  assert.doesNotMatch(all.text, /only the latest/);
  await make(4);
  await make(0);
  const some = await readPath(world, address);
  assert.match(some.text, /^X-WR-CALDESC:Contains only the latest 3 time entries\r\n/m);
  assert.deepEqual(
    readCalendar(some).map(({ summary }) => summary[0]),
    ["0", "1", "2"],
  );
});

test("any text arrives unchanged", async () => {
  const { world, owner, session } = await newOwner();
  const address = await newCalendarFeed(session);
  const long = `${"Überstunden 👩‍👩‍👧‍👦 日本語, ".repeat(20)}`.slice(0, 300).toWellFormed().trim();
  const texts = ["a, b; c\\n d", "1st line\n2nd: x;y\r\n3rd", "😀 emoji 🇩🇪", long, "END:VEVENT\r\nBEGIN:VALARM"];
  const where = await newProject(owner, { name: "Acme; Sons, Ltd\\" }, { name: "Ünïcode, task" });
  for (const description of texts) await newEntry(owner, where, { startedAt: daysAgo(1), description });
  const events = readCalendar(await readPath(world, address));
  assert.deepEqual(
    new Set(events.map(({ description }) => description)),
    new Set(texts.map((text) => `${text.replaceAll("\r\n", "\n")}\nAcme; Sons, Ltd\\ / Ünïcode, task`)),
  );
});

test("the nights in which clocks change have their real instants", async () => {
  const world = await newTestApp({ now: () => new Date("2026-03-30T12:00:00Z") });
  const owner = await world.newOrganization({ timeZone: "Europe/Berlin" });
  const address = await newCalendarFeed(await world.newSession(owner));
  const where = await newProject(owner);
  // Berlin's clocks go forward on that day, so 01:30 to 03:30 lasts only one hour.
  await newEntry(owner, where, { startedAt: "2026-03-29T01:30:00+01:00", durationSeconds: 3600 });
  await newEntry(owner, where, { startedAt: "2026-10-25T02:30:00+02:00", durationSeconds: 7200 });
  assert.deepEqual(
    readCalendar(await readPath(world, address)).map(({ start, end }) => [start, end]),
    [
      ["2026-10-25T00:30:00Z", "2026-10-25T02:30:00Z"],
      ["2026-03-29T00:30:00Z", "2026-03-29T01:30:00Z"],
    ],
  );
});

test("a reader who has the current bytes gets 304", async () => {
  const { world, owner, session, where } = await newOwner();
  const address = await newCalendarFeed(session);
  await newEntry(owner, where, { startedAt: daysAgo(1) });
  const first = await readPath(world, address);
  const etag = first.headers["etag"] ?? "";
  assert.match(etag, /^"[\w-]{27}"$/);
  for (const known of [etag, `W/${etag}`, `"x", ${etag}`]) {
    const again = await readPath(world, address, { "if-none-match": known });
    assert.deepEqual([again.status, again.text, again.headers["etag"]], [304, "", etag]);
    assert.equal(again.headers["cache-control"], "private, no-cache");
  }
  assert.equal((await world.anonymous.send("HEAD", address)).headers["etag"], etag);
  // Renaming a project changes the feed's bytes, so it must change the ETag too.
  await owner.patch(`/v1/projects/${where.projectId}`, { name: "Renamed" });
  const renamed = await readPath(world, address, { "if-none-match": etag });
  assert.notEqual(renamed.headers["etag"], etag);
  assert.match(readCalendar(renamed)[0]?.summary ?? "", /Renamed/);
});

test("the address is shown once and stored as a hash, and reads are noted", async () => {
  const { world, owner, session } = await newOwner();
  assert.deepEqual((await session.get(path)).json, { feed: null });
  const made = await session.post(path, { scope: "own" });
  assert.equal(made.status, 201, made.text);
  const { address, feed: shown } = made.json;
  const token = /^https:\/\/time\.example\.com\/feeds\/calendar\/([\w-]{43})\.ics$/.exec(address)?.[1] ?? "";
  assert.deepEqual(shown, { scope: "own", teamId: null, days: 90, createdAt: shown.createdAt, lastReadAt: null });
  assert.deepEqual((await session.get(path)).json, { feed: shown });
  assert.equal(made.headers["location"], path);

  const read = await readPath(world, `/feeds/calendar/${token}.ics?app=outlook`);
  assert.partialDeepStrictEqual(read.headers, { "cache-control": "private, no-cache", "x-robots-tag": "noindex" });
  const { lastReadAt } = (await owner.get(path)).json.feed;
  assert.ok(Date.parse(lastReadAt) >= Date.parse(shown.createdAt));
  await readPath(world, `/feeds/calendar/${token}.ics`);
  assert.equal((await owner.get(path)).json.feed.lastReadAt, lastReadAt);

  const rows = await world.db.query<Json>(sql`select * from calendar_feeds where org_id = ${owner.orgId}`);
  const changes = await world.db.query<Json>(sql`select * from changes where org_id = ${owner.orgId}`);
  assert.equal(rows[0].token_hash.length, 32);
  const audit = await owner.get("/v1/audit-events?targetType=calendar_feed");
  for (const text of [JSON.stringify(rows), JSON.stringify(changes), audit.text]) assert.ok(!text.includes(token));
  assert.ok(!JSON.stringify(changes).includes(rows[0].token_hash.toString("hex")));
  assert.deepEqual(
    audit.json.data.map(({ action }: Json) => action),
    ["calendar_feed.created"],
  );
});

test("a new feed replaces the former one, and an ended one is gone at once", async () => {
  const { world, session, owner } = await newOwner();
  const first = await newCalendarFeed(session);
  const second = await newCalendarFeed(session, { days: 1 });
  assert.notEqual(first, second);
  assertProblem(await readPath(world, first), 404, "not_found");
  assert.deepEqual(readCalendar(await readPath(world, second)), []);
  assert.equal((await session.delete(path)).status, 204);
  assertProblem(await readPath(world, second), 404, "not_found");
  assertProblem(await session.delete(path), 404, "not_found");
  assert.deepEqual((await session.get(path)).json, { feed: null });
  const { data } = (await owner.get("/v1/audit-events?targetType=calendar_feed")).json;
  const [made, ended] = ["calendar_feed.created", "calendar_feed.ended"];
  assert.deepEqual(data.map(({ action }: Json) => action).toSorted(), [made, made, ended, ended]);
});

test("of feeds that are created at once, one is left", async () => {
  const { world, session } = await newOwner();
  const addresses = await Promise.all(Array.from({ length: 6 }, () => newCalendarFeed(session)));
  const statuses = await Promise.all(addresses.map(async (address) => (await readPath(world, address)).status));
  assert.equal(statuses.filter((status) => status === 200).length, 1);
  assert.equal(statuses.filter((status) => status === 404).length, 5);
});

test("only a session creates and ends feeds", async () => {
  const { world, owner, session } = await newOwner();
  assertProblem(await owner.post(path, { scope: "own" }), 403, "session_required");
  const address = await newCalendarFeed(session);
  assertProblem(await owner.delete(path), 403, "session_required");
  assertProblem(await world.anonymous.send("POST", path, { scope: "own" }), 401, "missing_api_key");
  assert.equal((await readPath(world, address)).status, 200);
});

test("a body that makes no feed is refused", async () => {
  const { world, owner, session } = await newOwner();
  const stranger = await world.newSession(await world.newOrganization());
  const foreign = await newTeamOf(stranger);
  assertProblem(await session.post(path, {}), 400, "missing_field", ["/scope"]);
  assertProblem(await session.post(path, { scope: "all" }), 422, "validation_failed", ["/scope"]);
  assertProblem(await session.post(path, { scope: "team" }), 422, "validation_failed", ["/teamId"]);
  assertProblem(await session.post(path, { scope: "own", teamId: foreign }), 422, "validation_failed", ["/teamId"]);
  for (const days of [0, 367, 1.5, "90"])
    assertProblem(await session.post(path, { scope: "own", days }), 422, "validation_failed", ["/days"]);
  for (const teamId of [foreign, "team_none", "?"])
    assertProblem(await session.post(path, { scope: "team", teamId }), 404, "not_found");
  const member = await world.newSession(await world.newMember(owner, "member"));
  assertProblem(await member.post(path, { scope: "team", teamId: await newTeamOf(owner) }), 404, "not_found");
  assert.deepEqual((await session.get(path)).json, { feed: null });
});

async function newTeamOf(caller: Caller): Promise<string> {
  const made = await caller.post("/v1/teams", { name: "Design" });
  assert.equal(made.status, 201, made.text);
  return made.json.id;
}

test("an address that is none is 404, by every method that reads; others are 405", async () => {
  const { world, session } = await newOwner();
  const address = await newCalendarFeed(session);
  const token = address.slice("/feeds/calendar/".length, -".ics".length);
  for (const wrong of [
    `/feeds/calendar/${"x".repeat(43)}.ics`,
    "/feeds/calendar/x.ics",
    "/feeds/calendar/.ics",
    "/feeds/calendar/%00.ics",
    `/feeds/calendar/${token}`,
    `/feeds/calendar/${token}.ics/x`,
    `/feeds/calendar/${token.toLowerCase()}.ics`,
    "/feeds/calendar",
  ]) {
    const answer = await readPath(world, wrong);
    assertProblem(answer, 404, "not_found");
    assert.equal((await world.anonymous.send("HEAD", wrong)).status, 404);
  }
  assertProblem(await world.anonymous.send("POST", address, {}), 405, "method_not_allowed");
  assertProblem(await world.anonymous.send("DELETE", address), 405, "method_not_allowed");
});

test("a member's address has one limit, which a new address does not renew", async () => {
  let nowMs = 0;
  const world = await newTestApp({ feedRateLimit: { perMinute: 6, burst: 2 }, monotonicMs: () => nowMs });
  const owner = await world.newOrganization();
  const session = await world.newSession(owner);
  const other = await world.newSession(await world.newMember(owner, "member"));
  const first = await newCalendarFeed(session);
  for (let count = 0; count < 8; count++) assert.equal((await readPath(world, first)).status, 200);
  const second = await newCalendarFeed(session);
  const refused = await readPath(world, second);
  assertProblem(refused, 429, "rate_limited");
  assert.equal(refused.headers["retry-after"], "60");
  assert.equal(refused.headers["cache-control"], "private, no-cache");
  assert.equal((await readPath(world, await newCalendarFeed(other))).status, 200);
  nowMs += 60_000;
  assert.equal((await readPath(world, second)).status, 200);
});
