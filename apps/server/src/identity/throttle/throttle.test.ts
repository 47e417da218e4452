import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { newPerson, openBrowser, signedIn, testPassword } from "#test/http/browser.ts";
import { insertMember, insertUser } from "#identity/members/queries.ts";
import { newId } from "#platform/ids.ts";
import { type Json, newTestApp, type TestApp } from "#test/worlds/test-app.ts";
import { createDatabase } from "#test/databases/test-database.ts";
import { createPasswordHasher } from "#identity/passwords/hash-password.ts";
import { cleanUp } from "#src/worker.ts";
import { networkOf } from "./throttle.ts";

const minuteMs = 60_000;
let networks = 0;
/** An address that no other test uses. */
const newAddress = () => `100.64.${Math.floor(++networks / 250)}.${networks % 250}`;

async function newWorld() {
  const clock = { ms: Date.now() };
  const world = await newTestApp({ now: () => new Date(clock.ms) });
  return { world, clock };
}

function tryPassword(world: TestApp, email: string, address: string, password = "not the password") {
  return openBrowser(world.app, address).post("/auth/sign-in", { email, password });
}

test("after ten failures from an address an account is locked there, known or not, until Retry-After is over", async () => {
  const { world, clock } = await newWorld();
  const person = await newPerson(world);
  for (const email of [person.email, `x${person.email}`]) {
    const startedMs = clock.ms;
    const address = newAddress();
    const afterwards = email === person.email ? 200 : 401;
    // The same email address in different spellings.
    const typed = [email, email.toUpperCase(), ` ${email}`, `\t${email} `, email.replace(".com", ".ＣＯＭ")];
    for (let turn = 0; turn < 10; turn++) {
      assert.equal((await tryPassword(world, typed[turn % typed.length] ?? email, address)).status, 401);
      clock.ms += 1000;
    }
    for (const other of typed)
      assertProblem(await tryPassword(world, other, address, testPassword), 429, "too_many_attempts");
    const shut = await tryPassword(world, email, address, testPassword);
    const retryAfterMs = Number(shut.headers["retry-after"]) * 1000;
    assert.equal(clock.ms + retryAfterMs, startedMs + 15 * minuteMs);
    assert.equal(
      (await tryPassword(world, email, newAddress(), testPassword)).status,
      afterwards,
      "elsewhere it is open",
    );
    clock.ms += retryAfterMs - 1;
    assert.equal((await tryPassword(world, email, address, testPassword)).status, 429);
    clock.ms += 1;
    assert.equal((await tryPassword(world, email, address, testPassword)).status, afterwards);
  }
});

test("a hundred failures lock an account everywhere, except for signed-in sessions", async () => {
  const { world } = await newWorld();
  const person = await newPerson(world);
  const browser = await signedIn(world, person, newAddress());
  for (let turn = 0; turn < 100; turn++)
    assert.equal((await tryPassword(world, person.email, newAddress())).status, 401);
  assertProblem(await tryPassword(world, person.email, newAddress(), testPassword), 429, "too_many_attempts");
  assert.equal((await browser.post("/auth/reauthenticate", { password: testPassword })).status, 204);
});

test("a locked account is refused before a hash is computed, known or not", async () => {
  const hasher = createPasswordHasher();
  let verified = 0;
  const world = await newTestApp({
    hasher: {
      ...hasher,
      verify(password, stored) {
        verified++;
        return hasher.verify(password, stored);
      },
    },
  });
  const person = await newPerson(world);
  for (const email of [person.email, `x${person.email}`]) {
    verified = 0;
    const address = newAddress();
    for (let turn = 0; turn < 15; turn++) await tryPassword(world, email, address);
    assert.equal(verified, 10);
  }
});

test("a success unlocks the account, but not the address", async () => {
  const { world } = await newWorld();
  const [person, other] = [await newPerson(world), await newPerson(world)];
  const address = newAddress();
  for (let round = 0; round < 5; round++) {
    for (let turn = 0; turn < 9; turn++) assert.equal((await tryPassword(world, person.email, address)).status, 401);
    assert.equal((await tryPassword(world, person.email, address, testPassword)).status, 200);
  }
  for (let turn = 0; turn < 5; turn++) assert.equal((await tryPassword(world, other.email, address)).status, 401);
  assertProblem(await tryPassword(world, other.email, address, testPassword), 429, "too_many_attempts");
  assert.equal((await tryPassword(world, other.email, newAddress(), testPassword)).status, 200);
});

