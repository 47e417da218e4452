import { newEntry, newProject } from "#test/worlds/factories.ts";
import type { Caller, Json } from "#test/worlds/test-app.ts";

const missing = "x_0";

/** Bodies for the statuses that no valid body can provoke. */
export const refusedBodies: Record<string, (caller: Caller, valid: Json) => Promise<object> | object> = {
  "updateTimeEntry 409": async (caller) => {
    await newEntry(caller, await newProject(caller), { externalRef: "taken" });
    return { externalRef: "taken" };
  },
  "findDeviceLogin 404": () => ({ userCode: missing }),
  "approveDeviceLogin 404": () => ({ userCode: missing }),
  "denyDeviceLogin 404": () => ({ userCode: missing }),
  "createCalendarFeed 404": () => ({ scope: "team", teamId: missing }),
  "createInvitation 404": (_caller, body) => ({ ...body, teamId: missing }),
  "createTeam 404": (_caller, body) => ({ ...body, memberIds: [missing] }),
  "createTimeEntries 404": (_caller, { entries: [first] }) => ({ entries: [{ ...first, taskId: missing }] }),
  "updateTimeEntries 404": () => ({ entries: [{ id: missing }] }),
  "updateTimeEntries 409": async (caller, { entries: [{ id }] }) => {
    await newEntry(caller, await newProject(caller), { externalRef: "batched" });
    return { entries: [{ id, externalRef: "batched" }] };
  },
  "updateTimeEntries 412": (_caller, { entries: [{ id }] }) => ({ entries: [{ id, version: 9 }] }),
  "deleteTimeEntries 404": () => ({ ids: [missing] }),
  "undoTagRename 404": () => ({ id: missing }),
  "restoreTimeEntries 404": () => ({ ids: [missing] }),
  "submitTimesheets 412": (_caller, { timesheets: [{ id }] }) => ({ timesheets: [{ id, version: 9 }] }),
  "approveTimesheets 412": (_caller, { timesheets: [{ id }] }) => ({ timesheets: [{ id, version: 9 }] }),
  "reopenTimesheets 412": (_caller, { timesheets: [{ id }] }) => ({ timesheets: [{ id, version: 9 }], note: "why" }),
  "readNotices 404": () => ({ ids: ["notice_0"] }),
  "submitTimesheets 404": () => ({ timesheets: [{ id: missing }] }),
  "approveTimesheets 404": () => ({ timesheets: [{ id: missing }] }),
  "reopenTimesheets 404": () => ({ timesheets: [{ id: missing }], note: "why" }),
};
