import assert from "node:assert/strict";
import { test } from "node:test";
import { readContent } from "#blog/content/queries.ts";
import { loadConfig } from "#platform/config/config.ts";
import { sql } from "#platform/database/database.ts";
import { assertSound } from "#test/worlds/assert-sound.ts";
import { newTestApp, type Json } from "#test/worlds/test-app.ts";
import { createDatabase } from "#test/databases/test-database.ts";
import { listEvents } from "#tracking/exchange/subscribed-calendars/list-events.ts";
import { createPasswordHasher } from "#identity/passwords/hash-password.ts";
import { addConnections, connectDemo } from "./demo-connections.ts";
import { createDemoSignIns } from "./demo-sign-in.ts";
import { runDemo } from "./demo.ts";
import { fillDemo } from "./fill-demo.ts";

// A Monday just after midnight in Berlin, still Sunday in UTC.
const now = new Date("2026-03-01T23:10:00Z");
let world: ReturnType<typeof fill> | undefined;

// The tests share the demo, because they only read it and filling a year takes seconds.
const filled = () => (world ??= fill());

async function fill() {
  const { db } = await createDatabase({ poolSize: 4 });
  const demo = await fillDemo(db, now);
  const { app } = await newTestApp({ db, now: () => now });
  const get = async (path: string, apiKey = demo.owner.apiKey): Promise<Json> => {
    const reply = await app.inject({ url: path, headers: { authorization: `Bearer ${apiKey}` } });
    assert.equal(reply.statusCode, 200, reply.body);
    return reply.json();
  };
  return { app, db, demo, get };
}

interface DemoEntry {
  user_id: string;
  from_ms: number;
  to_ms: number;
}

test("the demo is a company of twelve people with a year of data", async () => {
  const { db, get } = await filled();
  const entries = await db.query<DemoEntry>(sql`
    select user_id, extract(epoch from started_at)::float8 * 1000 as from_ms,
           (extract(epoch from started_at)::float8 + duration_seconds) * 1000 as to_ms
      from time_entries order by user_id, started_at`);
  assert.ok(entries.length > 10_000);
  const days = new Set(entries.map(({ from_ms: ms }) => new Date(ms).toISOString().slice(0, 10)));
  assert.ok(days.size > 250 && days.size < 366);
  assert.ok(entries.every(({ to_ms: ms }) => ms < now.getTime()));
  const overlaps = entries.filter(
    ({ user_id: id, from_ms: ms }, at) => entries[at - 1]?.user_id === id && ms < (entries[at - 1]?.to_ms ?? 0),
  );
  assert.ok(overlaps.length > 20 && overlaps.length < entries.length / 20);
  // One timer ran overnight.
  assert.equal(entries.filter(({ from_ms: from, to_ms: to }) => to - from > 12 * 3_600_000).length, 1);

  const { data: members } = await get("/v1/members?limit=200");
  assert.equal(members.length, 12);
  assert.deepEqual(
    new Set(members.map(({ role }: Json) => role)),
    new Set(["owner", "admin", "manager", "member", "viewer"]),
  );
  // Everyone except the viewer.
  assert.equal(new Set(entries.map(({ user_id: id }) => id)).size, 11);
  assert.equal((await get("/v1/clients")).data.length, 6);
  assert.ok((await get("/v1/tags")).data.length > 3);
  assert.equal((await get("/v1/timers")).data.length, 3);
  const timer = await get("/v1/timer");
  assert.equal(timer.startedAt, "2026-03-01T23:05:00Z");
  const { data: thisWeek } = await get("/v1/time-entries?from=2026-03-02&to=2026-03-08");
  assert.deepEqual(
    thisWeek.map(({ startedAt, durationSeconds }: Json) => [startedAt, durationSeconds]),
    [["2026-03-01T23:00:00Z", 300]],
  );

  const [changes] = await db.query<{ count: number; entries: number }>(sql`
    select count(*) as count, count(*) filter (where action = 'time_entry.created') as entries from changes`);
  assert.equal(changes?.entries, entries.length);
});

test("the demo's projects have budgets in every state, rates, and one is visible to few", async () => {
  const { demo, get } = await filled();
  const { totals, projects } = await get("/v1/reports/costs?from=2025-03-01&to=2026-03-01");
  assert.ok(totals.amountMinor > 0 && totals.costMinor > 0 && totals.unratedSeconds === 0);
  const used = projects.flatMap(({ budget }: Json) => budget?.usedPercent ?? []);
  assert.ok(
    used.some((percent: number) => percent > 100),
    String(used),
  );
  assert.ok(
    used.some((percent: number) => percent >= 80 && percent <= 100),
    String(used),
  );
  assert.ok(
    used.some((percent: number) => percent < 80),
    String(used),
  );
  const { data } = await get("/v1/projects?limit=200");
  const budgets = data.flatMap(({ budget }: Json) => budget ?? []);
  for (const [field, values] of [
    ["kind", ["amount", "cost", "time"]],
    ["period", ["monthly", "total", "weekly"]],
    ["onExceed", ["block", "warn"]],
  ] as const)
    assert.deepEqual(new Set(budgets.map((budget: Json) => String(budget[field]))), new Set<string>(values));
  assert.equal(data.filter(({ visibility }: Json) => visibility === "members").length, 1);
  assert.equal(data.filter(({ status }: Json) => status === "archived").length, 1);
  assert.ok((await get("/v1/rates")).data.length > 10);
  const own = await get("/v1/time-entries?limit=200&sort=startedAt", demo.owner.apiKey);
  assert.ok(own.data.some(({ billableSeconds, durationSeconds }: Json) => billableSeconds > durationSeconds));
});

