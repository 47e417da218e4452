import type { Sheet } from "./board.ts";

/** Whether the person approved a timesheet so recently that reopening it needs no note. */
export function isRecent(sheet: Sheet, userId: string, graceMinutes: number, now: number): boolean {
  const { status, decidedBy, decidedAt } = sheet;
  if (status !== "approved" || decidedBy !== userId || decidedAt === null) return false;
  return now - Date.parse(decidedAt) < graceMinutes * 60_000;
}
