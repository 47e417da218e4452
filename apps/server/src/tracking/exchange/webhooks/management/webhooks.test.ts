import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { scopes, type Scope } from "#identity/access.ts";
import { sql } from "#platform/database/database.ts";
import { decrypt } from "#platform/secrets/encrypt.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { newTestApp, testApp } from "#test/worlds/test-app.ts";
import { testSecretKey } from "#test/worlds/test-secret-key.ts";
import { newProject, newWebhook } from "#test/worlds/factories.ts";
import { findWebhook } from "#tracking/exchange/webhooks/queries.ts";
import { openSecretsOnce, signingSecrets } from "#tracking/exchange/webhooks/webhook-secrets.ts";

const url = "http://127.0.0.1:9/hook";

test("a new endpoint needs only a URL, and only the reply contains its secret", async () => {
  const { db, newOrganization } = await testApp();
  const owner = await newOrganization();
  const made = await owner.post("/v1/webhooks", { url });
  assert.equal(made.status, 201, made.text);
  const { id, secret, createdAt, updatedAt, ...shown } = made.json;
  assert.match(id, /^hook_[0-9a-f]{32}$/);
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  assert.equal(createdAt, updatedAt);
  assert.deepEqual(shown, {
    url,
    events: ["*"],
    description: "",
    projectId: null,
    status: "active",
    disabledAt: null,
    disabledReason: null,
    failingSince: null,
    userId: owner.userId,
    showsMoney: true,
    previousSecretExpiresAt: null,
    version: 1,
  });
  assert.equal(made.headers["location"], `/v1/webhooks/${id}`);

  const read = await owner.get(`/v1/webhooks/${id}`);
  const list = await owner.get("/v1/webhooks");
  assert.deepEqual(list.json, { data: [read.json], nextCursor: null });
  const changes = await db.query(sql`select * from changes where org_id = ${owner.orgId}`);
  const row = await findWebhook(db, owner.orgId, id);
  assert.ok(row !== undefined);
  for (const text of [read.text, list.text, JSON.stringify(changes), String(row.secret_sealed?.toString("latin1"))]) {
    assert.ok(!text.includes(secret) && !text.includes("sealed"));
  }
  assert.equal(decrypt(testSecretKey, row.secret_sealed ?? Buffer.alloc(0)), secret);
});

test("a replayed POST returns the same secret, which is kept sealed", async () => {
  const { db, newOrganization } = await testApp();
  const owner = await newOrganization();
  const once = { "idempotency-key": "once" };
  const made = await owner.post("/v1/webhooks", { url }, once);
  const again = await owner.post("/v1/webhooks", { url }, once);
  assert.deepEqual([again.status, again.text], [201, made.text]);
  assert.equal(again.headers["idempotent-replayed"], "true");
  const rotate = `/v1/webhooks/${made.json.id}/rotate-secret`;
  const rotated = await owner.post(rotate, undefined, once);
  assert.equal((await owner.post(rotate, undefined, once)).text, rotated.text);
  const saved = await db.query<{ body: string; body_sealed: Buffer | null; headers: object }>(
    sql`select body, body_sealed, headers from idempotent_replies where org_id = ${owner.orgId}`,
  );
  assert.equal(saved.length, 2);
  for (const { body, body_sealed: sealed, headers } of saved) {
    assert.equal(body, "");
    assert.ok(sealed !== null && !sealed.includes("whsec_"));
    assert.ok(!JSON.stringify(headers).includes("whsec_"));
  }
  assertProblem(await owner.post("/v1/webhooks", { url, description: "x" }, once), 422, "idempotency_mismatch");
});

test("without SECRET_KEY an endpoint cannot be registered, and the refusal mentions it", async () => {
  const { newOrganization } = await newTestApp({ secretKey: undefined });
  const owner = await newOrganization();
  const answer = await owner.post("/v1/webhooks", { url });
  assertProblem(answer, 503, "not_configured");
  assert.match(answer.json.detail, /SECRET_KEY/);
  assert.deepEqual((await owner.get("/v1/webhooks")).json.data, []);
});

