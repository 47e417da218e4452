import assert from "node:assert/strict";
import { test } from "node:test";
import { newEntry, newProject } from "@stint/server/test/worlds/factories.ts";
import { loggedIn, newHome, serve } from "#test/support/world.ts";

/** Logs a user in, and syncs an entry to the mirror. */
async function withEntry() {
  const served = await serve();
  const { owner } = served;
  const { home, where } = await loggedIn(served);
  const { id } = await newEntry(owner, where, { description: "before", tags: ["a"] });
  await home.ok(["sync"]);
  const path = `/v1/time-entries/${id}`;
  const current = async () => (await owner.get(path)).json;
  return { ...served, home, where, ref: id.slice(-6), path, current };
}

test("changes to different fields are merged", async () => {
  const { home, owner, ref, path, current } = await withEntry();
  await home.ok(["edit", ref, "mine"]);
  await owner.patch(path, { tags: ["b"] });
  await home.ok(["sync"]);
  const { description, tags } = await current();
  assert.deepEqual([description, tags], ["mine", ["b"]]);
});

test("changes to the same field wait for a decision: mine, or theirs", async () => {
  for (const [option, expected] of [
    ["--mine", "mine"],
    ["--theirs", "theirs"],
  ] as const) {
    const { home, owner, ref, path, current } = await withEntry();
    await home.ok(["edit", ref, "mine"]);
    await home.ok(["log", "2026-03-04 9-10 @web unrelated"]);
    await owner.patch(path, { description: "theirs" });
    const ran = await home.run(["sync"]);
    assert.deepEqual([ran.code, ran.stdout], [4, "1 write sent, 2 entries updated.\n"], ran.stderr);
    assert.equal((await current()).description, "theirs");
    const shown = await home.ok(["conflicts"]);
    assert.match(
      shown,
      /before #a: description "mine"\n +On another device, you changed the same fields\.\n +description: yours "mine", theirs "theirs"/,
    );
    assert.match((await home.run(["list"])).stderr, /Resolve with: stint conflicts/);
    const number = shown.split(" ")[0] ?? "";
    assert.equal(await home.ok(["conflicts", number]), shown);
    assert.match((await home.run(["conflicts", "999"])).stderr, new RegExp(`no write 999 .*\nOne of ${number}\\.`));
    await home.ok(["conflicts", option, "--dry-run"]);
    await home.ok(["conflicts", option]);
    await home.ok(["sync"]);
    assert.equal((await current()).description, expected);
    assert.match(await home.ok(["conflicts"]), /No writes are waiting/);
  }
});

test("a write that the server refuses is kept with its reason; later ones to the same entry wait, others go on", async () => {
  const { home, owner, ref, current } = await withEntry();
  await owner.patch("/v1/organization", { lockDate: "2026-03-03" });
  await home.ok(["edit", ref, "too late"]);
  await home.ok(["edit", ref, "--tag", "x"]);
  await home.ok(["log", "2026-03-04 9-10 @web other"]);
  const ran = await home.run(["sync"]);
  assert.deepEqual([ran.code, ran.stdout], [4, "1 write sent, 1 entry updated.\n"]);
  assert.match(await home.ok(["conflicts"]), /locked|read-only/i);
  const [{ state, mine }] = await home.json(["conflicts", "--json"]);
  assert.deepEqual([state, mine.set], ["refused", { description: "too late" }]);
  assert.equal((await home.json(["list", "2026-03-02", "--json"]))[0].description, "before", "it isn't shown as done");
  assert.match(await home.ok(["sync"]), /^0 writes sent/, "what waits isn't tried again and again");
  await owner.patch("/v1/organization", { lockDate: null });
  await home.ok(["conflicts", "--mine", "--wait"]);
  const { description, tags } = await current();
  assert.deepEqual([description, tags], ["too late", ["a", "x"]]);
});

