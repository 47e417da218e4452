import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { newClient } from "#test/worlds/factories.ts";
import { newTestApp } from "#test/worlds/test-app.ts";
import { createDatabase } from "#test/databases/test-database.ts";
import { chainChanges } from "./chain-changes.ts";
import { findSealAge } from "./queries.ts";
import { sealChains } from "./seal-chains.ts";

test("the oldest block without a seal counts, in any organization, until its chain is sealed", async () => {
  const { db } = await createDatabase();
  assert.deepEqual(await findSealAge(db), { sealed_at: null, unsealed_seconds: 0 });
  const { newOrganization } = await newTestApp({ db });
  const [one, other] = [await newOrganization(), await newOrganization()];
  const chain = () => chainChanges(db, { settleMs: 0 });
  await chain();
  const now = new Date();
  await sealChains(db, { now });
  assert.deepEqual(await findSealAge(db), { sealed_at: now.getTime() / 1_000, unsealed_seconds: 0 });
  await chain();
  assert.equal((await findSealAge(db)).unsealed_seconds, 0);

  await newClient(one);
  await chain();
  const first = await findSealAge(db);
  assert.ok(first.unsealed_seconds > 0);
  await newClient(other);
  await newClient(one);
  await chain();
  assert.ok((await findSealAge(db)).unsealed_seconds > first.unsealed_seconds, "the oldest one counts");
  const later = new Date(now.getTime() + 3_600_000);
  await sealChains(db, { now: later });
  assert.deepEqual(await findSealAge(db), { sealed_at: later.getTime() / 1_000, unsealed_seconds: 0 });

  await newClient(one);
  await chain();
  await db.query(sql`update organizations set deletes_at = now(), purge_started_at = now()`);
  assert.equal((await findSealAge(db)).unsealed_seconds, 0, "an organization that is being removed gets no seal");
});
