import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { newTestApp, testApp } from "#test/worlds/test-app.ts";
import { newApiKey } from "#test/worlds/factories.ts";

const path = "/v1/api-keys";

test("rotating gives a new key with the same rights, and the one before works until the overlap ends", async () => {
  let now = new Date();
  const { newOrganization, newKey } = await newTestApp({ now: () => now });
  const owner = await newOrganization();
  const old = await newKey(owner, ["organization:read", "reports:read"]);
  const soon = new Date(now.getTime() + 60_000).toISOString();

  const made = await owner.post(`${path}/${old.keyId}/rotate`, { overlapSeconds: 900 });

  assert.equal(made.status, 201, made.text);
  assert.notEqual(made.json.id, old.keyId);
  assert.partialDeepStrictEqual(made.json, { scopes: ["reports:read", "organization:read"], expiresAt: null });
  const fresh = { authorization: `Bearer ${made.json.apiKey}` };
  assert.equal((await owner.get("/v1/organization", fresh)).status, 200);
  assert.equal((await old.get("/v1/organization")).status, 200);
  now = new Date(now.getTime() + 900_000);
  assertProblem(await old.get("/v1/organization"), 401, "expired_api_key");
  assert.equal((await owner.get("/v1/organization", fresh)).status, 200);

  const atOnce = await owner.post(`${path}/${made.json.id}/rotate`, {
    overlapSeconds: 0,
    expiresAt: "2199-01-01T00:00:00Z",
  });
  assert.equal(atOnce.json.expiresAt, "2199-01-01T00:00:00Z");
  assertProblem(await owner.get("/v1/organization", fresh), 401, "revoked_api_key");
  assertProblem(
    await owner.post(`${path}/${atOnce.json.id}/rotate`, { overlapSeconds: 60 }),
    422,
    "validation_failed",
    ["/overlapSeconds"],
  );
  assertProblem(await owner.post(`${path}/${atOnce.json.id}/rotate`, { expiresAt: soon }), 422, "validation_failed", [
    "/expiresAt",
  ]);
});

test("a key's earlier end takes precedence over the overlap, which is an hour by default", async () => {
  const now = new Date();
  const { newOrganization } = await newTestApp({ now: () => now });
  const owner = await newOrganization();
  const at = (seconds: number) => new Date(now.getTime() + seconds * 1000).toISOString();
  const ends = async (key: object, body?: object) => {
    const id = await newApiKey(owner, key);
    assert.equal((await owner.post(`${path}/${id}/rotate`, body)).status, 201);
    return Date.parse((await owner.get(`${path}/${id}`)).json.expiresAt);
  };
  assert.equal(await ends({ expiresAt: at(60) }, { overlapSeconds: 900 }), Date.parse(at(60)));
  assert.equal(await ends({}), Date.parse(at(3600)));
  assert.equal(await ends({ expiresAt: at(7200) }), Date.parse(at(3600)));
});

test("no key gains rights by rotating another", async () => {
  const { newOrganization, newKey } = await testApp();
  const owner = await newOrganization();
  const weak = await newKey(owner, ["keys:write"]);
  const answer = await weak.post(`${path}/${owner.keyId}/rotate`, { overlapSeconds: 0 });
  assertProblem(answer, 403, "insufficient_scope");
  assert.equal((await owner.get("/v1/organization")).status, 200);
});

test("a demoted member's key passes on its remaining rights", async () => {
  const { newOrganization, newMember, db } = await testApp();
  const owner = await newOrganization();
  const admin = await newMember(owner, "admin");
  await db.query(sql`update members set role = 'member' where org_id = ${owner.orgId} and user_id = ${admin.userId}`);
  const rotated = await admin.post(`${path}/${admin.keyId}/rotate`);
  assert.equal(rotated.status, 201, rotated.text);
  assert.ok(!rotated.json.scopes.includes("audit:read"));
});

test("a session creates and rotates keys only after a recent authentication", async () => {
  let now = new Date();
  const { newOrganization, newSession } = await newTestApp({ now: () => now });
  const owner = await newOrganization();
  const session = await newSession(owner);
  const made = await session.post(path, { name: "Script", scopes: ["full"] });
  assert.equal(made.status, 201, made.text);
  now = new Date(now.getTime() + 11 * 60_000);
  assertProblem(await session.post(path, { name: "x" }), 403, "reauthentication_required");
  assertProblem(await session.post(`${path}/${made.json.id}/rotate`), 403, "reauthentication_required");
  assert.equal((await session.delete(`${path}/${made.json.id}`)).status, 204);
});
