import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
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
  assert.equal((await home.run(["completion", "tcsh"])).code, 2);
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
