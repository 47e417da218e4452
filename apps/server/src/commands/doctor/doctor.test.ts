import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { type DatabasePool, raw, sql } from "#platform/database/database.ts";
import { foldTimeSums } from "#tracking/ledger/time-sums/fold-time-sums.ts";
import { entryBody, newEntry, newProject } from "#test/worlds/factories.ts";
import { hold } from "#test/databases/hold.ts";
import { type Caller, type Json, newTestApp } from "#test/worlds/test-app.ts";
import { createDatabase, testServer } from "#test/databases/test-database.ts";
import { readRepair, runDoctor } from "./doctor.ts";

let shared: ReturnType<typeof create> | undefined;

/** Two organizations with all kinds of entries, some of them folded into sums. Each test leaves them sound. */
const setUp = () => (shared ??= create());

async function create() {
  const { db, connection } = await createDatabase({ poolSize: 6 });
  const { newOrganization } = await newTestApp({ db });
  const [sick, sound] = [await newOrganization({ timeZone: "Asia/Kathmandu" }), await newOrganization()];
  for (const caller of [sick, sound]) await fill(caller);
  await foldTimeSums(db);
  await fill(sick);
  const text: string[] = [];
  const doctor = async (options: { repair?: boolean } = {}) => {
    text.length = 0;
    const isSound = await runDoctor(
      { db, out: (line) => text.push(line), err: () => {} },
      { repair: false, json: false, ...options },
    );
    return { isSound, text: text.join("") };
  };
  const examine = async (options: { repair?: boolean } = {}): Promise<Json> => {
    const lines: string[] = [];
    const isSound = await runDoctor(
      { db, out: (line) => lines.push(line), err: () => {} },
      { repair: false, json: true, ...options },
    );
    assert.equal(lines.length, 1);
    const document = JSON.parse(lines[0] ?? "");
    assert.equal(document.sound, isSound);
    return document;
  };
  return { db, connection, newOrganization, sick, sound, doctor, examine };
}

async function fill(caller: Caller): Promise<void> {
  await caller.post("/v1/rates", { kind: "billable", scope: "organization", rateMinor: 9001 });
  await caller.post("/v1/rates", { kind: "cost", scope: "organization", rateMinor: 4999 });
  const where = await newProject(caller, {
    rounding: { mode: "up", minutes: 7 },
    budget: { kind: "time", seconds: 5000, period: "weekly", billableOnly: false, alertPercents: [50, 100] },
  });
  const entries = Array.from({ length: 40 }, (_, index) =>
    entryBody(where, {
      startedAt: new Date(Date.UTC(2026, 1, 20, index * 7)).toISOString(),
      durationSeconds: 100 + index * 37,
      billable: index % 3 > 0,
      tags: [[], ["Review"], ["review", "Ops"]][index % 3],
    }),
  );
  const made = await caller.post("/v1/time-entries/batch", { entries });
  assert.equal(made.status, 201, made.text);
  const [first, second, third] = made.json.data;
  await caller.patch(`/v1/time-entries/${first.id}`, { durationSeconds: 5, tags: ["late"] });
  await caller.delete(`/v1/time-entries/${second.id}`);
  await caller.delete(`/v1/time-entries/${third.id}`);
  await caller.post(`/v1/time-entries/${third.id}/restore`);
}

const findOf = (document: Json, { orgId }: Caller): Json =>
  document.organizations.find(({ organizationId }: Json) => organizationId === orgId);

async function damage(db: DatabasePool, { orgId }: Caller, statement: string): Promise<void> {
  await db.query(sql`${raw(statement.replaceAll("$org", `'${orgId}'`))}`);
}

type Damage = [statement: string, part: string, says: RegExp];

const lostDelta: Damage[] = [
  [
    "delete from time_sum_deltas where org_id = $org and id = (select max(id) from time_sum_deltas where org_id = $org)",
    "sums",
    /^ {2}sum project by day from /m,
  ],
];

