import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { newProject } from "@stint/server/test/worlds/factories.ts";
import { dangerousNames, newDangerousProject } from "#test/support/dangerous-names.ts";
import { homeWithNames } from "#test/support/home-with-names.ts";
import { type Home, loggedIn, serve } from "#test/support/world.ts";

async function offered(home: Home, ...args: string[]): Promise<string[]> {
  return (await home.ok(["__complete", ...args])).split("\n").slice(0, -1);
}

test("commands, options, projects, tasks, tags, periods and entries are offered", async () => {
  const home = await homeWithNames();
  assert.deepEqual(await offered(home, "stint sta"), ["start", "status"]);
  assert.ok((await offered(home, "stint start --")).includes("--dry-run"));
  assert.deepEqual(await offered(home, "stint start @w"), ["@Warehouse", "@Website"]);
  assert.deepEqual(await offered(home, 'stint start "text @ware'), ["text @Warehouse"]);
  assert.deepEqual(await offered(home, "stint log 9-10 @warehouse/"), ["@warehouse/Packing"]);
  assert.deepEqual(await offered(home, "stint start @tw"), ["@Two-words"]);
  assert.deepEqual(await offered(home, "stint start @two-w"), ["@Two-words"]);
  assert.deepEqual(await offered(home, "stint start @Two/"), ["@Two/Build"]);
  assert.deepEqual(await offered(home, 'stint start "@web #re').then((all) => all.toSorted()), [
    "@web #research",
    "@web #review",
  ]);
  assert.deepEqual(await offered(home, "stint report :last"), [":lastweek", ":lastmonth", ":lastquarter", ":lastyear"]);
  assert.deepEqual(await offered(home, "stint report :last", "last"), [
    "lastweek",
    "lastmonth",
    "lastquarter",
    "lastyear",
  ]);
  assert.deepEqual(await offered(home, "stint start @we", "we"), ["@Website"]);
  assert.deepEqual(await offered(home, "stint edit t"), ["timer"]);
  await home.ok(["log", '9-10 @website #research #"client call" x']);
  for (const before of ["start #", "list -t ", "edit last --untag "])
    assert.deepEqual(await offered(home, `stint ${before}cli`), [], "a part of a tag would be another tag");
  assert.deepEqual(await offered(home, "stint list -p web"), ["website"]);
  assert.deepEqual(await offered(home, "stint report --project=ware", "ware"), ["warehouse"]);
  assert.deepEqual(await offered(home, "stint hook in"), ["install"]);
  assert.equal((await home.run(["completion", "tcsh"])).code, 2);
});

test("names of several words, and projects with the same first word, are offered with what they contain", async () => {
  const served = await serve();
  const { owner } = served;
  const { home } = await loggedIn(served);
  const client = (await owner.post("/v1/clients", { name: "Linden Clinic" })).json;
  await newProject(owner, { name: "Patient booking", clientId: client.id }, { name: "Design" });
  await newProject(owner, { name: "Patient portal" }, { name: "Build it" });
  await home.ok(["sync"]);
  assert.deepEqual(await offered(home, "stint start @patient"), ["@Patient-booking", "@Patient-portal"]);
  const both = ["@Patient-booking/Design", "@Patient-portal/Build-it"];
  assert.deepEqual(await offered(home, "stint start @Patient/"), both);
  assert.deepEqual(await offered(home, "stint start @Patient/", "Patient/"), both);
  assert.deepEqual(await offered(home, "stint start @Patient/b"), both.slice(1));
  assert.deepEqual(await offered(home, "stint start @Patient-b/"), ["@Patient-b/Design"]);
  for (const quote of ['"', "'"])
    assert.deepEqual(await offered(home, `stint start ${quote}@Patient booking/D`, `${quote}@Patient booking/D`), [
      "@Patient-booking/Design",
    ]);
  // fish offers only what begins with the typed text.
  assert.deepEqual(await offered(home, 'stint start "fix @patient boo'), ["fix @patient booking"]);
  assert.deepEqual(await offered(home, 'stint start "@Patient portal/b'), ["@Patient portal/build-it"]);
  assert.match(await home.ok(["start", "@Patient portal/build-it x", "--dry-run"]), /Patient portal\/Build it x/);
  assert.deepEqual(await offered(home, "stint start @lin"), ["@Linden-Clinic"]);
  assert.deepEqual(await offered(home, "stint start @linden/"), ["@linden/Patient-booking"]);
  assert.match(await home.ok(["start", "@Linden-Clinic/Patient-booking x", "--dry-run"]), /Patient booking/);
  assert.match(await home.ok(["start", "@Patient-portal/Build-it x", "--dry-run"]), /Patient portal\/Build it/);
});

