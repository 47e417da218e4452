import assert from "node:assert/strict";
import { after, test } from "node:test";
import { insertMember } from "#identity/members/queries.ts";
import { newId } from "#platform/ids.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { type Browser, newPerson, newRecentlyAuthenticatedPerson, openBrowser, signedIn } from "#test/http/browser.ts";
import { startOpenIdProvider, type TestAccount } from "#test/http/openid-test-provider.ts";
import { newAccount, redirectUrl } from "#test/worlds/openid-groups-world.ts";
import { newTestApp } from "#test/worlds/test-app.ts";
import { createOpenIdProvider } from "./openid-provider.ts";

const publicUrl = new URL(redirectUrl).origin;
const provider = await startOpenIdProvider(redirectUrl);
after(() => provider.stop());

function newWorld() {
  const { issuer, clientId, clientSecret } = provider;
  return newTestApp({ publicUrl, openId: createOpenIdProvider({ issuer, clientId, clientSecret, name: "Example" }) });
}

/** Goes to the provider and back. Returns the path whose request completes the sign-in. */
async function comeBack(browser: Browser, account: TestAccount): Promise<string> {
  const { headers } = await browser.get("/auth/openid/start");
  return (await provider.visit(headers["location"] ?? "", account)).slice(publicUrl.length);
}

async function signIn(browser: Browser, account: TestAccount): Promise<string | undefined> {
  return (await browser.get(await comeBack(browser, account))).headers["location"];
}

const invite = (browser: Browser) => browser.post("/v1/invitations", { email: `${newId("user")}@example.com` });

test("a sign-in at a provider without `auth_time` does not count as recent authentication", async () => {
  const world = await newWorld();
  const person = await newRecentlyAuthenticatedPerson(world);
  const browser = openBrowser(world.app);
  assert.equal(await signIn(browser, newAccount({ email: person.email })), "/");
  assert.equal((await browser.get("/v1/organization")).status, 200);
  assertProblem(await invite(browser), 403, "reauthentication_required");
});

/**
 * Re-authenticates at the provider. `change` alters the URL of the response, as someone who controls the browser
 * could.
 */
async function prove(browser: Browser, account: TestAccount, change?: (url: URL) => void) {
  const begun = await browser.get("/auth/openid/start?proof=true");
  const url = new URL(begun.headers["location"] ?? "");
  assert.deepEqual([url.searchParams.get("prompt"), url.searchParams.get("max_age")], ["login", "0"]);
  change?.(url);
  const back = await provider.visit(url.href, account);
  return (await browser.get(back.slice(publicUrl.length))).headers["location"];
}

test("for re-authentication the provider asks again, and the session may then do what needs it", async () => {
  const world = await newWorld();
  const person = await newRecentlyAuthenticatedPerson(world);
  const browser = openBrowser(world.app);
  const account = newAccount({ email: person.email });
  await signIn(browser, account);
  assert.equal(await prove(browser, account), "/");
  assert.equal((await invite(browser)).status, 201);
});

test("re-authentication stays in the organization of the session, if it is still the person's", async () => {
  const world = await newWorld();
  const [person, second] = [await newRecentlyAuthenticatedPerson(world), await newPerson(world)];
  await insertMember(world.db, second.orgId, person.userId, "admin");
  const account = newAccount({ email: person.email });
  const browser = openBrowser(world.app);
  const organization = async () => (await browser.get("/v1/organization")).json.id;
  await signIn(browser, account);
  assert.equal(await organization(), person.orgId);
  assert.equal((await browser.post("/auth/switch", { organizationId: second.orgId })).status, 200);

  assert.equal(await prove(browser, account), "/");
  assert.equal(await organization(), second.orgId);
  assert.equal((await invite(browser)).status, 201);

  // Someone else who signs in with this browser is not a member there.
  const other = await newRecentlyAuthenticatedPerson(world);
  const others = openBrowser(world.app);
  for (const [name, value] of browser.cookies) others.cookies.set(name, value);
  assert.equal(await signIn(others, newAccount({ email: other.email })), "/");
  assert.equal((await others.get("/v1/organization")).json.id, other.orgId);

  const back = await signedIn(world, person);
  assert.equal((await back.post("/auth/switch", { organizationId: second.orgId })).status, 200);
  const path = await comeBack(back, account);
  assert.equal((await second.delete(`/v1/members/${person.userId}`)).status, 204);
  assert.equal((await back.get(path)).headers["location"], "/");
  assert.equal((await back.get("/v1/organization")).json.id, person.orgId);
});

test("a response without the time of authentication, or with an earlier one, gives no session", async () => {
  const world = await newWorld();
  const person = await newRecentlyAuthenticatedPerson(world);
  const account = newAccount({ email: person.email });
  const anHourAgo = Math.floor(Date.now() / 1000) - 3600;
  for (const [name, change, authenticatedAt] of [
    [
      "without auth_time",
      ({ searchParams }: URL) => ["prompt", "max_age"].forEach((one) => searchParams.delete(one)),
      0,
    ],
    [
      "with an old auth_time",
      ({ searchParams }: URL) => {
        searchParams.delete("prompt");
        searchParams.set("max_age", "100000");
      },
      anHourAgo,
    ],
    ["with an auth_time in the future", () => undefined, anHourAgo + 26 * 3600],
  ] as const) {
    const browser = openBrowser(world.app);
    const known = authenticatedAt === 0 ? account : { ...account, authenticatedAt };
    assert.equal(await prove(browser, known, change), "/sign-in?error=openid_not_proved", name);
    assert.equal(browser.cookies.size, 0, name);
  }
  assertProblem(await openBrowser(world.app).get("/auth/openid/start?proof=perhaps"), 422, "validation_failed");
});
