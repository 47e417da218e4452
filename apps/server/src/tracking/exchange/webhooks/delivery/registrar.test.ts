import assert from "node:assert/strict";
import { test } from "node:test";
import { type Scope, scopes } from "#identity/access.ts";
import type { DatabasePool } from "#platform/database/database.ts";
import { sql } from "#platform/database/database.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { newProject } from "#test/worlds/factories.ts";
import { listDeliveries, receiver, register, sending, untilAllSent, untilStatus } from "#test/deliveries/sending.ts";
import { type Caller, newTestApp } from "#test/worlds/test-app.ts";
import { createDatabase } from "#test/databases/test-database.ts";
import { waitFor } from "#test/databases/hold.ts";

function setMember(db: DatabasePool, { orgId, userId }: Caller, column: "role" | "deactivated_at", value: string) {
  const change = column === "role" ? sql`role = ${value}` : sql`deactivated_at = ${value}`;
  return db.query(sql`update members set ${change} where org_id = ${orgId} and user_id = ${userId}`);
}

const since = () => new Date(Date.now() - 3_600_000).toISOString();

const leavings = [
  ["role", "manager"],
  ["role", "member"],
  ["deactivated_at", "2026-03-01T00:00:00Z"],
] as const;

for (const [column, value] of leavings) {
  test(`an endpoint is disabled when its registrar's ${column} becomes ${value}, and belongs to the member who enables it`, async (t) => {
    const { db, newOrganization, newMember, errors } = await sending(t);
    const target = await receiver(t);
    const owner = await newOrganization();
    const admin = await newMember(owner, "admin");
    const endpoint = await register(admin, target.url, { events: ["project.created"] });
    const other = await register(owner, target.url, { events: ["project.deleted"] });
    await newProject(owner, { name: "Before" });
    await target.until(1);

    await setMember(db, admin, column, value);
    const shown = async () => (await owner.get(`/v1/webhooks/${endpoint.id}`)).json;
    await newProject(owner, { name: "Missed" });
    await waitFor(async () => (await shown()).status === "disabled");
    // Waits until the event has left the queue; otherwise it could be sent as a new event when the endpoint is enabled
    // again.
    await untilAllSent(db);
    assert.match((await shown()).disabledReason, /registered it may no longer manage webhooks/);
    assert.equal((await owner.get(`/v1/webhooks/${other.id}`)).json.status, "active");
    const changes = await db.query(
      sql`select user_id, previous -> 'status' as was from changes where org_id = ${owner.orgId} and action = 'webhook.disabled'`,
    );
    assert.deepEqual(changes, [{ user_id: null, was: "active" }]);

    const path = `/v1/webhooks/${endpoint.id}`;
    const plain = await newMember(owner, "admin", ["webhooks:write"]);
    const refused = await plain.patch(path, { status: "active" });
    assertProblem(refused, 403, "insufficient_scope", ["/events"]);
    const taken = await owner.patch(path, { status: "active" });
    assert.deepEqual([taken.status, taken.json.userId, taken.json.showsMoney], [200, owner.userId, true], taken.text);
    await newProject(owner, { name: "After" });
    await target.until(2);
    await owner.post(`${path}/replay`, { since: since() });
    const names = (await target.until(3)).map(({ body }) => JSON.parse(body).data.object.name);
    assert.deepEqual(names, ["Before", "After", "Missed"]);
    assert.deepEqual(errors, []);
  });
}

test("retries are not sent once the registrar has left", async (t) => {
  const { db, newOrganization, newMember } = await sending(t);
  const owner = await newOrganization();
  const admin = await newMember(owner, "admin");
  const target = await receiver(t, (response) => {
    void setMember(db, admin, "deactivated_at", "2026-03-01T00:00:00Z").then(() => response.writeHead(500).end());
  });
  const endpoint = await register(admin, target.url, { events: ["project.created"] });
  await newProject(owner);
  const delivery = await untilStatus(owner, endpoint, "cancelled");
  assert.equal(delivery.attempts.length, 1);
  assert.equal(target.received.length, 1);
});

test("an endpoint whose registrar has left sends nothing, even before the sender has noticed", async () => {
  // Uses its own database, for which no sender runs.
  const { db } = await createDatabase();
  const { newOrganization, newMember } = await newTestApp({ db });
  const owner = await newOrganization();
  const admin = await newMember(owner, "admin");
  const endpoint = await register(admin, "http://127.0.0.1:9/hook");
  const path = `/v1/webhooks/${endpoint.id}`;
  const delivery = (await owner.post(`${path}/test`)).json;
  await setMember(db, admin, "role", "viewer");
  for (const answer of [
    await owner.post(`${path}/test`),
    await owner.post(`${path}/replay`, { since: since() }),
    await owner.post(`${path}/deliveries/${delivery.id}/redeliver`),
  ])
    assertProblem(answer, 409, "webhook_disabled");
  const taken = await owner.patch(path, { status: "active" });
  assert.deepEqual([taken.json.userId, taken.json.status], [owner.userId, "active"]);
  assert.equal((await owner.post(`${path}/test`)).status, 201);
  assert.equal((await listDeliveries(owner, endpoint)).length, 2);
});

test("enabling an endpoint whose registrar is still entitled doesn't change the registrar", async () => {
  const { db } = await createDatabase();
  const { newOrganization, newMember } = await newTestApp({ db });
  const owner = await newOrganization();
  const withoutCosts = scopes.filter((scope: Scope) => scope !== "costs:read");
  const admin = await newMember(owner, "admin", withoutCosts);
  const { id } = await register(admin, "http://127.0.0.1:9/hook");
  await owner.patch(`/v1/webhooks/${id}`, { status: "disabled" });
  const enabled = (await owner.patch(`/v1/webhooks/${id}`, { status: "active" })).json;
  assert.deepEqual([enabled.userId, enabled.showsMoney], [admin.userId, false]);
});
