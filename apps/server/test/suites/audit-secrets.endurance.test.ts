import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { unlinkOpenId } from "#commands/accounts/unlink-openid.ts";
import { createKey } from "#commands/accounts/create-key.ts";
import { knownActions } from "#identity/history/resource.ts";
import { signInByIdentity } from "#identity/openid/sign-in-by-identity.ts";
import { chainBlock } from "#identity/seals/chain-changes.ts";
import { sealChains } from "#identity/seals/seal-chains.ts";
import { sql } from "#platform/database/database.ts";
import { openBrowser, testPassword } from "#test/http/browser.ts";
import { changeCases } from "#test/cases/change-cases.ts";
import { newEntry, newProject, newRate, newTagRename } from "#test/worlds/factories.ts";
import { waitFor } from "#test/databases/hold.ts";
import { newGrant } from "#test/worlds/grant-requests.ts";
import { applied, previewed, togglCsv, undone } from "#test/worlds/import-files.ts";
import { newMail } from "#test/worlds/mail-world.ts";
import { listOperations, pathOf } from "#test/cases/operations.ts";
import { type Caller, type Json, newTestApp, testApp } from "#test/worlds/test-app.ts";
import { senderOf, validRequest } from "#test/cases/valid-requests.ts";
import { secretShape } from "#test/walk/judges.ts";
import { resources } from "#tracking/exchange/resources.ts";
import { recutOrganization } from "#tracking/ledger/settings/recut-dates.ts";

/** Makes the changes for which `changeCases` has no requests. Returns the secrets that occur in them. */
async function happenElsewhere(t: TestContext, caller: Caller): Promise<string[]> {
  const { newSession, newMember, db } = await testApp();
  const session = await newSession(caller);
  const viewer = await newMember(caller, "viewer");
  await newEntry(caller, await newProject(caller, { budget: { kind: "time", seconds: 60 } }));
  await newRate(caller, { scope: "organization", projectId: undefined });
  assert.equal((await caller.post("/v1/rates/reprice", { apply: true })).status, 200);
  const rounded = await newProject(caller, { rounding: { mode: "up", minutes: 15 } });
  await newEntry(caller, rounded, { durationSeconds: 60 });
  await caller.patch(`/v1/projects/${rounded.projectId}`, { rounding: null });
  assert.equal((await caller.post("/v1/time-entries/reround", { apply: true })).status, 200);
  await caller.patch("/v1/organization", { lockDate: "2020-01-01" });
  await db.query(sql`update rates set effective_at = effective_at + interval '1 hour' where org_id = ${caller.orgId}`);
  await db.transaction((tx) => recutOrganization(tx, caller.orgId, new Date()));
  const [{ email } = { email: "" }] = await db.query<{ email: string }>(
    sql`select email from users where id = ${caller.userId}`,
  );
  const { accessToken, refreshToken } = await newGrant(await newSession(caller));
  assert.equal((await caller.post("/v1/tags/rename/undo", { id: await newTagRename(caller) })).status, 200);
  const { id } = await previewed(caller, togglCsv([{}]));
  await applied(caller, id);
  await undone(caller, id);
  await chainBlock(db, caller.orgId, { settleMs: 0 });
  await sealChains(db, { now: new Date() });
  const key = await createKey(db, { org: caller.orgId, email, scopes: "full" });
  assert.equal((await viewer.post("/v1/projects", { name: "x" })).status, 403);
  const refused = async () => (await caller.get("/v1/audit-events?action=api_key.refused")).json.data.length > 0;
  await waitFor(refused);
  return [
    accessToken,
    refreshToken,
    session.apiKey,
    viewer.apiKey,
    caller.apiKey,
    key.apiKey,
    ...(await signInElsewhere(t, caller, email)),
  ];
}

