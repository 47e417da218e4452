import assert from "node:assert/strict";
import { newId } from "#platform/ids.ts";
import { TOTP } from "otpauth";
import {
  endOrganization,
  entryBody,
  hookUrl,
  newApiKey,
  newCalendarFeed,
  newClient,
  newDelivery,
  newEntry,
  newInvitation,
  newProject,
  newRate,
  newTagRename,
  newWebhook,
} from "#test/worlds/factories.ts";
import { billingRequests } from "#test/worlds/billing-requests.ts";
import { calendarRequests } from "#test/worlds/calendar-requests.ts";
import { deviceLoginRequests } from "#test/worlds/device-login-requests.ts";
import { grantRequests } from "#test/worlds/grant-requests.ts";
import { importRequests } from "#test/worlds/import-requests.ts";
import { noticeRequests } from "#test/worlds/notice-requests.ts";
import { reportRequests } from "#test/worlds/report-requests.ts";
import { teamRequests } from "#test/worlds/team-requests.ts";
import { timerRequests } from "#test/worlds/timer-requests.ts";
import { timesheetRequests } from "#test/worlds/timesheet-requests.ts";
import type { Operation } from "./operations.ts";
import type { Caller, Json } from "#test/worlds/test-app.ts";

/**
 * The ids in the path and the body of a request. The request succeeds, because the objects that it needs were created
 * for it.
 */
export interface ValidRequest {
  ids?: Record<string, string>;
  body?: Json;
}

type Prepare = (caller: Caller) => Promise<ValidRequest>;

const nothing: Prepare = async () => ({});

/** Starts setting up a second factor, and returns its first code. */
async function newCode(session: Caller): Promise<string> {
  const begun = await session.post("/v1/me/second-factor");
  assert.equal(begun.status, 200, begun.text);
  return new TOTP({ secret: begun.json.secret }).generate();
}

async function turnOnSecondFactor(caller: Caller): Promise<void> {
  const session = await caller.world.newSession(caller);
  const confirmed = await session.post("/v1/me/second-factor/confirm", { code: await newCode(session) });
  assert.equal(confirmed.status, 200, confirmed.text);
}

async function entryId(caller: Caller): Promise<string> {
  return (await newEntry(caller, await newProject(caller))).id;
}

async function memberId(caller: Caller): Promise<string> {
  return (await caller.world.newMember(caller, "member")).userId;
}

/** Returns the caller, or the caller's session if the operation refuses API keys. */
export async function senderOf(operation: Operation, caller: Caller): Promise<Caller> {
  return operation.sessionOnly && !caller.isSession ? caller.world.newSession(caller) : caller;
}

/**
 * Functions that prepare a successful request, by operationId. Each new operation needs a row here. The suites that
 * cover all operations (guard, changes, contract, properties) then check that it follows the conventions of /v1.
 */
