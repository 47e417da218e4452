import type { Timesheet } from "@stint/sdk";

/** Whether someone who approves timesheets is allowed to decide on this timesheet. */
export function mayDecide(
  sheet: Pick<Timesheet, "partial" | "userId">,
  { userId, ownApproval }: { userId: string; ownApproval: boolean },
): boolean {
  return sheet.partial !== true && (sheet.userId !== userId || ownApproval);
}

/** Whether the person approved a timesheet so recently that reopening it needs no note. */
export function isRecent(sheet: Timesheet, userId: string, graceMinutes: number, now: number): boolean {
  const { status, decidedBy, decidedAt } = sheet;
  if (status !== "approved" || decidedBy !== userId || decidedAt === null) return false;
  return now - Date.parse(decidedAt) < graceMinutes * 60_000;
}
