import type { Approvals } from "#identity/organizations/approvals.ts";
import { clockTime, having, namesOf, valuesOf } from "#platform/database/columns.ts";
import { type Database, raw, type Sql, sql, type Transaction } from "#platform/database/database.ts";
import type { RowOf } from "#platform/fields/shown.ts";
import type { HiddenEntries } from "#tracking/ledger/projects/visibility.ts";
import { periodStart } from "#tracking/ledger/time-sums/cubes.ts";
import type { StatementEntry, Timesheet, TimesheetStep } from "./schemas.ts";

export interface Figures {
  seconds: number;
  billable_seconds: number;
  entries: number;
  amount_minor: number;
  /** The number of entries that break a rule in force. */
  breaks: number;
}

/**
 * A stored timesheet without the columns that are never shown. Leaving them out matters, because a grid reads thousands
 * of rows. The figures are those of its last transition.
 */
export type ShownRow = RowOf<Timesheet> & Figures & { org_id: string; period: Approvals["period"] };

export interface TimesheetRow extends ShownRow {
  /**
   * The projects of the entries at the last submission. Null if the timesheet has not been submitted since this
   * column was added.
   */
  project_ids: string[] | null;
  created_at: string;
  updated_at: string;
}

/** The columns that a transition writes, except `project_ids`. */
const written =
  "id, user_id, period, period_start, period_end, starts_at, ends_at, time_zone, status, revision, submitted_at, " +
  "submitted_by, decided_at, decided_by, note, statement_hash, seconds, billable_seconds, entries, amount_minor, breaks";

export function isClosed({ status }: Pick<TimesheetRow, "status">): boolean {
  return status === "submitted" || status === "approved";
}

/**
 * Waits for writes to these members' entries and for transitions of other timesheets, and blocks new ones until the
 * transaction ends. Also locks the rules for entries, like `lockEntryRules`. Must be the transaction's first
 * statement.
 */
export async function closeTimesheets(tx: Transaction, orgId: string, userIds: string[]): Promise<void> {
  await tx.query(sql`select close_timesheets(${orgId}, ${userIds})`);
}

export interface SheetMember {
  user_id: string;
  is_active: boolean;
  created_at: string;
}

/** The members, with the facts that determine which timesheets they have, sorted by id. */
export function listSheetMembers(
  db: Database,
  orgId: string,
  userIds: readonly string[] | undefined,
): Promise<SheetMember[]> {
  return db.query<SheetMember>(sql`
    select user_id, deactivated_at is null as is_active, created_at
      from members where org_id = ${orgId} ${having({ user_id: userIds })} order by user_id`);
}

/** A month in UTC in which a member may have entries. */
export interface EntryMonth {
  user_id: string;
  /** The month's start. */
  month: string;
}

/**
 * Lists the months with entries in or near the range. For active members, only months before they joined: from then on,
 * they have timesheets even without entries.
 */
export function listEntryMonths(
  db: Database,
  orgId: string,
  userIds: readonly string[] | undefined,
  range: FirstDays,
): Promise<EntryMonth[]> {
  const chosen = among(userIds, sql`starts_at`, range);
  const month = periodStart("month", sql`started_at`);
  return db.query<EntryMonth>(sql`
    select user_id, starts_at as month
      from (select user_id, starts_at from time_sums
             where org_id = ${orgId} and cube = 'user' and level = 'month' and entries <> 0 ${chosen}
             union
            select user_id, starts_at from (select user_id, ${month} as starts_at from time_sum_deltas where org_id = ${orgId}) d
             where true ${chosen}) worked
      join members m using (user_id)
     where m.org_id = ${orgId} and (m.deactivated_at is not null or starts_at < m.created_at)`);
}

/** The stored timesheets of these members that may overlap periods whose first day is in the range. */
export function listShown(
  db: Database,
  orgId: string,
  userIds: readonly string[] | undefined,
  range: FirstDays,
): Promise<ShownRow[]> {
  return db.query<ShownRow>(sql`
    select org_id, ${raw(written)}, version from timesheets where org_id = ${orgId} ${among(userIds, sql`period_start`, range)}`);
}

/** Like `listShown`, with all columns. */
export function listStored(
  db: Database,
  orgId: string,
  userIds: readonly string[] | undefined,
  range: FirstDays,
): Promise<TimesheetRow[]> {
  return db.query<TimesheetRow>(
    sql`select * from timesheets where org_id = ${orgId} ${among(userIds, sql`period_start`, range)}`,
  );
}

interface FirstDays {
  from: string | undefined;
  to: string | undefined;
}

/** Adds 40 days on each side, for adjacent periods and for the month that contains a week. */
function among(userIds: readonly string[] | undefined, column: Sql, { from, to }: FirstDays): Sql {
  const since = from === undefined ? sql`` : sql`and ${column} >= ${from}::date - 40`;
  const until = to === undefined ? sql`` : sql`and ${column} <= ${to}::date + 40`;
  return sql`${having({ user_id: userIds })} ${since} ${until}`;
}

