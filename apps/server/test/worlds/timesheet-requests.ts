import assert from "node:assert/strict";
import { newEntry, newProject } from "./factories.ts";
import type { Caller } from "./test-app.ts";

let months = 0;

/** Creates a month in which the caller has an entry. Each call returns a different month. */
async function newTimesheet(caller: Caller): Promise<string> {
  const approvals = { period: "month", from: "1980-01-01", ownApproval: true };
  const answer = await caller.patch("/v1/organization", { approvals });
  assert.equal(answer.status, 200, answer.text);
  const start = `${1980 + Math.floor(months / 12)}-${String((months++ % 12) + 1).padStart(2, "0")}-01`;
  await newEntry(caller, await newProject(caller), { userId: caller.userId, startedAt: `${start}T12:00:00Z` });
  return `sheet_${caller.userId.slice("user_".length)}m${start.replaceAll("-", "")}`;
}

async function changed(caller: Caller, ...verbs: string[]): Promise<string> {
  const id = await newTimesheet(caller);
  for (const verb of verbs) {
    const answer = await caller.post(`/v1/timesheets/${id}/${verb}`, {});
    assert.equal(answer.status, 200, answer.text);
  }
  return id;
}

/** Creates an approved month with a locked entry. */
export async function approvedTimesheet(caller: Caller): Promise<string> {
  return changed(caller, "submit", "approve");
}

const note = { note: "Friday is missing." };

export const timesheetRequests = {
  listTimesheets: async () => ({}),
  getTimesheetGrid: async () => ({}),
  getTimesheet: async (caller: Caller) => ({ ids: { id: await changed(caller) } }),
  getTimesheetStatement: async (caller: Caller) => ({ ids: { id: await changed(caller, "submit", "approve") } }),
  submitTimesheet: async (caller: Caller) => ({ ids: { id: await changed(caller) }, body: {} }),
  withdrawTimesheet: async (caller: Caller) => ({ ids: { id: await changed(caller, "submit") }, body: {} }),
  approveTimesheet: async (caller: Caller) => ({ ids: { id: await changed(caller, "submit") }, body: {} }),
  rejectTimesheet: async (caller: Caller) => ({ ids: { id: await changed(caller, "submit") }, body: note }),
  reopenTimesheet: async (caller: Caller) => ({ ids: { id: await changed(caller, "submit", "approve") }, body: note }),
  submitTimesheets: async (caller: Caller) => ({ body: { timesheets: [{ id: await changed(caller), version: 0 }] } }),
  approveTimesheets: async (caller: Caller) => ({
    body: { timesheets: [{ id: await changed(caller, "submit"), version: 1 }] },
  }),
  reopenTimesheets: async (caller: Caller) => ({
    body: { timesheets: [{ id: await changed(caller, "submit", "approve") }], ...note },
  }),
};
