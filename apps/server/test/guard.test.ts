import assert from "node:assert/strict";
import { test } from "node:test";
import { type Role, type Scope, scopes } from "#identity/access.ts";
import { newApiKey } from "#identity/api-keys/api-key-format.ts";
import { sql } from "#platform/database/database.ts";
import { assertProblem } from "./assert-problem.ts";
import { listOperations, newCallerOf, type Operation, pathOf, takesBody } from "./operations.ts";
import { type Answer, type Caller, newTestApp, testApp, type TestApp } from "./test-app.ts";
import { validRequest } from "./valid-requests.ts";

// docs/api-keys.md, the table of roles: what each lacks.
const managerLacks: Scope[] = [
  "webhooks:read",
  "webhooks:write",
  "members:read",
  "members:write",
  "organization:write",
  "audit:read",
];
const memberLacks: Scope[] = [...managerLacks, "projects:write", "costs:read", "rates:write"];
const lackedBy: Record<Role, Scope[]> = {
  owner: [],
  admin: [],
  manager: managerLacks,
  member: memberLacks,
  viewer: [...memberLacks, "time-entries:write", "keys:write"],
};

/** Calls `check` for every operation, and names the operation in what goes wrong. */
async function eachOperation(check: (operation: Operation) => Promise<void>): Promise<void> {
  for (const operation of await listOperations((await testApp()).app)) {
    try {
      await check(operation);
    } catch (error) {
      (error as Error).message = `${operation.method} ${operation.path}: ${(error as Error).message}`;
      throw error;
    }
  }
}

const neverWas = (id: string) => `${id.split("_", 1)[0]}_${"0".repeat(31)}1`;
const idsThatNeverWere = (operation: Operation) =>
  Object.fromEntries(operation.pathParameters.map((name) => [name, neverWas("x_")]));

test("every operation answers 401 to a key that is missing, malformed, unknown, expired or revoked", async () => {
  const { anonymous, newOrganization, newKey, db } = await testApp();
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

  await eachOperation(async (operation) => {
    for (const [authorization, code] of refused) {
      const headers: Record<string, string> = { "content-type": "text/plain" };
      if (authorization !== undefined) headers["authorization"] = authorization;
      // Everything else is wrong with it too: 401 comes first.
      const path = `${pathOf(operation, idsThatNeverWere(operation))}?no=such`;
      const answer = await anonymous.send(operation.method, path, undefined, { raw: "[", headers });
      assertProblem(answer, 401, code);
      assert.equal(answer.headers["www-authenticate"], "Bearer");
      assert.equal(answer.headers["ratelimit"], undefined);
    }
  });
});

