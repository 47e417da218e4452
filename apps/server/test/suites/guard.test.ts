import assert from "node:assert/strict";
import { test } from "node:test";
import { scopes } from "#identity/access.ts";
import { newApiKey } from "#identity/api-keys/api-key-format.ts";
import { sql } from "#platform/database/database.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { eachOperation, listOperations, neverWas, sendUseless } from "#test/cases/operations.ts";
import { newTestApp, testApp } from "#test/worlds/test-app.ts";

test("every operation returns 401 for a key that is missing, malformed, unknown, expired or revoked", async () => {
  const { app, anonymous, newOrganization, newKey, db } = await testApp();
  const owner = await newOrganization();
  const expired = await newKey(owner, scopes, new Date(Date.now() - 1).toISOString());
  const revoked = await newKey(owner, scopes);
  await db.query(sql`update api_keys set revoked_at = now() where org_id = ${owner.orgId} and id = ${revoked.keyId}`);
  const mistyped = `${owner.apiKey.slice(0, -1)}${owner.apiKey.endsWith("0") ? "1" : "0"}`;
  const refused: [string | undefined, string][] = [
    [undefined, "missing_api_key"],
    ["", "missing_api_key"],
    [owner.apiKey, "invalid_api_key"],
    [`Basic ${owner.apiKey}`, "invalid_api_key"],
    ["Bearer", "invalid_api_key"],
    [`Bearer ${owner.apiKey} ${owner.apiKey}`, "invalid_api_key"],
    [`Bearer ${mistyped}`, "invalid_api_key"],
    [`Bearer ${newApiKey()}`, "invalid_api_key"],
    [`Bearer ${expired.apiKey}`, "expired_api_key"],
    [`Bearer ${revoked.apiKey}`, "revoked_api_key"],
  ];

  await eachOperation(app, async (operation) => {
    for (const [authorization, code] of refused) {
      // The rest of the request is invalid too, which shows that the 401 comes first.
      const answer = await sendUseless(operation, anonymous, authorization === undefined ? {} : { authorization });
      assertProblem(answer, 401, code);
      assert.equal(answer.headers["www-authenticate"], "Bearer");
      assert.equal(answer.headers["ratelimit"], undefined);
    }
  });
});

test("unknown paths and methods of /v1 return 401 without a key, and 404 or 405 with one", async () => {
  const { app, anonymous, newOrganization } = await testApp();
  const owner = await newOrganization();
  assertProblem(await anonymous.send("GET", "/v1/no-such-thing"), 401, "missing_api_key");
  assertProblem(await owner.get("/v1/no-such-thing"), 404, "not_found");
  assertProblem(await anonymous.send("GET", "/v1"), 401, "missing_api_key");

  const known = new Map<string, string[]>();
  for (const { path, method } of await listOperations(app)) {
    known.set(path, [...(known.get(path) ?? []), method]);
  }
  for (const [path, methods] of known) {
    const url = path.replaceAll(/\{\w+\}/g, neverWas("x_"));
    const allow = [...methods, ...(methods.includes("GET") ? ["HEAD"] : [])].toSorted().join(", ");
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
      if (methods.includes(method)) continue;
      assertProblem(await anonymous.send(method, url), 401, "missing_api_key");
      const answer = await owner.send(method, url);
      // /time-entries/batch also matches /time-entries/{id}, with `batch` as the id. If only the latter has the method,
      // the reply is a 404 for an unknown id.
      const isAlsoAnId = [...known].some(
        ([other, has]) => other !== path && has.includes(method) && toPattern(other).test(url),
      );
      if (isAlsoAnId) assert.ok([404, 405].includes(answer.status), `${method} ${url}: ${answer.text}`);
      else {
        assertProblem(answer, 405, "method_not_allowed");
        assert.equal(answer.headers["allow"], allow, `${method} ${url}`);
      }
    }
  }
});

const toPattern = (path: string) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`);

test("every operation counts against the key's rate limit, even if it is refused", async () => {
  const { app, newOrganization, newKey } = await newTestApp({ rateLimit: { perMinute: 1, burst: 0 } });
  const owner = await newOrganization();
  await eachOperation(app, async (operation) => {
    const key = await newKey(owner, []);
    assert.notEqual((await sendUseless(operation, key)).status, 429);
    const answer = await sendUseless(operation, key);
    assertProblem(answer, 429, "rate_limited");
    assert.match(answer.headers["retry-after"] ?? "", /^[1-9]\d*$/);
  });
});