test("ids, numbers of conflicts, profiles, pages, events and fields are offered", async () => {
  const home = await homeWithNames();
  const [{ id }] = await home.json(["list", ":all", "--json"]);
  const short = id.slice(-6);
  assert.deepEqual(await offered(home, `stint edit ${short.slice(0, 4)}`), [short]);
  assert.deepEqual(await offered(home, `stint delete last ${short.slice(0, 4)}`), [short]);
  await home.ok(["delete", short, "--yes"]);
  assert.deepEqual(await offered(home, `stint edit ${short.slice(0, 4)}`), []);
  await home.ok(["undo"]);
  await home.ok(["api", "PATCH", "organization", "-f", "lockDate=2026-03-03"]);
  await home.ok(["edit", short, "too late"]);
  assert.equal((await home.run(["sync"])).code, 4);
  const [{ number }] = await home.json(["conflicts", "--json"]);
  assert.ok((await offered(home, "stint conflicts ")).includes(String(number)));
  assert.deepEqual(await offered(home, "stint list --profile "), ["default"]);
  assert.deepEqual(await offered(home, "stint start --profile other @w"), []);
  assert.deepEqual(await offered(home, "stint start --profile default @wa"), ["@Warehouse"]);
  assert.deepEqual(await offered(home, "stint open time"), ["time", "timesheet", "timesheets"]);
  assert.deepEqual(await offered(home, "stint listen --events timer.started,timer.st"), [
    "timer.started,timer.started",
    "timer.started,timer.stopped",
  ]);
  assert.deepEqual(await offered(home, "stint trigger project.d"), ["project.deleted"]);
  assert.deepEqual(await offered(home, "stint list --json id,sec"), ["id,seconds"]);
  assert.deepEqual(await offered(home, "stint list --json=id,sec", "id,sec"), ["id,seconds"]);
  assert.ok((await offered(home, "stint list --json=", "=")).includes("seconds"));
  assert.ok((await offered(home, "stint report :", ":")).includes("lastweek"));
  assert.deepEqual(await offered(home, "stint status --json todayS"), ["todaySeconds"]);
  for (const [command, fields] of Object.entries({
    "start x --json stop": ["stopped"],
    "delete last --json del": ["deleted"],
    "gaps --json ": ["day", "startedAt", "endedAt", "seconds", "fill"],
    "report --json t": ["to", "tz", "totals"],
    "projects --json ": ["id", "name", "client", "status", "billable", "tasks"],
    "undo --json ": ["undone"],
    "profiles --json us": ["used"],
  }))
    assert.deepEqual(await offered(home, `stint ${command}`), fields);
  for (const command of ["list", "gaps", "report", "projects", "profiles", "status", "conflicts"])
    await home.ok([command, "--json", (await offered(home, `stint ${command} --json `)).join()]);
  assert.deepEqual(await offered(home, "stint report --by project,d"), ["project,day"]);
  assert.deepEqual(await offered(home, "stint events r"), ["resend"]);
  assert.deepEqual(await offered(home, "stint hook s"), ["suggest", "shell"]);
  assert.deepEqual(await offered(home, "stint help sta"), ["start", "status"]);
});

test("bash gets names quoted, so that an accepted name is text and never a command", async () => {
  const served = await serve();
  const { home } = await loggedIn(served);
  for (const { name } of Object.values(dangerousNames)) await newDangerousProject(served, name);
  await home.ok(["sync"]);
  // The text before the cursor, the part of it that bash replaces, and the text that bash appends.
  const contexts = [
    { before: "@", current: "", after: "" },
    { before: '"$HOME @', current: '"$HOME @', after: '"' },
    { before: "'a b @", current: "'a b @", after: "'" },
  ];
  for (const [typed, { completed }] of Object.entries(dangerousNames))
    for (const { before, current, after } of contexts) {
      const [found = "", ...others] = await offered(home, `stint start ${before}${typed}`, current + typed);
      const accepted = `${after}${found}${found.endsWith(after) ? "" : after} next`;
      const args = execFileSync("bash", ["-c", `printf '%s\\n' ${accepted}`], { cwd: home.path, env: { HOME: "~" } });
      const text = before.replace(/^["']/, "").replace("$HOME", "~");
      assert.equal(args.toString(), `${text}${completed}\nnext\n`, accepted);
      assert.deepEqual(others, []);
    }
  assert.equal(existsSync(join(home.path, "canary")), false);
  assert.deepEqual(await offered(home, "stint start @sub\\$\\(t", "sub\\$\\(t"), [
    "@sub\\$\\(touch\\$\\{IFS\\}canary\\)",
  ]);
  assert.deepEqual(await offered(home, 'stint start "@sub"\\$"(t', '"@sub"\\$"(t'), ['(touch"\\$"{IFS}canary)']);
  assert.deepEqual(await offered(home, "stint start @pipe"), ["@pipe|touch${IFS}canary"], "zsh and fish quote it");
  for (const line of ['echo `stint start "@sub', "stint start $'@sub"]) assert.deepEqual(await offered(home, line), []);
});
