import assert from "node:assert/strict";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { insertPendingSecret } from "#identity/second-factor/queries.ts";
import { createDatabase } from "#test/databases/test-database.ts";
import { newTestApp } from "#test/worlds/test-app.ts";
import { openSecretKey } from "./open-secret-key.ts";

const unset = { secretKey: undefined };

test("a lost key is an error with its file's path while secrets are sealed, and no new key is written", async (t) => {
  const { db } = await createDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), "stint-"));
  t.after(() => rm(dataDir, { recursive: true }));
  const key = await openSecretKey(unset, { db, dataDir });
  assert.deepEqual(await openSecretKey(unset, { db, dataDir }), key);

  await rm(join(dataDir, "secret-key"));
  const other = await openSecretKey(unset, { db, dataDir });
  assert.notDeepEqual(other, key);

  const { userId } = await (await newTestApp({ db })).newOrganization();
  await insertPendingSecret(db, userId, Buffer.from("sealed"));
  await rm(join(dataDir, "secret-key"));
  const message = new RegExp(`^${join(dataDir, "secret-key")} is missing, .* Restore this file from a backup`);
  await assert.rejects(openSecretKey(unset, { db, dataDir }), { name: "Error", message });
  assert.deepEqual(await readdir(dataDir), []);
  assert.deepEqual(await openSecretKey({ secretKey: other }, { db, dataDir }), other);
});
