import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import { testApp } from "#test/worlds/test-app.ts";
import { CommandError } from "#commands/command-line/command-error.ts";
import { createKey } from "./create-key.ts";
import { createOrganization } from "./create-organization.ts";

test("an address identifies one person, regardless of case, who may own several organizations", async () => {
  const { db } = await testApp();
  const email = `${newId("user")}@bücher.example`;
  const first = await createOrganization(db, { name: "One", ownerEmail: email });
  const second = await createOrganization(db, {
    name: "Two",
    ownerEmail: ` ${email.toUpperCase()} `,
    timeZone: "Zürich",
  });
  assert.equal(second.userId, first.userId);
  assert.notEqual(second.organizationId, first.organizationId);
  const [user] = await db.query(sql`select email, name from users where id = ${first.userId}`);
  const local = email.split("@", 1)[0];
  assert.deepEqual(user, { email: `${local}@xn--bcher-kva.example`, name: local });
  const key = { org: second.organizationId, email: email.toUpperCase(), scopes: "full" };
  const [named] = await db.query(sql`select time_zone from organizations where id = ${second.organizationId}`);
  assert.deepEqual(named, { time_zone: "Europe/Zurich" });
  const refused = { name: "x", ownerEmail: email, timeZone: "Plant 7" };
  await assert.rejects(
    createOrganization(db, refused),
    /must be an IANA time zone such as Europe\/Berlin, not "Plant 7"/,
  );
  assert.match((await createKey(db, key)).apiKey, /^stint_/);
});

test("a key's scopes are named as in the API: a scope, a preset, or a resource with all its scopes", async () => {
  const { db } = await testApp();
  const { organizationId: org, userId } = await createOrganization(db, { name: "One", ownerEmail: "keys@example.com" });
  const create = (scopes: string) => createKey(db, { org, email: "keys@example.com", scopes });
  const { keyId } = await create("timer, timesheets ,billing:read");
  const [key] = await db.query(sql`select user_id, scopes from api_keys where org_id = ${org} and id = ${keyId}`);
  const timer = ["time-entries:read", "time-entries:write", "projects:read"];
  const timesheets = ["timesheets:read", "timesheets:write", "timesheets:approve"];
  assert.deepEqual(key, { user_id: userId, scopes: [...timer, ...timesheets, "billing:read"] });
  await assert.rejects(create("timesheet"), /"timesheet" is not a scope; the closest one is timesheets\./);
  await assert.rejects(create(" ,"), /at least one scope/);
});

test("an invalid address creates nothing", async () => {
  const { db } = await testApp();
  const count = () => db.query(sql`select count(*) from organizations`);
  const before = await count();
  for (const ownerEmail of [
    "",
    "me",
    "me@",
    "a b@example.com",
    "me@example.com\nBcc: x@example.com",
    "a@b@example.com",
  ])
    await assert.rejects(createOrganization(db, { name: "x", ownerEmail }), CommandError, ownerEmail);
  assert.deepEqual(await count(), before);
});