/** Runs the email, sign-in and OpenID flows. Returns the secrets used in them. */
async function signInElsewhere(t: TestContext, caller: Caller, email: string): Promise<string[]> {
  const { mail, arrived } = await newMail(t);
  const world = await newTestApp({ mail });
  const headers = { authorization: `Bearer ${caller.apiKey}` };
  const invited = await world.anonymous.send("POST", "/v1/invitations", { email: `x${email}` }, { headers });
  const mailed = /#token=(\S+)/.exec((await arrived(1))[0]?.text ?? "")?.[1] ?? "";
  await waitFor(async () => (await caller.get(`/v1/invitations/${invited.json.id}`)).json.lastSentAt !== null);
  const browser = openBrowser(world.app, "192.0.2.90");
  const token = invited.json.link.split("#token=")[1];
  const body = { token, name: "Jo", password: testPassword };
  assert.equal((await browser.post("/auth/invitations/accept", body)).status, 201);
  assert.equal((await browser.post("/auth/reauthenticate", { password: testPassword })).status, 204);
  const wrong = { email: `x${email}`, password: "not the password" };
  assert.equal((await browser.post("/auth/sign-in", wrong)).status, 401);
  await world.background.idle();
  const claims = {
    issuer: "https://id.example.com",
    subject: email,
    verifiedEmail: `x${email}`,
    hasEmail: true,
    userinfoFault: undefined,
    name: undefined,
    groups: undefined,
    groupsFault: undefined,
    authenticatedAtMs: undefined,
  };
  const visitor = { address: "192.0.2.90", userAgent: undefined, requestId: "linking" };
  const nothing = { openIdGroups: undefined, onDeactivation: async () => undefined, warn: () => undefined };
  const { started } = await signInByIdentity(visitor, { claims }, { db: world.db, now: new Date(), ...nothing });
  assert.ok("sessionKey" in started);
  await unlinkOpenId(world.db, `x${email}`);
  return [token, mailed, testPassword, wrong.password, started.sessionKey, ...browser.cookies.values()];
}

/** Returns the strings in a reply that are secrets, which are shown only once. */
function secretsIn(text: string): string[] {
  return text === "" ? [] : Object.values<Json>(JSON.parse(text)).filter((value) => secretShape.test(String(value)));
}

test("whatever happens, the audit log contains no secret, neither in its rows nor in its output", async (t) => {
  const { app, db, newOrganization } = await testApp();
  const operations = new Map((await listOperations(app)).map((operation) => [operation.id, operation]));
  const seen = new Set<string>();
  const told: string[] = [];
  const look = async (caller: Caller, secrets: string[]) => {
    const rows = await db.query<Json>(sql`select * from changes where org_id = ${caller.orgId}`);
    const shown = [await caller.get("/v1/audit-events?limit=200"), await caller.get("/v1/audit-events?format=csv")];
    for (const text of [JSON.stringify(rows), ...shown.map((answer) => answer.text)]) {
      assert.doesNotMatch(text, secretShape);
      for (const secret of secrets) assert.ok(!text.includes(secret));
    }
    for (const { action } of rows) seen.add(action);
    told.push(...secrets);
  };
  for (const { operation: id, prepare, headers } of changeCases) {
    const operation = operations.get(id);
    assert.ok(operation !== undefined, id);
    const caller = await newOrganization();
    const sender = await senderOf(operation, caller);
    const { ids = {}, body } = await (prepare === undefined ? validRequest(operation, sender) : prepare(sender));
    const answer = await sender.send(operation.method, pathOf(operation, ids), body, { headers: headers ?? {} });
    assert.ok(answer.status < 300, `${id} ${answer.text}`);
    await look(caller, [caller.apiKey, ...secretsIn(answer.text)]);
  }
  const caller = await newOrganization();
  await look(caller, await happenElsewhere(t, caller));

  assert.ok(told.some((secret) => secret.startsWith("whsec_")));
  const actions = [...knownActions(resources).keys()];
  assert.ok(actions.length > 30);
  assert.deepEqual(
    actions.filter((action) => !seen.has(action)),
    [],
    "happenElsewhere() makes what no row of change-cases.ts does",
  );
});
