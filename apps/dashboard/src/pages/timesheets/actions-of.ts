import type { Me, Timesheet } from "@stint/sdk";

export type Action = "submit" | "withdraw" | "approve" | "reject" | "reopen" | "takeBack";

type Reader = Pick<Me, "user" | "role" | "scopes" | "organization">;

/** What a reader of the timesheet may do with it, the usual step first. The server decides in the end. */
export function actionsOf(sheet: Timesheet, { user, role, scopes, organization }: Reader, now: number): Action[] {
  const { status, userId, partial, decidedBy, decidedAt } = sheet;
  const { ownApproval = false, graceMinutes = 0 } = organization.approvals ?? {};
  const isOwn = userId === user.id;
  // A member who reads another one's timesheet leads a team of theirs.
  const maySubmit = scopes.includes("timesheets:write") && role !== "viewer" && organization.approvals !== null;
  const mayDecide = scopes.includes("timesheets:approve") && partial !== true && (!isOwn || ownApproval);
  if (status === "submitted")
    return [...(mayDecide ? (["approve", "reject"] as const) : []), ...(maySubmit ? (["withdraw"] as const) : [])];
  if (status !== "approved") return maySubmit ? ["submit"] : [];
  if (!mayDecide) return [];
  const isRecent = decidedBy === user.id && now - Date.parse(decidedAt ?? "") < graceMinutes * 60_000;
  return [isRecent ? "takeBack" : "reopen"];
}
