// Generated from apps/server/openapi.json by `npm run generate`; never edited.
import type { Stint } from "#src/index.ts";

/** The documented example of each operation, as a test that runs it. */
export const examples: Record<string, (stint: Stint) => Promise<unknown>> = {
  async getOrganization(stint) {
    const organization = await stint.organization.get();
    return organization;
  },
  async updateOrganization(stint) {
    const organization = await stint.organization.update({ weekStart: "sunday", lockDate: "2026-03-01" }, { ifMatch: { version: 1 } });
    return organization;
  },
  async scheduleDeletion(stint) {
    const organization = await stint.organization.scheduleDeletion({ confirmName: "My company" });
    return organization;
  },
  async cancelDeletion(stint) {
    await stint.organization.cancelDeletion();
  },
  async getBackups(stint) {
    const reply = await stint.installation.backups();
    return reply;
  },
  async startBackup(stint) {
    const reply = await stint.installation.startBackup();
    return reply;
  },
  async getMe(stint) {
    const me = await stint.me.get();
    return me;
  },
  async updateMe(stint) {
    const me = await stint.me.update({ preferences: { theme: "dark", clock: "24" } });
    return me;
  },
  async listMembers(stint) {
    for await (const each of stint.members.list()) console.log(each);
  },
  async getMember(stint) {
    const member = await stint.members.get("user_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
    return member;
  },
  async updateMember(stint) {
    const member = await stint.members.update("user_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f", { role: "manager" }, { ifMatch: { version: 1 } });
    return member;
  },
  async deactivateMember(stint) {
    await stint.members.deactivate("user_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
  },
  async leaveOrganization(stint) {
    await stint.me.leaveOrganization();
  },
  async transferOwnership(stint) {
    const reply = await stint.organization.transferOwnership({ userId: "user_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f" });
    return reply;
  },
  async listTeams(stint) {
    for await (const each of stint.teams.list()) console.log(each);
  },
  async createTeam(stint) {
    const team = await stint.teams.create({ name: "Design", memberIds: [], leadIds: [] });
    return team;
  },
  async getTeam(stint) {
    const team = await stint.teams.get("team_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
    return team;
  },
  async updateTeam(stint) {
    const team = await stint.teams.update("team_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f", { showsMoney: true }, { ifMatch: { version: 1 } });
    return team;
  },
  async deleteTeam(stint) {
    await stint.teams.delete("team_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
  },
  async listInvitations(stint) {
    for await (const each of stint.invitations.list()) console.log(each);
  },
  async createInvitation(stint) {
    const sentInvitation = await stint.invitations.create({ email: "jo@example.com", role: "member" });
    return sentInvitation;
  },
  async getInvitation(stint) {
    const invitation = await stint.invitations.get("inv_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
    return invitation;
  },
  async revokeInvitation(stint) {
    await stint.invitations.revoke("inv_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
  },
  async resendInvitation(stint) {
    const sentInvitation = await stint.invitations.resend("inv_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
    return sentInvitation;
  },
  async listSessions(stint) {
    for await (const each of stint.me.listSessions()) console.log(each);
  },
  async endOtherSessions(stint) {
    await stint.me.endOtherSessions();
  },
  async endSession(stint) {
    await stint.me.endSession("key_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
  },
  async listGrants(stint) {
    for await (const each of stint.me.listGrants()) console.log(each);
  },
  async createGrant(stint) {
    const createdGrant = await stint.me.createGrant({ request: "response_type=code&client_id=https%3A%2F%2Fclaude.ai%2Foauth%2Fclaude-code-client-metadata&redirect_uri=http%3A%2F%2F127.0.0.1%3A53682%2Fcallback&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256&scope=time-entries%3Aread%20projects%3Aread&state=af0ifjsldkj", organizationId: "org_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f", scopes: ["time-entries:read"], expiresAt: "2199-03-01T08:00:00Z" });
    return createdGrant;
  },
  async describeGrantRequest(stint) {
    const grantRequest = await stint.me.describeGrantRequest({ request: "response_type=code&client_id=https%3A%2F%2Fclaude.ai%2Foauth%2Fclaude-code-client-metadata&redirect_uri=http%3A%2F%2F127.0.0.1%3A53682%2Fcallback&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256&scope=time-entries%3Aread%20projects%3Aread&state=af0ifjsldkj" });
    return grantRequest;
  },
  async updateGrant(stint) {
    const grant = await stint.me.updateGrant("key_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f", { scopes: ["time-entries:read", "projects:read"] });
    return grant;
  },
  async endGrant(stint) {
    await stint.me.endGrant("key_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
  },
  async listMemberGrants(stint) {
    for await (const each of stint.grants.list()) console.log(each);
  },
  async endMemberGrant(stint) {
    await stint.grants.end("key_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
  },
  async changePassword(stint) {
    await stint.me.changePassword({ currentPassword: "copper meadow violin", newPassword: "lantern orbit sparrow" });
  },
  async beginSecondFactor(stint) {
    const reply = await stint.me.beginSecondFactor();
    return reply;
  },
  async endSecondFactor(stint) {
    await stint.me.endSecondFactor();
  },
  async confirmSecondFactor(stint) {
    const reply = await stint.me.confirmSecondFactor({ code: "123456" });
    return reply;
  },
  async replaceRecoveryCodes(stint) {
    const reply = await stint.me.replaceRecoveryCodes();
    return reply;
  },
  async listApiKeys(stint) {
    for await (const each of stint.apiKeys.list()) console.log(each);
  },
  async createApiKey(stint) {
    const apiKey = await stint.apiKeys.create({ name: "Invoicing", scopes: ["time-entries:read", "costs:read"], expiresAt: "2199-03-01T08:00:00Z" });
    return apiKey;
  },
  async getApiKey(stint) {
    const apiKey = await stint.apiKeys.get("key_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
    return apiKey;
  },
  async updateApiKey(stint) {
    const apiKey = await stint.apiKeys.update("key_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f", { name: "Invoicing, new server" }, { ifMatch: { version: 1 } });
    return apiKey;
  },
  async revokeApiKey(stint) {
    await stint.apiKeys.revoke("key_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
  },
  async rotateApiKey(stint) {
    const apiKey = await stint.apiKeys.rotate("key_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f", { overlapSeconds: 900 });
    return apiKey;
  },
  async findDeviceLogin(stint) {
    const deviceLogin = await stint.deviceLogins.find({ userCode: "WDJB-MJHT" });
    return deviceLogin;
  },
  async approveDeviceLogin(stint) {
    const deviceLogin = await stint.deviceLogins.approve({ userCode: "WDJB-MJHT", scopes: ["timer"] });
    return deviceLogin;
  },
  async denyDeviceLogin(stint) {
    await stint.deviceLogins.deny({ userCode: "WDJB-MJHT" });
  },
  async listAuditEvents(stint) {
    for await (const each of stint.auditEvents.list({ from: "2026-03-01", to: "2026-03-31", tz: "Europe/Berlin" })) console.log(each);
  },
  async listClients(stint) {
    for await (const each of stint.clients.list()) console.log(each);
  },
  async createClient(stint) {
    const client = await stint.clients.create({ name: "Acme", note: "Invoices on the 1st" });
    return client;
  },
  async getClient(stint) {
    const client = await stint.clients.get("client_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
    return client;
  },
  async updateClient(stint) {
    const client = await stint.clients.update("client_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f", { archived: true }, { ifMatch: { version: 1 } });
    return client;
  },
  async deleteClient(stint) {
    await stint.clients.delete("client_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
  },
  async listProjects(stint) {
    for await (const each of stint.projects.list()) console.log(each);
  },
  async createProject(stint) {
    const project = await stint.projects.create({ name: "Website", clientId: "client_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f", rounding: { mode: "up", minutes: 15 } });
    return project;
  },
  async getProject(stint) {
    const project = await stint.projects.get("proj_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
    return project;
  },
  async updateProject(stint) {
    const project = await stint.projects.update("proj_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f", { status: "archived" }, { ifMatch: { version: 1 } });
    return project;
  },
  async deleteProject(stint) {
    await stint.projects.delete("proj_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
  },
  async listProjectChanges(stint) {
    const reply = await stint.projects.listChanges();
    return reply;
  },
  async listTasks(stint) {
    for await (const each of stint.tasks.list("proj_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f")) console.log(each);
  },
  async createTask(stint) {
    const task = await stint.tasks.create("proj_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f", { name: "Build", estimateSeconds: 144000 });
    return task;
  },
  async ensureGeneralTask(stint) {
    const generalTask = await stint.tasks.ensureGeneral("proj_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
    return generalTask;
  },
  async listAllTasks(stint) {
    for await (const each of stint.tasks.listAll()) console.log(each);
  },
  async getTask(stint) {
    const task = await stint.tasks.get("task_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
    return task;
  },
  async updateTask(stint) {
    const task = await stint.tasks.update("task_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f", { status: "done" }, { ifMatch: { version: 1 } });
    return task;
  },
  async deleteTask(stint) {
    await stint.tasks.delete("task_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
  },
  async listTimeEntries(stint) {
    for await (const each of stint.timeEntries.list({ from: "2026-03-01", to: "2026-03-31", tz: "Europe/Berlin" })) console.log(each);
  },
  async createTimeEntry(stint) {
    const timeEntry = await stint.timeEntries.create({ projectId: "proj_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f", taskId: "task_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f", startedAt: "2026-03-01T09:00:00Z", durationSeconds: 5400, description: "Landing page", tags: ["design"] });
    return timeEntry;
  },
  async getTimeEntry(stint) {
    const timeEntry = await stint.timeEntries.get("time_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
    return timeEntry;
  },
  async updateTimeEntry(stint) {
    const timeEntry = await stint.timeEntries.update("time_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f", { durationSeconds: 3600, description: "Landing page, reviewed" }, { ifMatch: { version: 1 } });
    return timeEntry;
  },
  async deleteTimeEntry(stint) {
    await stint.timeEntries.delete("time_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
  },
  async restoreTimeEntry(stint) {
    const timeEntry = await stint.timeEntries.restore("time_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
    return timeEntry;
  },
  async createTimeEntries(stint) {
    const reply = await stint.timeEntries.createBatch({ entries: [{ projectId: "proj_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f", taskId: "task_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f", startedAt: "2026-03-01T09:00:00Z", durationSeconds: 5400, description: "Landing page", tags: ["design"] }] });
    return reply;
  },
  async updateTimeEntries(stint) {
    const reply = await stint.timeEntries.updateBatch({ entries: [{ id: "time_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f", version: 1, durationSeconds: 3600, tags: ["design"] }] }, { ifMatch: { version: 1 } });
    return reply;
  },
  async deleteTimeEntries(stint) {
    const reply = await stint.timeEntries.deleteBatch({ ids: ["time_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f"] });
    return reply;
  },
  async restoreTimeEntries(stint) {
    const reply = await stint.timeEntries.restoreBatch({ ids: ["time_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f"] });
    return reply;
  },
  async listTimeEntryChanges(stint) {
    const reply = await stint.timeEntries.listChanges({ from: "2026-03-01", to: "2026-03-31", tz: "Europe/Berlin" });
    return reply;
  },
  async listTimeEntryHistory(stint) {
    for await (const each of stint.timeEntries.listHistory("time_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f")) console.log(each);
  },
  async listTimers(stint) {
    for await (const each of stint.timers.list()) console.log(each);
  },
  async getTimer(stint) {
    const timer = await stint.timer.get();
    return timer;
  },
  async startTimer(stint) {
    const reply = await stint.timer.start({ projectId: "proj_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f", description: "Landing page" });
    return reply;
  },
  async updateTimer(stint) {
    const timer = await stint.timer.update({ description: "Landing page, second draft" });
    return timer;
  },
  async discardTimer(stint) {
    await stint.timer.discard();
  },
  async stopTimer(stint) {
    const timeEntry = await stint.timer.stop();
    return timeEntry;
  },
  async stopMemberTimer(stint) {
    const timeEntry = await stint.timers.stop("user_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f", { endedAt: "2026-03-01T17:00:00Z" });
    return timeEntry;
  },
  async listTimesheets(stint) {
    for await (const each of stint.timesheets.list({ from: "2026-03-01", to: "2026-03-31" })) console.log(each);
  },
  async getTimesheetGrid(stint) {
    const timesheetGrid = await stint.timesheets.grid({ from: "2026-03-01", to: "2026-03-31" });
    return timesheetGrid;
  },
  async getTimesheet(stint) {
    const timesheetWithSteps = await stint.timesheets.get("sheet_0199c5d0a1b27c3d8e4f5a6b7c8d9e0fm20260301");
    return timesheetWithSteps;
  },
  async getTimesheetStatement(stint) {
    const timesheetStatement = await stint.timesheets.statement("sheet_0199c5d0a1b27c3d8e4f5a6b7c8d9e0fm20260301");
    return timesheetStatement;
  },
  async submitTimesheet(stint) {
    const timesheet = await stint.timesheets.submit("sheet_0199c5d0a1b27c3d8e4f5a6b7c8d9e0fm20260301", { note: "Friday is missing." });
    return timesheet;
  },
  async withdrawTimesheet(stint) {
    const timesheet = await stint.timesheets.withdraw("sheet_0199c5d0a1b27c3d8e4f5a6b7c8d9e0fm20260301", { note: "Friday is missing." });
    return timesheet;
  },
  async approveTimesheet(stint) {
    const timesheet = await stint.timesheets.approve("sheet_0199c5d0a1b27c3d8e4f5a6b7c8d9e0fm20260301", { note: "Friday is missing." });
    return timesheet;
  },
  async rejectTimesheet(stint) {
    const timesheet = await stint.timesheets.reject("sheet_0199c5d0a1b27c3d8e4f5a6b7c8d9e0fm20260301", { note: "Friday is missing." });
    return timesheet;
  },
  async reopenTimesheet(stint) {
    const timesheet = await stint.timesheets.reopen("sheet_0199c5d0a1b27c3d8e4f5a6b7c8d9e0fm20260301", { note: "Friday is missing." });
    return timesheet;
  },
  async submitTimesheets(stint) {
    const reply = await stint.timesheets.submitBatch({ timesheets: [{ id: "sheet_0199c5d0a1b27c3d8e4f5a6b7c8d9e0fm20260301" }] });
    return reply;
  },
  async approveTimesheets(stint) {
    const reply = await stint.timesheets.approveBatch({ timesheets: [{ id: "sheet_0199c5d0a1b27c3d8e4f5a6b7c8d9e0fm20260301" }] });
    return reply;
  },
  async reopenTimesheets(stint) {
    const reply = await stint.timesheets.reopenBatch({ timesheets: [{ id: "sheet_0199c5d0a1b27c3d8e4f5a6b7c8d9e0fm20260301" }] });
    return reply;
  },
  async listTags(stint) {
    for await (const each of stint.tags.list()) console.log(each);
  },
  async renameTags(stint) {
    const tagRename = await stint.tags.rename({ from: ["ui", "user interface"], to: "UI", dryRun: false });
    return tagRename;
  },
  async undoTagRename(stint) {
    const tagRenameUndo = await stint.tags.undoRename({ id: "rename_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f" });
    return tagRenameUndo;
  },
  async listNotices(stint) {
    for await (const each of stint.notices.list()) console.log(each);
  },
  async readNotices(stint) {
    const reply = await stint.notices.read({ ids: ["notice_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f"] });
    return reply;
  },
  async listFailedMails(stint) {
    for await (const each of stint.notices.listFailedMails()) console.log(each);
  },
  async listImports(stint) {
    for await (const each of stint.imports.list()) console.log(each);
  },
  async createImport(stint) {
    const imported = await stint.imports.create(new Blob(["Date,Project,Hours\n2026-03-02,Website,1.5\n"], { type: "text/csv" }), { tz: "Europe/Berlin" });
    return imported;
  },
  async getImport(stint) {
    const imported = await stint.imports.get("imp_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
    return imported;
  },
  async updateImport(stint) {
    const imported = await stint.imports.update("imp_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f", { timeZone: "Europe/Berlin", people: { "kim@example.com": { inactive: true } } }, { ifMatch: { version: 1 } });
    return imported;
  },
  async deleteImport(stint) {
    await stint.imports.delete("imp_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
  },
  async listImportDoubts(stint) {
    for await (const each of stint.imports.listDoubts("imp_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f")) console.log(each);
  },
  async applyImport(stint) {
    const imported = await stint.imports.apply("imp_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
    return imported;
  },
  async listEvents(stint) {
    for await (const each of stint.events.list()) console.log(each);
  },
  async listWebhooks(stint) {
    for await (const each of stint.webhooks.list()) console.log(each);
  },
  async createWebhook(stint) {
    const webhook = await stint.webhooks.create({ url: "https://example.com/hook", events: ["time_entry.created", "time_entry.updated"] });
    return webhook;
  },
  async getWebhook(stint) {
    const webhook = await stint.webhooks.get("hook_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
    return webhook;
  },
  async updateWebhook(stint) {
    const webhook = await stint.webhooks.update("hook_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f", { status: "active" }, { ifMatch: { version: 1 } });
    return webhook;
  },
  async deleteWebhook(stint) {
    await stint.webhooks.delete("hook_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
  },
  async rotateWebhookSecret(stint) {
    const webhook = await stint.webhooks.rotateSecret("hook_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
    return webhook;
  },
  async listEventTypes(stint) {
    for await (const each of stint.webhooks.listEventTypes()) console.log(each);
  },
  async listDeliveries(stint) {
    for await (const each of stint.webhooks.listDeliveries("hook_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f")) console.log(each);
  },
  async testWebhook(stint) {
    const delivery = await stint.webhooks.test("hook_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
    return delivery;
  },
  async redeliver(stint) {
    const delivery = await stint.webhooks.redeliver("hook_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f", "dlv_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
    return delivery;
  },
  async replayDeliveries(stint) {
    const reply = await stint.webhooks.replayDeliveries("hook_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f", { since: "2026-03-01T09:00:00Z" });
    return reply;
  },
  async listRates(stint) {
    for await (const each of stint.rates.list()) console.log(each);
  },
  async createRate(stint) {
    const rate = await stint.rates.create({ kind: "billable", scope: "projectMember", userId: "user_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f", projectId: "proj_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f", rateMinor: 9000, effectiveFrom: "2026-03-01" });
    return rate;
  },
  async getRate(stint) {
    const rate = await stint.rates.get("rate_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
    return rate;
  },
  async deleteRate(stint) {
    await stint.rates.delete("rate_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
  },
  async repriceRates(stint) {
    const repriced = await stint.rates.reprice({ from: "2026-03-01", to: "2026-03-31", projectId: ["proj_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f"], apply: false });
    return repriced;
  },
  async reroundTimeEntries(stint) {
    const rerounded = await stint.timeEntries.reround({ from: "2026-03-01", to: "2026-03-31", projectId: ["proj_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f"], apply: false });
    return rerounded;
  },
  async getSummary(stint) {
    const summary = await stint.reports.summary({ groupBy: ["project", "user"], from: "2026-03-01", to: "2026-03-31", tz: "Europe/Berlin" });
    return summary;
  },
  async getCosts(stint) {
    const costs = await stint.reports.costs({ from: "2026-03-01", to: "2026-03-31", tz: "Europe/Berlin" });
    return costs;
  },
  async getEntries(stint) {
    const response = await stint.reports.entries({ from: "2026-03-01", to: "2026-03-31", tz: "Europe/Berlin" });
    return response;
  },
  async listBillingBatches(stint) {
    for await (const each of stint.billingBatches.list()) console.log(each);
  },
  async createBillingBatch(stint) {
    const reply = await stint.billingBatches.create({ filter: { projectId: ["proj_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f"], from: "2026-03-01", to: "2026-03-31" }, reference: "2026-0042", billedOn: "2026-04-01" });
    return reply;
  },
  async getBillingBatch(stint) {
    const billingBatch = await stint.billingBatches.get("bill_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
    return billingBatch;
  },
  async deleteBillingBatch(stint) {
    await stint.billingBatches.delete("bill_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
  },
  async getBillingBatchLines(stint) {
    const billingLines = await stint.billingBatches.lines("bill_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f", { groupBy: ["project", "user"] });
    return billingLines;
  },
  async listSavedReports(stint) {
    for await (const each of stint.savedReports.list()) console.log(each);
  },
  async createSavedReport(stint) {
    const savedReport = await stint.savedReports.create({ name: "Hours of last month", shared: true, query: { report: "summary", period: "lastMonth", groupBy: ["project", "user"] } });
    return savedReport;
  },
  async getSavedReport(stint) {
    const savedReport = await stint.savedReports.get("report_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
    return savedReport;
  },
  async updateSavedReport(stint) {
    const savedReport = await stint.savedReports.update("report_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f", { shared: false }, { ifMatch: { version: 1 } });
    return savedReport;
  },
  async deleteSavedReport(stint) {
    await stint.savedReports.delete("report_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
  },
  async getSavedReportFigures(stint) {
    const savedReportFigures = await stint.savedReports.figures("report_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
    return savedReportFigures;
  },
  async listReportLinks(stint) {
    for await (const each of stint.savedReports.listReportLinks("report_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f")) console.log(each);
  },
  async createReportLink(stint) {
    const reportLinkWithToken = await stint.savedReports.createReportLink("report_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f", { name: "Hours for Acme", showsAmounts: true });
    return reportLinkWithToken;
  },
  async getReportLink(stint) {
    const reportLink = await stint.savedReports.reportLink("report_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f", "link_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
    return reportLink;
  },
  async revokeReportLink(stint) {
    await stint.savedReports.revokeReportLink("report_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f", "link_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
  },
  async getCalendarFeed(stint) {
    const currentCalendarFeed = await stint.me.calendarFeed();
    return currentCalendarFeed;
  },
  async createCalendarFeed(stint) {
    const newCalendarFeed = await stint.me.createCalendarFeed({ scope: "own", days: 90 });
    return newCalendarFeed;
  },
  async endCalendarFeed(stint) {
    await stint.me.endCalendarFeed();
  },
  async listSubscribedCalendars(stint) {
    for await (const each of stint.me.listSubscribedCalendars()) console.log(each);
  },
  async subscribeToCalendar(stint) {
    const subscribedCalendar = await stint.me.subscribeToCalendar({ name: "Work", address: "https://calendar.example.com/private/basic.ics" });
    return subscribedCalendar;
  },
  async unsubscribeFromCalendar(stint) {
    await stint.me.unsubscribeFromCalendar("cal_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f");
  },
  async listCalendarEvents(stint) {
    const calendarEvents = await stint.me.listCalendarEvents({ from: "2026-03-02", to: "2026-03-31" });
    return calendarEvents;
  },
  async exportOrganization(stint) {
    const response = await stint.organization.export();
    return response;
  },
  async getSharedReport(stint) {
    const sharedReport = await stint.auth.sharedReport("kq0TqNWwTq0z0T1eQ2cJ9m4oVbX7yLr5sHfD3aGpUuE");
    return sharedReport;
  },
  async getSignInMethods(stint) {
    const reply = await stint.auth.signInMethods();
    return reply;
  },
  async setUp(stint) {
    const signedIn = await stint.auth.setUp({ token: "3q2-7w", organizationName: "My company", email: "me@example.com", name: "Ada", password: "lantern orbit sparrow", timeZone: "Europe/Berlin", currency: "EUR" });
    return signedIn;
  },
  async signIn(stint) {
    const signedIn = await stint.auth.signIn({ email: "me@example.com", password: "lantern orbit sparrow" });
    return signedIn;
  },
  async previewInvitation(stint) {
    const reply = await stint.auth.previewInvitation({ token: "3q2-7w" });
    return reply;
  },
  async acceptInvitation(stint) {
    const signedIn = await stint.auth.acceptInvitation({ token: "3q2-7w", name: "Jo Smith", password: "lantern orbit sparrow" });
    return signedIn;
  },
  async signOut(stint) {
    await stint.auth.signOut({ sessionId: "key_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f" });
  },
  async switchOrganization(stint) {
    const signedIn = await stint.auth.switchOrganization({ organizationId: "org_0199c5d0a1b27c3d8e4f5a6b7c8d9e0f" });
    return signedIn;
  },
  async reauthenticate(stint) {
    await stint.auth.reauthenticate({ password: "lantern orbit sparrow" });
  },
  async askForPasswordLink(stint) {
    await stint.auth.askForPasswordLink({ email: "me@example.com" });
  },
  async resetPassword(stint) {
    await stint.auth.resetPassword({ token: "3q2-7w", password: "lantern orbit sparrow" });
  },
  async startOpenId(stint) {
    const address = stint.auth.startOpenId();
    return address;
  },
  async finishOpenId(stint) {
    const address = stint.auth.finishOpenId();
    return address;
  },
  async startDeviceLogin(stint) {
    const reply = await stint.auth.startDeviceLogin({ program: "stint", machine: "laptop" });
    return reply;
  },
  async fetchDeviceKey(stint) {
    const reply = await stint.auth.fetchDeviceKey({ deviceCode: "3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" });
    return reply;
  },
};