test("a conflict shows the entry's line, durations, and the colleague's name", async () => {
  const served = await serve();
  const member = await served.world.newMember(served.owner, "member");
  const home = await newHome();
  await home.ok(["login", "--server", served.url], { input: member.apiKey });
  const { id } = await newEntry(member, await newProject(served.owner), { durationSeconds: 1800 });
  await home.ok(["sync"]);
  await home.ok(["edit", id.slice(-6), "--for", "2h"]);
  const { json: me } = await served.owner.get("/v1/me");
  await served.owner.patch(`/v1/time-entries/${id}`, { durationSeconds: 3600 });
  assert.equal((await home.run(["sync"])).code, 4);
  const shown = (await home.ok(["conflicts"])).split("\n");
  assert.match(shown[0] ?? "", /^\d+ {2}change Mon 2026-03-02 \d\d:\d\d-\d\d:\d\d 0:30 Website.*: time 2:00$/);
  assert.deepEqual(shown.slice(1, 3), [
    `   ${me.user.name} changed the same fields.`,
    "   time: yours 2:00, theirs 1:00",
  ]);
});

test("a refused log stays in the list, and is sent with another project", async () => {
  const { home, owner, where } = await withEntry();
  await owner.post("/v1/projects", { name: "Online shop" });
  await home.ok(["sync"]);
  await owner.patch(`/v1/projects/${where.projectId}`, { status: "archived" });
  await home.ok(["log", "yesterday 9-10:30 @web written #a"]);
  assert.equal((await home.run(["sync"])).code, 4);
  const [{ number }] = await home.json(["conflicts", "--json"]);
  assert.match(await home.ok(["list", "yesterday"]), new RegExp(`^refused ${number}\t.*\t1:30\tWebsite\t.*written`));
  assert.deepEqual(await home.json(["list", "yesterday", "--json"]), [], "and in no sum");
  assert.equal((await home.run(["conflicts", String(number), "--edit", "@nowhere"])).code, 2);
  assert.equal((await home.run(["conflicts", String(number), "--edit", "@online", "--mine"])).code, 2);
  assert.match(
    await home.ok(["conflicts", "--edit", "@online", "--dry-run"]),
    /^Would send: log .* Online shop written #a/,
  );
  await home.ok(["conflicts", String(number), "--edit", "@online #b", "--wait"]);
  const [{ description, tags, durationSeconds }] = (await owner.get("/v1/time-entries?limit=1")).json.data;
  assert.deepEqual([description, tags, durationSeconds], ["written", ["b"], 5400]);
  assert.match(await home.ok(["list", "yesterday"]), /^\w{6}\t.*Online shop/);
});

test("a refused start and a refused change are sent with another project", async () => {
  const { home, owner, ref, current } = await withEntry();
  const made = (await owner.post("/v1/projects", { name: "Archive" })).json;
  await owner.post(`/v1/projects/${made.id}/tasks`, { name: "Filing" });
  const other = (await owner.post("/v1/projects", { name: "Online shop" })).json;
  await home.ok(["sync"]);
  await owner.patch(`/v1/projects/${made.id}`, { status: "archived" });
  await home.ok(["edit", ref, "@archive moved"]);
  await home.ok(["start", "@archive begun", "--at", "-5m"]);
  assert.equal((await home.run(["sync"])).code, 4);
  for (const { number } of await home.json(["conflicts", "--json"]))
    await home.ok(["conflicts", String(number), "--edit", "@online"]);
  await home.ok(["sync"]);
  const { projectId, description } = await current();
  assert.deepEqual([projectId, description], [other.id, "moved"]);
  const timer = (await owner.get("/v1/timer")).json;
  assert.deepEqual([timer.projectId, timer.description], [other.id, "begun"]);
});

test("--wait fails if the server refuses", async () => {
  const { home, owner, ref } = await withEntry();
  await owner.patch("/v1/organization", { lockDate: "2026-03-03" });
  const ran = await home.run(["edit", ref, "too late", "--wait"]);
  assert.equal(ran.code, 4);
  assert.match(ran.stderr, /Settle it: stint conflicts/);
});

