import assert from "node:assert/strict";
import { test } from "node:test";
import * as oauth from "openid-client";
import { assertProblem } from "#test/http/assert-problem.ts";
import type { Json } from "#test/worlds/test-app.ts";
import { ask, connect, newOAuthWorld, permit } from "#test/worlds/oauth-world.ts";

const minuteMs = 60_000;
let clockMs = Date.now();
const world = await newOAuthWorld({ now: () => new Date(clockMs) });

test("a person gives a program rights that it did not request, adds some later, and takes some away", async () => {
  const owner = await world.newOrganization();
  const session = await world.newSession(owner);
  const client = await world.register();
  const asking = await ask(client, { scope: "projects:read" });
  const url = new URL(await permit(session, asking, { scopes: ["time-entries:read"] }));
  const tokens = await oauth.authorizationCodeGrant(client, url, asking.checks);
  assert.equal(tokens.scope, "time-entries:read");
  const [grant] = (await session.get("/v1/me/grants")).json.data;
  assert.deepEqual(
    [grant.scopes, grant.availableScopes.includes("costs:read"), grant.availableScopes.includes("keys:write")],
    [["time-entries:read"], true, false],
  );
  const path = `/v1/me/grants/${grant.id}`;
  const change = (scopes: string[], by = session) => by.patch(path, { scopes });
  const refresh = async (token: string | undefined) =>
    oauth.refreshTokenGrant(client, token ?? "", { scope: "time-entries:read projects:read time-entries:write" });
  const narrow = await refresh(tokens.refresh_token);
  assert.equal(narrow.scope, "time-entries:read", "the reply names what was given, whatever was asked");
  assertProblem(await world.call(tokens.access_token, "/v1/projects"), 403, "insufficient_scope");

  const wider = await change(["time-entries:read", "projects:read"]);
  assert.deepEqual([wider.status, wider.json.scopes], [200, ["time-entries:read", "projects:read"]], wider.text);
  assert.equal((await world.call(tokens.access_token, "/v1/projects")).status, 200, "with the tokens that it has");
  const refreshed = await refresh(narrow.refresh_token);
  assert.equal(refreshed.scope, "time-entries:read projects:read");
  assert.equal((await change(["projects:read", "time-entries:read"])).status, 200, "no change");
  assertProblem(await change(["keys:write"]), 422, "validation_failed", ["/scopes"]);
  assertProblem(await change([]), 422, "validation_failed", ["/scopes"]);
  const other = await world.newSession(await world.newMember(owner, "admin"));
  assertProblem(await change(["projects:read"], other), 404, "not_found");
  assert.deepEqual((await other.get("/v1/grants")).json.data[0].availableScopes, []);

  clockMs += 11 * minuteMs;
  assertProblem(await change(["projects:read", "costs:read"]), 403, "reauthentication_required");
  assert.equal((await change(["projects:read"])).status, 200, "taking away needs no recent sign-in");
  assertProblem(await world.call(refreshed.access_token, "/v1/time-entries"), 403, "insufficient_scope");
  const changes = (await owner.get("/v1/audit-events?action=grant.updated")).json.data;
  assert.deepEqual(
    changes.map(({ changes: [{ old, new: given }] }: Json) => [old, given]),
    [
      [["time-entries:read", "projects:read"], ["projects:read"]],
      [["time-entries:read"], ["time-entries:read", "projects:read"]],
    ],
  );
});

test("a member gives a program only what the member has, and a viewer gives nothing", async () => {
  const owner = await world.newOrganization();
  const caller = await world.newMember(owner, "member");
  const member = await world.newSession(caller);
  await connect(await world.register(), member, { scope: "time-entries:read" });
  const [{ id }] = (await member.get("/v1/me/grants")).json.data;
  const change = (scopes: string[]) => member.patch(`/v1/me/grants/${id}`, { scopes });
  assertProblem(await change(["time-entries:read", "costs:read"]), 422, "validation_failed", ["/scopes"]);
  assert.equal((await change(["time-entries:read", "reports:read"])).status, 200);
  assert.equal((await owner.patch(`/v1/members/${caller.userId}`, { role: "viewer" })).status, 200);
  assertProblem(await change(["time-entries:read", "reports:read", "projects:read"]), 403, "forbidden");
  assert.equal((await change(["time-entries:read"])).status, 200);
});

test("rights given in a session that is ended from elsewhere end with it", async () => {
  const owner = await world.newOrganization();
  const [first, thief] = [await world.newSession(owner), await world.newSession(owner)];
  const tokens = await connect(await world.register(), first, { scope: "time-entries:read" });
  const [{ id }] = (await first.get("/v1/me/grants")).json.data;
  assert.equal((await thief.patch(`/v1/me/grants/${id}`, { scopes: ["time-entries:write"] })).status, 200);
  assert.equal((await first.delete(`/v1/me/sessions/${thief.keyId}`)).status, 204);
  assertProblem(await world.call(tokens.access_token), 401, "revoked_api_key");
});
