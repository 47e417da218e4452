import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { checkSecretKey } from "#platform/secrets/check-secret-key.ts";
import { DecryptError } from "#platform/secrets/encrypt.ts";
import { CommandError } from "#commands/command-line/command-error.ts";
import { hasSealed } from "#commands/open/open-secret-key.ts";
import { openSecretsOnce } from "#tracking/exchange/webhooks/webhook-secrets.ts";
import { findWebhook } from "#tracking/exchange/webhooks/queries.ts";
import { createDatabase, type TestDatabase } from "#test/databases/test-database.ts";
import { openBrowser, testPassword } from "#test/http/browser.ts";
import { startServiceProcess } from "#test/processes/service-process.ts";
import { assertSound } from "#test/worlds/assert-sound.ts";
import { fillWithSecrets } from "#test/worlds/sealed-world.ts";
import { newTestApp } from "#test/worlds/test-app.ts";
import { testSecretKey } from "#test/worlds/test-secret-key.ts";
import { describeReplacement, replaceSecretKey } from "./replace-secret-key.ts";

const newKey = randomBytes(32);
const check = ({ db }: TestDatabase, key: Buffer) => checkSecretKey(db, key, () => hasSealed(db));

function replace({ db }: TestDatabase, forgetsSealed: boolean, secretKey: Buffer | undefined = newKey) {
  const deps = { db, dataDir: undefined, config: { secretKey }, now: new Date(), patienceMs: 0 };
  return replaceSecretKey(deps, { forgetsSealed });
}

test("without --forget-sealed a new key is refused with what it would cost, and nothing changes", async () => {
  const database = await createDatabase();
  await fillWithSecrets(database);
  await assert.rejects(replace(database, false), (error: Error) => {
    assert.ok(error instanceof CommandError);
    assert.match(error.message, /endpoints: 4, in 2 organizations;/);
    assert.match(error.message, /second factors: 1;/);
    assert.match(error.message, /calendars that members subscribe to: 1;/);
    assert.match(error.message, /Idempotency-Key: 1;/);
    assert.match(error.message, /Nothing was changed.*--forget-sealed\.$/);
    return true;
  });
  await check(database, testSecretKey);
  await assert.rejects(check(database, newKey), /SECRET_KEY is not the key.*secret-key replace/);
});

test("a key that fits is not replaced, and with DATABASE_URL the new one must be set", async () => {
  const database = await createDatabase();
  await fillWithSecrets(database);
  await assert.rejects(replace(database, true, testSecretKey), /is the key of this database, so nothing/);
  const deps = { db: database.db, dataDir: undefined, config: { secretKey: undefined }, now: new Date() };
  await assert.rejects(
    replaceSecretKey(deps, { forgetsSealed: true }),
    /With DATABASE_URL, set SECRET_KEY to a new key/,
  );
  await check(database, testSecretKey);
});

test("a replacement names what has to be made again, and every organization's audit log shows it", async () => {
  const database = await createDatabase();
  const { db } = database;
  const { world, person, other, active, rotated, disabled } = await fillWithSecrets(database);

  const report = await replace(database, true);

  const ids = report.webhooks.map(({ id }) => id);
  for (const id of [active, rotated, disabled]) assert.ok(ids.includes(id));
  assert.deepEqual([ids.length, report.calendars, report.replies, report.keyFile], [4, 1, 1, null]);
  assert.deepEqual(
    report.people.map(({ userId, email }) => [userId, email]),
    [[person.userId, person.email]],
  );
  const text = describeReplacement(report);
  for (const part of [other.orgId, active, person.email]) assert.ok(text.includes(part), part);

  for (const [caller, id, action] of [
    [other, active, "webhook.disabled"],
    [person, disabled, "webhook.updated"],
  ] as const) {
    const shown = (await caller.get(`/v1/webhooks/${id}`)).json;
    assert.equal(shown.status, "disabled");
    assert.match(shown.disabledReason, /SECRET_KEY was lost.*Rotate the secret/);
    const { data } = (await caller.get(`/v1/audit-events?action=${action}&targetId=${id}`)).json;
    assert.match(JSON.stringify(data[0]), /SECRET_KEY was lost/);
    assert.equal(data[0].actor.type, "system");
  }
  for (const caller of [person, other])
    assert.equal((await caller.get("/v1/audit-events?action=second_factor.disabled")).json.data.length, 1);
  const signIn = await openBrowser(world.app).post("/auth/sign-in", { email: person.email, password: testPassword });
  assert.equal(signIn.status, 200);
  const [left] = await db.query<{ pending: number; queued: number }>(sql`
    select (select count(*) from deliveries where status = 'pending') as pending, (select count(*) from event_queue) as queued`);
  assert.deepEqual(left, { pending: 0, queued: 0 });
  await assertSound(db);
});

test("an endpoint without a secret is enabled only after a rotation under the new key", async () => {
  const database = await createDatabase();
  const { db } = database;
  const { other, active } = await fillWithSecrets(database);
  await replace(database, true);
  const { orgId, apiKey } = other;
  const { app } = await newTestApp({ db, secretKey: newKey });
  const send = (method: "POST" | "PATCH", path: string, payload: object) =>
    app.inject({
      method,
      url: `/v1/webhooks/${active}${path}`,
      payload,
      headers: { authorization: `Bearer ${apiKey}` },
    });

  const refused = await send("PATCH", "", { status: "active" });
  assert.equal(refused.statusCode, 422);
  assert.deepEqual([refused.json().errors[0].pointer, refused.json().errors[0].code], ["/status", "secret_missing"]);
  assert.equal((await send("POST", "/test", {})).statusCode, 409);

  const rotated = await send("POST", "/rotate-secret", {});
  assert.equal(rotated.statusCode, 200);
  assert.deepEqual([rotated.json().status, rotated.json().previousSecretExpiresAt], ["disabled", null]);
  const row = await findWebhook(db, orgId, active);
  assert.ok(row !== undefined && row.secret_sealed !== null);
  assert.equal(openSecretsOnce(newKey)(row.secret_sealed), rotated.json().secret);
  assert.equal((await send("PATCH", "", { status: "active" })).json().disabledReason, null);
  assert.equal((await send("POST", "/test", {})).statusCode, 201);
});

test("the old key is refused afterwards, even while nothing is encrypted with the new one", async (t) => {
  const database = await createDatabase();
  await fillWithSecrets(database);
  await replace(database, true);
  assert.equal(await hasSealed(database.db), false);
  await assert.rejects(check(database, testSecretKey), (error: Error) => {
    assert.ok(error instanceof DecryptError);
    assert.match(
      error.message,
      /^SECRET_KEY is a key that was replaced on \d{4}-\d\d-\d\d, .* Set SECRET_KEY to the new key/,
    );
    return true;
  });
  await assert.rejects(replace(database, true, testSecretKey), /a key that was replaced on/);
  await check(database, newKey);
  const service = await startServiceProcess(t, database, { SECRET_KEY: newKey.toString("base64") });
  assert.equal((await service.terminate()).code, 0);
});

test("a running service prevents the replacement", async (t) => {
  const database = await createDatabase();
  await fillWithSecrets(database);
  const service = await startServiceProcess(t, database, { SECRET_KEY: testSecretKey.toString("base64") });
  await assert.rejects(replace(database, true), /Stint is still running on this database.* Nothing was changed\.$/);
  await service.terminate();
  await check(database, testSecretKey);
});
