import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { AppError } from "#platform/errors.ts";
import { hashSecret } from "#platform/secrets/random-secret.ts";
import { isWellFormedApiKey, newApiKey } from "./api-key-format.ts";
import { bearerKey } from "#identity/door/authenticate.ts";

test("a key is stint_ and 36 base62 characters, and no two are equal", () => {
  const keys = Array.from({ length: 500 }, newApiKey);
  for (const key of keys) {
    assert.match(key, /^stint_[0-9A-Za-z]{36}$/);
    assert.ok(isWellFormedApiKey(key), key);
  }
  assert.equal(new Set(keys).size, keys.length);
  assert.equal(new Set(keys.flatMap((key) => key.slice(6, 36).split(""))).size, 62);
});

test("the checksum is the CRC-32 of the characters before it, in base62", () => {
  // Computed with Python's zlib.crc32.
  assert.ok(isWellFormedApiKey("stint_0000000000000000000000000000004W6OMC"));
  assert.ok(isWellFormedApiKey("stint_abcdefghijklmnopqrstuvwxyzABCD2H7mRy"));
  assert.equal(isWellFormedApiKey("stint_000000000000000000000000000000000000"), false);
});

test("a key with any one character changed, left out or added is recognized by the checksum alone", () => {
  const key = newApiKey();
  for (let at = 0; at < key.length; at++) {
    const other = key[at] === "x" ? "y" : "x";
    assert.equal(isWellFormedApiKey(key.slice(0, at) + other + key.slice(at + 1)), false, `changed at ${at}`);
    assert.equal(isWellFormedApiKey(key.slice(0, at) + key.slice(at + 1)), false, `left out at ${at}`);
    assert.equal(isWellFormedApiKey(key.slice(0, at) + other + key.slice(at)), false, `added at ${at}`);
  }
  for (const text of ["", "stint_", `${key}\n`, ` ${key}`, key.toUpperCase(), key.replace("stint_", "other_")]) {
    assert.equal(isWellFormedApiKey(text), false, JSON.stringify(text));
  }
});

test("only a key's SHA-256 is stored", () => {
  const key = newApiKey();
  assert.deepEqual(hashSecret(key), createHash("sha256").update(key, "utf8").digest());
});

test("the key is read from a Bearer header in any case, and from nothing else", () => {
  const key = newApiKey();
  for (const header of [`Bearer ${key}`, `bearer ${key}`, `BEARER   ${key} `]) assert.equal(bearerKey(header), key);
  const refused: [string | undefined, string][] = [
    [undefined, "missing_api_key"],
    ["", "missing_api_key"],
    [" ", "missing_api_key"],
    [key, "invalid_api_key"],
    ["Bearer", "invalid_api_key"],
    [`Basic ${key}`, "invalid_api_key"],
    [`Bearer ${key} ${key}`, "invalid_api_key"],
    [`Bearer ${key},`, "invalid_api_key"],
    [`Bearer "${key}"`, "invalid_api_key"],
    [`Token ${key}`, "invalid_api_key"],
    [`Bearer ${key.slice(0, -1)}`, "invalid_api_key"],
  ];
  for (const [header, code] of refused) {
    assert.throws(
      () => bearerKey(header),
      (error) => error instanceof AppError && error.code === code && error.headers["www-authenticate"] === "Bearer",
      header,
    );
  }
});
