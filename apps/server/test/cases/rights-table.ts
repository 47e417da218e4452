import type { Access, Role, Scope } from "#identity/access.ts";

// The rights that the contract and docs/api/api-keys.md promise. Written by hand, so that nothing is derived from the
// tested code.

export const roles: readonly Role[] = ["owner", "admin", "manager", "member", "viewer"];

const owners: readonly Role[] = ["owner"];
const admins: readonly Role[] = ["owner", "admin"];
const managers: readonly Role[] = ["owner", "admin", "manager"];
const members: readonly Role[] = ["owner", "admin", "manager", "member"];

/** The roles that include each scope. */
export const rolesWith: Record<Scope, readonly Role[]> = {
  "time-entries:read": roles,
  "time-entries:write": members,
  "projects:read": roles,
  "projects:write": managers,
  "reports:read": roles,
  "reports:write": members,
  "costs:read": managers,
  "rates:write": managers,
  "webhooks:read": admins,
  "webhooks:write": admins,
  "members:read": admins,
  "members:write": admins,
  "organization:read": roles,
  "organization:write": admins,
  "keys:write": members,
  "audit:read": admins,
  "imports:write": admins,
  "teams:read": managers,
  "teams:write": admins,
  "timesheets:read": roles,
  "timesheets:write": members,
  "timesheets:approve": managers,
  "billing:read": managers,
  "billing:write": managers,
};

/** The rights that an operation requires. */
export interface Right {
  needs: Access;
  /** Additional scopes that the key needs. Every role that includes the first scope includes these too. */
  alsoNeeds?: readonly Scope[];
  /** The permitted roles, if the scope alone is not enough. */
  only?: readonly Role[];
  /**
   * The roles that can also use the operation on other members' records, if the record in the path belongs to a member.
   */
  others?: readonly Role[];
  /** Whether team leads can also use the operation on records of the team's current members. */
  ofTeam?: true;
  /** Whether the operation requires a session and refuses API keys. */
  sessionOnly?: true;
  /** Whether the session must have reauthenticated in the last 10 minutes. */
  reauthenticated?: true;
  /** Whether the operation affects the whole organization. If so, each test gets a separate organization. */
  ofAll?: true;
}

const anyEntry = { read: ["owner", "admin", "manager", "viewer"], write: managers } as const;

