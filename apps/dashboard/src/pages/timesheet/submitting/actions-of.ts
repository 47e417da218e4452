import type { Me, Timesheet } from "@stint/sdk";
import { isRecent, mayDecide } from "#parts/timesheets/deciding.ts";

export type Action = "submit" | "withdraw" | "approve" | "reject" | "reopen" | "undoApproval";

type Reader = Pick<Me, "user" | "role" | "scopes" | "organization">;

/** The actions that the reader can take, the most likely one first. The server makes the final decision. */
export function actionsOf(sheet: Timesheet, { user, role, scopes, organization }: Reader, now: number): Action[] {
  const { status } = sheet;
  const { ownApproval = false, graceMinutes = 0 } = organization.approvals ?? {};
  // A member who can read another member's timesheet leads one of that member's teams and is allowed to submit it.
  const maySubmit = scopes.includes("timesheets:write") && role !== "viewer" && organization.approvals !== null;
  const decides = scopes.includes("timesheets:approve") && mayDecide(sheet, { userId: user.id, ownApproval });
  if (status === "submitted")
    return [...(decides ? (["approve", "reject"] as const) : []), ...(maySubmit ? (["withdraw"] as const) : [])];
  if (status !== "approved") return maySubmit ? ["submit"] : [];
  if (!decides) return [];
  return [isRecent(sheet, user.id, graceMinutes, now) ? "undoApproval" : "reopen"];
}