/** A range of a member's entries that belongs to a timesheet, or is excluded from the timesheet if the sign is -1. */
export interface Span {
  key: string;
  userId: string;
  startsAt: string;
  endsAt: string;
  sign: 1 | -1;
}

export function spanRows(spans: Span[]): Sql {
  const input = spans.map(({ key, userId, startsAt, endsAt, sign }) => {
    return { key, user_id: userId, starts_at: startsAt, ends_at: endsAt, sign };
  });
  return sql`select * from json_to_recordset(${JSON.stringify(input)}::json) as r (key text, user_id text, starts_at timestamptz, ends_at timestamptz, sign integer)`;
}

/** Returns a condition: the entry `e` is hidden from the reader. */
export function hiddenCondition(hidden: HiddenEntries | undefined): Sql {
  if (hidden === undefined) return sql`false`;
  const isOwn = hidden.exceptOf === undefined ? sql`false` : sql`e.user_id = ${hidden.exceptOf}`;
  return sql`(e.project_id = any(${hidden.projectIds}) and not ${isOwn})`;
}

export type StatedEntry = RowOf<StatementEntry> & { amount_minor: number };

/** A member's entries in a span, except those in `holes`, sorted by start and id. Ignores deleted entries. */
export function listStated(db: Database, orgId: string, span: Span, holes: Span[]): Promise<StatedEntry[]> {
  return db.query<StatedEntry>(sql`
    select id, version, started_at, duration_seconds, project_id, task_id, billable_seconds, amount_minor
      from time_entries e
     where org_id = ${orgId} and user_id = ${span.userId} and deleted_at is null
       and started_at >= ${span.startsAt} and started_at < ${span.endsAt}
       and not exists (select from (${spanRows(holes)}) h where e.started_at >= h.starts_at and e.started_at < h.ends_at)
     order by started_at, id`);
}

/** The projects of the entries in each span, except those in its holes, by the span's key. Ignores deleted entries. */
export async function listProjectsIn(db: Database, orgId: string, spans: Span[]): Promise<Map<string, string[]>> {
  const rows = await db.query<{ key: string; project_ids: string[] }>(sql`
    select key, array_agg(project_id order by project_id) as project_ids
      from (select s.key, e.project_id
              from (${spanRows(spans)}) s
              join time_entries e on e.org_id = ${orgId} and e.user_id = s.user_id and e.deleted_at is null
               and e.started_at >= s.starts_at and e.started_at < s.ends_at
             group by 1, 2 having sum(s.sign) > 0) held
     group by key`);
  return new Map(rows.map((row) => [row.key, row.project_ids]));
}

export type WrittenTimesheet = Omit<TimesheetRow, "org_id" | "version" | "created_at" | "updated_at">;

/** Stores timesheets in id order. Existing ones get the next version. */
export function storeTimesheets(tx: Transaction, orgId: string, sheets: WrittenTimesheet[]): Promise<TimesheetRow[]> {
  const columns = raw(`${written}, project_ids`);
  const excluded = raw(columns.sql.replaceAll(/\w+/g, "excluded.$&"));
  return tx.query<TimesheetRow>(sql`
    insert into timesheets (org_id, ${columns})
    select ${orgId}, ${columns} from json_populate_recordset(null::timesheets, ${JSON.stringify(sheets)}::json) order by id
    on conflict (org_id, id) do update
       set (${columns}) = (${excluded}), version = timesheets.version + 1, updated_at = ${clockTime}
    returning *`);
}

export function listSteps(db: Database, orgId: string, sheetId: string): Promise<TimesheetStep[]> {
  return db.query<TimesheetStep>(sql`
    select split_part(action, '.', 2) as step,
           case action when 'timesheet.withdrawn' then at
                       when 'timesheet.submitted' then (object ->> 'submitted_at')::timestamptz
                       else (object ->> 'decided_at')::timestamptz end as at,
           user_id as "by", (select name from users u where u.id = user_id) as "byName", object ->> 'note' as note,
           (object ->> 'revision')::integer as revision
      from changes
     where org_id = ${orgId} and target_id = ${sheetId} and action like 'timesheet.%'
     order by (object ->> 'version')::integer`);
}

export interface StatementRow {
  timesheet_id: string;
  revision: number;
  hash: string;
  statement: Record<string, unknown>;
  amounts: Record<string, unknown>;
  created_at: string;
}

export async function insertStatement(
  tx: Transaction,
  orgId: string,
  statement: Omit<StatementRow, "created_at">,
): Promise<void> {
  await tx.query(sql`
    insert into timesheet_statements (org_id, ${namesOf(statement)}) values (${orgId}, ${valuesOf(statement)})`);
}

/** Finds a statement of a timesheet; the latest if `revision` is undefined. */
export async function findStatement(
  db: Database,
  orgId: string,
  sheetId: string,
  revision?: number,
): Promise<StatementRow | undefined> {
  const which = revision === undefined ? sql`` : sql`and revision = ${revision}`;
  const [row] = await db.query<StatementRow>(sql`
    select * from timesheet_statements where org_id = ${orgId} and timesheet_id = ${sheetId} ${which} order by revision desc limit 1`);
  return row;
}
