import { type Actor, demandScope } from "#identity/access.ts";
import { recordChanges } from "#identity/history/record-change.ts";
import { findOrganization } from "#identity/organizations/queries.ts";
import type { Transaction } from "#platform/database/database.ts";
import { AppError, type FieldError, gone, invalid } from "#platform/errors.ts";
import { formatInstant } from "#platform/time.ts";
import { hiddenEntriesFrom } from "#tracking/ledger/projects/visibility.ts";
import { notifyDecided } from "#tracking/notices/kinds/timesheet-decided.ts";
import { notifySubmitted } from "#tracking/notices/kinds/timesheet-submitted.ts";
import { readSheetId } from "#tracking/month/timesheets/periods.ts";
import {
  closeTimesheets,
  findStatement,
  insertStatement,
  listProjectsIn,
  listStated,
  listStored,
  storeTimesheets,
  type TimesheetRow,
  type WrittenTimesheet,
} from "#tracking/month/timesheets/queries.ts";
import { listRunning } from "./grid-queries.ts";
import { readSheets, type Sheet, spanOf, spansOf } from "#tracking/month/timesheets/read-sheets.ts";
import { refusalOf, type Request, scopeOf, type SheetTarget, type Verb, verbs } from "./refuse-transition.ts";
import { makeStatement } from "#tracking/month/timesheets/statement.ts";

/*
 * Submitting, withdrawing, approving, rejecting and reopening timesheets. A timesheet is stored when its state first
 * changes; until then, it is derived from the settings and the member (periods.ts, read-sheets.ts).
 *
 * The locks: every transaction that writes entries shares a lock for each member whose entries it writes
 * (`lockEntryRules`). A submission acquires these locks exclusively before it sums the member's time, so no write
 * commits into a closed timesheet. Writes that may affect any entry, such as renaming a tag or an import, share one
 * lock for the organization (`lockTimesheets`), which every transition acquires exclusively. A transition waits two
 * seconds at most for a lock, because other transactions wait behind it.
 *
 * A submission stores the projects of the timesheet's entries. Events contain the timesheet's totals, so only those who
 * may see all of these projects receive them.
 */

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

/** Changes all of these timesheets or none. Throws the errors of all refused timesheets together. */
export async function changeTimesheets(
  tx: Transaction,
  actor: Actor,
  verb: Verb,
  targets: SheetTarget[],
  options: { note: string | undefined; now: Date },
): Promise<Sheet[]> {
  const twice = targets.findIndex(({ id }, at) => targets.findIndex((other) => other.id === id) !== at);
  if (twice >= 0) throw invalid(`/timesheets/${twice}/id`, "duplicate", "is listed twice; list each timesheet once");
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
  const errors = faults.map(({ index, error: { code, message, facts } }): FieldError => {
    return { pointer: `/timesheets/${index}`, code, message, ...facts };
  });
  const message =
    `${faults.length} of ${targets.length} timesheets cannot be changed, so none were. ` +
    "Correct the errors, or omit the timesheets that have them.";
  throw new AppError(worst.code, message, { errors });
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
  if (organization === undefined) throw gone("organization");
  const starts = keys.flatMap((key) => key?.start ?? []).toSorted();
  const range = { from: starts.at(0), to: starts.at(-1) };
  const ids = new Set(targets.map(({ id }) => id));
  const hidden = await hiddenEntriesFrom(tx, actor, scope);
  const wanted = { userIds, ...range, ids };
  // Nothing is hidden here, because the stored figures must include all entries.
  const found = await readSheets(tx, { organization, hidden: undefined, now }, wanted);
  const seen = hidden === undefined ? found : await readSheets(tx, { organization, hidden, now }, wanted);
  const stored = await listStored(tx, orgId, userIds, range);
  const running = verb === "submit" ? await listRunning(tx, orgId, found.map(spanOf)) : new Map<string, string>();
  const request = { verb, note, organization, now };
  const changing: Sheet[] = [];
  const faults: Fault[] = [];
  const [foundById, seenById] = [found, seen].map((sheets) => new Map(sheets.map((sheet) => [sheet.id, sheet])));
  for (const [index, target] of targets.entries()) {
    const [sheet, shown] = [foundById?.get(target.id), seenById?.get(target.id)];
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

async function storeTransition(
  tx: Transaction,
  actor: Actor,
  request: Request,
  sheets: Sheet[],
  stored: readonly TimesheetRow[],
): Promise<Sheet[]> {
  const { verb, note, now } = request;
  const { to, action, decides } = verbs[verb];
  const changedAt = formatInstant(now.getTime());
  const held =
    verb === "submit" ? await listProjectsIn(tx, actor.orgId, sheets.flatMap(spansOf)) : new Map<string, string[]>();
  const storedById = new Map(stored.map((row) => [row.id, row]));
  const isApproved = to === "approved";
  // Signed together, so that their statements share round trips.
  const hashes = isApproved ? await Promise.all(sheets.map((sheet) => sign(tx, request, sheet))) : [];
  const written: WrittenTimesheet[] = [];
  for (const [at, sheet] of sheets.entries()) {
    const hash = isApproved ? (hashes[at] ?? null) : sheet.statement_hash;
    written.push({
      ...sheet,
      status: to,
      revision: sheet.revision + Number(isApproved),
      note: note ?? null,
      statement_hash: hash,
      ...(decides ? { decided_at: changedAt, decided_by: actor.userId } : {}),
      ...(verb === "submit"
        ? { submitted_at: changedAt, submitted_by: actor.userId, project_ids: held.get(sheet.id) ?? [] }
        : { project_ids: storedById.get(sheet.id)?.project_ids ?? null }),
    });
  }
  const rows = new Map((await storeTimesheets(tx, actor.orgId, written)).map((row) => [row.id, row]));
  const changes = sheets.flatMap((sheet) => {
    const row = rows.get(sheet.id);
    if (row === undefined) throw new Error("a timesheet was not stored");
    const before = storedById.get(sheet.id) ?? {
      ...row,
      status: "open",
      submitted_at: null,
      submitted_by: null,
    };
    return { action, targetId: sheet.id, row, before };
  });
  await recordChanges(tx, actor, changes);
  const tell = decides ? notifyDecided : notifySubmitted;
  if (verb !== "withdraw") await tell(tx, actor.orgId, actor.userId, [...rows.values()]);
  return sheets.map((sheet) => ({ ...sheet, ...rows.get(sheet.id) }));
}

/** Stores the statement of the approved entries. Returns the statement's hash. */
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
