import assert from "node:assert/strict";
import { test } from "node:test";
import type { Action } from "#identity/history/record-change.ts";
import { sql } from "#platform/database/database.ts";
import { changeCases } from "#test/change-cases.ts";
import { isMutation, listOperations, newCallerOf, pathOf } from "#test/operations.ts";
import { type Json, testApp } from "#test/test-app.ts";
import { senderOf, validRequest } from "#test/valid-requests.ts";
import { eventCatalogue } from "./event-catalogue.ts";
import { type EventType, eventTypes } from "./event-types.ts";
import { assertFits, eventsOf } from "#test/webhook-events.ts";

/** Which event each change is; null where only the audit log tells of it. A test goes out by itself. */
const eventOf: Record<Action, EventType | null> = {
  "organization.created": null,
  "organization.updated": null,
  "organization.exported": null,
  "organization.deletion_scheduled": null,
  "organization.deletion_cancelled": null,
  "member.added": "member.added",
  "member.updated": "member.updated",
  "member.removed": "member.removed",
  "invitation.created": null,
  "invitation.sent": null,
  "invitation.resent": null,
  "invitation.accepted": null,
  "invitation.revoked": null,
  "api_key.created": null,
  "api_key.updated": null,
  "api_key.rotated": null,
  "api_key.revoked": null,
  "api_key.refused": null,
  "audit.sealed": "audit.sealed",
  "session.created": null,
  "session.ended": null,
  "session.reauthenticated": null,
  "sign_in.failed": null,
  "password.changed": null,
  "password.removed": null,
  "second_factor.enabled": null,
  "second_factor.disabled": null,
  "recovery_codes.replaced": null,
  "identity.linked": null,
  "identity.unlinked": null,
  "email.verified": null,
  "client.created": "client.created",
  "client.updated": "client.updated",
  "client.deleted": "client.deleted",
  "project.created": "project.created",
  "project.updated": "project.updated",
  "project.archived": "project.archived",
  "project.deleted": "project.deleted",
  "task.created": "task.created",
  "task.updated": "task.updated",
  "task.deleted": "task.deleted",
  "time_entry.created": "time_entry.created",
  "time_entry.updated": "time_entry.updated",
  "time_entry.deleted": "time_entry.deleted",
  "time_entry.restored": "time_entry.restored",
  "timer.started": "timer.started",
  "timer.updated": null,
  "timer.stopped": "timer.stopped",
  "timer.discarded": null,
  "rate.created": null,
  "rate.updated": null,
  "rate.deleted": null,
  "rates.repriced": null,
  "time_entries.rerounded": null,
  "budget.threshold_reached": "budget.threshold_reached",
  "budget.exceeded": "budget.exceeded",
  "period.locked": "period.locked",
  "webhook.created": null,
  "webhook.updated": null,
  "webhook.enabled": null,
  "webhook.disabled": null,
  "webhook.secret_rotated": null,
  "webhook.deleted": null,
  "webhook.test": null,
  "webhook.redelivered": null,
  "webhook.replayed": null,
};

/** `previous` of the events of a case, by its operation and name. */
const previousOf: Record<string, (ids: Record<string, string>, object: Json) => object> = {
  "transferOwnership: to a member": (_ids, { role }) => ({ role: role === "owner" ? "member" : "owner" }),
  "updateClient: its name": () => ({ name: "Acme" }),
  "updateProject: its name and client": () => ({ name: "Website", clientId: null }),
  "updateProject: who sees it": () => ({ visibility: "organization", memberIds: [] }),
  "updateProject: archived": () => ({ status: "active", rounding: null }),
  "updateProject: reactivated": () => ({ status: "archived" }),
  "updateTask: its name": () => ({ name: "Build" }),
  "updateMe: a name": ({ name }) => ({ name }),
  "updateMember: a role": () => ({ role: "member" }),
  "updateMember: reactivated, of another role": ({ deactivatedAt }) => ({
    role: "member",
    status: "deactivated",
    deactivatedAt,
  }),
  "deactivateMember: with their key": () => ({ status: "active", deactivatedAt: null }),
  "updateTimeEntry: moved and shortened": ({ projectId, taskId }) => ({
    projectId,
    taskId,
    durationSeconds: 3600,
    endedAt: "2026-03-02T10:00:00Z",
    billableSeconds: 3600,
  }),
  "updateTimeEntry: its time and tags": () => ({
    startedAt: "2026-03-02T09:00:00Z",
    endedAt: "2026-03-02T10:00:00Z",
    tags: ["Design"],
  }),
  "restoreTimeEntry: an entry": ({ deletedAt }) => ({ deletedAt }),
};

const pathTo: Record<string, (object: Json) => string> = {
  time_entry: ({ id }) => `/v1/time-entries/${id}`,
  project: ({ id }) => `/v1/projects/${id}`,
  task: ({ id }) => `/v1/tasks/${id}`,
  client: ({ id }) => `/v1/clients/${id}`,
  timer: () => "/v1/timer",
  member: ({ userId }) => `/v1/members/${userId}`,
};

test("every operation gives the events of its changes, with what the API shows, and no others", async (t) => {
  const world = await testApp();
  const { app, db } = world;
  const operations = new Map((await listOperations(app)).filter(isMutation).map((found) => [found.id, found]));
  assert.deepEqual([...new Set(changeCases.map((row) => row.operation))].toSorted(), [...operations.keys()].toSorted());
  for (const { operation: id, name, prepare, headers, expected } of changeCases) {
    // No endpoint can be registered while the organization waits for its deletion.
    if (id === "cancelDeletion") continue;
    // An endpoint ends with its registrar: leave.test.ts has the event.
    if (id === "leaveOrganization") continue;
    await t.test(`${id}: ${name}`, async () => {
      const operation = operations.get(id);
      assert.ok(operation !== undefined);
      const caller = await newCallerOf(world, operation);
      const request = prepare === undefined ? await validRequest(operation, caller) : await prepare(caller);
      const { ids = {}, body } = request;

      const events = await eventsOf(caller, {}, async () => {
        const sender = await senderOf(operation, caller);
        const answer = await sender.send(operation.method, pathOf(operation, ids), body, { headers: headers ?? {} });
        assert.ok(answer.status < 300, answer.text);
      });

      assert.deepEqual(
        events.map(({ type }) => type).toSorted(),
        expected.flatMap(({ action }) => eventOf[action] ?? []).toSorted(),
      );
      for (const { id: eventId, type, timestamp, organizationId, data } of events) {
        const [change] = await db.query<{ at: string }>(
          sql`select at from changes where org_id = ${caller.orgId} and id = ${eventId}`,
        );
        assert.deepEqual([organizationId, timestamp], [caller.orgId, change?.at]);
        assert.deepEqual(data.previous, previousOf[`${id}: ${name}`]?.(ids, data.object), type);
        const isGone = /\.(deleted|stopped)$/.test(type);
        if (isGone) continue;
        const { text } = await caller.get(pathTo[type.split(".", 1)[0] ?? ""]?.(data.object) ?? "");
        assert.equal(JSON.stringify(data.object), text, type);
      }
    });
  }
});

test("every type has a schema, an example that fits it, and a description", () => {
  assert.deepEqual(
    eventCatalogue.map(({ type }) => type),
    [...eventTypes],
  );
  for (const { type, description, example } of eventCatalogue) {
    assert.match(description, /^[A-Z].{15,}\.$/, type);
    assertFits(example);
  }
});
