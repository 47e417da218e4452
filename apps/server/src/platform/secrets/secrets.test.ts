import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { createDatabase } from "#test/databases/test-database.ts";
import { checkSecretKey } from "./check-secret-key.ts";
import { decrypt, encrypt, DecryptError } from "./encrypt.ts";
import { makeSecretKey, readSecretKey, secretKeyPath } from "./secret-key-file.ts";

const key = randomBytes(32);
const other = randomBytes(32);

test("encrypted text is decrypted with its key, and looks different each time", () => {
  for (const text of ["", "whsec_ü", "x".repeat(5000)]) assert.equal(decrypt(key, encrypt(key, text)), text);
  const [first, second] = [encrypt(key, "whsec_1"), encrypt(key, "whsec_1")];
  assert.notDeepEqual(first, second);
  assert.ok(!first.includes("whsec_"));
});

test("another key and changed bytes are an error, never garbage", () => {
  const encrypted = encrypt(key, "whsec_1");
  assert.throws(() => decrypt(other, encrypted), DecryptError);
  for (const at of encrypted.keys()) {
    const changed = Buffer.from(encrypted);
    changed[at] = (changed[at] ?? 0) ^ 1;
    assert.throws(() => decrypt(key, changed), DecryptError, `byte ${at}`);
  }
  for (const length of [0, 1, 13, 28, encrypted.length - 1]) {
    assert.throws(() => decrypt(key, encrypted.subarray(0, length)), DecryptError, `${length} bytes`);
  }
});

test("the key's file is created once, for its owner alone, however many processes start", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "stint-"));
  t.after(() => rm(folder, { recursive: true }));
  const keys = await Promise.all(Array.from({ length: 8 }, () => makeSecretKey(secretKeyPath(folder))));
  for (const made of keys) assert.deepEqual(made, keys[0]);
  assert.equal(keys[0]?.length, 32);
  assert.deepEqual(await readdir(folder), ["secret-key"]);
  assert.equal((await stat(join(folder, "secret-key"))).mode & 0o777, 0o600);
  assert.equal((await readFile(join(folder, "secret-key"), "utf8")).trim(), keys[0]?.toString("base64"));
});

test("a file without a key is an error with its path, and stays unchanged", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "stint-"));
  t.after(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "secret-key"), "half a key");
  await assert.rejects(readSecretKey(secretKeyPath(folder)), {
    name: "Error",
    message: /secret-key does not contain a key/,
  });
  assert.equal(await readFile(join(folder, "secret-key"), "utf8"), "half a key");
});

test("a start with a wrong or missing key fails only if something is encrypted", async () => {
  const { db } = await createDatabase();
  const nothing = async () => false;
  const something = async () => true;
  await checkSecretKey(db, undefined, nothing);
  await checkSecretKey(db, key, nothing);
  await checkSecretKey(db, key, something);
  await assert.rejects(checkSecretKey(db, other, something), /SECRET_KEY is not the key/);
  await assert.rejects(checkSecretKey(db, undefined, something), /SECRET_KEY is not set/);
  await checkSecretKey(db, undefined, nothing);
  await checkSecretKey(db, other, nothing);
  await checkSecretKey(db, other, something);
  await assert.rejects(checkSecretKey(db, key, something), DecryptError);
  const [row] = await db.query<{ count: number }>(sql`select count(*) as count from secret_check`);
  assert.equal(row?.count, 1);
});
