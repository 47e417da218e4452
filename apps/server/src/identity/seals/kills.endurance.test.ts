import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { sql } from "#platform/database/database.ts";
import { checkChain } from "#tracking/proof/check-chain.ts";
import { killRounds } from "#test/processes/kill-rounds.ts";
import { newTestApp } from "#test/worlds/test-app.ts";
import { waitFor } from "#test/databases/hold.ts";
import { createDatabase } from "#test/databases/test-database.ts";
import { chainChanges } from "./chain-changes.ts";
import type { SealRow } from "./queries.ts";

const program = fileURLToPath(import.meta.resolve("#test/processes/sealing-node.ts"));
const dayMs = 86_400_000;

test("chains and seals whose nodes are killed contain every change once, and every seal matches", async (t) => {
  const { db, connection } = await createDatabase();
  const owner = await (await newTestApp({ db })).newOrganization();
  const { orgId: organizationId } = owner;
  const addClients = async () => {
    for (let at = 0; at < 10; at++) assert.equal((await owner.post("/v1/clients", { name: "Client" })).status, 201);
  };
  let unfinished = 0;
  for (let round = 0; round < killRounds; round++) {
    // Each process runs a day later than the previous one, so that it creates another seal.
    const from = String(Date.now() + round * dayMs);
    const child = spawn(process.execPath, ["--conditions=@stint/source", program, JSON.stringify(connection), from], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const ended = once(child, "close");
    await once(child.stdout, "data");
    const writing = addClients();
    await pause(150 * Math.random());
    const busy = sql`
      select from pg_stat_activity
       where datname = current_database() and application_name = 'stint-test-sealer' and xact_start is not null`;
    if ((await db.query(busy)).length > 0) unfinished++;
    child.kill("SIGKILL");
    await ended;
    await writing;
  }
  // The database session of a killed process keeps its locks until PostgreSQL ends the session.
  const sealers = sql`
    select from pg_stat_activity where datname = current_database() and application_name = 'stint-test-sealer'`;
  await waitFor(async () => (await db.query(sealers)).length === 0);
  await chainChanges(db, { settleMs: 0, most: 50 });

  const sealed = await db.query<{ object: SealRow }>(sql`
    select object from changes where org_id = ${organizationId} and action = 'audit.sealed'`);
  const kept = sealed.map(({ object: { position, hash } }) => ({ organizationId, position, hash }));
  const { changes, differing, waiting, matched } = await checkChain(
    (work) => db.transaction(work),
    organizationId,
    kept,
    20,
  );
  const [blocks] = await db.query<{ all: number; different: number }>(sql`
    select count(*) as all, count(distinct id) as different
      from (select unnest(change_ids) as id from audit_blocks where org_id = ${organizationId}) b`);
  assert.deepEqual([differing, waiting, matched], [0, 0, kept.length]);
  assert.deepEqual(blocks, { all: changes, different: changes });
  assert.ok(changes > 10 * killRounds);
  t.diagnostic(`${killRounds} kills, ${unfinished} during a transaction: ${changes} changes, ${kept.length} seals`);
});