test("only failed passwords of accounts count towards the limits of signing in", async () => {
  const { world } = await newWorld();
  const address = newAddress();
  const guesser = openBrowser(world.app, address);
  const password = "copper meadow violin";
  for (let turn = 0; turn < 60; turn++) {
    const token = `guess ${turn}`;
    assertProblem(await guesser.post("/auth/password/reset", { token, password }), 422, "invalid_link");
    assertProblem(await guesser.post("/auth/invitations/preview", { token }), 422, "invalid_link");
    const setUp = { token, password, organizationName: "A", email: "a@example.com", name: "A" };
    assertProblem(await guesser.post("/auth/set-up", setUp), 422, "invalid_link");
    assertProblem(await guesser.get(`/auth/shared-reports/${turn}`), 404, "not_found");
    await guesser.post("/auth/password/forgotten", { email: `${turn}@${address}.example` });
  }
  for (let turn = 0; turn < 6; turn++) {
    const browser = await signedIn(world, await newPerson(world), address);
    for (let wrong = 0; wrong < 10; wrong++)
      assert.equal((await browser.post("/auth/reauthenticate", { password: "wrong one" })).status, 401);
  }
  assert.equal((await tryPassword(world, (await newPerson(world)).email, address, testPassword)).status, 200);
});

test("fifty requested mails from an address only block further ones", async () => {
  const { world } = await newWorld();
  const address = newAddress();
  const ask = (email: string) => openBrowser(world.app, address).post("/auth/password/forgotten", { email });
  for (let turn = 0; turn < 50; turn++) assert.equal((await ask(`${turn}@${address}.example`)).status, 202);
  assertProblem(await ask(`51@${address}.example`), 429, "too_many_attempts");
  assert.equal((await tryPassword(world, (await newPerson(world)).email, address, testPassword)).status, 200);
});

test("concurrent attempts do not exceed the limit together", async () => {
  const { world } = await newWorld();
  const person = await newPerson(world);
  const address = newAddress();
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => tryPassword(world, person.email, address).then(({ status }) => status)),
  );
  assert.equal(answers.filter((status) => status === 401).length, 10);
  assert.equal(answers.filter((status) => status === 429).length, 20);
});

test("IPv6 is counted by /64, IPv4 in all its forms as itself", () => {
  const same = (...addresses: string[]) => new Set(addresses.map(networkOf)).size === 1;
  assert.ok(same("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", "2001:0db8:0001:0002:0:0:0:7"));
  assert.ok(!same("2001:db8:1:2::1", "2001:db8:1:3::1"));
  assert.ok(same("192.0.2.1", "::ffff:192.0.2.1", "::ffff:c000:201"));
  assert.ok(!same("192.0.2.1", "192.0.2.2"));
  assert.ok(same("fe80::1%eth0", "fe80::2%eth1"));
});

test("fifty failures lock a /64, whatever its addresses and whoever they try", async () => {
  const { world } = await newWorld();
  const person = await newPerson(world);
  const address = (host: number) => `2001:db8:${(++networks).toString(16)}:7::${host.toString(16)}`;
  const fixed = address(1).replace(/::.*/, "");
  for (let turn = 0; turn < 50; turn++)
    assert.equal((await tryPassword(world, `${turn}-${person.email}`, `${fixed}::${turn}`)).status, 401);
  assertProblem(await tryPassword(world, person.email, `${fixed}::ffff`, testPassword), 429, "too_many_attempts");
  assert.equal((await tryPassword(world, person.email, address(1), testPassword)).status, 200);
});

test("X-Forwarded-For counts only from a trusted proxy", async () => {
  const trusting = await newTestApp({ trustProxy: ["10.0.0.0/8"] });
  const person = await newPerson(trusting);
  const session = async (address: string, forwarded: string) => {
    const browser = openBrowser(trusting.app, address);
    const body = { email: person.email, password: testPassword };
    assert.equal((await browser.post("/auth/sign-in", body, { "x-forwarded-for": forwarded })).status, 200);
    const { data } = (await browser.get("/v1/me/sessions")).json;
    return data.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent).lastUsedAddress;
  };
  assert.equal(await session("10.1.2.3", "203.0.113.50, 10.9.9.9"), "203.0.113.50");
  assert.equal(await session("10.1.2.3", "1.2.3.4, 203.0.113.51"), "203.0.113.51");
  assert.equal(await session("203.0.113.52", "1.2.3.4"), "203.0.113.52");
  for (const [forwarded, address] of [
    ["203.0.113.53:51234", "203.0.113.53"],
    ["203.0.113.54:50001, 10.0.0.5:443", "203.0.113.54"],
    ["[2001:db8::7]:443", "2001:db8::7"],
    ['"[2001:db8::8]"', "2001:db8::8"],
    ["2001:db8::9", "2001:db8::9"],
    ['"unknown"', "10.1.2.3"],
    ["1.2.3.4, unknown, 10.0.0.5:443", "10.0.0.5"],
    ["unknown, 203.0.113.55:1,", "203.0.113.55"],
    ["", "10.1.2.3"],
  ] as const)
    assert.equal(await session("10.1.2.3", forwarded), address, forwarded);
  const statuses = [];
  const body = { email: person.email, password: "not the password" };
  for (let turn = 0; turn < 12; turn++) {
    const headers = { "x-forwarded-for": `203.0.113.56:${50_000 + turn}` };
    statuses.push((await openBrowser(trusting.app, "10.1.2.3").post("/auth/sign-in", body, headers)).status);
  }
  assert.deepEqual(statuses.slice(9), [401, 429, 429]);
});