const badUrls: [unknown, string][] = [
  ["", "too_short"],
  ["example.com/hook", "bad_format"],
  ["/hook", "bad_format"],
  ["ftp://example.com", "bad_format"],
  ["javascript:alert(1)", "bad_format"],
  ["file:///etc/passwd", "bad_format"],
  ["http://", "bad_format"],
  [" http://127.0.0.1/", "bad_format"],
  ["http://127.0.0.1/\n", "bad_format"],
  ["http://127.0.0.1:99999/", "bad_format"],
  ["https://me:secret@127.0.0.1/", "has_credentials"],
  ["https://me@127.0.0.1/", "has_credentials"],
  [`http://127.0.0.1/${"x".repeat(2000)}`, "too_long"],
  ["http://169.254.169.254/latest/meta-data", "refused_address"],
  ["http://[fe80::1]/", "refused_address"],
  [5, "wrong_type"],
  [null, "wrong_type"],
];

test("a URL that is invalid, contains credentials, or leads to metadata is refused", async () => {
  const { newOrganization } = await testApp();
  const owner = await newOrganization();
  const id = await newWebhook(owner);
  for (const [given, code] of badUrls) {
    for (const answer of [
      await owner.post("/v1/webhooks", { url: given }),
      await owner.patch(`/v1/webhooks/${id}`, { url: given }),
    ]) {
      assertProblem(answer, 422, "validation_failed", ["/url"]);
      assert.equal(answer.json.errors[0].code, code, String(given));
      assert.ok(!answer.text.includes("secret"));
    }
  }
  assertProblem(await owner.post("/v1/webhooks", {}), 400, "missing_field", ["/url"]);
});

test("a private address is refused unless the operator allows it, and the refusal mentions the setting", async () => {
  const { newOrganization } = await newTestApp({ webhookAllowPrivate: false });
  const owner = await newOrganization();
  const names = ["127.0.0.1", "localhost", "10.0.0.7", "192.168.1.1", "2130706433"];
  const embedded = [
    "[::1]",
    "[::ffff:7f00:1]",
    "[::127.0.0.1]",
    "[::10.0.0.7]",
    "[64:ff9b::7f00:1]",
    "[2002:7f00:1::]",
  ];
  for (const host of [...names, ...embedded]) {
    const answer = await owner.post("/v1/webhooks", { url: `http://${host}:8080/hook` });
    assertProblem(answer, 422, "validation_failed", ["/url"]);
    assert.match(answer.json.errors[0].message, /WEBHOOK_ALLOW_PRIVATE/, host);
  }
  const unresolved = await owner.post("/v1/webhooks", { url: "https://not-there-yet.invalid/hook" });
  assert.equal(unresolved.status, 201, unresolved.text);
});

test("an unknown event is refused with the nearest known one", async () => {
  const { newOrganization } = await testApp();
  const owner = await newOrganization();
  const answer = await owner.post("/v1/webhooks", { url, events: ["task.created", "time_entry.create"] });
  assertProblem(answer, 422, "validation_failed", ["/events/1"]);
  assert.match(answer.json.errors[0].message, /the closest is time_entry\.created\. Known: \*, time_entry\.created, /);
  for (const events of [[], ["*", "*"], [5], "*", null, ["constructor"], ["time_entry.*"]]) {
    assertProblem(await owner.post("/v1/webhooks", { url, events }), 422, "validation_failed");
  }
});

test("registering needs the read scopes of the events, and so does adding events", async () => {
  const { newOrganization, newKey } = await testApp();
  const owner = await newOrganization();
  const needed: [string, Scope | undefined][] = [
    ["time_entry.created", "time-entries:read"],
    ["timer.started", "time-entries:read"],
    ["project.deleted", "projects:read"],
    ["task.updated", "projects:read"],
    ["client.created", "projects:read"],
    ["budget.exceeded", "projects:read"],
    ["period.locked", "organization:read"],
    ["webhook.test", undefined],
  ];
  const bare = await newKey(owner, ["webhooks:read", "webhooks:write"]);
  for (const [event, scope] of needed) {
    const body = { url, events: [event] };
    if (scope !== undefined) {
      const answer = await bare.post("/v1/webhooks", body);
      assertProblem(answer, 403, "insufficient_scope", ["/events"]);
      assert.ok(answer.json.detail.includes(scope), answer.text);
      const all = await newKey(
        owner,
        scopes.filter((other) => other !== scope),
      );
      assertProblem(await all.post("/v1/webhooks", { url }), 403, "insufficient_scope", ["/events"]);
    }
    const key = await newKey(owner, ["webhooks:write", ...(scope === undefined ? [] : [scope])]);
    assert.equal((await key.post("/v1/webhooks", body)).status, 201, event);
  }

  const id = await newWebhook(owner, { events: ["task.created", "client.created", "webhook.test"] });
  const path = `/v1/webhooks/${id}`;
  for (const body of [
    { events: ["task.created", "task.updated"] },
    { events: ["*"] },
    { url: `${url}/elsewhere` },
    { projectId: (await newProject(owner)).projectId },
  ]) {
    assertProblem(await bare.patch(path, body), 403, "insufficient_scope", ["/events"]);
  }
  assert.equal((await bare.patch(path, { events: ["task.created"], description: "less" })).status, 200);
});

