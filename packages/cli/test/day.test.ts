import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { newEntry, newProject } from "@stint/server/test/worlds/factories.ts";
import type { Json } from "@stint/server/test/worlds/test-app.ts";
import { loggedIn, serve } from "#test/support/world.ts";

/** Creates a day with three entries, and returns a function that edits it as a user would. */
async function withDay() {
  const served = await serve({ timeZone: "Europe/Berlin" });
  const { owner } = served;
  const { home, where } = await loggedIn(served);
  const other = await newProject(owner, { name: "Two words" }, { name: "General" });
  const at = (startedAt: string, more: object) => newEntry(owner, where, { startedAt, ...more });
  const one = await at("2026-03-02T08:00:31Z", {
    durationSeconds: 1801,
    description: "one, with a comma",
    tags: ["a"],
  });
  const two = await at("2026-03-02T09:00:00Z", { durationSeconds: 3600, description: "two" });
  const three = await newEntry(owner, other, { startedAt: "2026-03-02T22:30:00Z", durationSeconds: 7200 });
  await home.ok(["sync"]);
  const edit = async (script: string, args: string[] = ["--yes"]) => {
    const file = join(home.path, "edit.sh");
    await writeFile(file, script);
    return await home.run(["day", "2026-03-02", ...args], { env: { EDITOR: `sh ${file}` } });
  };
  const listed = async () => {
    const { data } = (await owner.get("/v1/time-entries?sort=startedAt&limit=50")).json;
    return data.map((entry: Json) => [entry.startedAt, entry.durationSeconds, entry.description, entry.tags]);
  };
  return { ...served, home, edit, listed, refs: [one, two, three].map(({ id }) => id.slice(-6)) };
}

test("a day is a text with a line for each entry", async () => {
  const { home, refs } = await withDay();
  const text = await home.ok(["day", "2026-03-02", "--print"]);
  assert.deepEqual(text.split("\n").slice(0, 3), [
    `${refs[0]} | 09:00-09:30 @Website/Build one, with a comma #a`,
    `${refs[1]} | 10:00-11:00 @Website/Build two`,
    `${refs[2]} | 23:30 120m @"Two words"`,
  ]);
});

test("an unchanged text changes nothing, not even the seconds that it does not show", async () => {
  const { edit, listed } = await withDay();
  const before = await listed();
  assert.deepEqual(await edit("true"), { code: 0, stdout: "Nothing was changed.\n", stderr: "" });
  assert.deepEqual(await listed(), before);
});

test("changed, added and removed lines are shown as a difference, applied, and undone together", async () => {
  const { home, edit, listed } = await withDay();
  const before = await listed();
  const script = `sed -i -e 's/one, with a comma/uno/' -e '/ two$/d' -e '$a 13-14:15 @two new, really' -e 's/23:30 120m/23:00 60m/' "$1"`;
  const preview = await edit(script, ["--dry-run"]);
  assert.match(
    preview.stdout,
    /^- Mon 2026-03-02 10:00-11:00 1:00 Website\/Build two\n- .* one, with a comma #a\n\+ .* uno #a\n/,
  );
  assert.match(preview.stdout, /\+ Mon 2026-03-02 13:00-14:15 1:15 Two words new, really\nWould do: /);
  const asked = await edit(script, []);
  assert.deepEqual([asked.code, /Add --yes\. Your text is kept in /.test(asked.stderr)], [2, true]);
  assert.equal((await edit(script)).code, 0);
  await home.ok(["sync"]);
  assert.deepEqual(await listed(), [
    ["2026-03-02T08:00:31Z", 1801, "uno", ["a"]],
    ["2026-03-02T12:00:00Z", 4500, "new, really", []],
    ["2026-03-02T22:00:00Z", 3600, "", []],
  ]);
  await home.ok(["undo"]);
  await home.ok(["sync"]);
  assert.deepEqual(await listed(), before);
});

