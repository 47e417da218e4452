import type { Person } from "../page/journey.ts";

/** Creates three entries in March 2026, unless they already exist. */
export async function fillMarch({ stint, project, taskId }: Person): Promise<void> {
  const { data } = await stint.timeEntries.list({ from: "2026-03-01", to: "2026-03-31", limit: 1 });
  if (data.length > 0) return;
  const starts = ["2026-03-02T09:00:00Z", "2026-03-02T13:30:00Z", "2026-03-17T08:15:00Z"];
  const entries = starts.map((startedAt) => ({ projectId: project.id, taskId, startedAt, durationSeconds: 5400 }));
  await stint.timeEntries.createBatch({ entries });
}

/** Returns the id of the owner's timesheet for March 2026, with three entries. The first call also approves it. */
export async function approvedTimesheet(person: Person): Promise<string> {
  const { stint } = person;
  const { user } = await stint.me.get();
  const id = `sheet_${user.id.slice("user_".length)}m20260301`;
  if ((await stint.organization.get()).approvals === null)
    await stint.organization.update({ approvals: { period: "month", from: "2026-03-01", ownApproval: true } });
  const { data } = await stint.timesheets.list({ userId: [user.id], from: "2026-03-01", to: "2026-03-31" });
  if (data[0]?.status === "approved") return id;
  await fillMarch(person);
  await stint.timesheets.submit(id);
  await stint.timesheets.approve(id);
  return id;
}
