import assert from "node:assert/strict";
import { test } from "node:test";
import { assertProblem } from "#test/http/assert-problem.ts";
import { newPerson, openBrowser, signedIn } from "#test/http/browser.ts";
import { testApp } from "#test/worlds/test-app.ts";
import { plainAddress } from "#identity/visitor.ts";

test("an IPv4 address is written as one, however it reached the socket", () => {
  for (const [given, expected] of [
    ["127.0.0.1", "127.0.0.1"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["::FFFF:203.0.113.7", "203.0.113.7"],
    ["::1", "::1"],
    ["2001:db8::ffff:203.0.113.7", "2001:db8::ffff:203.0.113.7"],
  ] as const)
    assert.equal(plainAddress(given), expected);
});

test("a proxy's own password in front of the service does not end a session", async () => {
  const world = await testApp();
  const browser = await signedIn(world, await newPerson(world));
  for (const authorization of ["Basic dGVhbTpzZWNyZXQ=", "basic x", "Negotiate YII=", 'Digest username="team"']) {
    assert.equal((await browser.get("/v1/me", { authorization })).status, 200, authorization);
    const made = await browser.post("/v1/clients", { name: authorization }, { authorization });
    assert.equal(made.status, 201, made.text);
    const foreign = { authorization, "sec-fetch-site": "cross-site" };
    assert.equal((await browser.post("/v1/clients", { name: `${authorization}!` }, foreign)).status, 403);
    const stranger = await openBrowser(world.app).get("/v1/me", { authorization });
    assertProblem(stranger, 401, "invalid_api_key");
    assert.equal(stranger.headers["www-authenticate"], "Bearer");
  }
  for (const authorization of ["Bearer stint_0", "Bearer", "stint_0"])
    assertProblem(await browser.get("/v1/me", { authorization }), 401, "invalid_api_key");
});
