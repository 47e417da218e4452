import assert from "node:assert/strict";
import { test } from "node:test";
import { assertProblem } from "#test/http/assert-problem.ts";
import { newPerson, openBrowser, signedIn, testPassword } from "#test/http/browser.ts";
import { newTestApp, type TestApp } from "#test/worlds/test-app.ts";
import { testSecretKey } from "#test/worlds/test-secret-key.ts";
import { openDeviceCookie } from "./known-device.ts";

const minuteMs = 60_000;
let networks = 0;
/** An address that no other test uses. */
const newAddress = () => `100.66.${Math.floor(++networks / 250)}.${networks % 250}`;

async function newWorld() {
  const clock = { ms: Date.now() };
  const world = await newTestApp({ now: () => new Date(clock.ms) });
  return { world, clock };
}

function tryPassword(world: TestApp, email: string, address: string, password = "not the password") {
  return openBrowser(world.app, address).post("/auth/sign-in", { email, password });
}

test("a browser that its person has signed in with is locked by its own failures only", async () => {
  const { world } = await newWorld();
  const [person, other] = [await newPerson(world), await newPerson(world)];
  const office = newAddress();
  const browser = await signedIn(world, person, office);
  assert.equal((await browser.post("/auth/sign-out")).status, 204);
  for (let turn = 0; turn < 50; turn++)
    assert.equal((await tryPassword(world, `${turn}-${person.email}`, office)).status, 401);
  for (let turn = 0; turn < 100; turn++)
    assert.equal((await tryPassword(world, person.email, newAddress())).status, 401);
  for (const address of [office, newAddress()])
    assertProblem(await tryPassword(world, person.email, address, testPassword), 429, "too_many_attempts");
  const signIn = (email: string, password: string) => browser.post("/auth/sign-in", { email, password });
  assertProblem(await signIn(other.email, testPassword), 429, "too_many_attempts");
  assert.equal((await signIn(person.email, testPassword)).status, 200);
  for (let turn = 0; turn < 10; turn++) assert.equal((await signIn(person.email, "not the password")).status, 401);
  assertProblem(await signIn(person.email, testPassword), 429, "too_many_attempts");
});

test("a session alone makes no browser known, however often it switches", async () => {
  const { world } = await newWorld();
  const person = await newPerson(world);
  const owner = await signedIn(world, person, newAddress());
  const thief = openBrowser(world.app, newAddress());
  thief.cookies.set("__Host-stint-session", owner.cookies.get("__Host-stint-session") ?? "");
  const guess = (password: string) => thief.post("/auth/sign-in", { email: person.email, password });
  for (let turn = 0; turn < 10; turn++) {
    const switched = await thief.post("/auth/switch", { organizationId: person.orgId });
    assert.equal(switched.status, 200, switched.text);
    assert.equal((await guess("not the password")).status, 401);
  }
  assert.deepEqual([...thief.cookies.keys()], ["__Host-stint-session"]);
  assertProblem(await guess(testPassword), 429, "too_many_attempts");
});

test("signing in again keeps the browser's identifier, but not another person's", async () => {
  const { world, clock } = await newWorld();
  const [person, other] = [await newPerson(world), await newPerson(world)];
  const browser = await signedIn(world, person, newAddress());
  const device = () => openDeviceCookie(testSecretKey, `__Secure-stint-device=${cookie()}`, new Date(clock.ms));
  const cookie = () => browser.cookies.get("__Secure-stint-device");
  const signIn = ({ email }: { email: string }) => browser.post("/auth/sign-in", { email, password: testPassword });
  const first = device();
  assert.equal(first?.userId, person.userId);
  assert.equal((await signIn(person)).status, 200);
  assert.deepEqual(device(), first);
  assert.equal((await signIn(other)).status, 200);
  assert.equal(device()?.userId, other.userId);
  assert.notEqual(device()?.device, first?.device);
});

test("a device cookie that is altered, too old or from another service is ignored", async () => {
  const { world, clock } = await newWorld();
  const person = await newPerson(world);
  const browser = await signedIn(world, person, newAddress());
  const cookie = browser.cookies.get("__Secure-stint-device") ?? "";
  assert.ok(!cookie.includes(person.userId));
  for (let turn = 0; turn < 100; turn++)
    assert.equal((await tryPassword(world, person.email, newAddress())).status, 401);
  const elsewhere = await newTestApp({ secretKey: Buffer.alloc(32, 9), now: () => new Date(clock.ms) });
  const signIn = ({ app }: TestApp, value: string) =>
    openBrowser(app, newAddress()).post(
      "/auth/sign-in",
      { email: person.email, password: testPassword },
      { cookie: `a=b; __Secure-stint-device=${value}` },
    );
  assert.equal((await signIn(elsewhere, cookie)).status, 429);
  assert.equal((await signIn(world, `${cookie.slice(0, -4)}AAAA`)).status, 429);
  assert.equal((await signIn(world, "")).status, 429);
  assert.equal((await signIn(world, cookie)).status, 200);
  clock.ms += 90 * 24 * 60 * minuteMs;
  for (let turn = 0; turn < 100; turn++)
    assert.equal((await tryPassword(world, person.email, newAddress())).status, 401);
  assert.equal((await signIn(world, cookie)).status, 429);
});
