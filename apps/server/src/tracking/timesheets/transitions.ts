import { type Actor, demandScope, may } from "#identity/access.ts";
import { recordChanges } from "#identity/history/record-change.ts";
import { findOrganization, type OrganizationRow } from "#identity/organizations/queries.ts";
import type { Transaction } from "#platform/database/database.ts";
import { AppError, type FieldError, invalid, notFound } from "#platform/errors.ts";
import { checkIfMatch } from "#platform/http/etag.ts";
import { formatInstant } from "#platform/time.ts";
import { hiddenEntriesFrom } from "#tracking/projects/visibility.ts";
import type { SheetScope } from "./list-sheets.ts";
import type { Status } from "#tracking/entry-locks/entry-locks.ts";
import { readSheetId } from "./periods.ts";
import {
  closeTimesheets,
  findStatement,
  insertStatement,
  isClosed,
  listStated,
  listStored,
  storeTimesheets,
  type TimesheetRow,
  type WrittenTimesheet,
} from "./queries.ts";
import { listRunning } from "./grid-queries.ts";
import { isClosedBefore, overlaps, readSheets, type Sheet, spanOf } from "./read-sheets.ts";
import { makeStatement } from "./statement.ts";
import { sheetTag, shownSheet } from "./to-timesheet.ts";

export type Verb = "submit" | "withdraw" | "approve" | "reject" | "reopen";

const verbs: Record<Verb, { from: readonly Status[]; to: Status; action: Action; decides: boolean }> = {
  submit: { from: ["open", "rejected"], to: "submitted", action: "timesheet.submitted", decides: false },
  withdraw: { from: ["submitted"], to: "open", action: "timesheet.withdrawn", decides: false },
  approve: { from: ["submitted"], to: "approved", action: "timesheet.approved", decides: true },
  reject: { from: ["submitted"], to: "rejected", action: "timesheet.rejected", decides: true },
  reopen: { from: ["approved"], to: "open", action: "timesheet.reopened", decides: true },
};

type Action = `timesheet.${"submitted" | "withdrawn" | "approved" | "rejected" | "reopened"}`;

/** The scope that a transition takes. */
export function scopeOf(verb: Verb): SheetScope {
  return verbs[verb].decides ? "timesheets:approve" : "timesheets:write";
}

/** A timesheet to change, and the state in which the caller saw it. */
export interface SheetTarget {
  id: string;
  ifMatch?: string | undefined;
  version?: number | undefined;
}

interface Request {
  verb: Verb;
  note: string | undefined;
  organization: OrganizationRow;
  now: Date;
}

/** Changes one timesheet. */
export async function changeTimesheet(
  tx: Transaction,
  actor: Actor,
  verb: Verb,
  target: SheetTarget,
  options: { note: string | undefined; now: Date },
): Promise<Sheet> {
  const { sheets, faults } = await changeSheets(tx, actor, verb, [target], options);
  const [fault] = faults;
  const [sheet] = sheets;
  if (fault !== undefined) throw fault.error;
  if (sheet === undefined) throw new Error("a timesheet that is not refused is changed");
  return sheet;
}

/** Changes all of these timesheets or none; throws the errors of all that are refused. */
export async function changeTimesheets(
  tx: Transaction,
  actor: Actor,
  verb: Verb,
  targets: SheetTarget[],
  options: { note: string | undefined; now: Date },
): Promise<Sheet[]> {
  const twice = targets.findIndex(({ id }, at) => targets.findIndex((other) => other.id === id) !== at);
  if (twice >= 0) throw invalid(`/timesheets/${twice}/id`, "duplicate", "is listed before: list each timesheet once");
  const { sheets, faults } = await changeSheets(tx, actor, verb, targets, options);
  if (faults.length === 0) return sheets;
  const order = [
    "not_found",
    "insufficient_scope",
    "forbidden",
    "missing_field",
    "validation_failed",
    "precondition_failed",
  ];
  const rank = ({ error: { code } }: Fault) => (order.includes(code) ? order.indexOf(code) : order.length);
  const worst = faults.reduce((least, fault) => (rank(fault) < rank(least) ? fault : least)).error;
  const errors = faults.map(({ index, error }): FieldError => {
    return {
      pointer: `/timesheets/${index}`,
      code: error.code,
      message: error.message,
      timesheetId: error.timesheetId,
    };
  });
  throw new AppError(worst.code, `${faults.length} of ${targets.length} timesheets cannot be changed, so none were.`, {
    errors,
  });
}