test("wrong passwords of a signed-in person count for the person, and mails for their mailbox", async () => {
  const { world } = await newWorld();
  const person = await newPerson(world);
  const browser = await signedIn(world, person, newAddress());
  for (let turn = 0; turn < 5; turn++) {
    assert.equal((await browser.post("/auth/reauthenticate", { password: "wrong one" })).status, 401);
    const body = { currentPassword: "wrong one", newPassword: "copper meadow violin" };
    assert.equal((await browser.send("PUT", "/v1/me/password", body)).status, 422);
  }
  assertProblem(await browser.post("/auth/reauthenticate", { password: testPassword }), 429, "too_many_attempts");
  assertProblem(
    await browser.send("PUT", "/v1/me/password", {
      currentPassword: testPassword,
      newPassword: "copper meadow violin",
    }),
    429,
    "too_many_attempts",
  );

  const asking = (blanks: number) =>
    openBrowser(world.app, newAddress()).post("/auth/password/forgotten", { email: `${" ".repeat(blanks)}x@y.z` });
  for (let turn = 0; turn < 10; turn++) assert.equal((await asking(turn)).status, 202);
  for (const blanks of [0, 11]) assertProblem(await asking(blanks), 429, "too_many_attempts");
});

test("a throttled attempt is recorded in the organizations, for a few people per minute", async () => {
  const { world, clock } = await newWorld();
  const person = await newPerson(world);
  const reasons = async () => {
    await world.background.idle();
    const { data } = (await person.get("/v1/audit-events?action=sign_in.failed&limit=200")).json;
    return data.map(({ details }: Json) => details.reason).toReversed();
  };
  const address = newAddress();
  for (let turn = 0; turn < 10; turn++) await tryPassword(world, person.email, address);
  assert.deepEqual(await reasons(), ["invalid_credentials"]);
  for (let turn = 0; turn < 3; turn++) assert.equal((await tryPassword(world, person.email, address)).status, 429);
  assert.deepEqual(await reasons(), ["invalid_credentials", "too_many_attempts"]);
  clock.ms += minuteMs + 1;
  await tryPassword(world, person.email, address);
  assert.deepEqual(await reasons(), ["invalid_credentials", "too_many_attempts", "too_many_attempts"]);

  // Someone at a blocked network address tries one member after another.
  clock.ms += minuteMs + 1;
  const shut = newAddress();
  for (let turn = 0; turn < 50; turn++) await tryPassword(world, `x${turn}@example.com`, shut);
  const before = (await reasons()).length;
  for (let turn = 0; turn < 15; turn++) {
    const email = `${newId("user")}@example.com`;
    const user = await insertUser(world.db, { id: newId("user"), email, name: "Kim" });
    await insertMember(world.db, person.orgId, user.id, "member");
    assert.equal((await tryPassword(world, email, shut)).status, 429);
  }
  assert.equal((await reasons()).length - before, 10);
});

test("all nodes count together, and expired counters are cleaned up", async () => {
  const { db } = await createDatabase();
  const clock = { ms: Date.now() };
  const nodes = [
    await newTestApp({ db, now: () => new Date(clock.ms) }),
    await newTestApp({ db, now: () => new Date(clock.ms) }),
  ];
  const [one, two] = nodes;
  assert.ok(one !== undefined && two !== undefined);
  const address = newAddress();
  for (let turn = 0; turn < 10; turn++)
    assert.equal((await tryPassword(turn % 2 === 0 ? one : two, "a@example.com", address)).status, 401);
  for (const node of nodes) assert.equal((await tryPassword(node, "a@example.com", address)).status, 429);
  const count = async () => (await db.query(sql`select key from sign_in_throttles`)).length;
  assert.ok((await count()) >= 3);
  await cleanUp(db, new Date(clock.ms));
  assert.ok((await count()) >= 3);
  await cleanUp(db, new Date(clock.ms + 15 * minuteMs + 1));
  assert.equal(await count(), 0);
});
