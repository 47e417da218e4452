// Tests that a command says at once what the server will refuse later, as far as the local copy knows it.
import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { newEntry } from "@stint/server/test/worlds/factories.ts";
import { loggedIn, serve } from "#test/support/world.ts";

const submitted =
  /^As of the last sync, time on \w{3} 2026-03-\d\d is in a timesheet that was submitted: withdraw it \(stint open timesheet\), or/;

test("after its timesheet was submitted elsewhere, a change of an entry says so at once, until it is withdrawn", async () => {
  const served = await serve();
  const { owner } = served;
  await owner.patch("/v1/organization", { approvals: { period: "week", from: "2026-03-02" } });
  const { apiKey } = (await owner.post("/v1/api-keys", { name: "usual", scopes: ["timer"] })).json;
  const { home, where } = await loggedIn(served);
  await home.ok(["login"], { input: apiKey });
  const { id } = await newEntry(owner, where, { startedAt: "2026-03-03T09:00:00Z" });
  await home.ok(["sync"]);
  const [{ id: sheet }] = (await owner.get("/v1/timesheets?userId=me&to=2026-03-08")).json.data;
  assert.equal((await owner.post(`/v1/timesheets/${sheet}/submit`, {})).status, 200);
  await home.ok(["sync"]);
  assert.equal((await home.json(["list", "2026-03-03", "--json"]))[0].locked, true);
  for (const args of [
    ["edit", id, "text"],
    ["delete", id, "--yes"],
    ["split", id, "10m"],
    ["edit", id, "--day", "2026-03-10"],
    // The rest of the week is closed too.
    ["log", "2026-03-05 9-10 @web"],
    ["start", "@web", "--at", "2026-03-06 17:00"],
  ]) {
    const { code, stderr } = await home.run([...args, "--dry-run"]);
    assert.deepEqual([code, submitted.test(stderr)], [0, true], args.join(" ") + stderr);
  }
  assert.equal((await home.run(["log", "2026-03-10 9-10 @web", "--dry-run"])).stderr, "");
  await home.ok(["start", "@web", "--at", "2026-03-09 9:00"]);
  assert.match((await home.run(["edit", "timer", "--from", "2026-03-06 9:00", "--dry-run"])).stderr, submitted);
  assert.equal((await home.run(["edit", "timer", "text", "--dry-run"])).stderr, "");
  await home.ok(["undo"]);
  const queued = await home.run(["edit", id, "text"]);
  assert.deepEqual([queued.code, submitted.test(queued.stderr)], [0, true]);
  assert.match((await home.run(["edit", id, "more"])).stderr, submitted, "a queued change does not hide the lock");
  await home.ok(["undo"]);
  await home.ok(["undo"]);
  assert.equal((await owner.post(`/v1/timesheets/${sheet}/withdraw`, {})).status, 200);
  await home.ok(["sync"]);
  assert.equal((await home.run(["edit", id, "text"])).stderr, "");
  // A sync reads only the latest entries again, so the copy of an earlier one can be out of date.
  await home.ok(["log", "2026-03-04 9-10 @web", "--wait"]);
  using copy = new DatabaseSync(join(home.path, ".local/share/stint/default/mirror.db"));
  copy.prepare("update entries set locked = 3 where id = ?").run(id);
  assert.equal((await home.run(["log", "2026-03-05 9-10 @web", "--dry-run"])).stderr, "");
  copy.exec("update entries set locked = 3");
  assert.match((await home.run(["log", "2026-03-05 9-10 @web", "--dry-run"])).stderr, submitted);
  copy.exec("update settings set value = json_remove(value, '$.organization.approvals') where name = 'me'");
  const older = await home.run(["log", "2026-03-05 9-10 @web", "--dry-run"]);
  assert.deepEqual([older.code, older.stderr], [0, ""], "a server without timesheets does not name them");
});