test("unknown paths and methods of /v1 answer 401 without a key, and 404 or 405 with one", async () => {
  const { anonymous, newOrganization } = await testApp();
  const owner = await newOrganization();
  assertProblem(await anonymous.send("GET", "/v1/no-such-thing"), 401, "missing_api_key");
  assertProblem(await owner.get("/v1/no-such-thing"), 404, "not_found");
  assertProblem(await anonymous.send("GET", "/v1"), 401, "missing_api_key");

  const known = new Map<string, string[]>();
  for (const { path, method } of await listOperations((await testApp()).app)) {
    known.set(path, [...(known.get(path) ?? []), method]);
  }
  for (const [path, methods] of known) {
    const url = path.replaceAll(/\{\w+\}/g, neverWas("x_"));
    const allow = [...methods, ...(methods.includes("GET") ? ["HEAD"] : [])].toSorted().join(", ");
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
      if (methods.includes(method)) continue;
      assertProblem(await anonymous.send(method, url), 401, "missing_api_key");
      const answer = await owner.send(method, url);
      // /time-entries/batch is also an id in /time-entries/{id}.
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

test("every operation answers 403 to a key of all other scopes, and names the one it lacks", async () => {
  const { newOrganization, newKey } = await testApp();
  const owner = await newOrganization();
  await eachOperation(async (operation) => {
    if (operation.scope === undefined || operation.sessionOnly) return;
    const others = await newKey(
      owner,
      scopes.filter((scope) => scope !== operation.scope),
    );
    await assertForbidden(operation, others, "insufficient_scope");
  });
});

test("every operation answers 403 to each role that lacks its scope, whatever the key holds", async () => {
  const { newOrganization, newMember } = await testApp();
  const owner = await newOrganization();
  const refused = new Set<string>();
  for (const [role, lacked] of Object.entries(lackedBy) as [Role, string[]][]) {
    const member = await newMember(owner, role);
    await eachOperation(async (operation) => {
      if (operation.sessionOnly) return;
      if (lacked.includes(operation.scope ?? "")) {
        await assertForbidden(operation, member, "forbidden");
        refused.add(role);
      } else {
        const answer = await sendUseless(operation, member);
        assert.notEqual(answer.status, 403, `${role}: ${answer.text}`);
      }
    });
  }
  assert.deepEqual([...refused].toSorted(), ["manager", "member", "viewer"]);
});

/** Everything that is checked after the permission is wrong too. */
function sendUseless(operation: Operation, caller: Caller): Promise<Answer> {
  const path = `${pathOf(operation, idsThatNeverWere(operation))}?no=such`;
  return caller.send(operation.method, path, undefined, { raw: "[", headers: { "content-type": "text/plain" } });
}

async function assertForbidden(operation: Operation, caller: Caller, code: string): Promise<void> {
  const answer = await sendUseless(operation, caller);
  assertProblem(answer, 403, code);
  assert.ok(answer.json.detail.includes(String(operation.scope)), answer.text);
}

test("every operation succeeds with a key that holds its scope and no other", async () => {
  const { newOrganization, newKey, newSession } = await testApp();
  await eachOperation(async (operation) => {
    const owner = await newOrganization();
    const { ids, body } = await validRequest(operation, owner);
    const key = operation.sessionOnly
      ? await newSession(owner)
      : await newKey(owner, operation.scope === undefined ? [] : [operation.scope]);
    const answer = await key.send(operation.method, pathOf(operation, ids), body);
    assert.ok(answer.status >= 200 && answer.status < 300, `${answer.status} ${answer.text}`);
  });
});

test("another organization's id in a path is 404, told from one that never was by nothing, and nothing happens", async () => {
  const world = await testApp();
  const tried: string[] = [];
  await eachOperation(async (operation) => {
    if (operation.pathParameters.length === 0) return;
    const [owner, stranger] = [await newCallerOf(world, operation), await newCallerOf(world, operation)];
    const [own, foreign] = [await validRequest(operation, owner), await validRequest(operation, stranger)];
    const before = await countChanges(world, [owner, stranger]);
    for (const name of operation.pathParameters) {
      const id = foreign.ids[name] ?? "";
      const answers: Answer[] = [];
      for (const given of [id, neverWas(id), `${id}x`, "no-id-at-all", "\u0000", "%"]) {
        const path = pathOf(operation, { ...own.ids, [name]: given });
        const answer = await owner.send(operation.method, path, own.body);
        assertProblem(answer, 404, "not_found");
        assert.ok(!answer.text.includes(given) || given === "%", answer.text);
        answers.push(answer);
      }
      const [first, ...others] = answers.map(comparable);
      for (const other of others) assert.deepEqual(other, first);
      // Checked before the body, so that no id needs a valid one to be found out.
      if (takesBody(operation)) {
        const path = pathOf(operation, { ...own.ids, [name]: id });
        assertProblem(await owner.send(operation.method, path, undefined, { raw: "[" }), 404, "not_found");
      }
    }
    assert.deepEqual(await countChanges(world, [owner, stranger]), before);
    tried.push(operation.id);
  });
  assert.ok(tried.length > 10);
});

test("another organization's id in a body is told from one that never was by nothing", async () => {
  const world = await testApp();
  const tried: string[] = [];
  await eachOperation(async (operation) => {
    if (!takesBody(operation)) return;
    const [owner, stranger] = [await newCallerOf(world, operation), await newCallerOf(world, operation)];
    const [own, foreign] = [await validRequest(operation, owner), await validRequest(operation, stranger)];
    for (const [field, id] of Object.entries<unknown>(foreign.body ?? {})) {
      if (typeof id !== "string" || !/^[a-z]+_[0-9a-f]{32}$/.test(id)) continue;
      const answers = [];
      for (const given of [id, neverWas(id), "no id at all"]) {
        const answer = await owner.send(operation.method, pathOf(operation, own.ids), { ...own.body, [field]: given });
        assertProblem(answer, 404, "not_found", [`/${field}`]);
        answers.push(comparable(answer));
      }
      assert.deepEqual(answers[1], answers[0]);
      assert.deepEqual(answers[2], answers[0]);
      tried.push(`${operation.id} ${field}`);
    }
  });
  assert.ok(tried.includes("createTimeEntry taskId") && tried.includes("createProject clientId"), String(tried));
});

function comparable({ status, headers, json }: Answer): object {
  const { requestId: _requestId, ...body } = json;
  const { "x-request-id": _id, date: _date, ratelimit: _rateLimit, ...others } = headers;
  return { status, headers: Object.keys({ ...others }).map((name) => [name, headers[name]]), body };
}

async function countChanges({ db }: TestApp, callers: Caller[]): Promise<unknown> {
  return db.query(sql`
    select org_id, count(*) from changes where org_id = any(${callers.map(({ orgId }) => orgId)}) group by 1 order by 1`);
}

test("every operation counts against the key's rate limit, also where it is refused", async () => {
  const { newOrganization, newKey } = await newTestApp({ rateLimit: { perMinute: 1, burst: 0 } });
  const owner = await newOrganization();
  await eachOperation(async (operation) => {
    const key = await newKey(owner, []);
    assert.equal((await sendUseless(operation, key)).status, 403);
    const answer = await sendUseless(operation, key);
    assertProblem(answer, 429, "rate_limited");
    assert.match(answer.headers["retry-after"] ?? "", /^[1-9]\d*$/);
  });
});
