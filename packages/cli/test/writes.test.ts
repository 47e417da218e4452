// What commands that write print, and what their ids and tags mean later.
import assert from "node:assert/strict";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { purgeTimeEntries } from "@stint/server/src/tracking/entries/time-entries/queries.ts";
import { newEntry, newProject } from "@stint/server/test/worlds/factories.ts";
import { loggedIn, newHome, serve, zoneAtNoon } from "#test/support/world.ts";

test("--tag adds a tag, --untag removes one, and #tags in the text replace all", async () => {
  const served = await serve();
  const { home } = await loggedIn(served);
  await home.ok(["log", "yesterday 9-10 @web #review text"]);
  await home.ok(["start", "@web #review text"]);
  for (const ref of ["last", "timer"]) {
    const edited = async (...args: string[]) => {
      const printed = await home.json(["edit", ref, ...args, "--json"]);
      return ref === "timer" ? printed.tags : printed[0].tags;
    };
    assert.deepEqual(await edited("--tag", "offline", "--tag", "REVIEW"), ["review", "offline"]);
    assert.deepEqual(await edited("--untag", "Review", "--tag", "call"), ["offline", "call"]);
    assert.deepEqual(await edited("#a #b", "--tag", "c"), ["a", "b", "c"]);
    assert.match((await home.run(["edit", ref, "--untag", "nope"])).stderr, /no tag "nope" to remove\.\nTags: a, b, c/);
  }
});

test("an id that was shown before the sync names the entry afterwards", async () => {
  const served = await serve();
  const { home } = await loggedIn(served);
  const [logged] = await home.json(["log", "9-10 @web one", "--json"]);
  const [, listed = ""] = /^(\w{6})\t/.exec(await home.ok(["list"])) ?? [];
  assert.match(logged.id, new RegExp(`^local_.*${listed}$`));
  await home.ok(["sync"]);
  await home.ok(["sync", "--rebuild"]);
  assert.deepEqual((await home.json(["edit", listed, "two", "--json=description"]))[0], { description: "two" });
  const [sent] = await home.json(["edit", logged.id, "three", "--wait", "--json"]);
  assert.match(sent.id, /^time_/);
  assert.equal((await served.owner.get(`/v1/time-entries/${sent.id}`)).json.description, "three");
  const [removed] = await home.json(["delete", logged.id, "--yes", "--wait", "--json"]);
  assert.deepEqual([removed.id, removed.deleted], [sent.id, true]);
});

test("every command that writes prints what it wrote as JSON", async () => {
  const served = await serve({ timeZone: zoneAtNoon() });
  const { home } = await loggedIn(served);
  const started = await home.json(["start", "@web first", "--at", "-20m", "--json"]);
  assert.deepEqual([started.running, started.description, started.stopped], [true, "first", null]);
  const planned = await home.json(["switch", "@web second", "--at", "-10m", "--dry-run", "--json"]);
  assert.deepEqual([planned.description, planned.stopped.seconds], ["second", 600]);
  const switched = await home.json(["switch", "@web second", "--at", "-10m", "--wait", "--json"]);
  assert.deepEqual([switched.description, switched.stopped.description], ["second", "first"]);
  assert.match(switched.stopped.id, /^time_/);
  const [stopped] = await home.json(["stop", "--json"]);
  assert.deepEqual([stopped.description, stopped.queued, stopped.deleted], ["second", true, false]);
  assert.deepEqual(await home.json(["undo", "--dry-run", "--json"]), await home.json(["undo", "--json"]));
  assert.equal((await home.json(["status", "--json"])).description, "second");
  const discarded = await home.json(["stop", "--discard", "--json"]);
  assert.deepEqual([discarded.running, discarded.stopped], [false, null]);
  const editor = { env: { EDITOR: "sed -i 's/first/third/'" } };
  const [changed] = await home.json(["day", "--yes", "--json"], editor);
  assert.equal(changed.description, "third");
  assert.deepEqual(await home.json(["day", "--yes", "--json"], editor), []);
  const misspelled = await home.run(["log", "9-10 @web", "--json=nope"]);
  assert.deepEqual([misspelled.code, misspelled.stdout], [2, ""]);
  assert.equal((await home.json(["list", "--json"])).length, 1);
});

/** A member with an entry, and an edit of it that conflicts with the owner's. */
async function withColleague(change: "patch" | "delete", edit: string[]) {
  const served = await serve();
  const { owner, world } = served;
  const where = await newProject(owner);
  const member = await world.newMember(owner, "member");
  const home = await newHome();
  await home.ok(["login", "--server", served.url], { input: member.apiKey });
  const { id } = await newEntry(member, where, { description: "before" });
  await home.ok(["sync"]);
  await home.ok(["edit", id.slice(-6), ...edit]);
  const path = `/v1/time-entries/${id}`;
  await (change === "patch" ? owner.patch(path, { durationSeconds: 3600 * 3, tags: ["theirs"] }) : owner.delete(path));
  assert.equal((await home.run(["sync"])).code, 4);
  const { name } = (await owner.get("/v1/me")).json.user;
  return { home, member, path, name, shown: await home.ok(["conflicts"]) };
}