test("the demo's links sign each person in, repeatedly, and no other link does", async () => {
  const { db, demo } = await filled();
  const { app } = await newTestApp({ db, hasher: createPasswordHasher() });
  const links = createDemoSignIns(demo.signIns);
  links.addTo(app);
  const roles: string[] = [];
  for (const [at, path] of [...links.paths, ...links.paths].entries()) {
    const opened = await app.inject({ url: path, headers: { host: "127.0.0.1:3000" } });
    assert.deepEqual([opened.statusCode, opened.headers.location], [303, "/time"]);
    const [cookie = ""] = String(opened.headers["set-cookie"]).split(";");
    const me = (await app.inject({ url: "/v1/me", headers: { cookie, "sec-fetch-site": "same-origin" } })).json();
    assert.equal(me.user.email, demo.signIns[at % links.paths.length]?.email);
    roles.push(`${me.role}${me.scopes.includes("teams:read") && me.role === "member" ? " and lead" : ""}`);
  }
  assert.deepEqual(roles.slice(0, 4), ["owner", "member and lead", "member", "viewer"]);
  for (const path of ["/demo/nothing", `${links.paths[0]}x`, "/demo"]) {
    const refused = await app.inject({ url: path });
    assert.deepEqual([refused.statusCode, refused.headers["set-cookie"]], [404, undefined]);
  }
});

test("the demo has teams, timesheets in every state, billing, reports, few notices, and is sound", async () => {
  const { db, get } = await filled();
  assert.deepEqual((await get("/v1/teams")).data.map(({ name }: Json) => name).toSorted(), ["Design", "Engineering"]);
  const { data: sheets } = await get("/v1/timesheets?from=2026-01-19&limit=200");
  const open = sheets.filter(({ status }: Json) => status === "open");
  assert.deepEqual(
    new Set(sheets.map(({ status }: Json) => status)),
    new Set(["open", "submitted", "rejected", "approved"]),
  );
  assert.ok(open.some(({ periodEnd, entries }: Json) => periodEnd < "2026-03-02" && entries > 0));
  const { data: bills } = await get("/v1/billing-batches");
  assert.equal(bills.length, 3);
  assert.ok(bills.every(({ totals }: Json) => totals.amountMinor > 0));
  assert.deepEqual((await get("/v1/saved-reports")).data.map(({ shared }: Json) => shared).toSorted(), [false, true]);
  const notices = await db.query<{ count: number; before: number }>(sql`
    select count(*) as count, count(*) filter (where facts ->> 'periodStart' < '2026-03-01') as before
      from notices group by user_id`);
  assert.ok(notices.length > 3 && notices.every(({ count, before }) => count <= 6 && before === 0));
  await assertSound(db);
});

test("the demo's webhook endpoint and calendar are at its own address", async () => {
  const { db, demo } = await filled();
  const { app } = await newTestApp({ db });
  addConnections(app);
  const secretKey = Buffer.alloc(32, 7);
  await connectDemo(db, demo.owner.actor, { url: "http://127.0.0.1:3000", secretKey, now });
  const headers = { authorization: `Bearer ${demo.owner.apiKey}` };
  const { data: hooks } = (await app.inject({ url: "/v1/webhooks", headers })).json();
  assert.deepEqual(
    hooks.map(({ url, status }: Json) => [url, status]),
    [["http://127.0.0.1:3000/demo/events", "active"]],
  );
  assert.equal(
    (await app.inject({ method: "POST", url: new URL(hooks[0].url).pathname, payload: {} })).statusCode,
    204,
  );
  const { body } = await app.inject({ url: "/demo/calendar.ics" });
  const range = { from: now.getTime(), to: now.getTime() + 7 * 86_400_000, timeZone: "Europe/Berlin", email: "" };
  assert.deepEqual(
    listEvents(body, range).events.map(({ title }) => title),
    [
      "Stand-up",
      "Review with Harbour Books",
      "Stand-up",
      "Stand-up",
      "Design critique",
      "Stand-up",
      "Stand-up",
      "Week in review",
    ],
  );
  const [{ events } = { events: [] }] = await db.query<{ events: object[] }>(
    sql`select events from subscribed_calendars`,
  );
  assert.ok(events.length > 30);
});

test("the demo's member sees only their own data", async () => {
  const { demo, get } = await filled();

  const { data: entries } = await get("/v1/time-entries?limit=200", demo.member.apiKey);

  assert.ok(entries.length > 0);
  assert.ok(entries.every((entry: Json) => entry.userId === demo.member.userId));
});

test("the demo's blog has ten articles of three authors and categories", async () => {
  const { db, demo } = await filled();

  const articles: Json[] = (await readContent(db)).rows.map((row) => JSON.parse(row.article));

  assert.equal(demo.articles, 10);
  assert.deepEqual(
    articles.map((article) => article.id),
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
  );
  assert.equal(new Set(articles.map((article) => article.author.name)).size, 3);
  assert.equal(new Set(articles.map((article) => article.category.slug)).size, 3);
  for (const { description, subHeadings } of articles) assert.ok(description !== "" && subHeadings.length === 3);
});

test("the demo refuses to touch a real database", async () => {
  for (const [name, value] of [
    ["DATABASE_URL", "postgres://localhost/stint"],
    ["DATA_DIR", "/srv/stint"],
  ] as const) {
    await assert.rejects(
      runDemo(loadConfig({ [name]: value }), "0.0.0", () => undefined),
      {
        message: `The demo fills its own database and removes it at the end, so it never uses ${name}. Unset ${name}, or run the service on it with npm start.`,
      },
    );
  }
});
