import assert from "node:assert/strict";
import { once } from "node:events";
import { spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import { before, test, type TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import { runBlogExport } from "#commands/blog/blog-export.ts";
import { runBlogImport } from "#commands/blog/blog-import.ts";
import { CommandError } from "#commands/command-line/command-error.ts";
import { sql, type Database, type DatabasePool } from "#platform/database/database.ts";
import { listen } from "#platform/database/connection/listen.ts";
import { listenerName, machinePrefix } from "#platform/database/connection/listener-name.ts";
import { makeArticle, makeFolder } from "#test/fixtures/blog/articles.ts";
import { waitFor } from "#test/databases/hold.ts";
import { createDatabase, type TestDatabase } from "#test/databases/test-database.ts";
import { createBlog } from "#blog/blog.ts";
import { followContent } from "./follow-content.ts";
import { importBlog } from "#blog/importing/import-blog.ts";

let database: TestDatabase;
before(async () => {
  database = await createDatabase({ poolSize: 6 });
});

async function writeSource(t: TestContext, ...ids: number[]): Promise<string> {
  const articles = ids.map((id) => makeArticle(id, { description: String(Math.random()) }));
  return join(await makeFolder(t, { "a.json": JSON.stringify(articles) }), "a.json");
}

/** Runs the command like the CLI and returns its output. */
async function runImport(
  path: string,
  options: { json?: boolean; waitMs?: number } = {},
  { db, connection } = database,
) {
  const written = { out: "", err: "" };
  const say = { out: (text: string) => (written.out += text), err: (text: string) => (written.err += text) };
  await runBlogImport({ db, connection, ...say }, { path, prune: true, json: false, ...options });
  return written;
}

/** Starts a node in this process, which follows notifications as `listenToNodes` does. */
async function startNode(t: TestContext, name: string) {
  const blog = createBlog({ db: database.db, listener: name, articleUrl: undefined, isProxy: () => false });
  const follow = () => void blog.reload().catch(() => undefined);
  const listener = await listen({
    connection: database.connection,
    applicationName: name,
    channels: ["blog"],
    onUp: follow,
    onNotify: follow,
    onDown: () => undefined,
  });
  t.after(async () => {
    blog.stop();
    await listener.stop();
  });
  await blog.reload();
  return blog;
}

/** Starts a node in its own process, serving over HTTP. */
async function spawnNode(t: TestContext): Promise<{ url: string; process: ChildProcess }> {
  const script = fileURLToPath(new URL("../../../test/fixtures/blog/node-process.ts", import.meta.url));
  const child = spawn(process.execPath, [script, JSON.stringify(database.connection)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  t.after(async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill("SIGKILL");
      await once(child, "exit");
    }
  });
  const [line] = await once(child.stdout, "data");
  return { url: String(line).trim(), process: child };
}

test("the command returns once a server of this machine, another process, serves the new content", async (t) => {
  const node = await spawnNode(t);
  for (const id of [1, 2, 3]) {
    const { out, err } = await runImport(await writeSource(t, id), { json: true });
    const [article] = (await (await fetch(`${node.url}/api/blogs/`)).json()) as { id: number }[];
    assert.equal(article?.id, id);
    assert.equal(err, "");
    assert.deepEqual(Object.keys(JSON.parse(out) as object), ["created", "updated", "unchanged", "removed", "version"]);
  }
});

test("an import without changes waits for no server", async (t) => {
  await spawnNode(t);
  const path = await writeSource(t, 4);
  await runImport(path);
  assert.match((await runImport(path)).out, /^0 created, 0 updated, 1 unchanged, 0 removed \(version \d+\)\n$/);
});

test("a server that does not follow is listed on stderr, and the import still succeeds", async (t) => {
  const name = `${machinePrefix()}999999`;
  const silent = () => undefined;
  const { connection } = database;
  const deaf = await listen({
    connection,
    applicationName: name,
    channels: ["blog"],
    onUp: silent,
    onNotify: silent,
    onDown: silent,
  });
  t.after(() => deaf.stop());
  const { out, err } = await runImport(await writeSource(t, 5), { waitMs: 300 });
  assert.match(
    err,
    /stored as version \d+, but after 0\.3 s these servers do not serve it yet: stint-listen:[0-9a-f]{16}:999999/,
  );
  assert.match(out, /^1 created/);
});

test("a server that is killed in the meantime is not waited for", async (t) => {
  const { process: child } = await spawnNode(t);
  child.kill("SIGSTOP");
  let polls = 0;
  const query: DatabasePool["query"] = (statement, options) => {
    if (statement.text.includes("pg_stat_activity")) polls++;
    return database.db.query(statement, options);
  };
  const importing = runImport(await writeSource(t, 6), {}, { ...database, db: { ...database.db, query } });
  // After the first poll, the import waits for this server.
  await waitFor(() => polls === 2);
  child.kill("SIGKILL");
  assert.equal((await importing).err, "");
});

test("servers of other machines follow", async (t) => {
  const blogs = [
    await startNode(t, "stint-listen:0000000000000000:1"),
    await startNode(t, "stint-listen:1111111111111111:1"),
  ];
  await runImport(await writeSource(t, 7));
  for (const blog of blogs) await waitFor(async () => (await statusOf(blog, "/api/blogs/article-7")) === 200);
});

function statusOf(blog: ReturnType<typeof createBlog>, url: string): Promise<number> {
  return new Promise((resolve) => {
    const res = { writeHead: resolve, end: () => undefined };
    blog.handle({ method: "GET", url, headers: {} } as never, res as never);
  });
}

test("a failed read keeps the old content and is retried", async (t) => {
  await importBlog(database.db, { path: await writeSource(t, 8), prune: true });
  let fails = false;
  const db: Database = {
    query: (statement) => (fails ? Promise.reject(new Error("no database")) : database.db.query(statement)),
  };
  const followed = followContent({ db, listener: listenerName(), retryMs: 20 });
  t.after(() => followed.stop());
  await followed.reload();
  fails = true;
  await importBlog(database.db, { path: await writeSource(t, 9), prune: true });
  await assert.rejects(followed.reload(), /no database/);
  assert.deepEqual([...(followed.current()?.bySlug.keys() ?? [])], ["article-8"]);
  fails = false;
  await waitFor(() => followed.current()?.bySlug.has("article-9") === true);
});

test("concurrent reads end with the last version and do not read it twice", async (t) => {
  let reads = 0;
  const db: Database = {
    query: (statement) => {
      if (statement.text.includes("left join")) reads++;
      return database.db.query(statement);
    },
  };
  const followed = followContent({ db, listener: listenerName() });
  t.after(() => followed.stop());
  const first = followed.reload();
  await importBlog(database.db, { path: await writeSource(t, 10), prune: true });
  await Promise.all([first, ...Array.from({ length: 20 }, () => followed.reload())]);
  assert.ok(followed.current()?.bySlug.has("article-10"));
  await followed.reload();
  assert.ok(reads <= 2, `${reads} readings`);
});

test("unchanged articles are reused from the previous content", async (t) => {
  const folder = await makeFolder(t, {
    "a.json": JSON.stringify([makeArticle(1), makeArticle(2)]),
    "b.json": JSON.stringify([makeArticle(2, { time: "10:00" })]),
  });
  await importBlog(database.db, { path: join(folder, "a.json"), prune: true });
  const followed = followContent({ db: database.db, listener: listenerName() });
  t.after(() => followed.stop());
  await followed.reload();
  const before = followed.current();
  await importBlog(database.db, { path: join(folder, "b.json"), prune: false });
  await followed.reload();
  assert.equal(followed.current()?.bySlug.get("article-1"), before?.bySlug.get("article-1"));
  assert.notEqual(followed.current()?.bySlug.get("article-2"), before?.bySlug.get("article-2"));
});

test("the export goes to stdout, or to a file with a summary", async (t) => {
  const { db } = database;
  await importBlog(db, { path: await writeSource(t, 1, 2), prune: true });
  const folder = await makeFolder(t);
  let out = "";
  const deps = { db, out: (text: string) => (out += text), err: () => undefined };
  await runBlogExport(deps, { json: false });
  assert.equal((JSON.parse(out) as unknown[]).length, 2);
  out = "";
  await runBlogExport(deps, { path: join(folder, "out.json"), json: true });
  assert.equal((JSON.parse(out) as { articles: number }).articles, 2);
  const again = await importBlog(db, { path: join(folder, "out.json"), prune: true });
  assert.equal(again.unchanged, 2);
});

test("the problems of a source become the command's error message", async (t) => {
  const folder = await makeFolder(t, { "bad.json": "[1]" });
  await assert.rejects(runImport(join(folder, "bad.json")), (error: Error) => {
    assert.ok(error instanceof CommandError);
    assert.match(error.message, /1 problem, nothing was changed\n {2}.*bad\.json: \/0: must be an object, not 1$/);
    return true;
  });
});

test("the listener's name fits and identifies machine and process", async () => {
  assert.match(listenerName(), /^stint-listen:[0-9a-f]{16}:\d+$/);
  const [row] = await database.db.query<{ version: number }>(sql`select version from blog_state`);
  assert.equal(typeof row?.version, "number");
});