test("conflicts are shown as lines of entries, with the colleague's name", async () => {
  const { name, shown } = await withColleague("patch", ["--for", "2h", "--tag", "mine"]);
  assert.ok(
    shown.includes(
      `change Mon 2026-03-02 09:00-10:00 1:00 Website/Build before: time 2:00, tags #mine
   ${name} changed the same fields.
   time: yours 2:00, theirs 3:00
   tags: yours #mine, theirs #theirs\n`,
    ),
    shown,
  );
  assert.doesNotMatch(shown, /[{}[\]]|time_/);
});

test("undo withdraws a write that --mine has queued again, whether or not it was refused once more", async () => {
  for (const isSentAgain of [false, true]) {
    const { home, member, path } = await withColleague("patch", ["--tag", "mine"]);
    await home.ok(["conflicts", "--mine"]);
    if (isSentAgain) {
      await member.patch(path, { tags: ["later"] });
      assert.equal((await home.run(["sync"])).code, 4);
    }
    await home.ok(["undo"]);
    assert.match(await home.ok(["conflicts"]), /^No writes/);
    assert.equal((await home.json(["status", "--json"])).queued, 0);
    assert.deepEqual((await member.get(path)).json.tags, [isSentAgain ? "later" : "theirs"]);
  }
});

test("a write that was given up is not undone", async () => {
  const { home } = await withColleague("patch", ["--tag", "mine"]);
  await home.ok(["conflicts", "--theirs"]);
  assert.match((await home.run(["undo"])).stderr, /nothing to undo/);
});

test("--mine restores an entry that a colleague deleted", async () => {
  const { home, member, path, name, shown } = await withColleague("delete", ["mine"]);
  assert.ok(shown.includes(`before: description "mine"\n   ${name} deleted this entry.\n`), shown);
  const [, number = ""] = /^(\d+) /.exec(shown) ?? [];
  await home.ok(["conflicts", number, "--mine"]);
  assert.equal((await home.json(["list", "2026-03-02", "--json"]))[0].description, "mine");
  await home.ok(["sync"]);
  assert.equal((await member.get(path)).json.description, "mine");
});

test("--mine creates an entry anew that was deleted for good", async () => {
  const { home, member } = await withColleague("delete", ["mine"]);
  const { world } = await serve();
  const later = new Date(Date.now() + 60_000).toISOString();
  await world.db.transaction((tx) => purgeTimeEntries(tx, member.orgId, later, 10));
  await home.ok(["conflicts", "--mine", "--wait"]);
  const { data } = (await member.get("/v1/time-entries")).json;
  assert.deepEqual([data.length, data[0].description], [1, "mine"]);
  assert.deepEqual(await home.json(["list", "2026-03-02", "--json", "id"]), [{ id: data[0].id }]);
});

test("--mine after a timer was stopped elsewhere changes the entry, and later changes follow", async () => {
  const served = await serve();
  const { owner } = served;
  const { home } = await loggedIn(served);
  const latest = async () => (await owner.get("/v1/time-entries?limit=1")).json.data[0];
  const stopElsewhere = async () => {
    const { userId, startedAt } = (await owner.get("/v1/timer")).json;
    const endedAt = new Date(Date.parse(startedAt) + 300_000).toISOString();
    await owner.post(`/v1/timers/${userId}/stop`, { endedAt });
    assert.equal((await home.run(["sync"])).code, 4);
    assert.match(await home.ok(["conflicts"]), /The timer was stopped elsewhere\./);
    await home.ok(["conflicts", "--mine"]);
    await home.ok(["sync"]);
    assert.match(await home.ok(["conflicts"]), /^No writes/);
  };
  await home.ok(["start", "@web one", "--at", "-30m", "--wait"]);
  assert.match(
    await home.ok(["edit", "timer", "changed", "--from", "-35m"]),
    /^Changed the timer to Website\/Build changed since \d\d:\d\d/,
  );
  await stopElsewhere();
  const { description, durationSeconds } = await latest();
  assert.deepEqual([description, Math.round(durationSeconds / 60)], ["changed", 10]);

  await home.ok(["start", "@web two", "--at", "-20m", "--wait"]);
  await home.ok(["stop", "--at", "-5m"]);
  await home.ok(["edit", "last", "corrected"]);
  await stopElsewhere();
  const corrected = await latest();
  assert.deepEqual([corrected.description, Math.round(corrected.durationSeconds / 60)], ["corrected", 15]);

  await home.ok(["start", "@web three", "--at", "-20m", "--wait"]);
  await home.ok(["stop", "--discard"]);
  await stopElsewhere();
  assert.equal((await latest()).id, corrected.id);

  await home.ok(["start", "@web four", "--at", "-20m", "--wait"]);
  await owner.delete("/v1/timer");
  await home.ok(["edit", "timer", "changed"]);
  assert.equal((await home.run(["sync"])).code, 4);
  const ran = await home.run(["conflicts", "--mine"]);
  assert.match(
    ran.stderr,
    /discarded elsewhere\. There is nothing left to change\.\nGive it up: stint conflicts \d+ --theirs/,
  );
});

