import { raw, type Sql, sql } from "#platform/database/database.ts";
import { AppError, refusal } from "#platform/errors.ts";
import { Type } from "#platform/http/contract/type/type.ts";

/** The reasons for locking an entry, in order of precedence: errors report the first that applies. */
export const lockReasons = ["lockDate", "timesheet", "billing"] as const;
export type LockReason = (typeof lockReasons)[number];

export const statuses = ["open", "submitted", "approved", "rejected"] as const;
export type Status = (typeof statuses)[number];

/** The member that only errors with `period_locked` have. */
export const lockFacts = {
  timesheetId: Type.Optional(
    Type.String({ description: "With `period_locked`: the closed timesheet that holds the time, if one locks it." }),
  ),
};

declare module "#platform/errors.ts" {
  interface ErrorFacts {
    timesheetId?: string | undefined;
  }
}

/** Why no entry can be written that starts at some moment: the lock date, or the member's closed timesheet. */
export type Lock = { lockDate: string } | { timesheetId: string; status: Status };

const closedStatuses = sql`s.status in ('submitted', 'approved')`;

/**
 * Whether timesheet `s` belongs to the member, is closed and covers the instant. The caller must restrict `s.org_id`.
 */
export function isClosedAt(userId: Sql, startedAt: Sql): Sql {
  return sql`
    s.user_id = ${userId} and ${closedStatuses} and s.starts_at <= ${startedAt} and s.ends_at > ${startedAt}`;
}

/**
 * Whether the organization may have closed timesheets. Written as a subquery that PostgreSQL evaluates once per query.
 */
export function hasTimesheets(orgId: string): Sql {
  return sql`(select has_timesheets from organizations where id = ${orgId})`;
}

/** The reasons why the entry is locked now, as a text[] in the order of `lockReasons`; null if it is not locked. */
export function lockedBy(orgId: string, alias: string): Sql {
  const of = (column: string) => raw(`${alias}.${column}`);
  const closed = sql`exists (select from timesheets s where s.org_id = ${orgId} and ${isClosedAt(of("user_id"), of("started_at"))})`;
  return sql`
    nullif(array_remove(array[
      case when ${of("started_at")} < (select locked_before from organizations where id = ${orgId}) then 'lockDate' end,
      case when ${hasTimesheets(orgId)} and ${closed} then 'timesheet' end,
      case when ${of("billing_batch_id")} is not null then 'billing' end], null), '{}')`;
}

/** The lock of the entry's member and start, as jsonb; null if there is none. */
export function lockOf(orgId: string, alias: string): Sql {
  const of = (column: string) => raw(`${alias}.${column}`);
  return sql`(
    select case when ${of("started_at")} < o.locked_before then jsonb_build_object('lockDate', o.lock_date)
                when o.has_timesheets then (
                  select jsonb_build_object('timesheetId', s.id, 'status', s.status) from timesheets s
                   where s.org_id = o.id and ${isClosedAt(of("user_id"), of("started_at"))} limit 1) end
      from organizations o where o.id = ${orgId})`;
}

/** The status of the timesheet that covers the entry in `alias`; `open` if none is stored. */
export function approvalOf(orgId: string, alias: string): Sql {
  const of = (column: string) => raw(`${alias}.${column}`);
  const isIn = (states: string) => sql`exists (
    select from timesheets s
     where s.org_id = ${orgId} and s.user_id = ${of("user_id")} and s.status in (${raw(states)})
       and s.starts_at <= ${of("started_at")} and s.ends_at > ${of("started_at")})`;
  // If several timesheets cover the entry, a closed one determines the status.
  return sql`
    case when not ${hasTimesheets(orgId)} then 'open' when ${isIn("'approved'")} then 'approved' when ${isIn("'submitted'")} then 'submitted'
         when ${isIn("'rejected'")} then 'rejected' else 'open' end`;
}

/** The error for a locked start; undefined if it is not locked. */
export function lockRefusal(lock: Lock | null | undefined): AppError | undefined {
  if (lock === null || lock === undefined) return undefined;
  if ("lockDate" in lock) {
    const message = `Entries that start before ${lock.lockDate} are locked. An owner or admin can change the lock date.`;
    return refusal("/startedAt", "period_locked", message);
  }
  const message =
    lock.status === "approved"
      ? "This time is in a timesheet that was approved. Ask someone who approves your time to reopen it."
      : "This time is in a timesheet that was submitted. Withdraw the timesheet, or ask for it to be rejected.";
  return refusal("/startedAt", "period_locked", message, { timesheetId: lock.timesheetId });
}

/** Throws 409 if a stored entry is locked. */
export function refuseLocked({
  locked_by,
  lock,
}: {
  locked_by: readonly LockReason[] | null;
  lock: Lock | null;
}): void {
  if (locked_by === null) return;
  // No pointer, because the request body need not contain the locked start or member.
  const { code, message, facts } = lockRefusal(lock) ?? billed();
  throw refusal(undefined, code, message, facts);
}

function billed(): AppError {
  return new AppError("billed", "The entry is billed. An owner or admin can undo its billing batch.");
}
