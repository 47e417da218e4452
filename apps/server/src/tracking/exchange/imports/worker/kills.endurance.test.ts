import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "#platform/database/database.ts";
import { assertSound } from "#test/worlds/assert-sound.ts";
import { applied, previewed, settled, togglCsv, upload } from "#test/worlds/import-files.ts";
import { killRounds as rounds } from "#test/processes/kill-rounds.ts";
import { type Caller, type Json, newTestApp } from "#test/worlds/test-app.ts";
import { createDatabase, type TestDatabase } from "#test/databases/test-database.ts";

const count = 3_000;
const file = togglCsv(
  Array.from({ length: count }, (_, at) => ({
    task: `Task ${at % 5}`,
    project: `Project ${at % 7}`,
    seconds: 60 + at,
    user: `Person ${at % 3}`,
    email: `person${at % 3}@example.com`,
  })),
);
const program = resolve(import.meta.dirname, "../../../../../test/processes/import-worker-main.ts");

/** Starts a process that works on imports, and kills it after this time. */
async function workKilled({ connection }: TestDatabase, afterMs: number): Promise<void> {
  const child = spawn(process.execPath, ["--conditions=@stint/source", program, JSON.stringify(connection)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "close");
  await once(child.stdout, "data");
  await pause(afterMs);
  child.kill("SIGKILL");
  await ended;
}

/** Finishes the work in this process. Returns how long it took, so that the next kills can be spread over that time. */
async function timeSettled(caller: Caller, id: string): Promise<{ state: Json; ms: number }> {
  const from = performance.now();
  const state = await settled(caller, id);
  return { state, ms: performance.now() - from };
}

async function newWorld(): Promise<{ database: TestDatabase; caller: Caller }> {
  const database = await createDatabase();
  const caller = await (await newTestApp({ db: database.db })).newOrganization();
  return { database, caller };
}

const countEntries = async ({ db }: TestDatabase) =>
  (await db.query<{ count: number }>(sql`select count(*) as count from time_entries where deleted_at is null`))[0]
    ?.count;

test("a killed reading starts again on another node, and reads every row once", async (t) => {
  const { database, caller } = await newWorld();
  let ms = 0;
  let midst = 0;
  for (let round = 0; round < rounds; round++) {
    const { id } = await upload(caller, file);
    await workKilled(database, (round * ms) / rounds);
    if ((await caller.get(`/v1/imports/${id}`)).json.progress !== null) midst++;
    const { state, ms: tookMs } = await timeSettled(caller, id);
    if (round === 0) ms = tookMs;
    assert.deepEqual(
      [state.status, state.preview.totals.imported.rows, state.preview.creates.entries],
      ["previewed", count, count],
    );
  }
  assert.equal(await countEntries(database), 0);
  t.diagnostic(`${midst} of ${rounds} were killed before their end`);
});

test("a killed import is applied by another node, completely and once", async (t) => {
  let ms = 0;
  let midst = 0;
  for (let round = 0; round < rounds; round++) {
    const { database, caller } = await newWorld();
    const { id } = await previewed(caller, file);
    assert.equal((await caller.post(`/v1/imports/${id}/apply`)).status, 202);
    await workKilled(database, (round * ms) / rounds);
    const between = await countEntries(database);
    if (between === 0) midst++;
    assert.ok(between === 0 || between === count, `${between} of ${count}`);
    const { state, ms: tookMs } = await timeSettled(caller, id);
    if (round === 0) ms = tookMs;
    const { status, proof } = state;
    assert.deepEqual([status, proof.isExact, await countEntries(database)], ["applied", true, count]);
    await assertSound(database.db);
  }
  t.diagnostic(`${midst} of ${rounds} were killed before their end`);
});

test("a killed undo is finished by another node", async (t) => {
  const { database, caller } = await newWorld();
  let ms = 0;
  let midst = 0;
  for (let round = 0; round < rounds; round++) {
    const { id } = await previewed(caller, file);
    await applied(caller, id);
    assert.equal((await caller.delete(`/v1/imports/${id}`)).status, 202);
    await workKilled(database, (round * ms) / rounds);
    const between = await countEntries(database);
    if (between === count) midst++;
    assert.ok(between === 0 || between === count, `${between} of ${count}`);
    const { state, ms: tookMs } = await timeSettled(caller, id);
    if (round === 0) ms = tookMs;
    assert.equal(state.status, "undone");
    assert.equal(await countEntries(database), 0);
  }
  await assertSound(database.db);
  t.diagnostic(`${midst} of ${rounds} were killed before their end`);
});
