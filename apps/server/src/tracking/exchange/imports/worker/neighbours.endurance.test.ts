import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { urlOf } from "#test/worlds/backups.ts";
import { openBrowser, testPassword } from "#test/http/browser.ts";
import { newInvitation } from "#test/worlds/factories.ts";
import { ambiguousCsv, applied, previewed, togglCsv, undone } from "#test/worlds/import-files.ts";
import { receiver, register, sending } from "#test/deliveries/sending.ts";
import { type Json, newTestApp, testApp } from "#test/worlds/test-app.ts";
import { createDatabase } from "#test/databases/test-database.ts";
import { waitFor } from "#test/databases/hold.ts";

test("an endpoint receives every entry that an import makes and an undo removes, and nothing was queued", async (t) => {
  const { newOrganization, db } = await sending(t);
  const caller = await newOrganization();
  const hook = await receiver(t);
  await register(caller, hook.url, { events: ["time_entry.created", "time_entry.deleted"] });
  const { id } = await previewed(caller, togglCsv(Array.from({ length: 30 }, (_, at) => ({ seconds: 60 + at }))));
  await applied(caller, id);
  const told = (type: string) => new Set(hook.received.flatMap((one) => (one.type === type ? one.id : []))).size;
  await waitFor(() => told("time_entry.created") === 30);
  await undone(caller, id);
  await waitFor(() => told("time_entry.deleted") === 30);
  await waitFor(async () => (await db.query(sql`select 1 from webhooks_behind`)).length === 0);
});

test("the person who accepts an invitation to an imported person's address becomes that member", async () => {
  const world = await testApp();
  const owner = await world.newOrganization();
  const email = `${owner.orgId.slice(4)}@example.com`;
  await applied(owner, (await previewed(owner, togglCsv([{ user: "Kim Lee", email }]))).id);
  const { link } = await newInvitation(owner, { email });
  const browser = openBrowser(world.app, "192.0.2.90");
  const joined = await browser.post("/auth/invitations/accept", {
    token: link.split("#token=")[1],
    name: "Kim Lee-Roe",
    password: testPassword,
  });
  assert.equal(joined.status, 201, joined.text);
  const { data } = (await owner.get(`/v1/time-entries?userId=${joined.json.user.id}`)).json;
  assert.equal(data.length, 1);
  const members = (await owner.get("/v1/members")).json.data;
  assert.equal(members.length, 2);
  assert.partialDeepStrictEqual(
    members.find(({ userId }: Json) => userId === joined.json.user.id),
    { name: "Kim Lee-Roe", email, status: "active" },
  );
});

const main = resolve(import.meta.dirname, "../../../../commands/main.ts");

test("the command imports a file once, refuses open questions, and prints one document", async (t) => {
  const database = await createDatabase();
  const caller = await (await newTestApp({ db: database.db })).newOrganization();
  const folder = await mkdtemp(join(tmpdir(), "stint-test-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const run = async (name: string, text: string, ...args: string[]) => {
    await writeFile(join(folder, name), text);
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const env = { PATH, NODE_COMPILE_CACHE, DATABASE_URL: urlOf(database.connection) };
    const child = spawn(process.execPath, ["--conditions=@stint/source", main, "import", join(folder, name), ...args], {
      env,
    });
    let [out, err] = ["", ""];
    child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
    const [code] = (await once(child, "close")) as [number];
    return { code, out, err };
  };
  const entries = async () => (await caller.get("/v1/time-entries")).json.data.length;
  const dry = await run("a.csv", togglCsv([{}, { seconds: 60 }]), "--dry-run", "--json");
  assert.deepEqual([dry.code, JSON.parse(dry.out).status, await entries()], [0, "previewed", 0], dry.err);
  assert.deepEqual((await caller.get("/v1/imports")).json.data, []);
  const done = await run("a.csv", togglCsv([{}, { seconds: 60 }]));
  assert.match(done.out, /made 2 entries.*\nThe stored entries equal the file, to the second\.\n$/s);
  assert.deepEqual([done.code, await entries()], [0, 2], done.err);
  const asked = await run("b.csv", ambiguousCsv);
  assert.equal(asked.code, 1);
  assert.match(asked.err, /Choose dateOrder: dmy or mdy.*Nothing was written/s);
  assert.equal((await run("b.csv", ambiguousCsv, "--date-order", "dmy")).code, 0);
  assert.equal(await entries(), 3);
  const unitless = "Date,Name,Duration\n2026-03-02,Kim,90\n";
  const unit = await run("d.csv", unitless);
  assert.equal(unit.code, 1);
  assert.match(unit.err, /--duration-unit minutes: the file would total 1:30:00, and "90" on line 2 is 1:30:00\n/);
  assert.match(unit.err, /Nothing was written/);
  assert.match((await run("d.csv", unitless, "--duration-unit", "days")).err, /must be one of hours, minutes, seconds/);
  assert.equal((await run("d.csv", unitless, "--duration-unit", "minutes")).code, 0);
  assert.equal((await caller.get("/v1/reports/summary")).json.totals.seconds, 3_660 + 3_600 + 5_400);
  const picture = await run("c.csv", "\u0089PNG\r\n");
  assert.deepEqual([picture.code, picture.out], [1, ""]);
});

// The exports may be next to this checkout or next to the folder that contains it.
const candidates = ["../../../../../../..", "../../../../../../../.."].map((up) =>
  resolve(import.meta.dirname, up, "shared/data/imports"),
);
const samples = candidates.find((folder) => existsSync(folder)) ?? "";

test(
  "real exports of other programs are applied, to the second",
  { skip: samples === "" && "no samples" },
  async () => {
    const caller = await (await testApp()).newOrganization();
    for (const name of (await readdir(samples)).filter((file) => file.endsWith(".csv"))) {
      const { id, preview, questions } = await previewed(caller, await readFile(join(samples, name)), "?dateOrder=mdy");
      assert.deepEqual(questions, [], name);
      const { proof } = await applied(caller, id);
      assert.equal(proof.isExact, true, name);
      assert.ok(preview.totals.source.rows > 0, name);
    }
  },
);