test("the right to see money comes from the member who registers it, and again from the one who changes its URL", async () => {
  const { newOrganization, newKey } = await testApp();
  const owner = await newOrganization();
  const plain = await newKey(
    owner,
    scopes.filter((scope) => scope !== "costs:read"),
  );
  const id = await newWebhook(owner, { events: ["*"] });
  const path = `/v1/webhooks/${id}`;
  const shown = async (caller: typeof owner, body: object) => (await caller.patch(path, body)).json.showsMoney;
  assert.equal(await shown(plain, { description: "x" }), true);
  assert.equal(await shown(plain, { status: "disabled" }), true);
  assert.equal(await shown(plain, { status: "active" }), true);
  assert.equal(await shown(plain, { url: `${url}/theirs` }), false);
  assert.equal(await shown(owner, { description: "y" }), false);
  assert.equal(await shown(owner, { url }), true);
});

test("an organization has at most 100 endpoints, however many are registered at once; a URL may occur twice", async () => {
  const { newOrganization } = await testApp();
  const owner = await newOrganization();
  const answers = await Promise.all(Array.from({ length: 104 }, () => owner.post("/v1/webhooks", { url })));
  assert.equal(answers.filter(({ status }) => status === 201).length, 100);
  for (const answer of answers.filter(({ status }) => status !== 201)) assertProblem(answer, 409, "too_many_webhooks");
  const { data, nextCursor } = (await owner.get("/v1/webhooks?limit=60")).json;
  const next = (await owner.get(`/v1/webhooks?limit=60&cursor=${nextCursor}`)).json;
  assert.deepEqual([data.length, next.data.length, next.nextCursor], [60, 40, null]);
  assert.equal((await owner.delete(`/v1/webhooks/${data[0].id}`)).status, 204);
  await newWebhook(owner);
});

test("rotation gives a new secret, and both sign for a day", async () => {
  let now = new Date();
  const { db, newOrganization } = await newTestApp({ now: () => now });
  const owner = await newOrganization();
  const first = (await owner.post("/v1/webhooks", { url })).json;
  const secrets = async () => {
    const row = await findWebhook(db, owner.orgId, first.id);
    return row === undefined ? [] : signingSecrets(openSecretsOnce(testSecretKey), row, now);
  };
  assert.deepEqual(await secrets(), [first.secret]);

  const rotated = await owner.post(`/v1/webhooks/${first.id}/rotate-secret`);

  assert.equal(rotated.status, 200, rotated.text);
  const { secret, previousSecretExpiresAt, version } = rotated.json;
  assert.notEqual(secret, first.secret);
  assert.equal(Date.parse(previousSecretExpiresAt), now.getTime() + 24 * 3_600_000);
  assert.equal(version, 2);
  assert.deepEqual(await secrets(), [secret, first.secret]);
  now = new Date(now.getTime() + 24 * 3_600_000);
  assert.deepEqual(await secrets(), [secret]);
  const row = await findWebhook(db, owner.orgId, first.id);
  assert.ok(row !== undefined);
  assert.throws(() => signingSecrets(openSecretsOnce(randomBytes(32)), row, now), /another SECRET_KEY/);
  assertProblem(
    await owner.post(`/v1/webhooks/${first.id}/rotate-secret`, undefined, { "if-match": '"1"' }),
    412,
    "precondition_failed",
  );
});

test("an endpoint that fails has another ETag, although nobody changed it", async () => {
  const { db, newOrganization } = await testApp();
  const owner = await newOrganization();
  const id = await newWebhook(owner);
  const path = `/v1/webhooks/${id}`;
  const { etag = "" } = (await owner.get(path)).headers;
  assert.equal((await owner.get(path, { "if-none-match": etag })).status, 304);
  await db.query(sql`update webhooks set failing_since = now() where org_id = ${owner.orgId} and id = ${id}`);
  const failing = await owner.get(path, { "if-none-match": etag });
  assert.equal(failing.status, 200);
  assert.notEqual(failing.json.failingSince, null);
  const tag = failing.headers["etag"] ?? "";
  assert.equal((await owner.patch(path, { description: "x" }, { "if-match": tag })).status, 200);
});
