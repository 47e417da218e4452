// What is meant if a text names no project, no task, or several, and by `last`.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { newProject } from "@stint/server/test/worlds/factories.ts";
import { loggedIn, serve, zoneAtNoon } from "#test/support/world.ts";

const day = "2026-03-02";

/** A project with two tasks, neither of which is General. */
async function withTasks() {
  const served = await serve();
  const { owner } = served;
  const { home } = await loggedIn(served);
  const { projectId } = await newProject(owner, { name: "Patient booking" }, { name: "Design" });
  await owner.post(`/v1/projects/${projectId}/tasks`, { name: "Research" });
  await newProject(owner, { name: "Webshop" });
  await home.ok(["sync"]);
  return home;
}

test("a project without a task means the one used last there; otherwise all are listed", async () => {
  const home = await withTasks();
  for (const command of [
    ["log", "9-10 @patient call"],
    ["start", "@patient call"],
  ]) {
    const ran = await home.run(command);
    assert.deepEqual([ran.code, ran.stdout], [2, ""]);
    assert.equal(
      ran.stderr,
      'stint: Which task of Patient booking?\nWrite one of @"Patient booking/Design", @"Patient booking/Research".\n',
    );
  }
  await home.ok(["log", `${day} 9-10 @patient/research call, 1h @website/build more`]);
  assert.match(await home.ok(["start", "@patient call", "--dry-run"]), /Started Patient booking\/Research call/);
  assert.match(await home.ok(["log", "9-10 @website a, 1h @patient b", "--dry-run"]), /Patient booking\/Research b/);
  // An edit keeps the entry's task unless it names another.
  await home.ok(["log", "2026-03-01 9-10 @patient/design older"]);
  const [{ id }] = await home.json(["list", "2026-03-01", "--json"]);
  assert.match(await home.ok(["edit", id, "@patient other words"]), /Patient booking\/Design other words/);
});

test("a name that fits several projects is not guessed", async () => {
  const home = await withTasks();
  const { code, stderr } = await home.run(["log", "9-10 @web a"]);
  assert.deepEqual([code, stderr], [2, 'stint: "@web" can mean several projects.\nWrite one of @Webshop, @Website.\n']);
  const asked = await home.run(["log", "9-10 @web a", "--day", day], { input: "2\n", canAsk: true });
  assert.match(asked.stderr, /"@web" can mean several projects\.\n {2}1 {2}@Webshop\n {2}2 {2}@Website\n/);
  assert.match(asked.stdout, /^Logged .* Website\/Build a\n$/);
  const declined = await home.run(["log", "9-10 @patient a"], { input: "\n", canAsk: true });
  assert.deepEqual([declined.code, declined.stdout], [2, ""]);
  assert.equal((await home.json(["list", ":all", "--json"])).length, 1);
});

test("of two projects with the same name, the one of a client is named with its client", async () => {
  const served = await serve();
  const { home } = await loggedIn(served);
  const client = (await served.owner.post("/v1/clients", { name: "Linden Clinic" })).json.id;
  await newProject(served.owner, { name: "Website", clientId: client }, { name: "Design" });
  await newProject(served.owner, { name: "Portal", clientId: client });
  await home.ok(["sync"]);
  assert.match((await home.run(["log", "9-10 @linden x"])).stderr, /one of @"Linden Clinic\/Website", @Portal\.\n$/);
  assert.match(await home.ok(["log", "9-10 @website x", "--dry-run"]), /Website\/Build x/);
  assert.match(await home.ok(["log", "9-10 @linden/website x", "--dry-run"]), /Website\/Design x/);
});

test("git config names the project of texts without one, and of the hook's suggestion", async () => {
  const home = await withTasks();
  const repository = join(home.path, "online-shop");
  execFileSync("git", ["init", "--quiet", "--initial-branch", "fix-menu", repository], { env: home.env });
  const env = { GIT_DIR: join(repository, ".git") };
  await home.ok(["log", `${day} 9-10 @website/build first`]);
  execFileSync("git", ["config", "stint.project", "patient_booking/design"], { env: { ...home.env, ...env } });
  const dry = async (...words: string[]) => home.ok([...words, "--dry-run"], { env });
  assert.match(
    await dry("log", "10-11 a, 1h @website b, 1h c"),
    /Patient booking\/Design a\n.*Website\/Build b\n.*Website\/Build c/,
  );
  assert.match(await dry("start", "call"), /Started Patient booking\/Design call/);
  assert.match(await dry("start"), /Started Website\/Build first/);
  execFileSync("git", ["config", "stint.project", "gone"], { env: { ...home.env, ...env } });
  const { stderr } = await home.run(["log", "9-10 a"], { env });
  assert.match(stderr, /^stint: There is no project "gone"\. git config stint\.project names it\.\n/);
  execFileSync("git", ["config", "stint.project", "patient_booking/design"], { env: { ...home.env, ...env } });
  assert.match(await home.ok(["hook", "suggest"], { env }), /stint start '@patient_booking\/design fix menu'/);
});

test("after an edit, last is the edited entry until something else is done", async () => {
  const served = await serve({ timeZone: zoneAtNoon() });
  const { home } = await loggedIn(served);
  await home.ok(["log", "yesterday 9-10 @website one, 11-12 two"]);
  await home.ok(["sync"]);
  await home.ok(["edit", "last", "--from", "8:00", "--to", "8:30"]);
  assert.match(await home.ok(["edit", "last", "--tag", "a"]), /08:00-08:30 0:30 Website\/Build two #a/);
  await home.ok(["sync"]);
  assert.match(await home.ok(["edit", "last", "three"]), /08:00-08:30 0:30 Website\/Build three #a/);
  await home.ok(["log", "yesterday 7-7:30 @website early"]);
  assert.match(await home.ok(["edit", "last", "--tag", "b"]), /09:00-10:00 1:00 Website\/Build one #b/);
  const later = { aheadMs: 86_400_000 };
  await home.ok(["edit", "last", "--from", "6:00", "--to", "6:30"]);
  assert.match(await home.ok(["edit", "last", "x", "--dry-run"], later), /08:00-08:30 .* x/);
});
