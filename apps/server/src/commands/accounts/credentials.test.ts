import assert from "node:assert/strict";
import { test } from "node:test";
import { TOTP } from "otpauth";
import { sql } from "#platform/database/database.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { newPerson, openBrowser, signedIn, testPassword } from "#test/http/browser.ts";
import { testApp } from "#test/worlds/test-app.ts";
import { CommandError } from "#commands/command-line/command-error.ts";
import { accountCommands } from "./account-commands.ts";
import { createPasswordLink } from "./create-password-link.ts";
import { removeSecondFactor } from "./remove-second-factor.ts";

const publicUrl = "https://time.example.com";
const tokenOf = (link: string) => link.split("#token=")[1];

test("a second link from password-link invalidates the first, even if both are created at once", async () => {
  const world = await testApp();
  const person = await newPerson(world);
  const make = async () => tokenOf((await createPasswordLink(world.db, publicUrl, person.email)).link);
  const browser = openBrowser(world.app);
  const reset = (token?: string) => browser.post("/auth/password/reset", { token, password: "copper meadow violin" });
  const first = await make();
  const last = await make();
  assertProblem(await reset(first), 422, "invalid_link");
  assert.equal((await reset(last)).status, 204);
  await Promise.all([make(), make()]);
  const alive = await world.db.query(sql`
    select 1 from one_time_links where user_id = ${person.userId} and used_at is null`);
  assert.equal(alive.length, 1);
});

test("password-link warns that following it removes the second factor of an unverified address", async () => {
  const world = await testApp();
  const person = await newPerson(world);
  const browser = await signedIn(world, person);
  const make = async () => {
    const [printed, warned]: [string[], string[]] = [[], []];
    const commands = accountCommands({
      out: (text) => printed.push(text),
      err: (text) => warned.push(text),
      withDatabase: (work) => work({ db: world.db } as Parameters<typeof work>[0]),
      typedPath: (path) => path,
    });
    await commands["password-link"](["--email", person.email, "--json"]);
    return { ...JSON.parse(printed.join("")), warns: warned.some((text) => text.includes("second factor")) };
  };
  const verify = (at: string | null) =>
    world.db.query(sql`update users set email_verified_at = ${at} where id = ${person.userId}`);
  await verify(null);
  assert.deepEqual([(await make()).warns, Object.keys(await make())], [false, ["link", "expiresAt", "warns"]]);
  const { secret } = (await browser.post("/v1/me/second-factor")).json;
  const code = new TOTP({ secret }).generate();
  assert.equal((await browser.post("/v1/me/second-factor/confirm", { code })).status, 200);
  const { link, warns } = await make();
  assert.ok(warns);
  // The link does what the warning says.
  const reset = { token: tokenOf(link), password: "copper meadow violin" };
  assert.equal((await openBrowser(world.app).post("/auth/password/reset", reset)).status, 204);
  const signIn = { email: person.email, password: reset.password };
  assert.equal((await openBrowser(world.app).post("/auth/sign-in", signIn)).status, 200);
  assert.ok(!(await make()).warns);
});

test("the operator removes a second factor, and every organization of the person records it", async () => {
  const world = await testApp();
  const person = await newPerson(world);
  const other = await world.newOrganization();
  await world.db.query(sql`
    insert into members (org_id, user_id, role) values (${other.orgId}, ${person.userId}, 'viewer')`);
  const browser = await signedIn(world, person);
  const remove = () => removeSecondFactor(world.db, ` ${person.email.toUpperCase()} `);
  await assert.rejects(remove(), CommandError);
  await assert.rejects(removeSecondFactor(world.db, `x${person.email}`), CommandError);
  const { secret } = (await browser.post("/v1/me/second-factor")).json;
  // The setup of the second factor has begun, but the factor is not active yet.
  await assert.rejects(remove(), CommandError);
  const code = new TOTP({ secret }).generate();
  assert.equal((await browser.post("/v1/me/second-factor/confirm", { code })).status, 200);
  const signIn = () => openBrowser(world.app).post("/auth/sign-in", { email: person.email, password: testPassword });
  assertProblem(await signIn(), 401, "second_factor_required");

  assert.deepEqual(await remove(), { userId: person.userId });

  assert.equal((await signIn()).status, 200);
  for (const { get } of [person, other]) {
    const { data } = (await get("/v1/audit-events?action=second_factor.disabled")).json;
    assert.equal(data.length, 1);
    const [{ actor, targetId, targetType, details }] = data;
    assert.deepEqual([actor.type, actor.userId, targetType, targetId], ["system", null, "user", person.userId]);
    assert.deepEqual(details, { userId: person.userId, browser: null, address: null });
  }
});
