import type { Actor } from "#identity/access.ts";
import type { Transaction } from "#platform/database/database.ts";
import { AppError, type FieldError } from "#platform/errors.ts";
import { fieldChecker } from "#platform/http/contract/validation.ts";
import { asId } from "#platform/ids.ts";
import { type Fault, faultOfForm, type Outcome, refuseBatch } from "#tracking/entries/time-entries/writing/outcomes.ts";
import { changeTimeEntries, type EntryEdit } from "#tracking/entries/time-entries/writing/change-time-entries.ts";
import type { TimeEntryRow } from "#tracking/entries/time-entries/queries.ts";
import {
  type LateTarget,
  removeTimeEntries,
  restoreTimeEntries,
} from "#tracking/entries/time-entries/writing/remove-time-entries.ts";
import { ChangedTimeEntry, TimeEntryId } from "#tracking/entries/time-entries/schemas.ts";

const checkChange = fieldChecker(ChangedTimeEntry);
const checkId = fieldChecker(TimeEntryId);

interface Batch {
  input: unknown[];
}

/** Changes all entries or none; reports the errors of all invalid rows. */
export async function changeBatch(
  tx: Transaction,
  actor: Actor,
  { input }: Batch,
  { now }: { now: Date },
): Promise<TimeEntryRow[]> {
  const { rows, faults } = readRows<ChangedTimeEntry>(input, checkChange, "/entries", (body) => body.id, "/id");
  const changes = rows.map(({ body: { id, version, ...input } }): EntryEdit => {
    return { id: asId(id), input, ifMatch: version === undefined ? undefined : `"${version}"` };
  });
  const outcomes = await changeTimeEntries(tx, actor, changes, { now });
  return allOrNone("changed", input.length, rows, faults, outcomes, (index, error) => {
    const { code, message, facts } = error;
    const errors = error.errors ?? [{ pointer: fieldOf(error), code, message, ...facts }];
    return errors.map((one) => ({ ...one, pointer: `/entries/${index}${one.pointer}` }));
  });
}

/** The field to point at when the error has no pointer. */
function fieldOf({ code }: AppError): string {
  if (code === "precondition_failed") return "/version";
  return code === "not_found" || code === "forbidden" ? "/id" : "";
}

interface IdBatch extends Batch {
  lateReason?: string | undefined;
}

export function deleteBatch(
  tx: Transaction,
  actor: Actor,
  batch: IdBatch,
  { now }: { now: Date },
): Promise<TimeEntryRow[]> {
  return runOnIds("deleted", batch, (targets) => removeTimeEntries(tx, actor, targets, { now }));
}

export function restoreBatch(
  tx: Transaction,
  actor: Actor,
  batch: IdBatch,
  { now }: { now: Date },
): Promise<TimeEntryRow[]> {
  return runOnIds("restored", batch, (targets) => restoreTimeEntries(tx, actor, targets, { now }));
}

async function runOnIds(
  done: string,
  { input: ids, lateReason }: IdBatch,
  run: (targets: LateTarget[]) => Promise<Outcome[]>,
): Promise<TimeEntryRow[]> {
  const { rows, faults } = readRows<string>(ids, checkId, "/ids", (id) => id, "");
  const outcomes = await run(rows.map(({ body }) => ({ id: asId(body), ifMatch: undefined, lateReason })));
  return allOrNone(done, ids.length, rows, faults, outcomes, (index, { code, message, facts, errors = [] }) => {
    if (code === "entry_rule") return errors.map((one) => ({ ...one, pointer: `/ids/${index}${one.pointer}` }));
    return [{ pointer: `/ids/${index}`, code, message, ...facts }];
  });
}

interface Row<Body> {
  index: number;
  body: Body;
}

/** Separates valid rows from faults: malformed rows, and rows that repeat the entry of an earlier row. */
function readRows<Body>(
  bodies: unknown[],
  check: (body: unknown, pointer: string) => FieldError[],
  list: string,
  idOf: (body: Body) => string,
  field: string,
): { rows: Row<Body>[]; faults: Fault[] } {
  const rows: Row<Body>[] = [];
  const faults: Fault[] = [];
  const named = new Map<string, number>();
  for (const [index, body] of bodies.entries()) {
    const pointer = `${list}/${index}`;
    const errors = check(body, pointer);
    if (errors.length > 0) {
      faults.push(faultOfForm(index, errors));
      continue;
    }
    const id = idOf(body as Body);
    const earlier = named.get(id);
    if (earlier !== undefined) {
      const message = `is the same entry as ${list}/${earlier}${field}; list each entry once`;
      faults.push(faultOfForm(index, [{ pointer: `${pointer}${field}`, code: "duplicate", message }]));
      continue;
    }
    named.set(id, index);
    rows.push({ index, body: body as Body });
  }
  return { rows, faults };
}

function allOrNone(
  done: string,
  count: number,
  rows: Row<unknown>[],
  faults: Fault[],
  outcomes: Outcome[],
  errorsOf: (index: number, error: AppError) => FieldError[],
): TimeEntryRow[] {
  const written: TimeEntryRow[] = [];
  const all = [...faults];
  for (const [at, { index }] of rows.entries()) {
    const outcome = outcomes[at];
    if (outcome === undefined) throw new Error("a row has no outcome");
    if (outcome instanceof AppError) all.push({ index, code: outcome.code, errors: errorsOf(index, outcome) });
    else written.push(outcome);
  }
  if (all.length > 0) throw refuseBatch(done, count, all);
  return written;
}
