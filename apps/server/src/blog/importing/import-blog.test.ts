import assert from "node:assert/strict";
import { join } from "node:path";
import { before, test, type TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import type { DatabasePool } from "#platform/database/database.ts";
import { sql } from "#platform/database/database.ts";
import { makeArticle, makeFolder, makeSection } from "#test/fixtures/blog/articles.ts";
import { articlesFile, readArticles } from "#test/fixtures/blog/serve-blog.ts";
import { createDatabase } from "#test/databases/test-database.ts";
import type { Article } from "#blog/content/article.ts";
import { exportBlog, importBlog } from "./import-blog.ts";
import { readContent } from "#blog/content/queries.ts";

// The content is global state, so this suite uses a separate database, and each test begins with empty content.
let db: DatabasePool;
before(async () => {
  ({ db } = await createDatabase({ poolSize: 4 }));
});

async function empty(): Promise<void> {
  await db.query(sql`delete from blog_articles`);
}

async function importJson(t: TestContext, articles: unknown, prune = false) {
  const folder = await makeFolder(t, { "articles.json": JSON.stringify(articles) });
  return importBlog(db, { path: join(folder, "articles.json"), prune });
}

async function slugs(): Promise<string[]> {
  return (await readContent(db)).rows.map(({ slug }) => slug);
}

async function stored(): Promise<Article[]> {
  return (await readContent(db)).rows.map(({ article }) => JSON.parse(article) as Article);
}

test("import, export, import changes nothing, and the export has one set of bytes", async (t) => {
  await empty();
  const first = await importBlog(db, { path: fileURLToPath(articlesFile), prune: true });
  assert.deepEqual({ ...first, version: 0 }, { created: 200, updated: 0, unchanged: 0, removed: 0, version: 0 });
  const before = await readContent(db);
  const exported = exportBlog(before.rows);
  assert.equal(exported, `${JSON.stringify(readArticles(), undefined, 1)}\n`);

  const folder = await makeFolder(t, { "again.json": exported });
  const second = await importBlog(db, { path: join(folder, "again.json"), prune: true });
  assert.deepEqual(second, { created: 0, updated: 0, unchanged: 200, removed: 0, version: first.version });
  assert.deepEqual(await readContent(db), before);
});

test("articles in the source come first in its order, then the others in theirs", async (t) => {
  await empty();
  await importJson(t, [makeArticle(3), makeArticle(1), makeArticle(2), makeArticle(4)]);
  const result = await importJson(t, [makeArticle(5), makeArticle(2, { description: "New" })]);
  assert.deepEqual({ ...result, version: 0 }, { created: 1, updated: 1, unchanged: 0, removed: 0, version: 0 });
  assert.deepEqual(await slugs(), ["article-5", "article-2", "article-3", "article-1", "article-4"]);
});

test("pruning removes what the source no longer has", async (t) => {
  await empty();
  await importJson(t, [makeArticle(1), makeArticle(2), makeArticle(3)]);
  const result = await importJson(t, [makeArticle(3)], true);
  assert.deepEqual({ ...result, version: 0 }, { created: 0, updated: 0, unchanged: 1, removed: 2, version: 0 });
  assert.deepEqual(await slugs(), ["article-3"]);
});

test("a new order alone is a new version, and only changed articles count as modified", async (t) => {
  await empty();
  const first = await importJson(t, [makeArticle(1), makeArticle(2)]);
  const before = await readContent(db);
  const second = await importJson(t, [makeArticle(2), makeArticle(1, { date: "2026-02-02" })]);
  assert.equal(second.version, first.version + 1);
  const after = await readContent(db);
  assert.equal(after.rows[0]?.updatedAt, before.rows[1]?.updatedAt);
  assert.equal(after.rows[1]?.updatedAt, after.state.changedAt);
  assert.ok(after.state.changedAt > before.state.changedAt);
});

test("keys are stored in the API's order, whatever theirs in the file", async (t) => {
  await empty();
  await importJson(t, [Object.fromEntries(Object.entries(makeArticle(1)).toReversed())]);
  assert.equal(JSON.stringify((await stored())[0]), JSON.stringify(makeArticle(1)));
});

test("nested sections, their images and times round-trip", async (t) => {
  await empty();
  const children = [makeSection(2, { children: [makeSection(3)], img: "https://cdn.example.test/x.png" })];
  const article = makeArticle(1, { time: "09:05", subHeadings: [makeSection(1, { children })] });
  await importJson(t, [article]);
  assert.deepEqual(await stored(), [article]);
});

const refused: [name: string, articles: unknown, cause: RegExp][] = [
  [
    "a duplicate slug",
    [makeArticle(1), makeArticle(2, { slug: "article-1" })],
    /json: \/1\/slug: slug article-1 is already used at .*\/0\/slug/,
  ],
  ["a duplicate id", [makeArticle(1), makeArticle(2, { id: 1 })], /json: \/1\/id: article id 1 is already used/],
  [
    "a duplicate section id",
    [makeArticle(1), makeArticle(2, { subHeadings: [makeSection(5, { children: [makeSection(1000)] })] })],
    /\/1\/subHeadings\/0\/children\/0\/id: section id 1000 is already used/,
  ],
  ["a NUL", [makeArticle(1, { description: "a\0b" })], /\/0\/description: contains a NUL/],
  ["a lone surrogate", [makeArticle(1, { hashtags: "\ud83d" })], /\/0\/hashtags: contains a lone surrogate/],
  [
    "a relative URL",
    [makeArticle(1, { blogImg: "/cover.png" })],
    /\/0\/blogImg: must be an absolute http or https URL/,
  ],
  [
    "a javascript URL",
    [makeArticle(1, { subHeadings: [makeSection(1, { img: "javascript:alert(1)" })] })],
    /\/0\/subHeadings\/0\/img: must be an absolute/,
  ],
  [
    "a 29 February that was not",
    [makeArticle(1, { date: "2025-02-29" })],
    /\/0\/date: must be a date that exists, as YYYY-MM-DD, not "2025-02-29"/,
  ],
  ["a date in another form", [makeArticle(1, { date: "2.1.2026" })], /\/0\/date/],
  ["a time of 24:00", [makeArticle(1, { time: "24:00" })], /\/0\/time: must be empty or HH:MM/],
  ["an upper-case slug", [makeArticle(1, { slug: "Article" })], /\/0\/slug: must be 1 to 255 lower-case/],
  ["a number for a string", [{ ...makeArticle(1), time: 5 }], /\/0\/time: must be a string, not 5/],
  ["a string for an id", [{ ...makeArticle(1), id: "1" }], /\/0\/id: must be an integer of at least 0, not "1"/],
  ["a fraction for an id", [{ ...makeArticle(1), id: 1.5 }], /\/0\/id/],
  [
    "null for sections",
    [{ ...makeArticle(1), subHeadings: null }],
    /\/0\/subHeadings: must be an array of sections, not null/,
  ],
  ["an author that is a name", [{ ...makeArticle(1), author: "Ada" }], /\/0\/author: must be an object, not "Ada"/],
  ["an unknown key", [{ ...makeArticle(1), "a/b": 1 }], /\/0\/a~1b: is not a field of the API/],
  [
    "a missing key",
    [{ ...makeArticle(1), author: { name: "Ada", role: "", category: "" } }],
    /\/0\/author: lacks profile_image/,
  ],
  [
    "a category with two contents",
    [makeArticle(1), makeArticle(2, { category: { ...makeArticle(1).category, name: "Other" } })],
    /\/1\/category: category 1 differs from the one at .*\/0\/category/,
  ],
  [
    "a category slug of two ids",
    [makeArticle(1), makeArticle(2, { category: { ...makeArticle(1).category, id: 2 } })],
    /\/1\/category: category slug remote-work belongs to category 1/,
  ],
  ["an object instead of an array", { articles: [] }, /must contain a JSON array/],
  ["no article at all", [null], /\/0: must be an object, not null/],
];

for (const [name, articles, cause] of refused) {
  test(`${name} is refused with its location, and nothing changes`, async (t) => {
    await empty();
    await importJson(t, [makeArticle(9)]);
    const before = await readContent(db);
    await assert.rejects(importJson(t, articles, true), cause);
    assert.deepEqual(await readContent(db), before);
  });
}

test("conflicts with stored articles are refused, unless those are pruned", async (t) => {
  await empty();
  await importJson(t, [makeArticle(1)]);
  const clash = [makeArticle(2, { id: 1 })];
  await assert.rejects(importJson(t, clash), /article id 1 is already used at .*\/0\/id/);
  assert.deepEqual(await slugs(), ["article-1"]);
  await importJson(t, clash, true);
  assert.deepEqual(await slugs(), ["article-2"]);
});

test("all problems are counted, and the first fifty listed", async (t) => {
  const articles = Array.from({ length: 60 }, (_, at) => makeArticle(at, { date: "never" }));
  await assert.rejects(importJson(t, articles), (error: Error) => {
    assert.match(error.message, /60 problems, nothing was changed/);
    assert.equal(error.message.split("\n").length, 1 + 50 + 1);
    assert.match(error.message, /… and 10 more$/);
    return true;
  });
});

test("a file that is missing, or isn't JSON or UTF-8, is refused with its line", async (t) => {
  const folder = await makeFolder(t, {
    "bad.json": '[\n{\n"id" 1}]',
    "cut.json": "[\n{",
    "latin.json": Buffer.from('["\n\xe9"]', "latin1"),
  });
  const tryFile = (name: string) => importBlog(db, { path: join(folder, name), prune: false });
  await assert.rejects(tryFile("bad.json"), /bad\.json:3: /);
  await assert.rejects(tryFile("cut.json"), /cut\.json:2: /);
  await assert.rejects(tryFile("latin.json"), /latin\.json:2: is not UTF-8 text/);
  await assert.rejects(tryFile("none.json"), /no such file/);
});

test("sections nested too deeply are refused", async (t) => {
  let nested = makeSection(0);
  for (let id = 1; id < 5_000; id++) nested = makeSection(id, { children: [nested] });
  const text = `[${JSON.stringify(makeArticle(1, { subHeadings: [] })).replace('"subHeadings":[]', `"subHeadings":[${stringify(nested)}]`)}]`;
  const folder = await makeFolder(t, { "deep.json": text });
  await assert.rejects(importBlog(db, { path: join(folder, "deep.json"), prune: false }), /levels deep/);
});

// JSON.stringify would overflow the stack at this depth.
function stringify(section: ReturnType<typeof makeSection>): string {
  let text = "[]";
  const chain = [section];
  for (let at = section.children[0]; at !== undefined; at = at.children[0]) chain.push(at);
  for (const link of chain.toReversed()) {
    text = `[${JSON.stringify({ ...link, children: [] }).replace('"children":[]', `"children":${text}`)}]`;
  }
  return text.slice(1, -1);
}

test("concurrent imports do not mix", async (t) => {
  await empty();
  const sources = [1, 2, 3, 4].map((id) => [makeArticle(id), makeArticle(id + 10)]);
  const results = await Promise.all(sources.map((articles) => importJson(t, articles, true)));
  assert.equal(new Set(results.map(({ version }) => version)).size, 4);
  assert.equal((await slugs()).length, 2);
});