test("a refused switch stops the timer that ran before, and undo starts it again", async () => {
  const served = await serve();
  const { owner } = served;
  const { home } = await loggedIn(served);
  const other = (await owner.post("/v1/projects", { name: "Other" })).json;
  await owner.post(`/v1/projects/${other.id}/tasks`, { name: "General" });
  await home.ok(["sync"]);
  await home.ok(["start", "@web first", "--at", "-60m", "--wait"]);
  await owner.patch(`/v1/projects/${other.id}`, { status: "archived" });
  const { startedAt } = (await owner.get("/v1/timer")).json;
  const entries = async () => (await owner.get("/v1/time-entries")).json.data;
  const timer = async () => (await owner.get("/v1/timer")).json;

  await home.ok(["switch", "@other second", "--at", "-40m"]);
  await home.ok(["stop", "--at", "-10m"]);
  assert.equal((await home.run(["sync"])).code, 4);
  const [stopped] = await entries();
  assert.deepEqual([stopped.description, Math.round(stopped.durationSeconds / 60)], ["first", 20]);
  assert.equal((await timer()).code, "not_found");
  assert.match(await home.ok(["conflicts"]), /The timer that ran before was stopped\./);
  await owner.patch(`/v1/projects/${other.id}`, { status: "active" });
  await home.ok(["conflicts", "--mine", "--wait"]);
  const [second] = await entries();
  assert.deepEqual([second.description, Math.round(second.durationSeconds / 60)], ["second", 30]);

  await home.ok(["delete", second.id, stopped.id, "--yes", "--wait"]);
  await home.ok(["start", "@web first", "--at", "-60m", "--wait"]);
  await owner.patch(`/v1/projects/${other.id}`, { status: "archived" });
  assert.equal((await home.run(["switch", "@other third", "--at", "-5m", "--wait"])).code, 4);
  assert.equal((await entries()).length, 1);
  await home.ok(["undo", "--wait"]);
  assert.match(await home.ok(["conflicts"]), /^No writes/);
  assert.deepEqual([(await timer()).description, await entries()], ["first", []]);
  assert.ok(Date.parse((await timer()).startedAt) >= Date.parse(startedAt));
});

test("a command says that the server does not reply yet", async (t) => {
  const served = await serve();
  const { home } = await loggedIn(served);
  const said = Promise.withResolvers<void>();
  const late = createServer((request, response) => {
    void said.promise.then(async () => {
      const reply = await fetch(served.url + (request.url ?? ""), {
        headers: { authorization: String(request.headers.authorization) },
      });
      response.writeHead(reply.status, { "content-type": "application/json" }).end(await reply.text());
    });
  });
  await new Promise<void>((resolve) => late.listen(0, "127.0.0.1", resolve));
  t.after(() => late.close());
  const env = {
    STINT_URL: `http://127.0.0.1:${(late.address() as AddressInfo).port}`,
    STINT_API_KEY: served.owner.apiKey,
  };
  const onStderr = () => said.resolve();
  const ran = await home.run(["sync"], { env, slowMs: 1, onStderr });
  assert.match(ran.stderr, /^http:\/\/127\.0\.0\.1:\d+ does not reply yet\. Still waiting; Ctrl-C ends it\.\n/);
  assert.equal(ran.code, 0, ran.stderr);
});

test("a command that needs many requests waits for the rate limit and says so", async (t) => {
  const served = await serve();
  const { home } = await loggedIn(served);
  let isLimited = true;
  const relay = async ({ headers: { authorization = "" }, url = "" }: IncomingMessage, response: ServerResponse) => {
    const reply = await fetch(served.url + url, { headers: { authorization } });
    response.writeHead(reply.status, { "content-type": "application/json" }).end(await reply.text());
  };
  const limiting = createServer((request, response) => {
    const headers = { "retry-after": "1", ratelimit: '"default";r=0;t=1' };
    if (isLimited) response.writeHead(429, headers).end("{}");
    else void relay(request, response);
    isLimited = false;
  });
  await new Promise<void>((resolve) => limiting.listen(0, "127.0.0.1", resolve));
  t.after(() => limiting.close());
  const { port } = limiting.address() as AddressInfo;
  const env = { STINT_URL: `http://127.0.0.1:${port}`, STINT_API_KEY: served.owner.apiKey };
  for (const args of [["api", "GET", "projects", "--paginate"], ["sync"]]) {
    isLimited = true;
    const ran = await home.run(args, { env, slowMs: 500 });
    assert.equal(ran.code, 0, ran.stderr);
    assert.match(ran.stderr, /^The rate limit is reached\. The server accepts the next request in 1 s\.$/m);
  }
});
