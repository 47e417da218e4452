import assert from "node:assert/strict";
import { newId } from "#platform/ids.ts";
import type { Caller, Json } from "./test-app.ts";

/** Creates a project with one task through the API. */
export async function newProject(
  caller: Caller,
  project: object = {},
  task: object = {},
): Promise<{ projectId: string; taskId: string }> {
  const made = await caller.post("/v1/projects", { name: "Website", ...project });
  assert.equal(made.status, 201, made.text);
  const taskMade = await caller.post(`/v1/projects/${made.json.id}/tasks`, { name: "Build", ...task });
  assert.equal(taskMade.status, 201, taskMade.text);
  return { projectId: made.json.id, taskId: taskMade.json.id };
}

/** Returns a valid body for creating a time entry. */
export function entryBody(where: { projectId: string; taskId: string }, more: object = {}) {
  return { ...where, startedAt: "2026-03-02T09:00:00Z", durationSeconds: 3600, ...more };
}

export async function newEntry(
  caller: Caller,
  where: { projectId: string; taskId: string },
  more: object = {},
): Promise<Json> {
  const made = await caller.post("/v1/time-entries", entryBody(where, more));
  assert.equal(made.status, 201, made.text);
  return made.json;
}

export async function newClient(caller: Caller): Promise<string> {
  const made = await caller.post("/v1/clients", { name: "Acme" });
  assert.equal(made.status, 201, made.text);
  return made.json.id;
}

export async function newTimer(caller: Caller, more: object = {}): Promise<void> {
  const { projectId } = await newProject(caller);
  const made = await caller.post("/v1/timer", { projectId, ...more });
  assert.equal(made.status, 201, made.text);
}

/** Creates a rate for a new project, so that no other rate conflicts with it. */
export async function newRate(
  caller: Caller,
  rate: object = {},
): Promise<{ id: string; projectId: string; taskId: string }> {
  const where = await newProject(caller);
  const made = await caller.post("/v1/rates", {
    kind: "billable",
    scope: "project",
    projectId: where.projectId,
    rateMinor: 9000,
    ...rate,
  });
  assert.equal(made.status, 201, made.text);
  return { ...where, id: made.json.id };
}

/** Schedules the organization for deletion. Its name must still be "Test". */
export async function endOrganization(caller: Caller): Promise<void> {
  assert.equal((await caller.get("/v1/organization/export")).status, 200);
  const made = await caller.post("/v1/organization/deletion", { confirmName: "Test" });
  assert.equal(made.status, 200, made.text);
}

export async function newInvitation(caller: Caller, invitation: object = {}): Promise<Json> {
  const made = await caller.post("/v1/invitations", { email: `${newId("user")}@example.com`, ...invitation });
  assert.equal(made.status, 201, made.text);
  return made.json;
}

export const hookUrl = "http://127.0.0.1:9/hook";

/**
 * Creates an endpoint that subscribes only to `webhook.test`, unless `webhook` adds events. A key with any scope is
 * allowed to change such an endpoint.
 */
export async function newWebhook(caller: Caller, webhook: object = {}): Promise<string> {
  const make = () => caller.post("/v1/webhooks", { url: hookUrl, events: ["webhook.test"], ...webhook });
  let made = await make();
  if (made.status === 409) {
    const { data } = (await caller.get("/v1/webhooks")).json;
    for (const { id } of data) assert.equal((await caller.delete(`/v1/webhooks/${id}`)).status, 204);
    made = await make();
  }
  assert.equal(made.status, 201, made.text);
  return made.json.id;
}

export async function newDelivery(caller: Caller): Promise<{ id: string; deliveryId: string }> {
  const id = await newWebhook(caller);
  const made = await caller.post(`/v1/webhooks/${id}/test`);
  assert.equal(made.status, 201, made.text);
  return { id, deliveryId: made.json.id };
}

/** Creates another API key for the caller. Returns the key's id. */
export async function newApiKey(caller: Caller, key: object = {}): Promise<string> {
  const made = await caller.post("/v1/api-keys", { name: "Script", scopes: ["keys:write"], ...key });
  assert.equal(made.status, 201, made.text);
  return made.json.id;
}

export async function newTeam(caller: Caller, team: object = {}): Promise<Json> {
  const made = await caller.post("/v1/teams", { name: "Design", ...team });
  assert.equal(made.status, 201, made.text);
  return made.json;
}

/**
 * All approval states. A filter for all of them includes unapproved entries, in case another test has turned approvals
 * on.
 */
export const anyApproval = ["open", "submitted", "approved", "rejected"];

/** Creates an entry and bills it. */
export async function newBillingBatch(
  caller: Caller,
  batch: object = {},
): Promise<{ id: string; entryId: string; billedAt: string }> {
  const { projectId, taskId } = await newRate(caller);
  const entry = await newEntry(caller, { projectId, taskId });
  const made = await caller.post("/v1/billing-batches", {
    filter: { projectId: [projectId], approval: anyApproval },
    reference: "2026-0042",
    ...batch,
  });
  assert.equal(made.status, 201, made.text);
  return { id: made.json.id, entryId: entry.id, billedAt: made.json.createdAt };
}

/** Creates an entry with a tag, and renames the tag. Returns the id of the rename. */
export async function newTagRename(caller: Caller): Promise<string> {
  await newEntry(caller, await newProject(caller), { tags: ["ui"] });
  const made = await caller.post("/v1/tags/rename", { from: ["ui"], to: "UI" });
  assert.equal(made.status, 200, made.text);
  return made.json.id;
}

/** Creates a saved report, which only the caller sees unless `report` shares it. */
export async function newSavedReport(caller: Caller, report: object = {}): Promise<string> {
  const made = await caller.post("/v1/saved-reports", { name: "Hours", query: { report: "summary" }, ...report });
  assert.equal(made.status, 201, made.text);
  return made.json.id;
}

export function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString();
}

/** Creates a link to a new saved report. */
export async function newReportLink(
  caller: Caller,
  report: object = {},
  link: object = {},
): Promise<{ id: string; linkId: string; token: string }> {
  const id = await newSavedReport(caller, report);
  const made = await caller.post(`/v1/saved-reports/${id}/links`, { expiresAt: inDays(30), ...link });
  assert.equal(made.status, 201, made.text);
  return { id, linkId: made.json.id, token: made.json.token };
}

/** Creates a calendar feed for a session. Returns the path of its URL. */
export async function newCalendarFeed(session: Caller, feed: object = {}): Promise<string> {
  const made = await session.post("/v1/me/calendar-feed", { scope: "own", ...feed });
  assert.equal(made.status, 201, made.text);
  return new URL(made.json.address).pathname;
}
