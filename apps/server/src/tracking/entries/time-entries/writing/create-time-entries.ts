import type { Actor } from "#identity/access.ts";
import { TryAgainError } from "#platform/database/database-errors.ts";
import type { Transaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { fieldChecker } from "#platform/http/contract/validation.ts";
import { judgeReferences, refTaken, refusalOf } from "#tracking/entries/time-entries/judge-references.ts";
import { isRefTaken, listRefHolders, type TimeEntryRow } from "#tracking/entries/time-entries/queries.ts";
import { CreateTimeEntry } from "#tracking/entries/time-entries/schemas.ts";
import { insertAndSettle, insertOneAndSettle, openForInsert } from "./insert-time-entries.ts";
import { type NewTimeEntry, toNewTimeEntry } from "./new-time-entry.ts";
import { type Fault, faultOfForm, isAccepted, outcomeOf, refuseBatch } from "./outcomes.ts";

interface Row {
  index: number;
  entry: NewTimeEntry;
}

const checkEntry = fieldChecker(CreateTimeEntry);

/** Creates an entry in the caller's transaction. Throws the error if it is refused. */
export async function createTimeEntry(
  tx: Transaction,
  actor: Actor,
  { input }: { input: CreateTimeEntry },
  { now }: { now: Date },
): Promise<TimeEntryRow> {
  const entry = toNewTimeEntry(actor, input);
  return insertOneAndSettle(tx, actor, entry, { ...(await openForInsert(tx, actor.orgId, [entry])), now });
}

/** Creates all entries or none. Throws the errors of all invalid rows together. */
export async function createTimeEntries(
  tx: Transaction,
  actor: Actor,
  { input }: { input: unknown[] },
  { now }: { now: Date },
): Promise<TimeEntryRow[]> {
  const { rows, faults } = readRows(actor, input);
  const opened = await openForInsert(
    tx,
    actor.orgId,
    rows.map(({ entry }) => entry),
  );
  const taken = await findTaken(tx, actor.orgId, rows);
  const free = rows.filter((row) => !taken.includes(row));
  const entries = free.map(({ entry }) => entry);
  const outcomes = await insertAndSettle(tx, actor, entries, { ...opened, now }).catch((error: unknown) => {
    // Another transaction took the reference after the check. A retry will find the entry that has it.
    throw isRefTaken(error) ? new TryAgainError() : error;
  });
  const stored = entries.flatMap(({ id }) => outcomes.get(id) ?? []).filter(isAccepted);
  if (stored.length === input.length) return stored;
  const judged = await judgeReferences(
    tx,
    actor.orgId,
    taken.map(({ entry }) => entry),
  );
  for (const { index } of taken) faults.push(faultOf(index, refTaken()));
  for (const { index, entry } of rows) {
    const judgement = judged.get(entry);
    const error = judgement === undefined ? outcomes.get(entry.id) : refusalOf(judgement);
    if (error instanceof AppError) faults.push(faultOf(index, error));
  }
  // Nothing explains the missing rows, so a conflicting row must have gone, and a retry will succeed.
  throw faults.length === 0 ? new TryAgainError() : refuseBatch("created", input.length, faults);
}

function readRows(actor: Actor, bodies: unknown[]): { rows: Row[]; faults: Fault[] } {
  const rows: Row[] = [];
  const faults: Fault[] = [];
  for (const [index, body] of bodies.entries()) {
    const errors = checkEntry(body, pointerOf(index));
    const entry = errors.length > 0 ? undefined : outcomeOf(() => toNewTimeEntry(actor, body as CreateTimeEntry));
    if (entry === undefined) faults.push(faultOfForm(index, errors));
    else if (entry instanceof AppError) faults.push(faultOf(index, entry));
    else rows.push({ index, entry });
  }
  return { rows, faults };
}

/** The rows whose reference another entry, or an earlier row of the batch, already has. */
async function findTaken(tx: Transaction, orgId: string, rows: Row[]): Promise<Row[]> {
  const refs = rows.flatMap(({ entry }) => entry.external_ref ?? []);
  if (refs.length === 0) return [];
  const taken = new Set((await listRefHolders(tx, orgId, refs)).keys());
  return rows.filter(({ entry: { external_ref: ref } }) => {
    if (ref === null) return false;
    const isTaken = taken.has(ref);
    taken.add(ref);
    return isTaken;
  });
}

/** The errors of one row, with pointers relative to the whole body. */
function faultOf(index: number, { code, errors = [] }: AppError): Fault {
  return { index, code, errors: errors.map((error) => ({ ...error, pointer: `${pointerOf(index)}${error.pointer}` })) };
}

function pointerOf(index: number): string {
  return `/entries/${index}`;
}