interface Fault {
  index: number;
  error: AppError;
}

async function changeSheets(
  tx: Transaction,
  actor: Actor,
  verb: Verb,
  targets: SheetTarget[],
  { note, now }: { note: string | undefined; now: Date },
): Promise<{ sheets: Sheet[]; faults: Fault[] }> {
  const { orgId } = actor;
  const scope = scopeOf(verb);
  demandScope(actor, scope);
  const keys = targets.map(({ id }) => readSheetId(id));
  const userIds = [...new Set(keys.flatMap((key) => key?.userId ?? []))];
  await closeTimesheets(tx, orgId, verb === "submit" ? userIds : []);
  const organization = await findOrganization(tx, orgId);
  if (organization === undefined) throw notFound("organization");
  const starts = keys.flatMap((key) => key?.start ?? []).toSorted();
  const range = { from: starts.at(0), to: starts.at(-1) };
  const ids = new Set(targets.map(({ id }) => id));
  const hidden = await hiddenEntriesFrom(tx, actor, scope);
  const wanted = { userIds, ...range, ids };
  // The figures that are stored leave nothing out.
  const found = await readSheets(tx, { organization, hidden: undefined, now }, wanted);
  const seen = hidden === undefined ? found : await readSheets(tx, { organization, hidden, now }, wanted);
  const stored = await listStored(tx, orgId, userIds, range);
  const running = verb === "submit" ? await listRunning(tx, orgId, found.map(spanOf)) : new Map<string, string>();
  const request = { verb, note, organization, now };
  const changing: Sheet[] = [];
  const faults: Fault[] = [];
  for (const [index, target] of targets.entries()) {
    const [sheet, shown] = [found, seen].map((sheets) => sheets.find(({ id }) => id === target.id));
    const error = refusalOf(actor, request, target, shown, stored, running);
    if (error !== undefined) faults.push({ index, error });
    else if (sheet !== undefined) changing.push(sheet);
  }
  if (faults.length > 0) return { sheets: [], faults };
  const changed = await storeTransition(tx, actor, request, changing, stored);
  if (hidden === undefined) return { sheets: changed, faults };
  const shown = new Map(
    (await readSheets(tx, { organization, hidden, now }, wanted)).map((sheet) => [sheet.id, sheet]),
  );
  return { sheets: changed.flatMap(({ id }) => shown.get(id) ?? []), faults };
}

/** Why a timesheet cannot take the transition; undefined if it can. */
function refusalOf(
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
    throw new AppError("forbidden", "Only the member, and whoever may write their entries, may do this.");
  }
  if (!may(actor, "timesheets:approve", userId))
    throw new AppError("forbidden", "You may not decide about this member's timesheets.");
  if (userId === actor.userId && organization.approvals?.ownApproval !== true)
    throw new AppError("forbidden", "Nobody decides about their own timesheet here. Ask somebody else who may.");
  if (sheet.partial)
    throw new AppError(
      "forbidden",
      "The timesheet holds entries on projects that are hidden from you. Ask somebody who sees them.",
    );
}

function demandNote(actor: Actor, { verb, note, organization, now }: Request, sheet: Sheet): void {
  if (note !== undefined && note.trim() === "" && (verb === "reject" || verb === "reopen"))
    throw invalid("/note", "too_short", "must say why");
  if (note !== undefined || (verb !== "reject" && verb !== "reopen")) return;
  const graceMs = (organization.approvals?.graceMinutes ?? 0) * 60_000;
  const isRecent = now.getTime() - Date.parse(sheet.decided_at ?? "") <= graceMs;
  if (verb === "reopen" && sheet.decided_by === actor.userId && isRecent) return;
  const message = "is required: say why, for the member";
  throw new AppError("missing_field", `/note ${message}.`, {
    errors: [{ pointer: "/note", code: "required", message }],
  });
}