const prepare: Record<string, Prepare> = {
  listSessions: nothing,
  endOtherSessions: async (caller) => {
    await caller.world.newSession(caller);
    return {};
  },
  endSession: async (caller) => ({ ids: { id: (await caller.world.newSession(caller)).keyId } }),
  changePassword: async () => ({ body: { newPassword: "lantern orbit sparrow" } }),
  beginSecondFactor: nothing,
  confirmSecondFactor: async (caller) => ({ body: { code: await newCode(await caller.world.newSession(caller)) } }),
  endSecondFactor: async (caller) => {
    await turnOnSecondFactor(caller);
    return {};
  },
  replaceRecoveryCodes: async (caller) => {
    await turnOnSecondFactor(caller);
    return {};
  },
  getOrganization: nothing,
  getBackups: nothing,
  startBackup: nothing,
  // Each request has another name, because one that changes nothing writes no change row.
  updateOrganization: async () => ({ body: { name: `Renamed ${newId("org")}` } }),
  exportOrganization: nothing,
  scheduleDeletion: async (caller) => {
    assert.equal((await caller.get("/v1/organization/export")).status, 200);
    return { body: { confirmName: "Test" } };
  },
  cancelDeletion: async (caller) => {
    await endOrganization(caller);
    return {};
  },
  transferOwnership: async (caller) => ({ body: { userId: await memberId(caller) } }),
  getMe: nothing,
  leaveOrganization: async (caller) => {
    await caller.world.newMember(caller, "owner");
    return {};
  },
  updateMe: async () => ({ body: { name: "Jo Smith", preferences: { theme: "dark", clock: "24" } } }),
  getCalendarFeed: async (caller) => {
    await newCalendarFeed(await caller.world.newSession(caller));
    return {};
  },
  createCalendarFeed: async () => ({ body: { scope: "own", days: 30 } }),
  endCalendarFeed: async (caller) => {
    await newCalendarFeed(await caller.world.newSession(caller));
    return {};
  },
  listMembers: nothing,
  getMember: async (caller) => ({ ids: { userId: await memberId(caller) } }),
  updateMember: async (caller) => ({ ids: { userId: await memberId(caller) }, body: { role: "manager" } }),
  deactivateMember: async (caller) => ({ ids: { userId: await memberId(caller) } }),
  ...teamRequests,
  ...timesheetRequests,
  listInvitations: nothing,
  createInvitation: async () => ({ body: { email: `${newId("user")}@example.com`, role: "manager" } }),
  getInvitation: async (caller) => ({ ids: { id: (await newInvitation(caller)).id } }),
  resendInvitation: async (caller) => ({ ids: { id: (await newInvitation(caller)).id } }),
  revokeInvitation: async (caller) => ({ ids: { id: (await newInvitation(caller)).id } }),
  listClients: nothing,
  createClient: async () => ({ body: { name: "Acme", note: "by mail", archived: false } }),
  getClient: async (caller) => ({ ids: { id: await newClient(caller) } }),
  updateClient: async (caller) => ({ ids: { id: await newClient(caller) }, body: { name: "Renamed" } }),
  deleteClient: async (caller) => ({ ids: { id: await newClient(caller) } }),
  listProjects: nothing,
  listProjectChanges: nothing,
  createProject: async (caller) => ({
    body: {
      name: "Website",
      code: "WEB-1",
      clientId: await newClient(caller),
      color: "#3b82f6",
      rounding: { mode: "up", minutes: 15 },
      visibility: "members",
      memberIds: [caller.userId],
    },
  }),
  getProject: async (caller) => ({ ids: { id: (await newProject(caller)).projectId } }),
  updateProject: async (caller) => ({
    ids: { id: (await newProject(caller)).projectId },
    body: { name: "Renamed", clientId: await newClient(caller) },
  }),
  deleteProject: async (caller) => ({ ids: { id: (await newProject(caller)).projectId } }),
  listAllTasks: async (caller) => {
    await newProject(caller);
    return {};
  },
  listTasks: async (caller) => ({ ids: { id: (await newProject(caller)).projectId } }),
  createTask: async (caller) => ({
    ids: { id: (await newProject(caller)).projectId },
    body: { name: "Build", estimateSeconds: 144_000, billable: null },
  }),
  ensureGeneralTask: async (caller) => ({ ids: { id: (await newProject(caller)).projectId } }),
  getTask: async (caller) => ({ ids: { id: (await newProject(caller)).taskId } }),
  updateTask: async (caller) => ({ ids: { id: (await newProject(caller)).taskId }, body: { name: "Renamed" } }),
  deleteTask: async (caller) => ({ ids: { id: (await newProject(caller)).taskId } }),
  listTimeEntries: nothing,
  listTimeEntryChanges: nothing,
  createTimeEntry: async (caller) => ({
    body: entryBody(await newProject(caller), { description: "Landing page", tags: ["design"], billable: true }),
  }),
  createTimeEntries: async (caller) => {
    const where = await newProject(caller);
    return { body: { entries: [entryBody(where), entryBody(where, { durationSeconds: 60 })] } };
  },
  updateTimeEntries: async (caller) => ({
    body: {
      entries: [
        { id: await entryId(caller), ...(await newProject(caller)), durationSeconds: 60 },
        { id: await entryId(caller), description: "Landing page" },
      ],
    },
  }),
  deleteTimeEntries: async (caller) => ({ body: { ids: [await entryId(caller), await entryId(caller)] } }),
  restoreTimeEntries: async (caller) => {
    const ids = [await entryId(caller), await entryId(caller)];
    for (const id of ids) assert.equal((await caller.delete(`/v1/time-entries/${id}`)).status, 204);
    return { body: { ids } };
  },
  getTimeEntry: async (caller) => ({ ids: { id: await entryId(caller) } }),
  updateTimeEntry: async (caller) => ({
    ids: { id: await entryId(caller) },
    body: { ...(await newProject(caller)), durationSeconds: 60 },
  }),
  deleteTimeEntry: async (caller) => ({ ids: { id: await entryId(caller) } }),
  restoreTimeEntry: async (caller) => {
    const id = await entryId(caller);
    assert.equal((await caller.delete(`/v1/time-entries/${id}`)).status, 204);
    return { ids: { id } };
  },
  ...timerRequests,
  listTags: nothing,
  renameTags: async (caller) => {
    await newEntry(caller, await newProject(caller), { tags: ["ui"] });
    return { body: { from: ["ui"], to: "UI" } };
  },
  undoTagRename: async (caller) => ({ body: { id: await newTagRename(caller) } }),
  listRates: nothing,
  createRate: async (caller) => ({
    body: {
      kind: "billable",
      scope: "projectMember",
      userId: caller.userId,
      projectId: (await newProject(caller)).projectId,
      rateMinor: 9000,
      effectiveFrom: "2026-03-01",
    },
  }),
  getRate: async (caller) => ({ ids: { id: (await newRate(caller)).id } }),
  deleteRate: async (caller) => ({ ids: { id: (await newRate(caller)).id } }),
  repriceRates: async (caller) => {
    const { id, projectId, taskId } = await newRate(caller);
    await newEntry(caller, { projectId, taskId });
    assert.equal((await caller.delete(`/v1/rates/${id}`)).status, 204);
    return { body: { from: "2026-03-01", to: "2026-03-31", projectId: [projectId], apply: true } };
  },
  reroundTimeEntries: async (caller) => {
    const where = await newProject(caller, { rounding: { mode: "up", minutes: 15 } });
    await newEntry(caller, where, { durationSeconds: 60 });
    await caller.patch(`/v1/projects/${where.projectId}`, { rounding: null });
    return { body: { from: "2026-03-01", to: "2026-03-31", projectId: [where.projectId], apply: true } };
  },
  listWebhooks: nothing,
  createWebhook: async (caller) => ({
    body: {
      url: hookUrl,
      events: ["webhook.test"],
      description: "Invoicing",
      projectId: (await newProject(caller)).projectId,
    },
  }),
  getWebhook: async (caller) => ({ ids: { id: await newWebhook(caller) } }),
  updateWebhook: async (caller) => ({
    ids: { id: await newWebhook(caller) },
    body: { description: "Payroll", projectId: (await newProject(caller)).projectId },
  }),
  deleteWebhook: async (caller) => ({ ids: { id: await newWebhook(caller) } }),
  rotateWebhookSecret: async (caller) => ({ ids: { id: await newWebhook(caller) } }),
  testWebhook: async (caller) => ({ ids: { id: await newWebhook(caller) } }),
  listDeliveries: async (caller) => ({ ids: { id: (await newDelivery(caller)).id } }),
  redeliver: async (caller) => ({ ids: await newDelivery(caller) }),
  replayDeliveries: async (caller) => ({
    ids: { id: (await newDelivery(caller)).id },
    body: { since: new Date(Date.now() - 3_600_000).toISOString() },
  }),
  listEventTypes: nothing,
  listEvents: nothing,
  streamEvents: nothing,
  listAuditEvents: nothing,
  listTimeEntryHistory: async (caller) => ({ ids: { id: await entryId(caller) } }),
  listApiKeys: nothing,
  createApiKey: async () => ({
    body: { name: "Invoicing", scopes: ["keys:write", "read-only"], expiresAt: "2199-03-01T08:00:00Z" },
  }),
  getApiKey: async (caller) => ({ ids: { id: await newApiKey(caller) } }),
  updateApiKey: async (caller) => ({
    ids: { id: await newApiKey(caller, { scopes: ["keys:write", "projects:read"] }) },
    body: { name: "Renamed", scopes: ["projects:read"], expiresAt: "2199-03-01T08:00:00Z" },
  }),
  revokeApiKey: async (caller) => ({ ids: { id: await newApiKey(caller) } }),
  rotateApiKey: async (caller) => ({ ids: { id: await newApiKey(caller) }, body: { overlapSeconds: 900 } }),
  ...deviceLoginRequests,
  getSummary: async (caller) => {
    await newEntry(caller, await newProject(caller));
    return {};
  },
  getCosts: async (caller) => {
    await newEntry(caller, await newProject(caller, { budget: { kind: "time", seconds: 3600 } }));
    return {};
  },
  getEntries: async (caller) => {
    await newEntry(caller, await newProject(caller));
    return {};
  },
  ...reportRequests,
  ...billingRequests,
  ...noticeRequests,
  ...calendarRequests,
  ...grantRequests,
  ...importRequests,
};

/** Creates the objects that the operation needs in the caller's organization. Returns a request that will succeed. */
export async function validRequest(operation: Operation, caller: Caller): Promise<Required<ValidRequest>> {
  const make = prepare[operation.id] ?? assert.fail(`${operation.id} has a valid request in test/valid-requests.ts`);
  const { ids = {}, body } = await make(caller);
  return { ids, body };
}
