import assert from "node:assert/strict";
import { argon2Sync } from "node:crypto";
import { test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { newPerson, openBrowser } from "#test/http/browser.ts";
import { newTestApp } from "#test/worlds/test-app.ts";
import { AppError } from "#platform/errors.ts";
import { checkPassword } from "./check-password.ts";
import { isCommonPassword } from "./common-passwords.ts";
import { createPasswordHasher } from "./hash-password.ts";

const owner = { email: "jane.doe-smith@example.com", names: ["Harbour Books Ltd"] };

function faultOf(password: string): string | undefined {
  try {
    checkPassword(password, owner, "/password");
    return undefined;
  } catch (error) {
    assert.ok(error instanceof AppError && error.code === "validation_failed");
    const [found] = error.errors ?? [];
    assert.equal(found?.pointer, "/password");
    return found?.code;
  }
}

test("a password is checked for its length first, then for being easily guessed", () => {
  const expected: [string, string | undefined][] = [
    ["", "too_short"],
    ["short", "too_short"],
    ["xk7#mQ2p!", "too_short"],
    // Nine characters, but more bytes.
    ["😀😃😄😁😆😅😂🙂🙃", "too_short"],
    // Ten code points, but only five characters once composed.
    ["e\u0301e\u0300a\u0301a\u0300o\u0301", "too_short"],
    ["x".repeat(257), "too_long"],
    ["lantern orbit sparrow ".repeat(12).slice(0, 257), "too_long"],
    ["lantern orbit sparrow ".repeat(12).slice(0, 256), undefined],
    ["lantern orbit sparrow", undefined],
    ["xk7#mQ2p!r", undefined],
    ["пароль из слов", undefined],
    ["😀😃😄😁😆😅😂🙂🙃😉", undefined],
    ["jane.doe-smith@example.com", "too_easy"],
    ["Jane.Doe-Smith", "too_easy"],
    ["janedoesmith1990", "too_easy"],
    ["harbour books ltd", "too_easy"],
    ["harbour books and a lantern", undefined],
    ["password123", "too_easy"],
    ["Harbour2026!!", "too_easy"],
    ["smith.jane.1990", "too_easy"],
    ["example.com1", "too_easy"],
    ["Sommer2026!", "too_easy"],
    ["November2026", "too_easy"],
    ["2026-11-21", "too_easy"],
    ["+49 170 1234567", "too_easy"],
  ];
  for (const [password, fault] of expected) assert.equal(faultOf(password), fault, password);
});

test("common guesses are recognized: repetitions, runs, common words with signs and years", () => {
  const common = `1234567890 0987654321 12345678910 123123123123 1111111111 aaaaaaaaaa abababababab abcabcabcabc qwertyuiop
    qwertzuiop poiuytrewq asdfghjkl123 1q2w3e4r5t 1qaz2wsx3edc abcdefghij password123 Password2024! P@ssw0rd123
    passwordpassword iloveyou123 welcome2024 Summer2025!! letmein12345 !!!!dragon!!!! football1234 adminadmin
    Sunshine_2023 superman1234 masterpassword monkey-dragon qwerty12345 passwort1234 changeme123 trustno1trustno1`;
  for (const password of common.split(/\s+/)) assert.ok(isCommonPassword(password), password);
  const others = ["lantern orbit sparrow", "xk7#mQ2p!r", "copper meadow violin", "Tr0ub4dor&3x", "zebra-quilt-91-moss"];
  for (const password of others) assert.ok(!isCommonPassword(password), password);
});

test("a password matches its own hash and no other, in any normal form of Unicode", async () => {
  const hasher = createPasswordHasher();
  const stored = await hasher.hash("crème brûlée 1");
  assert.match(stored, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  assert.notEqual(await hasher.hash("crème brûlée 1"), stored);
  for (const [password, isRight] of [
    ["crème brûlée 1", true],
    ["crème brûlée 1".normalize("NFD"), true],
    ["crème brûlée 2", false],
    ["", false],
  ] as const) {
    assert.equal(await hasher.verify(password, stored), isRight);
  }
  assert.equal(await hasher.verify("crème brûlée 1", undefined), false);
  assert.equal(hasher.isOld(stored), false);
});

test("a hash with other parameters is verified with these, and renewed at the next sign-in", async () => {
  const nonce = Buffer.alloc(16, 1);
  const tag = argon2Sync("argon2id", {
    message: "lantern orbit",
    nonce,
    parallelism: 1,
    tagLength: 32,
    memory: 64,
    passes: 1,
  });
  const bare = (bytes: Buffer) => bytes.toString("base64").replaceAll("=", "");
  const stored = `$argon2id$v=19$m=64,t=1,p=1$${bare(nonce)}$${bare(tag)}`;
  const hasher = createPasswordHasher();
  assert.equal(await hasher.verify("lantern orbit", stored), true);
  assert.equal(hasher.isOld(stored), true);

  const world = await newTestApp({ hasher });
  const person = await newPerson(world);
  await world.db.query(sql`update credentials set password_hash = ${stored} where user_id = ${person.userId}`);
  const stands = async () => {
    await world.background.idle();
    const [row] = await world.db.query<{ password_hash: string }>(sql`
      select password_hash from credentials where user_id = ${person.userId}`);
    return row?.password_hash;
  };
  const signIn = (password: string) =>
    openBrowser(world.app, "192.0.2.90").post("/auth/sign-in", { email: person.email, password });
  assert.equal((await signIn("lantern orbit x")).status, 401);
  assert.equal(await stands(), stored);
  assert.equal((await signIn("lantern orbit")).status, 200);
  assert.match((await stands()) ?? "", /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  assert.equal((await signIn("lantern orbit")).status, 200);
});

test("hashing leaves the event loop free, and requests that do not fit in the queue get a 503", async () => {
  const hasher = createPasswordHasher({ maxAtOnce: 3, maxWaiting: 5 });
  let turns = 0;
  const turn = () => {
    turns++;
    timer = setImmediate(turn);
  };
  let timer = setImmediate(turn);
  const hashes = Array.from({ length: 8 }, () => hasher.verify("lantern orbit", undefined));
  await assert.rejects(hasher.hash("one too many"), (error) => {
    assert.ok(error instanceof AppError && error.code === "unavailable");
    return Number(error.headers["retry-after"]) > 0;
  });
  await Promise.all(hashes.slice(0, 4));
  // With a synchronous hash, the event loop would turn at most once per hash.
  assert.ok(turns > 100, `${turns} turns`);
  await Promise.all(hashes);
  clearImmediate(timer);
  assert.equal(await hasher.verify("lantern orbit", undefined), false);
});
