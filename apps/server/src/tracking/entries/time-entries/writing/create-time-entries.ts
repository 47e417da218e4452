import type { Actor } from "#identity/access.ts";
import { lockEntryRules } from "#identity/organizations/entry-rules.ts";
import { TryAgainError } from "#platform/database/database-errors.ts";
import type { Transaction } from "#platform/database/database.ts";
import { AppError, type FieldError } from "#platform/errors.ts";
import { fieldChecker } from "#platform/http/contract/validation.ts";
import { type Fault, faultOfForm, refuseBatch } from "./batch-faults.ts";
import { insertAndSettle, insertOneAndSettle } from "./insert-time-entries.ts";
import { type NewTimeEntry, toNewTimeEntry } from "./new-time-entry.ts";
import { listRefHolders, type TimeEntryRow } from "#tracking/entries/time-entries/queries.ts";
import { findRefusal, referencesOf } from "#tracking/entries/time-entries/refuse-time-entry.ts";
import { CreateTimeEntry } from "#tracking/entries/time-entries/schemas.ts";

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
  const rules = await lockEntryRules(tx, actor.orgId, { userIds: [entry.user_id] });
  return insertOneAndSettle(tx, actor, entry, { rules, now });
}

/** Creates all entries or none. Throws the errors of all invalid rows together. */
export async function createTimeEntries(
  tx: Transaction,
  actor: Actor,
  { input }: { input: unknown[] },
  { now }: { now: Date },
): Promise<TimeEntryRow[]> {
  const { rows, faults } = readRows(actor, input);
  const rules = await lockEntryRules(tx, actor.orgId, { userIds: rows.map(({ entry }) => entry.user_id) });
  const taken = await findTaken(tx, actor.orgId, rows);
  const free = rows.filter(({ index }) => !taken.some((fault) => fault.index === index));
  const { rows: stored, refused } = await insertAndSettle(
    tx,
    actor,
    free.map(({ entry }) => entry),
    { rules, now },
    // Another transaction took the reference after the check. A retry will find the entry that has it.
    () => new TryAgainError(),
  );
  if (stored.length === input.length && refused.size === 0) return stored;
  faults.push(...taken, ...faultsOf(free, refused));
  const isStored = new Set(stored.map(({ id }) => id));
  for (const { index, entry } of rows) {
    if (isStored.has(entry.id)) continue;
    const refusal = await findRefusal(tx, actor.orgId, referencesOf(entry, entry.viewer_id), pointerOf(index));
    if (refusal !== undefined) faults.push({ index, code: refusal.code, errors: refusal.errors ?? [] });
  }
  // Nothing explains the missing rows, so a conflicting row must have gone, and a retry will succeed.
  throw faults.length === 0 ? new TryAgainError() : refuseBatch("created", input.length, faults);
}

function pointerOf(index: number): string {
  return `/entries/${index}`;
}

function readRows(actor: Actor, bodies: unknown[]): { rows: Row[]; faults: Fault[] } {
  const rows: Row[] = [];
  const faults: Fault[] = [];
  for (const [index, body] of bodies.entries()) {
    const errors = checkEntry(body, pointerOf(index));
    if (errors.length > 0) {
      faults.push(faultOfForm(index, errors));
      continue;
    }
    try {
      rows.push({ index, entry: toNewTimeEntry(actor, body as CreateTimeEntry) });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      faults.push({ index, code: error.code, errors: below(index, error) });
    }
  }
  return { rows, faults };
}

/** The errors of one row, with pointers relative to the whole body. */
function below(index: number, { errors = [] }: AppError): FieldError[] {
  return errors.map((error) => ({ ...error, pointer: `${pointerOf(index)}${error.pointer}` }));
}

/** The faults of rows whose reference another entry, or an earlier row of the batch, already has. */
async function findTaken(tx: Transaction, orgId: string, rows: Row[]): Promise<Fault[]> {
  const refs = rows.flatMap(({ entry }) => entry.external_ref ?? []);
  if (refs.length === 0) return [];
  const taken = new Set((await listRefHolders(tx, orgId, refs)).keys());
  const faults: Fault[] = [];
  for (const { index, entry } of rows) {
    if (entry.external_ref === null) continue;
    if (taken.has(entry.external_ref)) {
      const code = "external_ref_taken";
      const message = "Another time entry has this externalRef. Change that entry, or use another reference.";
      faults.push({ index, code, errors: [{ pointer: `${pointerOf(index)}/externalRef`, code, message }] });
    }
    taken.add(entry.external_ref);
  }
  return faults;
}

function faultsOf(rows: Row[], refused: Map<string, AppError>): Fault[] {
  return rows.flatMap(({ index, entry }) => {
    const refusal = refused.get(entry.id);
    return refusal === undefined ? [] : [{ index, code: refusal.code, errors: below(index, refusal) }];
  });
}
