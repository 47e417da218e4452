import { type Actor, may } from "#identity/access.ts";
import type { OrganizationRow } from "#identity/organizations/queries.ts";
import { AppError, invalid, notFound } from "#platform/errors.ts";
import { checkIfMatch } from "#platform/http/replies/etag.ts";
import type { Status } from "#tracking/ledger/entry-locks/entry-locks.ts";
import type { SheetScope } from "#tracking/month/timesheets/list-sheets.ts";
import { isClosed, type TimesheetRow } from "#tracking/month/timesheets/queries.ts";
import { isClosedBefore, overlaps, type Sheet } from "#tracking/month/timesheets/read-sheets.ts";
import { sheetTag, shownSheet } from "#tracking/month/timesheets/to-timesheet.ts";

export type Verb = "submit" | "withdraw" | "approve" | "reject" | "reopen";

export const verbs: Record<Verb, { from: readonly Status[]; to: Status; action: Action; decides: boolean }> = {
  submit: { from: ["open", "rejected"], to: "submitted", action: "timesheet.submitted", decides: false },
  withdraw: { from: ["submitted"], to: "open", action: "timesheet.withdrawn", decides: false },
  approve: { from: ["submitted"], to: "approved", action: "timesheet.approved", decides: true },
  reject: { from: ["submitted"], to: "rejected", action: "timesheet.rejected", decides: true },
  reopen: { from: ["approved"], to: "open", action: "timesheet.reopened", decides: true },
};

type Action = `timesheet.${"submitted" | "withdrawn" | "approved" | "rejected" | "reopened"}`;

export function scopeOf(verb: Verb): SheetScope {
  return verbs[verb].decides ? "timesheets:approve" : "timesheets:write";
}

/** A timesheet to change. Callers can pass the ETag or the version that they have seen. */
export interface SheetTarget {
  id: string;
  ifMatch?: string | undefined;
  version?: number | undefined;
}

export interface Request {
  verb: Verb;
  note: string | undefined;
  organization: OrganizationRow;
  now: Date;
}

/** The error if the timesheet does not allow the transition. */
export function refusalOf(
  actor: Actor,
  request: Request,
  target: SheetTarget,
  sheet: Sheet | undefined,
  stored: readonly TimesheetRow[],
  running: ReadonlyMap<string, string>,
): AppError | undefined {
  if (sheet === undefined) return notFound("timesheet");
  try {
    demandRight(actor, request, sheet);
    demandNote(actor, request, sheet);
    demandState(target, sheet, actor);
    demandStatus(request, sheet, stored, running);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  return undefined;
}

function demandRight(actor: Actor, { verb, organization }: Request, sheet: Sheet): void {
  const { user_id: userId } = sheet;
  if (!verbs[verb].decides) {
    if (may(actor, "timesheets:write", userId)) return;
    throw new AppError(
      "forbidden",
      "Only the member and people who may write the member's entries may submit or withdraw this timesheet. Ask one of them.",
    );
  }
  if (!may(actor, "timesheets:approve", userId))
    throw new AppError(
      "forbidden",
      "You may not approve, reject or reopen this member's timesheets. Ask someone who may.",
    );
  if (userId === actor.userId && organization.approvals?.ownApproval !== true)
    throw new AppError(
      "forbidden",
      "In this organization, nobody may approve their own timesheet. Ask someone else who may.",
    );
  if (sheet.partial)
    throw new AppError(
      "forbidden",
      "The timesheet contains entries on projects that are hidden from you. Ask someone who can see them.",
    );
}

function demandNote(actor: Actor, { verb, note, organization, now }: Request, sheet: Sheet): void {
  if (note !== undefined && note.trim() === "" && (verb === "reject" || verb === "reopen"))
    throw invalid("/note", "too_short", "must give the reason");
  if (note !== undefined || (verb !== "reject" && verb !== "reopen")) return;
  const graceMs = (organization.approvals?.graceMinutes ?? 0) * 60_000;
  const isRecent = now.getTime() - Date.parse(sheet.decided_at ?? "") <= graceMs;
  if (verb === "reopen" && sheet.decided_by === actor.userId && isRecent) return;
  const message = "is required; tell the member why";
  throw new AppError("missing_field", `/note ${message}.`, {
    errors: [{ pointer: "/note", code: "required", message }],
  });
}

function demandState({ ifMatch, version }: SheetTarget, sheet: Sheet, actor: Actor): void {
  checkIfMatch(ifMatch, sheetTag(shownSheet(sheet, actor)));
  if (version !== undefined && version !== sheet.version)
    throw new AppError(
      "precondition_failed",
      `The timesheet has changed: its version is now ${sheet.version}. Read it again.`,
    );
}

function demandStatus(
  { verb, organization, now }: Request,
  sheet: Sheet,
  stored: readonly TimesheetRow[],
  running: ReadonlyMap<string, string>,
): void {
  const wrong = (message: string) => new AppError("timesheet_state", message);
  if (!verbs[verb].from.includes(sheet.status))
    throw wrong(`The timesheet is ${sheet.status}. To ${verb} it, it must be ${verbs[verb].from.join(" or ")}.`);
  if (verb === "submit") {
    if (organization.approvals === null)
      throw wrong("Approvals are off in this organization, so timesheets cannot be submitted.");
    if (sheet.isFormer)
      throw wrong("The organization's periods have changed; submit the period that now contains this time.");
    if (now.getTime() < Date.parse(sheet.starts_at))
      throw wrong("The timesheet's period has not begun yet. Submit it once the period has begun.");
    if (running.has(sheet.id))
      throw new AppError("timer_running", "A timer that began in this period is still running. Stop it first.");
  }
  if (!isClosed(sheet) || verbs[verb].to === "approved") return;
  // If this timesheet were reopened, its entries would move into an overlapping timesheet that was closed later and
  // does not contain them.
  const later = stored.find(
    (other) =>
      other.user_id === sheet.user_id &&
      other.id !== sheet.id &&
      isClosed(other) &&
      overlaps(sheet, other) &&
      isClosedBefore(sheet, other),
  );
  if (later !== undefined)
    throw new AppError(
      "timesheet_state",
      `Another timesheet that was closed later, ${later.id}, contains part of this period. Reopen that one first.`,
      { facts: { timesheetId: later.id } },
    );
}