// Each of these is one row, so the doctor lists them all.
const wrongRows: Damage[] = [
  [
    "update time_sums set seconds = seconds + 7 where org_id = $org and cube = 'user' and level = 'month' and starts_at = '2026-02-01'",
    "sums",
    /^ {2}sum user by month from 2026-02-01T00:00:00(\+00:00|Z) userId="user_\w+": seconds is \d+, counted \d+$/m,
  ],
  [
    "delete from time_sums where org_id = $org and cube = 'tag' and tag_key = 'ops'",
    "sums",
    /^ {2}sum tag by month from 2026-02-01T\S+ tagKey="ops": entries is \d+, counted \d+; seconds is /m,
  ],
  [
    "insert into time_sums select org_id, cube, level, '2001-01-01', project_id, user_id, task_id, tag_key, 1, 2, 3, 0, 0, 0, 0, 0, 0 from time_sums where org_id = $org and cube = 'all' and level = 'month' limit 1",
    "sums",
    /^ {2}sum all by month from 2001-01-01T\S+: entries is 1, counted 0; seconds is 2, counted 0; costMinor is 3, counted 0$/m,
  ],
  [
    "delete from budget_periods where org_id = $org and period_start = '2026-02-23'",
    "budgets",
    /^ {2}budget of proj_\w+ from 2026-02-23: reachedPercents is \[\], counted \[50,100\]; exceeded is false, counted true$/m,
  ],
  [
    "insert into budget_periods select org_id, project_id, '2020-01-06', '{50}', false from budget_periods where org_id = $org limit 1",
    "budgets",
    /^ {2}budget of proj_\w+ from 2020-01-06: reachedPercents is \[50\], counted \[\]$/m,
  ],
];

test("the doctor reports what it checked and each difference, repairs it, and then finds none", async (t) => {
  const { db, doctor, examine, sick, sound } = await setUp();
  await t.test("nothing, if all is well", async () => {
    const { isSound, text } = await doctor();
    assert.ok(isSound, text);
    for (const [{ orgId }, entries] of [
      [sick, 80],
      [sound, 40],
    ] as const) {
      assert.match(
        text,
        new RegExp(
          `^${orgId} "Test": ${entries} entries, \\d{3} sums, \\d+ reached budget periods, 0 chained changes; all is well\\.$`,
          "m",
        ),
      );
    }
    assert.match(text, /^All is well in 2 organizations\.\n$/m);
    const document = await examine();
    const { sums, amounts, budgets, ...rest } = findOf(document, sick);
    const webhooks = { endpoints: 0, disabled: 0, queued: 0, pending: 0, dueSince: null };
    assert.deepEqual(rest, {
      organizationId: sick.orgId,
      name: "Test",
      webhooks,
      history: { differing: 0, kinds: [] },
      chain: { blocks: 0, changes: 0, late: 0, waiting: rest.chain.waiting, matched: 0, differing: 0, kinds: [] },
      repaired: false,
    });
    assert.deepEqual(
      [sums.differing, amounts, budgets.differing],
      [0, { entries: 80, differing: 0, differences: [] }, 0],
    );
    assert.ok(sums.sums > 100 && budgets.periods >= 2, JSON.stringify(document));
  });
  for (const [name, damages] of Object.entries({
    "a delta that is lost": lostDelta,
    "sums that are too large, missing or of nothing, and budget periods that are forgotten or were never reached":
      wrongRows,
  })) {
    await t.test(name, async () => {
      for (const [statement] of damages) await damage(db, sick, statement);
      const { isSound, text } = await doctor();
      assert.equal(isSound, false);
      assert.match(text, /^There are differences in 1 of 2 organizations\./m);
      assert.match(text, new RegExp(`^${sound.orgId} .*all is well\\.$`, "m"));
      const mended = await examine({ repair: true });
      const found = findOf(mended, sick);
      for (const [, part, says] of damages) {
        assert.match(text, says);
        const { differing, differences } = found[part];
        const count = damages.filter((each) => each[1] === part).length;
        assert.ok(differing >= count && differences.length >= count, JSON.stringify(found[part]));
      }
      assert.equal(findOf(mended, sound).repaired, false);
      assert.equal(mended.sound, true);
      assert.equal((await doctor()).isSound, true);
    });
  }
  await t.test("twenty of many, and how many more", async () => {
    await damage(
      db,
      sick,
      "update time_sums set entries = entries + 1 where org_id = $org and cube = 'all' and level <> 'month'",
    );
    const found = findOf(await examine(), sick);
    assert.equal(found.repaired, false);
    const { differing, differences } = found.sums;
    assert.ok(differing > 40);
    assert.equal(differences.length, 20);
    const [first] = differences;
    assert.deepEqual([first.cube, first.level, first.projectId], ["all", "hour", ""]);
    assert.equal(first.stored.entries, first.counted.entries + 1);
    assert.match((await doctor({ repair: true })).text, new RegExp(`^ {2}… and ${differing - 20} more sums$`, "m"));
  });
});

