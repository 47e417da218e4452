import { type Actor, may } from "#identity/access.ts";
import { holdEntryRules } from "#identity/organizations/entry-rules.ts";
import { TryAgainError } from "#platform/database/database-errors.ts";
import type { Transaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { asId } from "#platform/ids.ts";
import { formatInstant, parseInstant } from "#platform/time.ts";
import { type NewTimeEntry, newTimeEntry } from "./insert-time-entries.ts";
import { listTakenRefs, type TimeEntryRow } from "./queries.ts";
import { findRefusal, referencesOf, type Refusal } from "./refuse-time-entry.ts";
import type { CreateTimeEntry } from "./schemas.ts";
import { storeTimeEntries, storeTimeEntry } from "./store-time-entries.ts";

/** The entry that a request asks for; throws 403 when it would be another member's and the actor may not. */
export function requestedTimeEntry(actor: Actor, body: CreateTimeEntry, prefix = ""): NewTimeEntry {
  const userId = body.userId === undefined ? actor.userId : asId(body.userId);
  checkOwner(actor, userId, `${prefix}/userId`);
  return newTimeEntry(actor, {
    userId,
    projectId: asId(body.projectId),
    taskId: asId(body.taskId),
    startedAt: normalInstant(body.startedAt),
    durationSeconds: body.durationSeconds,
    description: body.description ?? "",
    tags: body.tags ?? [],
    billable: body.billable ?? null,
    externalRef: body.externalRef ?? null,
  });
}

export function checkOwner(actor: Actor, userId: string, pointer: string): void {
  if (may(actor, "time-entries:write", userId)) return;
  const message = `The role ${actor.role} may only write its own time entries.`;
  throw new AppError("forbidden", message, { errors: [{ pointer, code: "forbidden", message }] });
}

/** In UTC and cut to the millisecond, so that a time comes back as it was meant. */
export function normalInstant(text: string): string {
  const ms = parseInstant(text);
  if (ms === undefined) throw new Error("a validated instant can be read");
  return formatInstant(ms);
}

/** Stores one entry within a transaction; throws its own error. */
export async function createTimeEntry(tx: Transaction, actor: Actor, body: CreateTimeEntry): Promise<TimeEntryRow> {
  await holdEntryRules(tx, actor.orgId);
  return storeTimeEntry(tx, actor, requestedTimeEntry(actor, body));
}

/** Stores all entries or none; throws the errors of every bad one: 422 before 404 before 409. */
export async function createTimeEntries(
  tx: Transaction,
  actor: Actor,
  bodies: CreateTimeEntry[],
): Promise<TimeEntryRow[]> {
  await holdEntryRules(tx, actor.orgId);
  const entries = bodies.map((body, index) => requestedTimeEntry(actor, body, `/entries/${index}`));
  const taken = await findTakenRefs(tx, actor.orgId, entries);
  if (taken.length > 0) throw await refuseBatch(tx, actor.orgId, entries, taken);
  const { rows, blocked } = await storeTimeEntries(tx, actor, entries, "/entries");
  if (rows.length < entries.length) throw await refuseBatch(tx, actor.orgId, entries, []);
  if (blocked.size > 0) throw refuseBlocked(entries.length, blocked);
  return rows;
}

function refuseBlocked(count: number, blocked: Map<number, AppError>): AppError {
  const errors = [...blocked].map(([index, { message }]) => ({
    pointer: `/entries/${index}/projectId`,
    code: "budget_exceeded",
    message,
  }));
  return new AppError("budget_exceeded", `${blocked.size} of ${count} entries cannot be created; nothing was.`, {
    errors,
  });
}

/** The references that another entry has, or one before it in the batch. */
async function findTakenRefs(tx: Transaction, orgId: string, entries: NewTimeEntry[]): Promise<Refusal[]> {
  const refs = entries.flatMap((entry) => entry.external_ref ?? []);
  if (refs.length === 0) return [];
  const taken = new Set(await listTakenRefs(tx, orgId, refs));
  const refusals: Refusal[] = [];
  for (const [index, { external_ref: ref }] of entries.entries()) {
    if (ref === null) continue;
    if (taken.has(ref))
      refusals.push({
        pointer: `/entries/${index}/externalRef`,
        code: "external_ref_taken",
        message: "Another time entry has this externalRef.",
      });
    taken.add(ref);
  }
  return refusals;
}

async function refuseBatch(tx: Transaction, orgId: string, entries: NewTimeEntry[], taken: Refusal[]): Promise<Error> {
  const refusals: Refusal[] = [];
  for (const [index, entry] of entries.entries()) {
    const refusal = await findRefusal(tx, orgId, referencesOf(entry), `/entries/${index}`);
    if (refusal !== undefined) refusals.push(refusal);
  }
  const [first] = [
    ...refusals.filter(({ code }) => code !== "not_found" && code !== "period_locked"),
    ...refusals.filter(({ code }) => code === "not_found"),
    ...refusals.filter(({ code }) => code === "period_locked"),
    ...taken,
  ];
  // What stood against it is gone since.
  if (first === undefined) return new TryAgainError();
  const errors = [...refusals, ...taken];
  const bad = new Set(errors.map(({ pointer }) => pointer.split("/", 3).join("/"))).size;
  return new AppError(first.code, `${bad} of ${entries.length} entries cannot be created; nothing was.`, { errors });
}
