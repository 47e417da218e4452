import assert from "node:assert/strict";
import { test } from "node:test";
import { createKey } from "#commands/accounts/create-key.ts";
import { CommandError } from "#commands/command-line/command-error.ts";
import { findMember } from "#identity/members/queries.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { newApiKey } from "#test/worlds/factories.ts";
import { type Caller, newTestApp } from "#test/worlds/test-app.ts";

const path = "/v1/api-keys";
const make = (by: Caller) => by.post(path, { name: "Script" });

async function world(keyShares = { perMember: 3, perOrganization: 8 }) {
  const clock = { ms: Date.now() };
  return { clock, ...(await newTestApp({ keyShares, now: () => new Date(clock.ms) })) };
}

async function fill(by: Caller): Promise<string[]> {
  const ids: string[] = [];
  for (;;) {
    const made = await make(by);
    if (made.status !== 201) {
      assertProblem(made, 409, "too_many_api_keys");
      return ids;
    }
    ids.push(made.json.id);
  }
}

test("a member has a limited number of active keys, and an ended one makes room", async () => {
  const { clock, newOrganization, newMember, newSession } = await world();
  const owner = await newOrganization();
  const member = await newMember(owner, "member");
  const session = await newSession(member);
  const ids = await fill(member);
  assert.equal(ids.length, 2, "the member has a key already, and a session is none");
  assertProblem(await make(session), 409, "too_many_api_keys");

  assert.equal((await make(owner)).status, 201, "colleagues make keys as before");
  assert.equal((await member.delete(`${path}/${ids[0]}`)).status, 204);
  const expiresAt = new Date(clock.ms + 60_000).toISOString();
  await newApiKey(member, { expiresAt });
  assertProblem(await make(member), 409, "too_many_api_keys");
  clock.ms += 60_000;
  assert.equal((await make(member)).status, 201);
});

test("an organization has a limited number of active keys, and others are untouched", async () => {
  const { newOrganization, newMember } = await world({ perMember: 3, perOrganization: 7 });
  const owner = await newOrganization();
  const [first, second] = [await newMember(owner, "member"), await newMember(owner, "member")];
  assert.deepEqual([(await fill(first)).length, (await fill(second)).length, (await fill(owner)).length], [2, 2, 0]);
  assert.equal((await make(await newOrganization())).status, 201);
});

test("concurrent requests create no more keys than the member may have", async () => {
  const { newOrganization } = await world({ perMember: 5, perOrganization: 100 });
  const owner = await newOrganization();
  const made = await Promise.all(Array.from({ length: 20 }, () => make(owner)));
  assert.equal(made.filter(({ status }) => status === 201).length, 4);
  assert.ok(made.every(({ status }) => status === 201 || status === 409));
});

test("all keys of a member who may have no more rotate with an overlap", async () => {
  const { newOrganization, newSession } = await world();
  const owner = await newOrganization();
  const session = await newSession(owner);
  const former = [owner.keyId, ...(await fill(owner))];
  const rotated = await Promise.all(former.map((id) => session.post(`${path}/${id}/rotate`)));
  assert.deepEqual(
    rotated.map(({ status }) => status),
    [201, 201, 201],
  );
  assert.equal((await owner.get("/v1/organization")).status, 200, "the one before works");
  assertProblem(await make(owner), 409, "too_many_api_keys");
});

test("rotating yields at most twice as many working keys as a member may have", async () => {
  const { clock, newOrganization } = await world();
  const owner = await newOrganization();
  const [first = ""] = await fill(owner);
  const rotate = (id: string, overlapSeconds = 3_600) => owner.post(`${path}/${id}/rotate`, { overlapSeconds });
  const active = async () => (await owner.get(`${path}?status=active&limit=200`)).json.data.length;
  let newest = first;
  for (let turn = 0; turn < 3; turn++) newest = (await rotate(newest)).json.id;
  assertProblem(await rotate(newest), 409, "too_many_api_keys");
  assertProblem(await rotate(first), 409, "too_many_api_keys");
  assertProblem(await owner.patch(`${path}/${first}`, { expiresAt: null }), 409, "too_many_api_keys");
  assert.equal(await active(), 6);
  assert.equal((await rotate(newest, 0)).status, 201, "without an overlap there is nothing to count");
  clock.ms += 3_600_000;
  assert.equal(await active(), 3);
});

test("a replaced key whose expiry is extended counts again", async () => {
  const { clock, newOrganization } = await world();
  const owner = await newOrganization();
  const id = await newApiKey(owner, {});
  assert.equal((await owner.post(`${path}/${id}/rotate`)).status, 201);
  assert.equal((await owner.patch(`${path}/${id}`, { expiresAt: null })).status, 200);
  assertProblem(await make(owner), 409, "too_many_api_keys");
  clock.ms += 3_600_000;
  assertProblem(await make(owner), 409, "too_many_api_keys");
});

test("keys beyond a lower limit keep working, and can be changed, rotated and revoked", async () => {
  const { newOrganization, newKey } = await world();
  const owner = await newOrganization();
  const many = await Promise.all(Array.from({ length: 6 }, () => newKey(owner, ["projects:read"])));
  for (const key of many) assert.equal((await key.get("/v1/projects")).status, 200);
  const [first, second] = many.map(({ keyId }) => `${path}/${keyId}`);
  assert.equal((await owner.patch(`${first}`, { name: "Other", expiresAt: null })).status, 200);
  assert.equal((await owner.post(`${first}/rotate`)).status, 201);
  assert.equal((await owner.delete(`${second}`)).status, 204);
  assertProblem(await make(owner), 409, "too_many_api_keys");
});

test("the command line creates no more keys either", async () => {
  const { db, newOrganization } = await world();
  const owner = await newOrganization();
  const email = (await findMember(db, owner.orgId, owner.userId))?.email ?? "";
  const keyShares = { perMember: 2, perOrganization: 8 };
  const create = () => createKey(db, { org: owner.orgId, email, scopes: "timer" }, { now: new Date(), keyShares });
  await create();
  await assert.rejects(create(), (error) => {
    assert.ok(error instanceof CommandError);
    assert.match(error.message, /at most 2 active API keys/);
    return true;
  });
});