test("only the end that was typed moves", async () => {
  const { home, edit, listed } = await withDay();
  assert.equal((await edit(`sed -i -e 's/09:00-09:30/09:00-09:45/' -e 's/10:00-11:00/10:15-11:00/' "$1"`)).code, 0);
  await home.ok(["sync"]);
  const [one, two] = await listed();
  assert.deepEqual(one.slice(0, 2), ["2026-03-02T08:00:31Z", 45 * 60 - 31]);
  assert.deepEqual(two.slice(0, 2), ["2026-03-02T09:15:00Z", 2700]);
});

test("a text that can't be read changes nothing and is kept", async () => {
  const { edit, listed } = await withDay();
  const before = await listed();
  for (const script of [
    `sed -i 's/09:00-09:30/soon/' "$1"`,
    `sed -i 's/@Website/@nowhere/' "$1"`,
    `echo 'abcdef | 9-10 @web' >> "$1"`,
    `echo '9-10 @nowhere' >> "$1"`,
  ]) {
    const ran = await edit(script);
    assert.equal(ran.code, 2, script);
    assert.match(ran.stderr, /Your text is kept in /);
  }
  assert.equal((await edit("exit 1")).code, 2);
  assert.deepEqual(await listed(), before);
});

test("@ and # in a description stay where they are when a word next to them is edited", async () => {
  const { owner, home, edit, refs } = await withDay();
  const described = async () => {
    const { data } = (await owner.get("/v1/time-entries?sort=startedAt&limit=50")).json;
    return [data[1].description, data[1].tags];
  };
  await home.ok(["edit", refs[1] ?? "", "--tag", "b"]);
  await home.ok(["sync"]);
  const id = (await owner.get("/v1/time-entries?sort=startedAt&limit=50")).json.data[1].id;
  await owner.patch(`/v1/time-entries/${id}`, { description: "Fix #123 for @anna, see PR #7" });
  await home.ok(["sync"]);
  assert.equal((await edit(`sed -i 's/see PR/look at PR/' "$1"`)).code, 0);
  await home.ok(["sync"]);
  assert.deepEqual(await described(), ["Fix #123 for @anna, look at PR #7", ["b"]]);
  assert.equal((await edit(`sed -i 's/ #b$/ #c #d/' "$1"`)).code, 0);
  await home.ok(["sync"]);
  assert.deepEqual(await described(), ["Fix #123 for @anna, look at PR #7", ["c", "d"]]);
  assert.equal((await edit(`sed -i 's,@Website/Build Fix,@"Two words" Fix,' "$1"`)).code, 0);
  await home.ok(["sync"]);
  const { data } = (await owner.get("/v1/time-entries?sort=startedAt&limit=50")).json;
  assert.equal((await owner.get(`/v1/projects/${data[1].projectId}`)).json.name, "Two words");
});

test("words typed after a project's name can move the entry, and those that stood there do not", async () => {
  const { owner, home, edit } = await withDay();
  const short = await newProject(owner, { name: "Shop" }, { name: "General" });
  const long = await newProject(owner, { name: "Shop Relaunch" }, { name: "General" });
  const entries = async (): Promise<Json[]> =>
    (await owner.get("/v1/time-entries?sort=startedAt&limit=50")).json.data.slice(0, 2);
  for (const [at, description] of ["kickoff", "relaunch party"].entries())
    await owner.patch(`/v1/time-entries/${(await entries())[at]?.id}`, { ...short, description });
  await home.ok(["sync"]);

  const script = `sed -i -e 's/@Shop kickoff/@Shop Relaunch kickoff/' -e 's/party/plan/' "$1"`;
  assert.equal((await edit(script)).code, 0);
  await home.ok(["sync"]);
  const [moved, kept] = await entries();
  assert.partialDeepStrictEqual(moved, { ...long, description: "kickoff" });
  assert.partialDeepStrictEqual(kept, { ...short, description: "relaunch plan" });
});
