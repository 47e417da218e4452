import assert from "node:assert/strict";
import { test } from "node:test";
import { readContent } from "#blog/queries.ts";
import { loadConfig } from "#platform/config.ts";
import { sql } from "#platform/database/database.ts";
import { newTestApp, type Json } from "#test/test-app.ts";
import { createDatabase } from "#test/test-database.ts";
import { runDemo } from "./demo.ts";
import { fillDemo } from "./fill-demo.ts";

// A Monday, so that the week before it has a weekend in its middle; just after midnight in Berlin, still Sunday in UTC.
const now = new Date("2026-03-01T23:10:00Z");

async function filled() {
  const { db } = await createDatabase({ poolSize: 4 });
  const demo = await fillDemo(db, now);
  const { app } = await newTestApp({ db, now: () => now });
  const get = async (path: string, apiKey = demo.owner.apiKey): Promise<Json> => {
    const reply = await app.inject({ url: path, headers: { authorization: `Bearer ${apiKey}` } });
    assert.equal(reply.statusCode, 200, reply.body);
    return reply.json();
  };
  return { db, demo, get };
}

test("the demo is a company with a week behind it, as if made over the API", async () => {
  const { db, demo, get } = await filled();

  const { data: entries } = await get("/v1/time-entries?limit=200&sort=startedAt");
  const days = [...new Set(entries.map((entry: Json) => berlinDay(entry.startedAt)))];
  assert.deepEqual(days, ["2026-02-23", "2026-02-24", "2026-02-25", "2026-02-26", "2026-02-27"]);
  for (const { userId } of [demo.owner, demo.member]) {
    const own = entries.filter((entry: Json) => entry.userId === userId);
    assert.ok(own.length > 10);
    for (const [index, entry] of own.entries()) assert.ok(index === 0 || entry.startedAt >= own[index - 1].endedAt);
  }
  assert.deepEqual(
    entries,
    (await get("/v1/time-entries?limit=200&sort=startedAt&from=2026-02-23&to=2026-03-01")).data,
  );

  const { data: projects } = await get("/v1/projects");
  const rounded = projects.find((project: Json) => project.rounding !== null);
  const inSteps = entries.filter((entry: Json) => entry.projectId === rounded.id && entry.billable);
  assert.ok(inSteps.some((entry: Json) => entry.billableSeconds > entry.durationSeconds));
  assert.ok(inSteps.every((entry: Json) => entry.billableSeconds % 900 === 0));
  assert.equal(projects.length, 3);
  assert.equal((await get("/v1/clients")).data.length, 2);

  const timer = await get("/v1/timer");
  assert.equal(timer.userId, demo.owner.userId);
  assert.equal(timer.startedAt, "2026-03-01T22:32:00Z");

  const [changes] = await db.query<{ count: number; expected: number }>(sql`
    select (select count(*) from changes where org_id = ${demo.organizationId}) as count,
           (select sum(n)::int from (values ((select count(*) from organizations)), ((select count(*) from members)),
             ((select count(*) from api_keys)), ((select count(*) from clients)), ((select count(*) from projects)),
             ((select count(*) from tasks)), ((select count(*) from time_entries)), ((select count(*) from timers)), ((select count(*) from rates)),
             ((select count(*) from changes where action like 'budget.%'))) as t (n)) as expected`);
  assert.equal(changes?.count, changes?.expected);
});

test("the demo's reports have amounts, costs and budgets", async () => {
  const { get } = await filled();
  const { totals, projects } = await get("/v1/reports/costs");
  assert.ok(totals.amountMinor > 0 && totals.costMinor > 0 && totals.unratedSeconds === 0);
  assert.deepEqual(
    projects
      .filter(({ budget }: Json) => budget !== null)
      .map(({ name, budget }: Json) => [name, budget.period])
      .toSorted(),
    [
      ["Online shop", "monthly"],
      ["Patient booking", "weekly"],
    ],
  );
});

test("the demo's member sees only what is its own", async () => {
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

test("the demo refuses to touch a database that somebody keeps", async () => {
  for (const [name, value] of [
    ["DATABASE_URL", "postgres://localhost/stint"],
    ["DATA_DIR", "/srv/stint"],
  ] as const) {
    await assert.rejects(
      runDemo(loadConfig({ [name]: value }), "0.0.0", () => undefined),
      {
        message: `The demo fills a database of its own and removes it at the end, so it never uses ${name}. Unset ${name}, or run the service on it with npm start.`,
      },
    );
  }
});

function berlinDay(instant: string): string {
  return Temporal.Instant.from(instant).toZonedDateTimeISO("Europe/Berlin").toPlainDate().toString();
}
