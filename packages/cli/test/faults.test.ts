// Tests failing servers, keys, disks, files and clocks: each causes a clear message, and nothing is lost.
import assert from "node:assert/strict";
import { readdir, readFile, stat, truncate, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { scopes } from "@stint/server/src/identity/access.ts";
import { sql } from "@stint/server/src/platform/database/database.ts";
import { openProxy } from "#test/support/killing-proxy.ts";
import { type Home, loggedIn, newHome, type Served, serve } from "#test/support/world.ts";

const data = (home: Home, name = "") => join(home.path, ".local/share/stint/default", name);
const profile = (home: Home) => join(home.path, ".config/stint/default.json");

/** Returns the descriptions of the entries that reached the server. */
async function arrived({ owner }: Served): Promise<string[]> {
  const { data: entries } = (await owner.get("/v1/time-entries?userId=me&limit=200")).json;
  return entries.map(({ description }: { description: string }) => description).toSorted();
}

const texts = (count: number) => Array.from({ length: count }, (_, at) => `work ${at}`);

async function logAll(home: Home, descriptions: string[]): Promise<void> {
  for (const text of descriptions) await home.ok(["log", `yesterday 9-10 @web ${text}`]);
}

test("a key that is revoked in the middle of a queue: the rest is kept, and a new key sends it", async () => {
  const served = await serve();
  const key = await served.world.newKey(served.owner, scopes);
  const { home } = await loggedIn(served, key);
  const proxy = await openProxy(served.url);
  await home.ok(["login", "--server", proxy.url], { input: key.apiKey });
  await logAll(home, texts(4));
  proxy.at("before", 3, async () => {
    assert.equal((await served.owner.delete(`/v1/api-keys/${key.keyId}`)).status, 204);
  });
  const ran = await home.run(["sync"]);
  assert.deepEqual([ran.code, ran.stdout], [3, ""]);
  assert.match(ran.stderr, /does not accept this key: .* 2 writes are kept and will be sent later\.\nLog in again/s);
  assert.deepEqual(await arrived(served), ["work 0", "work 1"]);
  assert.equal((await home.json(["list", "yesterday", "--json"])).length, 4);
  await home.ok(["login"], { input: served.owner.apiKey });
  assert.deepEqual(await arrived(served), texts(4));
  await proxy.close();
});

test("a login to another account is refused while writes of this one are queued", async () => {
  const served = await serve();
  const { home } = await loggedIn(served);
  const other = await served.world.newOrganization();
  await logAll(home, texts(1));
  const ran = await home.run(["login"], { input: other.apiKey });
  assert.equal(ran.code, 4);
  assert.match(ran.stderr, /The previous account .* has 1 unsent write/);
  assert.equal((await home.run(["logout"])).code, 4);
  await home.ok(["sync"]);
  await home.ok(["login"], { input: other.apiKey });
  assert.deepEqual(await home.json(["projects", "--json"]), []);
});

test("a login of the same person to another organization is one to another account", async () => {
  const served = await serve();
  const { owner, world } = served;
  const { home } = await loggedIn(served);
  const other = await world.newOrganization();
  await world.db.query(
    sql`insert into members (org_id, user_id, role) values (${other.orgId}, ${owner.userId}, 'owner')`,
  );
  const session = await world.newSession({ ...owner, orgId: other.orgId });
  const { apiKey } = (await session.post("/v1/api-keys", { name: "there" })).json;
  await logAll(home, texts(1));
  const ran = await home.run(["login"], { input: apiKey });
  assert.match(ran.stderr, /The previous account .* has 1 unsent write/);
  assert.equal(ran.code, 4);
  await home.ok(["sync"]);
  await home.ok(["login"], { input: apiKey });
  assert.deepEqual(await home.json(["projects", "--json"]), []);
  assert.deepEqual(await home.json(["list", ":all", "--json"]), []);
  // The new account cannot undo what the former account did.
  assert.match((await home.run(["undo"])).stderr, /nothing to undo/);
  assert.deepEqual(await arrived(served), texts(1));
});

test("no server, and servers that are not this one: nothing is sent, everything is kept", async () => {
  const served = await serve();
  const { home } = await loggedIn(served);
  await logAll(home, texts(2));
  const right = await readFile(profile(home), "utf8");
  const web = createServer((request, response) => {
    const status = request.headers.authorization === undefined ? 200 : 404;
    response.writeHead(status, { "content-type": "text/html" }).end("<h1>Welcome</h1>");
  });
  await new Promise<void>((resolve) => web.listen(0, "127.0.0.1", resolve));
  const { port } = web.address() as AddressInfo;
  const other = await served.world.newOrganization();
  const cases: [change: object, code: number, stderr: RegExp][] = [
    [{ server: "http://127.0.0.1:1" }, 4, /127\.0\.0\.1:1 can't be reached: .* 2 writes are kept/],
    [{ server: `http://127.0.0.1:${port}` }, 4, /is not from Stint .* 2 writes are kept/],
    [{ key: other.apiKey }, 4, /not to the account of this profile\. 2 writes are kept/],
    [{ key: other.apiKey.slice(0, -1) }, 3, /does not accept this key/],
  ];
  for (const [change, code, stderr] of cases) {
    await writeFile(profile(home), JSON.stringify({ ...JSON.parse(right), ...change }));
    const ran = await home.run(["sync"]);
    assert.equal(ran.code, code, ran.stderr);
    assert.match(ran.stderr, stderr);
    assert.equal((await home.json(["list", "yesterday", "--json"])).length, 2, "the mirror answers all the same");
  }
  assert.deepEqual(await arrived(served), []);
  assert.deepEqual((await other.get("/v1/time-entries")).json.data, []);
  await writeFile(profile(home), right);
  await home.ok(["sync"]);
  assert.deepEqual(await arrived(served), texts(2));
  web.close();
});

test("a broken mirror is read again, and the queue is kept", async () => {
  const served = await serve();
  const { home } = await loggedIn(served);
  await logAll(home, texts(1));
  await home.ok(["sync"]);
  await logAll(home, ["queued"]);
  const breakings: (() => Promise<void>)[] = [
    () => writeFile(data(home, "mirror.db"), "garbage".repeat(5000)),
    async () => {
      const { size } = await stat(data(home, "mirror.db"));
      await truncate(data(home, "mirror.db"), Math.floor(size / 2));
    },
  ];
  for (const breakIt of breakings) {
    await breakIt();
    assert.deepEqual(
      (await home.json(["list", "yesterday", "--json"]))
        .map(({ description }: { description: string }) => description)
        .toSorted(),
      ["queued", "work 0"],
    );
  }
  assert.deepEqual(await arrived(served), ["queued", "work 0"]);
});

test("a broken queue is kept under another name and reported", async () => {
  const served = await serve();
  const { home } = await loggedIn(served);
  await writeFile(data(home, "queue.db"), "garbage".repeat(5000));
  const ran = await home.run(["log", "yesterday 9-10 @web"]);
  assert.equal(ran.code, 4);
  assert.match(ran.stderr, /The queue was damaged\. It is kept as .*queue\.db\.damaged-/);
  const kept = (await readdir(data(home))).find((name) => /^queue\.db\.damaged-\d+$/.test(name)) ?? "";
  assert.match(await readFile(data(home, kept), "utf8"), /^garbage/);
  await logAll(home, texts(1));
});

const hour = 3_600_000;

test("undoing after the server's time replaced a time in the future isn't a conflict", async () => {
  const served = await serve();
  const { home } = await loggedIn(served);
  const ahead = { aheadMs: hour };
  await home.ok(["start", "@web first"], ahead);
  await home.ok(["start", "@web second"], ahead);
  await home.ok(["stop"], ahead);
  await home.ok(["sync"], ahead);
  await home.ok(["undo"], ahead);
  await home.ok(["undo", "--wait"], ahead);
  assert.equal((await served.owner.get("/v1/timer")).json.description, "first");
  assert.deepEqual(await arrived(served), []);
});

test("a clock that jumps: the server's clock counts, and no time is negative", async () => {
  const ahead = { aheadMs: hour };
  const served = await serve();
  const { home } = await loggedIn(served);
  // The client does not know yet that its clock is wrong, so it sends a start in the future. The server's current time
  // replaces it.
  await home.ok(["start", "@web early"], ahead);
  await home.ok(["sync"], ahead);
  const timer = (await served.owner.get("/v1/timer")).json;
  assert.ok(Math.abs(Date.parse(timer.startedAt) - Date.now()) < hour / 2, timer.startedAt);
  // The client now knows that its clock is wrong and corrects both ends.
  const status = await home.json(["status", "--json"], ahead);
  assert.ok(status.seconds < 1800, String(status.seconds));
  await home.ok(["stop"], ahead);
  await home.ok(["sync"], ahead);
  const [entry] = (await served.owner.get("/v1/time-entries")).json.data;
  assert.ok(entry.durationSeconds < 1800, String(entry.durationSeconds));
  // The clock jumps back while a timer runs.
  await home.ok(["sync"]);
  await home.ok(["start", "@web late"]);
  const back = { aheadMs: -26 * hour };
  assert.equal((await home.json(["status", "--json"], back)).seconds, 0);
  assert.match(await home.ok(["status", "--short"], back), /^0:00 Website/);
  await home.ok(["stop"], back);
  await home.ok(["sync"], back);
  assert.deepEqual(await arrived(served), ["early", "late"]);
});

test("a login on a server that isn't there, with a wrong key, or without one", async () => {
  const served = await serve();
  const home = await newHome();
  const login = (server: string, input: string) => home.run(["login", "--server", server], { input });
  assert.equal((await login("http://127.0.0.1:1", served.owner.apiKey)).code, 4);
  assert.equal((await login(served.url, "stint_wrong")).code, 3);
  const { url } = await serve({ hasDevicePage: false });
  const without = await login(url, "");
  assert.deepEqual([without.code, without.stderr.includes("has no page for connecting programs")], [2, true]);
  assert.equal((await home.run(["login"], { input: served.owner.apiKey })).code, 2);
  assert.equal((await home.run(["sync"])).code, 3, "nothing of it was stored");
});