test("--wait fails if the change waits for the decision about another one", async () => {
  const { home, owner, ref, current } = await withEntry();
  await owner.patch("/v1/organization", { lockDate: "2026-03-03" });
  await home.run(["edit", ref, "too late", "--wait"]);
  const ran = await home.run(["edit", ref, "--tag", "later", "--wait"]);
  assert.equal(ran.code, 4);
  assert.match(ran.stderr, /waits for the decision about another write|Refused|locked|read-only/i);
  assert.deepEqual((await current()).description, "before");
});

test("undoing a refused start withdraws it, and asks for no decision", async () => {
  const { home, owner } = await withEntry();
  await home.ok(["start", "@web first", "--at", "-20m", "--wait"]);
  const archived = await owner.post("/v1/projects", { name: "Archive" });
  await owner.post(`/v1/projects/${archived.json.id}/tasks`, { name: "General" });
  await home.ok(["sync"]);
  await owner.patch(`/v1/projects/${archived.json.id}`, { status: "archived" });
  assert.equal((await home.run(["start", "@archive second", "--wait"])).code, 4);
  await home.ok(["undo", "--wait"]);
  assert.match(await home.ok(["conflicts"]), /No writes are waiting/);
  assert.equal((await owner.get("/v1/timer")).json.description, "first");
  assert.equal((await home.json(["status", "--json"])).description, "first");
});

test("an entry that somebody else deleted or changed isn't deleted or changed silently", async () => {
  const { home, owner, ref, path, current } = await withEntry();
  await home.ok(["delete", ref, "--yes"]);
  await owner.patch(path, { description: "theirs" });
  assert.equal((await home.run(["sync"])).code, 4);
  assert.equal((await current()).description, "theirs");
  await home.ok(["conflicts", "--mine", "--wait"]);
  assert.equal((await owner.get(path)).status, 404);
  await home.ok(["undo"]);
  await home.ok(["sync"]);
  await home.ok(["edit", ref, "mine"]);
  await owner.delete(path);
  assert.equal((await home.run(["sync"])).code, 4);
  assert.match(await home.ok(["conflicts"]), /On another device, you deleted this entry/);
  await home.ok(["conflicts", "--mine", "--wait"]);
  assert.equal((await current()).description, "mine");
});

