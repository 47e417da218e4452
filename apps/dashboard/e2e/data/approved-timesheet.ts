import type { Person } from "../page/journey.ts";

/** The id of the owner's timesheet for March 2026, which has three entries. The first call approves it. */
export async function approvedTimesheet({ stint, project, taskId }: Person): Promise<string> {
  const { user } = await stint.me.get();
  const id = `sheet_${user.id.slice("user_".length)}m20260301`;
  if ((await stint.organization.get()).approvals === null)
    await stint.organization.update({ approvals: { period: "month", from: "2026-03-01", ownApproval: true } });
  const known = await stint.timesheets.list({ userId: [user.id], from: "2026-03-01", to: "2026-03-31" });
  const [sheet] = known.data;
  if (sheet?.status === "approved") return id;
  if (sheet === undefined) {
    const starts = ["2026-03-02T09:00:00Z", "2026-03-02T13:30:00Z", "2026-03-17T08:15:00Z"];
    const entries = starts.map((startedAt) => ({ projectId: project.id, taskId, startedAt, durationSeconds: 5400 }));
    await stint.timeEntries.createBatch({ entries });
  }
  await stint.timesheets.submit(id);
  await stint.timesheets.approve(id);
  return id;
}
