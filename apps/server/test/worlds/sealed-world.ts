import assert from "node:assert/strict";
import { TOTP } from "otpauth";
import { addMember } from "#identity/members/add-member.ts";
import { checkSecretKey } from "#platform/secrets/check-secret-key.ts";
import type { TestDatabase } from "#test/databases/test-database.ts";
import { newPerson, signedIn } from "#test/http/browser.ts";
import { newSubscribedCalendar } from "./calendar-requests.ts";
import { newWebhook } from "./factories.ts";
import { newTestApp } from "./test-app.ts";
import { testSecretKey } from "./test-secret-key.ts";

/** Creates two organizations with endpoints, a person in both with a second factor, and a saved reply with a secret. */
export async function fillWithSecrets({ db }: Pick<TestDatabase, "db">) {
  await checkSecretKey(db, testSecretKey, async () => false);
  const world = await newTestApp({ db });
  const person = await newPerson(world);
  const other = await world.newOrganization();
  const origin = { orgId: other.orgId, userId: null, keyId: null, requestId: null };
  await db.transaction((tx) => addMember(tx, origin, person.userId, "viewer"));
  const browser = await signedIn(world, person);
  const { secret } = (await browser.post("/v1/me/second-factor")).json;
  const code = new TOTP({ secret }).generate();
  assert.equal((await browser.post("/v1/me/second-factor/confirm", { code })).status, 200);
  await newSubscribedCalendar(await world.newSession(other));
  const active = await newWebhook(other, { events: ["*"] });
  const rotated = await newWebhook(other);
  assert.equal((await other.post(`/v1/webhooks/${rotated}/rotate-secret`)).status, 200);
  const disabled = await newWebhook(person);
  assert.equal((await person.patch(`/v1/webhooks/${disabled}`, { status: "disabled" })).status, 200);
  const once = { "idempotency-key": "once" };
  assert.equal((await other.post("/v1/webhooks", { url: "http://127.0.0.1:9/hook" }, once)).status, 201);
  // This second factor is still being set up, so it does not count.
  const beginner = await newPerson(world);
  assert.equal((await (await signedIn(world, beginner)).post("/v1/me/second-factor")).status, 200);
  return { world, person, other, active, rotated, disabled };
}