function demandState({ ifMatch, version }: SheetTarget, sheet: Sheet, actor: Actor): void {
  checkIfMatch(ifMatch, sheetTag(shownSheet(sheet, actor)));
  if (version !== undefined && version !== sheet.version)
    throw new AppError("precondition_failed", `The timesheet has changed: its version is now ${sheet.version}.`);
}

function demandStatus(
  { verb, organization, now }: Request,
  sheet: Sheet,
  stored: readonly TimesheetRow[],
  running: ReadonlyMap<string, string>,
): void {
  const wrong = (message: string) => new AppError("timesheet_state", message);
  if (!verbs[verb].from.includes(sheet.status))
    throw wrong(`The timesheet is ${sheet.status}; only ${verbs[verb].from.join(" or ")} ones can take this.`);
  if (verb === "submit") {
    if (organization.approvals === null) throw wrong("The organization's approvals are off, so nothing is submitted.");
    if (sheet.isFormer)
      throw wrong("The organization's periods have changed; submit the one that holds this time now.");
    if (now.getTime() < Date.parse(sheet.starts_at)) throw wrong("The period has not begun.");
    if (running.has(sheet.id))
      throw new AppError("timer_running", "A timer that began in this period is still running. Stop it first.");
  }
  if (!isClosed(sheet) || verbs[verb].to === "approved") return;
  // What it holds would fall to a timesheet that was closed without it.
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
      `Another timesheet that was closed later, ${later.id}, contains part of this period. Open that one first.`,
      { timesheetId: later.id },
    );
}

async function storeTransition(
  tx: Transaction,
  actor: Actor,
  request: Request,
  sheets: Sheet[],
  stored: readonly TimesheetRow[],
): Promise<Sheet[]> {
  const { verb, note, now } = request;
  const { to, action, decides } = verbs[verb];
  const at = formatInstant(now.getTime());
  const written: WrittenTimesheet[] = [];
  for (const sheet of sheets) {
    const isApproved = to === "approved";
    const hash = isApproved ? await sign(tx, request, sheet) : sheet.statement_hash;
    const { org_id: _org, version: _version, partial: _partial, holes: _holes, isFormer: _former, ...columns } = sheet;
    written.push({
      ...columns,
      status: to,
      revision: sheet.revision + Number(isApproved),
      note: note ?? null,
      statement_hash: hash,
      ...(decides ? { decided_at: at, decided_by: actor.userId } : {}),
      ...(verb === "submit" ? { submitted_at: at, submitted_by: actor.userId } : {}),
    });
  }
  const rows = new Map((await storeTimesheets(tx, actor.orgId, written)).map((row) => [row.id, row]));
  const changes = sheets.flatMap((sheet) => {
    const row = rows.get(sheet.id);
    if (row === undefined) throw new Error("a timesheet was not stored");
    const before = stored.find(({ id }) => id === sheet.id) ?? {
      ...row,
      status: "open",
      submitted_at: null,
      submitted_by: null,
    };
    return { action, targetId: sheet.id, row, before };
  });
  await recordChanges(tx, actor, changes);
  return sheets.map((sheet) => ({ ...sheet, ...rows.get(sheet.id) }));
}

/** Stores the statement of what is approved, and returns its hash. */
async function sign(tx: Transaction, { organization }: Request, sheet: Sheet): Promise<string> {
  const entries = await listStated(tx, sheet.org_id, spanOf(sheet), sheet.holes);
  const previous = await findStatement(tx, sheet.org_id, sheet.id);
  const { statement, amounts, hash } = makeStatement(sheet, entries, {
    currency: organization.currency,
    previousHash: previous?.hash ?? null,
  });
  const { totals } = statement;
  if (
    totals.entries !== sheet.entries ||
    totals.seconds !== sheet.seconds ||
    amounts.amountMinor !== sheet.amount_minor
  )
    throw new Error(`the entries of ${sheet.id} differ from its figures`);
  await insertStatement(tx, sheet.org_id, {
    timesheet_id: sheet.id,
    revision: statement.revision,
    hash,
    statement: { ...statement },
    amounts: { ...amounts },
  });
  return hash;
}
