import assert from "node:assert/strict";
import { cp, mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { chooseDataDir } from "./choose-data-dir.ts";
import { cannotRunAsRoot, temporaryFolder } from "#test/processes/start-postgres-process.ts";

/** Creates checkouts in a folder that only root can enter, so their data goes to the shared folder. */
async function closedPlace(t: TestContext) {
  const place = await temporaryFolder(t);
  const sharedPlace = join(place, "shared");
  await mkdir(join(place, "closed", "stint"), { mode: 0o700, recursive: true });
  const choose = async (name: string, given?: string) => {
    const said: string[] = [];
    const options = { dataDir: given, checkoutDir: checkout(name), ephemeral: false, sharedPlace };
    const { dataDir } = await chooseDataDir({ ...options, say: (line) => said.push(line) });
    return { dataDir, said: said.join("\n") };
  };
  const checkout = (name: string) => join(place, "closed", name);
  return { place, sharedPlace, checkout, choose };
}

/** Creates the files that a first start would create. */
async function fill(dataDir: string): Promise<void> {
  await mkdir(join(dataDir, "postgres"), { recursive: true });
  await writeFile(join(dataDir, "postgres", "PG_VERSION"), "18\n");
}

test("a checkout that is renamed keeps its data", { skip: cannotRunAsRoot() }, async (t) => {
  const { choose, checkout, sharedPlace, place } = await closedPlace(t);
  const first = await choose("stint");
  assert.equal(join(first.dataDir, ".."), sharedPlace);
  await fill(first.dataDir);

  await rename(checkout("stint"), checkout("time"));
  const second = await choose("time");
  assert.equal(second.dataDir, first.dataDir);
  assert.doesNotMatch(second.said, /new and empty/);
  await rename(checkout("time"), join(place, "open"));
  assert.equal((await choose("../open")).dataDir, first.dataDir);
});

test("a copy of a checkout gets its own data, and mentions the other", { skip: cannotRunAsRoot() }, async (t) => {
  const { choose, checkout } = await closedPlace(t);
  const { dataDir } = await choose("stint");
  await fill(dataDir);

  await cp(checkout("stint"), checkout("copy"), { recursive: true });
  const copy = await choose("copy");
  assert.notEqual(copy.dataDir, dataDir);
  assert.ok(copy.said.includes(`${copy.dataDir} is new and empty, but Stint has data in ${dataDir}. `));
  assert.match(copy.said, /set DATA_DIR to that folder/);
  assert.equal((await choose("stint")).dataDir, dataDir);
  await fill(copy.dataDir);
  assert.doesNotMatch((await choose("copy")).said, /new and empty/);
});

test("a renamed checkout without a note mentions the existing data", { skip: cannotRunAsRoot() }, async (t) => {
  const { choose, checkout } = await closedPlace(t);
  const first = await choose("stint");
  assert.doesNotMatch(first.said, /new and empty/);
  await fill(first.dataDir);

  await rm(join(checkout("stint"), ".stint-data"));
  await rename(checkout("stint"), checkout("time"));
  const second = await choose("time");
  assert.notEqual(second.dataDir, first.dataDir);
  assert.ok(second.said.includes(first.dataDir));
  assert.deepEqual(await readdir(checkout("time")), [".stint-data"]);
});
