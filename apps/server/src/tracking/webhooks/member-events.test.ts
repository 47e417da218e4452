import assert from "node:assert/strict";
import { test } from "node:test";
import { scopes } from "#identity/access.ts";
import { sql } from "#platform/database/database.ts";
import { assertProblem } from "#test/assert-problem.ts";
import { newProject } from "#test/factories.ts";
import { type Caller, testApp } from "#test/test-app.ts";
import { newWebhook } from "#test/valid-requests.ts";
import { eventsOf } from "#test/webhook-events.ts";

const plainScopes = scopes.filter((scope) => scope !== "members:read");

async function changeMembers(owner: Caller): Promise<void> {
  const { userId } = await owner.world.newMember(owner, "member");
  assert.equal((await owner.patch(`/v1/members/${userId}`, { role: "viewer" })).status, 200);
  assert.equal((await owner.delete(`/v1/members/${userId}`)).status, 204);
}

test("events of members take members:read to subscribe to, also among all", async () => {
  const { newOrganization, newKey } = await testApp();
  const owner = await newOrganization();
  const plain = await newKey(owner, plainScopes);
  const url = "http://127.0.0.1:9/hook";
  for (const events of [["*"], ["member.added"], undefined])
    assertProblem(await plain.post("/v1/webhooks", { url, events }), 403, "insufficient_scope", ["/events"]);
  const id = await newWebhook(plain, { events: ["project.created"] });
  for (const events of [["*"], ["project.created", "member.removed"]])
    assertProblem(await plain.patch(`/v1/webhooks/${id}`, { events }), 403, "insufficient_scope", ["/events"]);
  assert.equal((await owner.patch(`/v1/webhooks/${id}`, { events: ["*"] })).status, 200);
});

test("an endpoint that was registered for all before there were such events is told of none, until it is asked anew", async () => {
  const { db, newOrganization, newKey } = await testApp();
  const owner = await newOrganization();
  const plain = await newKey(owner, plainScopes);
  const isOld = () => db.query(sql`update webhooks set shows_members = false where org_id = ${owner.orgId}`);
  const typesAfter = async (ask: (id: string) => Promise<unknown>) => {
    const events = await eventsOf(owner, {}, async () => {
      await isOld();
      const [{ id }] = (await owner.get("/v1/webhooks?limit=1")).json.data;
      await ask(id);
      await changeMembers(owner);
    });
    return events.map(({ type }) => type);
  };
  const patch = (caller: Caller, body: object) => async (id: string) =>
    assert.equal((await caller.patch(`/v1/webhooks/${id}`, body)).status, 200);

  assert.deepEqual(await typesAfter(async () => undefined), []);
  assert.deepEqual(await typesAfter(patch(plain, { description: "x" })), []);
  assert.deepEqual(
    await typesAfter(async (id) => {
      const answer = await plain.patch(`/v1/webhooks/${id}`, { events: ["*"] });
      assertProblem(answer, 403, "insufficient_scope", ["/events"]);
    }),
    [],
  );
  assert.deepEqual(await typesAfter(patch(owner, { events: ["*"] })), ["member.updated", "member.removed"]);
});

test("an endpoint of a project is told of no members", async () => {
  const owner = await (await testApp()).newOrganization();
  const { projectId } = await newProject(owner);
  assert.deepEqual(await eventsOf(owner, { projectId }, () => changeMembers(owner)), []);
});
