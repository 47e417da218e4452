import type { OrganizationRow } from "#identity/organizations/queries.ts";
import { type Database, raw, type Sql, sql } from "#platform/database/database.ts";
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

/** A member and an instant, such as the start of an entry or timer. */
export interface Moment {
  userId: string;
  startedAt: string;
}

/** The closed timesheets by `momentKey`. Moments without a closed timesheet are absent. */
export type ClosedTimesheets = ReadonlyMap<string, { id: string; status: Status }>;

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

function momentKey({ userId, startedAt }: Moment): string {
  return `${userId} ${startedAt}`;
}

/** Finds the closed timesheets that cover these moments; runs no query if the organization cannot have any. */
export async function findClosed(
  db: Database,
  organization: OrganizationRow | undefined,
  moments: Moment[],
): Promise<ClosedTimesheets> {
  if (organization === undefined || !organization.has_timesheets || moments.length === 0) return new Map();
  const { id: orgId } = organization;
  const input = JSON.stringify(moments.map(({ userId, startedAt }) => ({ user_id: userId, started_at: startedAt })));
  const rows = await db.query<{ user_id: string; started_at: string; id: string; status: Status }>(sql`
    select m.user_id, m.started_at, s.id, s.status
      from json_to_recordset(${input}::json) as m (user_id text, started_at timestamptz)
      join timesheets s on s.org_id = ${orgId} and ${isClosedAt(raw("m.user_id"), raw("m.started_at"))}`);
  return new Map(rows.map((row) => [momentKey({ userId: row.user_id, startedAt: row.started_at }), row]));
}

export interface Periods {
  organization: OrganizationRow | undefined;
  closed: ClosedTimesheets;
}

/** The error for a moment before the lock date or in a closed timesheet; undefined for any other moment. */
export function lockAt({ organization, closed }: Periods, moment: Moment, prefix = ""): AppError | undefined {
  const pointer = `${prefix}/startedAt`;
  const lockedBefore = organization?.locked_before ?? null;
  if (lockedBefore !== null && Date.parse(moment.startedAt) < Date.parse(lockedBefore)) {
    const message = `Entries that start before ${organization?.lock_date} are locked. An owner or admin can change the lock date.`;
    return refusal(pointer, "period_locked", message);
  }
  const timesheet = closed.get(momentKey(moment));
  if (timesheet === undefined) return undefined;
  const message =
    timesheet.status === "approved"
      ? "This time is in a timesheet that was approved. Ask someone who approves your time to reopen it."
      : "This time is in a timesheet that was submitted. Withdraw the timesheet, or ask for it to be rejected.";
  return refusal(pointer, "period_locked", message, { timesheetId: timesheet.id });
}

/** The columns of an entry that decide whether a write may change it. */
export interface LockedEntry {
  user_id: string;
  started_at: string;
  locked_by: readonly LockReason[] | null;
}

/** Throws 409 if an entry is locked, or if the write would move it into a locked period. */
export function refuseLocked(periods: Periods, row: LockedEntry, to: Moment = momentOf(row)): void {
  // No pointer, because the request body need not contain the locked start or member.
  if (row.locked_by !== null) {
    const { code, message, facts } = lockAt(periods, momentOf(row)) ?? billed();
    throw refusal(undefined, code, message, facts);
  }
  const isMoved = to.userId !== row.user_id || to.startedAt !== row.started_at;
  const locked = isMoved ? lockAt(periods, to) : undefined;
  if (locked !== undefined) throw locked;
}

function billed(): AppError {
  return new AppError("billed", "The entry is billed. An owner or admin can undo its billing batch.");
}

export function momentOf({
  user_id: userId,
  started_at: startedAt,
}: Pick<LockedEntry, "user_id" | "started_at">): Moment {
  return { userId, startedAt };
}