test("a repair sends no events, waits for writes in progress, and delays later ones", async () => {
  const { db, doctor, sick } = await setUp();
  const events = () => db.query(sql`select count(*) from changes where org_id = ${sick.orgId}`);
  await damage(db, sick, "delete from budget_periods where org_id = $org");
  await damage(db, sick, "delete from time_sums where org_id = $org");
  await damage(db, sick, "delete from tag_names where org_id = $org");
  const before = await events();
  const { isSound, text } = await doctor({ repair: true });
  assert.ok(isSound, text);
  assert.match(text, /\d+ differ, sums and budgets are repaired\.$/m);
  assert.deepEqual(await events(), before);
  assert.deepEqual(await db.query(sql`select tag_key, name from tag_names where org_id = ${sick.orgId} order by 1`), [
    { tag_key: "late", name: "late" },
    { tag_key: "ops", name: "Ops" },
    { tag_key: "review", name: "review" },
  ]);
  const where = await newProject(sick);
  await damage(db, sick, "update time_sums set entries = 0 where org_id = $org and cube = 'project'");
  const writing = await hold(db, sql`select hold_entry_rules(${sick.orgId})`);
  const repairing = doctor({ repair: true });
  await writing.untilItBlocks(1);
  // Wait longer than the lock timeout of a rule change.
  await new Promise((resolve) => setTimeout(resolve, 2_200));
  await writing.untilItBlocks(1);
  const creating = Promise.all([newEntry(sick, where), sick.post("/v1/timer", where), foldTimeSums(db)]);
  await writing.commit();
  assert.ok((await repairing).isSound);
  await creating;
  assert.ok((await doctor()).isSound);
});

test("stint-server doctor ends with 1 when anything differs, and with 0 when all is well", async () => {
  const { db, connection, sick } = await setUp();
  const { host, port, user } = (await testServer()).connection;
  const url = new URL(`postgres://${user}@localhost/${connection.database}?host=${host}&port=${port}`);
  const run = (...args: string[]) =>
    new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
      const main = fileURLToPath(new URL("../../../bin/stint-server.js", import.meta.url));
      const env = { ...process.env, DATABASE_URL: url.href };
      execFile(process.execPath, [main, "doctor", ...args], { env }, (error, stdout, stderr) =>
        resolve({ code: error?.code ?? 0, stdout, stderr }),
      );
    });
  await damage(db, sick, "update time_sums set entries = 0 where org_id = $org and cube = 'all'");
  const found = await run("--json");
  assert.deepEqual([found.code, found.stderr, JSON.parse(found.stdout).sound], [1, "", false]);
  const mended = await run("--repair");
  assert.equal(mended.code, 0, mended.stderr);
  assert.match(mended.stdout, /All is well in 2 organizations\.\n$/);
});

test("an organization whose removal begins during the check is not reported", async () => {
  const { db, newOrganization, examine } = await setUp();
  const leaving = await newOrganization();
  const held = await hold(db, sql`lock table rates in access exclusive mode`);
  const examined = examine({ repair: true });
  await held.untilItBlocks(1);
  await held.query(
    sql`update organizations set deletes_at = now(), purge_started_at = now() where id = ${leaving.orgId}`,
  );
  await held.query(sql`delete from rates where org_id = ${leaving.orgId}`);
  await held.commit();
  for (const document of [await examined, await examine()]) {
    assert.equal(document.sound, true);
    assert.equal(findOf(document, leaving), undefined);
    assert.ok(document.organizations.length >= 2);
  }
});

test("the doctor reports the waiting events of an organization's webhooks", async () => {
  const { db, newOrganization } = await setUp();
  const caller = await newOrganization();
  const made = await caller.post("/v1/webhooks", { url: "https://example.com/hook" });
  assert.equal(made.status, 201, made.text);
  await caller.post("/v1/clients", { name: "Acme" });
  const lines: string[] = [];
  await runDoctor({ db, out: (line) => lines.push(line), err: () => {} }, { repair: false, json: false });
  assert.match(lines.join(""), /^ {2}webhooks: 1 endpoint, 0 disabled; \d changes queued, 0 deliveries pending\.$/m);
});

test("--trust is refused without --repair, and with a value other than entries and history", () => {
  for (const trust of ["entries", "history"]) {
    assert.deepEqual(readRepair(true, trust), { repair: true, trust });
    for (const repair of [undefined, false]) assert.throws(() => readRepair(repair, trust), /needs --repair/);
  }
  assert.throws(() => readRepair(true, "both"), /"entries" or "history", not "both"/);
  assert.deepEqual(readRepair(undefined, undefined), { repair: false, trust: undefined });
});
