import assert from "node:assert/strict";
import { test } from "node:test";
import { scopes } from "#identity/access.ts";
import { assertProblem } from "#test/http/assert-problem.ts";
import { newProject, newWebhook } from "#test/worlds/factories.ts";
import { type Caller, testApp } from "#test/worlds/test-app.ts";
import { eventsOf } from "#test/deliveries/webhook-events.ts";

const plainScopes = scopes.filter((scope) => scope !== "members:read");

async function changeMembers(owner: Caller): Promise<void> {
  const { userId } = await owner.world.newMember(owner, "member");
  assert.equal((await owner.patch(`/v1/members/${userId}`, { role: "viewer" })).status, 200);
  assert.equal((await owner.delete(`/v1/members/${userId}`)).status, 204);
}

test("subscribing to member events needs members:read, including as part of `*`", async () => {
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

test("an endpoint of a project receives no member events", async () => {
  const owner = await (await testApp()).newOrganization();
  const { projectId } = await newProject(owner);
  assert.deepEqual(await eventsOf(owner, { projectId }, () => changeMembers(owner)), []);
});