test("a change queued after a merged one does not undo what somebody else changed", async () => {
  const { home, owner, ref, path, current } = await withEntry();
  await home.ok(["edit", ref, "mine"]);
  await home.ok(["edit", ref, "--tag", "x"]);
  await owner.patch(path, { tags: ["theirs"] });
  assert.equal((await home.run(["sync"])).code, 4);
  const { description, tags } = await current();
  assert.deepEqual([description, tags], ["mine", ["theirs"]]);
  assert.match(await home.ok(["conflicts"]), /tags: yours #a #x, theirs #theirs/);
  await home.ok(["conflicts", "--theirs"]);
  await home.ok(["edit", ref, "again"]);
  await home.ok(["delete", ref, "--yes"]);
  await owner.patch(path, { tags: ["later"] });
  assert.equal((await home.run(["sync"])).code, 4);
  assert.match(
    await home.ok(["conflicts"]),
    /On another device, you changed this entry\.\n +tags: yours #theirs, theirs #later/,
  );
  assert.equal((await current()).description, "again");
});

test("a change queued after a stop or a restoration does not undo what somebody else changed", async () => {
  const { home, owner, ref, path } = await withEntry();
  const latest = async () => (await owner.get("/v1/time-entries?limit=1")).json.data[0];
  for (const end of [["stop"], ["start", "@web next"]]) {
    await home.ok(["start", "@web mine", "--at", "-5m", "--wait"]);
    await home.ok([...end, "--at", "-2m"]);
    await home.ok(["edit", "last", "corrected", "--billable"]);
    await owner.patch("/v1/timer", { description: "theirs" });
    assert.equal((await home.run(["sync"])).code, 4);
    assert.equal((await latest()).description, "theirs");
    await home.ok(["conflicts", "--mine", "--wait"]);
    assert.equal((await latest()).description, "corrected");
    await home.ok(["delete", "last", "--yes", "--wait"]);
  }

  await home.ok(["delete", ref, "--yes", "--wait"]);
  await home.ok(["undo"]);
  await home.ok(["edit", ref, "mine"]);
  await owner.post(`${path}/restore`);
  await owner.patch(path, { description: "theirs" });
  assert.equal((await home.run(["sync"])).code, 4);
  assert.equal((await owner.get(path)).json.description, "theirs");
});

test("a timer that another device stopped or started in the meantime", async () => {
  const { home, owner, where } = await withEntry();
  await home.ok(["start", "@web mine", "--at", "-60m"]);
  await home.ok(["sync"]);
  await home.ok(["stop", "--at", "-30m"]);
  const { userId, startedAt } = (await owner.get("/v1/timer")).json;
  const endedAt = new Date(Date.parse(startedAt) + 600_000).toISOString();
  const stopped = (await owner.post(`/v1/timers/${userId}/stop`, { endedAt })).json;
  await home.run(["sync"]);
  assert.match(await home.ok(["conflicts"]), /The timer was stopped elsewhere\.\n +end: yours .*, theirs /);
  await home.ok(["conflicts", "--mine", "--wait"]);
  const corrected = (await owner.get(`/v1/time-entries/${stopped.id}`)).json;
  assert.ok(corrected.durationSeconds >= 1800, String(corrected.durationSeconds));

  await home.ok(["start", "@web mine", "--at", "-20m"]);
  await owner.post("/v1/timer", { ...where, description: "theirs" });
  assert.equal((await home.run(["sync"])).code, 4);
  assert.equal((await owner.get("/v1/timer")).json.description, "theirs");
  await home.ok(["conflicts", "--theirs"]);
  await home.ok(["sync"]);
  assert.equal((await home.json(["status", "--json"])).description, "theirs");
});

test("a timer whose start was changed elsewhere is stopped, changed or discarded by --mine", async () => {
  const { home, owner } = await withEntry();
  const reason = /The timer's start was changed elsewhere, or another timer was started\./;
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  for (const change of [["stop"], ["edit", "timer", "changed"], ["stop", "--discard"]]) {
    await home.ok(["start", "@web mine", "--at", "-20m", "--wait"]);
    const startedAt = minutesAgo(30);
    await owner.patch("/v1/timer", { startedAt });
    await home.ok(change);
    assert.equal((await home.run(["sync"])).code, 4);
    assert.match(await home.ok(["conflicts"]), reason);
    assert.equal((await owner.get("/v1/timer")).json.description, "mine");
    await home.ok(["conflicts", "--mine", "--wait"]);
    const { status, json } = await owner.get("/v1/timer");
    assert.deepEqual([status, json.description], change[0] === "edit" ? [200, "changed"] : [404, undefined]);
    const { data } = (await owner.get("/v1/time-entries?limit=1")).json;
    if (change.length === 1) assert.equal(Date.parse(data[0].startedAt), Date.parse(startedAt));
    if (status === 200) await home.ok(["stop", "--wait"]);
  }
});

test("a project without tasks gets its first one when time is logged", async () => {
  const { home, owner } = await withEntry();
  await owner.post("/v1/projects", { name: "Empty" });
  await home.ok(["sync"]);
  await home.ok(["log", "2026-03-05 9-10 @empty one, 2026-03-05 10-11 @empty two"]);
  await home.ok(["log", "2026-03-05 11-12 @empty three", "--wait"]);
  const entries = (await owner.get("/v1/time-entries?from=2026-03-05&to=2026-03-05")).json.data;
  assert.equal(entries.length, 3);
  assert.equal(new Set(entries.map(({ taskId }: { taskId: string }) => taskId)).size, 1);
});