test("a key that reads timesheets and settings knows all locks, also of old entries and of days without any", async () => {
  const served = await serve();
  const { owner } = served;
  await owner.patch("/v1/organization", { approvals: { period: "week", from: "2026-03-02" } });
  const { home, where } = await loggedIn(served);
  await newEntry(owner, where, { startedAt: "2026-03-03T09:00:00Z" });
  const later = { ...where, startedAt: "2026-03-10T09:00:00Z", durationSeconds: 60 };
  assert.equal((await owner.post("/v1/time-entries/batch", { entries: Array(200).fill(later) })).status, 201);
  await home.ok(["sync"]);
  const [{ id: sheet }] = (await owner.get("/v1/timesheets?userId=me&to=2026-03-08")).json.data;
  const isLocked = async () => {
    await home.ok(["sync"]);
    const [entry] = await home.json(["list", "2026-03-03", "--json", "locked"]);
    const { stderr } = await home.run(["log", "2026-03-05 9-10 @web", "--dry-run"]);
    return [entry.locked, stderr.replace(/ \(.*|:.*/s, "")];
  };
  const as = (lock: string) => [true, `As of the last sync, time on Thu 2026-03-05 ${lock}`];
  assert.equal((await owner.post(`/v1/timesheets/${sheet}/submit`, {})).status, 200);
  assert.deepEqual(await isLocked(), as("is in a timesheet that was submitted"));
  assert.equal((await owner.patch("/v1/organization", { lockDate: "2026-03-06" })).status, 200);
  assert.deepEqual(await isLocked(), as("is locked"));
  assert.equal((await owner.patch("/v1/organization", { lockDate: null })).status, 200);
  assert.deepEqual(await isLocked(), as("is in a timesheet that was submitted"));
  assert.equal((await owner.post(`/v1/timesheets/${sheet}/withdraw`, {})).status, 200);
  assert.deepEqual(await isLocked(), [false, ""]);
});

test("new and moved time names the entries that it overlaps", async () => {
  const served = await serve();
  const { home } = await loggedIn(served);
  await home.ok(["log", "2026-03-02 9-10 @web one, 10-11 two"]);
  const over = (span: string, more = "") =>
    `${span} overlaps Mon 2026-03-02 09:00-10:00 1:00 Website/Build one${more}.\n`;
  const three = await home.run(["log", "2026-03-02 9:30-10:30 @web three", "--wait"]);
  assert.deepEqual([three.code, three.stderr], [0, over("09:30-10:30", ", and 1 more")]);
  assert.equal((await home.run(["log", "2026-03-02 8-9 @web four"])).stderr, "", "it only touches");
  assert.equal((await home.run(["edit", "last", "--untag", "x"])).code, 2);
  const [four] = await home.json(["list", "2026-03-02", "--json"]);
  assert.equal((await home.run(["edit", four.id, "other words"])).stderr, "");
  assert.equal((await home.run(["edit", four.id, "--to", "9:10"])).stderr, over("08:00-09:10"));
  assert.equal(
    (await home.run(["log", "2026-03-03 9-10 @web a, 9:59-10:30 b", "--dry-run"])).stderr,
    "09:59-10:30 overlaps Tue 2026-03-03 09:00-10:00 1:00 Website/Build a.\n",
  );
  // An entry can last a week.
  await home.ok(["log", "2026-03-20 9:00 60h @web long", "--yes"]);
  assert.match(
    (await home.run(["log", "2026-03-22 9-10 @web", "--dry-run"])).stderr,
    /^09:00-10:00 overlaps Fri .* long/,
  );
  await home.ok(["log", "2026-03-22 18-18:30 @web, 19-22 @web, 22:30-23 @web"]);
  const gaps = await home.json(["gaps", "2026-03-22", "--json", "fill"]);
  assert.deepEqual(gaps, [{ fill: "stint log '2026-03-22 22:00-22:30 @Website/Build'" }]);
});

test("where overlaps are refused, --wait fails with both the entry and the rule", async () => {
  const served = await serve();
  const { home } = await loggedIn(served);
  await home.ok(["log", "2026-03-02 9-10 @web one", "--wait"]);
  await served.owner.patch("/v1/organization", { entryRules: { overlaps: "refuse" } });
  const { code, stderr } = await home.run(["log", "2026-03-02 9:30-11 @web two", "--wait"]);
  assert.equal(code, 4);
  assert.match(
    stderr,
    /^09:30-11:00 overlaps Mon .* one\.\nstint: The entry overlaps another entry .*\n.*stint conflicts/,
  );
});

test("a lone time of day is a duration, and the answer says so if that is unlikely", async () => {
  const served = await serve();
  const { home } = await loggedIn(served);
  const doubtful = await home.run(["log", "2026-03-02 9:00 @web one"]);
  assert.match(doubtful.stdout, /^Logged Mon 2026-03-02 09:00-18:00 9:00 Website/);
  assert.equal(doubtful.stderr, '"9:00" is a duration: 09:00-18:00. If you mean when you began, write 9:00-END.\n');
  for (const typed of [
    "2026-03-03 1:30 @web",
    "2026-03-03 9h @web",
    "2026-03-04 9:00 45m @web",
    "2026-03-05 9:00-18 @web",
  ])
    assert.equal((await home.run(["log", typed])).stderr, "", typed);
});
