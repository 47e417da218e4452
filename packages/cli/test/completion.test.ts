import assert from "node:assert/strict";
import { test } from "node:test";
import { homeWithNames } from "#test/support/home-with-names.ts";
import type { Home } from "#test/support/world.ts";

async function offered(home: Home, ...args: string[]): Promise<string[]> {
  return (await home.ok(["__complete", ...args])).split("\n").slice(0, -1);
}

test("commands, options, projects, tasks, tags, periods and entries are offered", async () => {
  const home = await homeWithNames();
  assert.deepEqual(await offered(home, "stint sta"), ["start", "status"]);
  assert.ok((await offered(home, "stint start --")).includes("--dry-run"));
  assert.deepEqual(await offered(home, "stint start @w"), ["@Warehouse", "@Website"]);
  assert.deepEqual(await offered(home, 'stint start "text @ware'), ["text @Warehouse"]);
  assert.deepEqual(await offered(home, "stint log 9-10 @warehouse/"), ["@Warehouse/Packing"]);
  assert.deepEqual(await offered(home, "stint start @tw"), ["@Two"]);
  assert.deepEqual(await offered(home, 'stint start "@web #re').then((all) => all.toSorted()), [
    "@web #research",
    "@web #review",
  ]);
  assert.deepEqual(await offered(home, "stint report :last"), [":lastweek", ":lastmonth", ":lastyear"]);
  assert.deepEqual(await offered(home, "stint report :last", "last"), ["lastweek", "lastmonth", "lastyear"]);
  assert.deepEqual(await offered(home, "stint start @we", "we"), ["@Website"]);
  assert.deepEqual(await offered(home, "stint edit t"), ["timer"]);
  assert.equal((await home.run(["completion", "tcsh"])).code, 2);
});