/** The rights of every operation of /v1, by operationId. */
export const rights: Record<string, Right> = {
  getOrganization: { needs: "organization:read" },
  updateOrganization: { needs: "organization:write" },
  exportOrganization: {
    needs: "organization:write",
    alsoNeeds: [
      "time-entries:read",
      "projects:read",
      "reports:read",
      "costs:read",
      "webhooks:read",
      "members:read",
      "organization:read",
      "audit:read",
    ],
    only: owners,
    reauthenticated: true,
  },
  getBackups: { needs: "organization:read", only: owners },
  startBackup: { needs: "organization:write", only: owners },
  scheduleDeletion: { needs: "organization:write", only: owners, reauthenticated: true, ofAll: true },
  cancelDeletion: { needs: "organization:write", only: owners, ofAll: true },
  transferOwnership: {
    needs: "organization:write",
    alsoNeeds: [
      "time-entries:read",
      "time-entries:write",
      "projects:read",
      "projects:write",
      "reports:read",
      "costs:read",
      "rates:write",
      "webhooks:read",
      "webhooks:write",
      "members:read",
      "members:write",
      "organization:read",
      "keys:write",
      "audit:read",
    ],
    only: owners,
    reauthenticated: true,
    ofAll: true,
  },

  listApiKeys: { needs: "keys:write" },
  createApiKey: { needs: "keys:write", reauthenticated: true },
  getApiKey: { needs: "keys:write", others: admins },
  updateApiKey: { needs: "keys:write", others: admins },
  revokeApiKey: { needs: "keys:write", others: admins },
  rotateApiKey: { needs: "keys:write", others: [], reauthenticated: true },
  listMemberGrants: { needs: "keys:write" },
  endMemberGrant: { needs: "keys:write", others: admins },
  findDeviceLogin: { needs: "keys:write", sessionOnly: true },
  approveDeviceLogin: { needs: "keys:write", sessionOnly: true, reauthenticated: true },
  denyDeviceLogin: { needs: "keys:write", sessionOnly: true },
  listAuditEvents: { needs: "audit:read" },
  listTimeEntryHistory: { needs: "time-entries:read", others: anyEntry.read, ofTeam: true },

  getMe: { needs: "anyone" },
  updateMe: { needs: "anyone", sessionOnly: true },
  leaveOrganization: { needs: "anyone", sessionOnly: true, ofAll: true },
  // tracking/exchange/calendar-feed/feed-rights.test.ts tests which members' entries a feed shows.
  getCalendarFeed: { needs: "anyone" },
  createCalendarFeed: { needs: "anyone", sessionOnly: true, reauthenticated: true },
  listSubscribedCalendars: { needs: "anyone", sessionOnly: true },
  subscribeToCalendar: { needs: "anyone", sessionOnly: true },
  unsubscribeFromCalendar: { needs: "anyone", sessionOnly: true },
  listCalendarEvents: { needs: "anyone", sessionOnly: true },
  endCalendarFeed: { needs: "anyone", sessionOnly: true },
  listGrants: { needs: "anyone", sessionOnly: true },
  describeGrantRequest: { needs: "anyone", sessionOnly: true },
  createGrant: { needs: "keys:write", sessionOnly: true, reauthenticated: true },
  updateGrant: { needs: "anyone", sessionOnly: true },
  endGrant: { needs: "anyone", sessionOnly: true },
  listSessions: { needs: "anyone", sessionOnly: true },
  endOtherSessions: { needs: "anyone", sessionOnly: true },
  endSession: { needs: "anyone", sessionOnly: true },
  changePassword: { needs: "anyone", sessionOnly: true },
  beginSecondFactor: { needs: "anyone", sessionOnly: true, reauthenticated: true },
  confirmSecondFactor: { needs: "anyone", sessionOnly: true, reauthenticated: true },
  endSecondFactor: { needs: "anyone", sessionOnly: true, reauthenticated: true },
  replaceRecoveryCodes: { needs: "anyone", sessionOnly: true, reauthenticated: true },
  listMembers: { needs: "members:read" },
  getMember: { needs: "members:read" },
  updateMember: { needs: "members:write" },
  deactivateMember: { needs: "members:write" },
  // identity/teams/leads.test.ts tests that leads can also read their own teams.
  listTeams: { needs: "teams:read" },
  getTeam: { needs: "teams:read" },
  createTeam: { needs: "teams:write" },
  updateTeam: { needs: "teams:write" },
  deleteTeam: { needs: "teams:write" },
  listInvitations: { needs: "members:read" },
  createInvitation: { needs: "members:write", reauthenticated: true },
  getInvitation: { needs: "members:read" },
  resendInvitation: { needs: "members:write", reauthenticated: true },
  revokeInvitation: { needs: "members:write" },

  listClients: { needs: "projects:read" },
  createClient: { needs: "projects:write" },
  getClient: { needs: "projects:read" },
  updateClient: { needs: "projects:write" },
  deleteClient: { needs: "projects:write" },
  listProjects: { needs: "projects:read" },
  listProjectChanges: { needs: "projects:read" },
  createProject: { needs: "projects:write" },
  getProject: { needs: "projects:read" },
  updateProject: { needs: "projects:write" },
  deleteProject: { needs: "projects:write" },
  listAllTasks: { needs: "projects:read" },
  listTasks: { needs: "projects:read" },
  createTask: { needs: "projects:write" },
  ensureGeneralTask: { needs: "time-entries:write" },
  getTask: { needs: "projects:read" },
  updateTask: { needs: "projects:write" },
  deleteTask: { needs: "projects:write" },

  listTimeEntries: { needs: "time-entries:read" },
  listTimeEntryChanges: { needs: "time-entries:read" },
  createTimeEntry: { needs: "time-entries:write" },
  createTimeEntries: { needs: "time-entries:write" },
  // The ids are in the body rather than in the path, so change-batch.test.ts tests other members' entries.
  updateTimeEntries: { needs: "time-entries:write" },
  deleteTimeEntries: { needs: "time-entries:write" },
  restoreTimeEntries: { needs: "time-entries:write" },
  getTimeEntry: { needs: "time-entries:read", others: anyEntry.read, ofTeam: true },
  updateTimeEntry: { needs: "time-entries:write", others: anyEntry.write, ofTeam: true },
  deleteTimeEntry: { needs: "time-entries:write", others: anyEntry.write, ofTeam: true },
  restoreTimeEntry: { needs: "time-entries:write", others: anyEntry.write, ofTeam: true },
  listTags: { needs: "time-entries:read" },
  // tracking/entries/tags/rename-tags.test.ts tests which members' entries these operations change.
  renameTags: { needs: "time-entries:write" },
  undoTagRename: { needs: "time-entries:write" },
  listTimers: { needs: "time-entries:read" },
  // The path has no id, because a key can only use its own member's timer.
  getTimer: { needs: "time-entries:read" },
  startTimer: { needs: "time-entries:write" },
  updateTimer: { needs: "time-entries:write" },
  discardTimer: { needs: "time-entries:write" },
  stopTimer: { needs: "time-entries:write" },
  stopMemberTimer: { needs: "time-entries:write", others: anyEntry.write, ofTeam: true },

  listNotices: { needs: "anyone" },
  readNotices: { needs: "anyone", sessionOnly: true },
  listFailedMails: { needs: "members:write" },

  listTimesheets: { needs: "timesheets:read" },
  getTimesheetGrid: { needs: "timesheets:read" },
  getTimesheet: { needs: "timesheets:read", others: anyEntry.read, ofTeam: true },
  getTimesheetStatement: { needs: "timesheets:read", others: anyEntry.read, ofTeam: true },
  submitTimesheet: { needs: "timesheets:write", others: anyEntry.write, ofTeam: true },
  withdrawTimesheet: { needs: "timesheets:write", others: anyEntry.write, ofTeam: true },
  approveTimesheet: { needs: "timesheets:approve", ofTeam: true },
  rejectTimesheet: { needs: "timesheets:approve", ofTeam: true },
  reopenTimesheet: { needs: "timesheets:approve", ofTeam: true },
  // The ids are in the body rather than in the path, so timesheets.test.ts tests other members' timesheets.
  submitTimesheets: { needs: "timesheets:write" },
  approveTimesheets: { needs: "timesheets:approve" },
  reopenTimesheets: { needs: "timesheets:approve" },

  listRates: { needs: "costs:read" },
  createRate: { needs: "rates:write" },
  getRate: { needs: "costs:read" },
  deleteRate: { needs: "rates:write" },
  repriceRates: { needs: "rates:write" },
  reroundTimeEntries: { needs: "rates:write" },
  getSummary: { needs: "reports:read" },
  getCosts: { needs: "costs:read" },
  getEntries: { needs: "reports:read", alsoNeeds: ["time-entries:read"] },
  listBillingBatches: { needs: "billing:read" },
  createBillingBatch: { needs: "billing:write" },
  getBillingBatch: { needs: "billing:read" },
  deleteBillingBatch: { needs: "billing:write", only: admins },
  getBillingBatchLines: { needs: "billing:read" },
  // saved-reports.test.ts tests other members' reports, which get a 404 unless they are shared.
  listSavedReports: { needs: "reports:read" },
  createSavedReport: { needs: "reports:write" },
  getSavedReport: { needs: "reports:read" },
  // tracking/reports/saved-reports/figures.test.ts tests the further rights that a report may need.
  getSavedReportFigures: { needs: "reports:read" },
  updateSavedReport: { needs: "reports:write" },
  deleteSavedReport: { needs: "reports:write" },
  listReportLinks: { needs: "reports:read" },
  createReportLink: { needs: "reports:write", alsoNeeds: ["reports:read"], only: managers },
  getReportLink: { needs: "reports:read" },
  revokeReportLink: { needs: "reports:write", only: managers },

  listImports: { needs: "imports:write" },
  createImport: { needs: "imports:write" },
  getImport: { needs: "imports:write" },
  listImportDoubts: { needs: "imports:write" },
  updateImport: { needs: "imports:write" },
  applyImport: { needs: "imports:write" },
  deleteImport: { needs: "imports:write" },

  listWebhooks: { needs: "webhooks:read" },
  createWebhook: { needs: "webhooks:write", reauthenticated: true },
  getWebhook: { needs: "webhooks:read" },
  updateWebhook: { needs: "webhooks:write" },
  deleteWebhook: { needs: "webhooks:write" },
  rotateWebhookSecret: { needs: "webhooks:write", reauthenticated: true },
  testWebhook: { needs: "webhooks:write" },
  listDeliveries: { needs: "webhooks:read" },
  redeliver: { needs: "webhooks:write" },
  replayDeliveries: { needs: "webhooks:write" },
  listEventTypes: { needs: "webhooks:read" },
  listEvents: { needs: "anyone" },
  streamEvents: { needs: "anyone" },
};
