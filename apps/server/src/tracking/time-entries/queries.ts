import { contains } from "#platform/database/contains.ts";
import { type Database, join, raw, type Sql, sql, type Transaction } from "#platform/database/database.ts";
import { one } from "#platform/database/one.ts";
import type { HiddenEntries } from "#tracking/projects/queries.ts";
import type { RateSource } from "#tracking/rates/resolve-rates.ts";
import type { TimeEntrySort } from "./schemas.ts";

export interface TimeEntryRow {
  org_id: string;
  id: string;
  user_id: string;
  project_id: string;
  task_id: string;
  started_at: string;
  duration_seconds: number;
  description: string;
  tags: string[];
  tag_keys: string[];
  billable: boolean;
  billable_choice: boolean | null;
  billable_seconds: number;
  /** The hourly rate charged, its source, and the amount of the billable seconds. */
  rate_minor: number;
  rate_source: RateSource;
  amount_minor: number;
  /** The hourly cost to the organization, its source, and the cost of the duration. */
  cost_rate_minor: number;
  cost_rate_source: RateSource;
  cost_minor: number;
  external_ref: string | null;
  version: number;
  created_at: string;
  updated_at: string;
  deleted_at: string | null;
  /** Null in a tombstone, as is task_id. */
  purged_at: string | null;
  /** Whether it lies in a locked period now; computed, not a column. */
  locked: boolean;
}

/** The column `locked`. An uncorrelated sub-select is evaluated once per statement. */
export function lockedNow(orgId: string, startedAt = raw("started_at")): Sql {
  return sql`coalesce(${startedAt} < (select locked_before from organizations where id = ${orgId}), false) as locked`;
}

export async function findTimeEntry(
  db: Database,
  orgId: string,
  id: string,
  lock?: Sql,
): Promise<TimeEntryRow | undefined> {
  const [row] = await db.query<TimeEntryRow>(
    sql`select *, ${lockedNow(orgId)} from time_entries where org_id = ${orgId} and id = ${id} ${lock ?? sql``}`,
  );
  return row;
}

export interface TimeEntryFilter {
  projectIds: string[] | undefined;
  taskIds: string[] | undefined;
  clientIds: string[] | undefined;
  userIds: string[] | undefined;
  tags: string[] | undefined;
  billable: boolean | undefined;
  /** Half-open, as instants. */
  from: string | undefined;
  to: string | undefined;
  q: string | undefined;
  externalRefs: string[] | undefined;
  /** The entries hidden from the viewer. */
  hidden: HiddenEntries | undefined;
}

/** Every entry. */
export const noFilter: TimeEntryFilter = {
  projectIds: undefined,
  taskIds: undefined,
  clientIds: undefined,
  userIds: undefined,
  tags: undefined,
  billable: undefined,
  from: undefined,
  to: undefined,
  q: undefined,
  externalRefs: undefined,
  hidden: undefined,
};

/**
 * The conditions of a filter on the entries in `alias`, each beginning with `and`; the caller's statement names
 * `org_id`.
 */
export function matching(orgId: string, filter: TimeEntryFilter, alias = "time_entries"): Sql {
  const of = (column: string) => raw(`${alias}.${column}`);
  // A single value uses `=`: only then does the planner see that an index returns the rows in order.
  const among = (column: string, values: string[]) =>
    values.length === 1 ? sql`and ${of(column)} = ${values[0]}` : sql`and ${of(column)} = any(${values})`;
  const parts: Sql[] = [];
  if (filter.projectIds !== undefined) parts.push(among("project_id", filter.projectIds));
  if (filter.taskIds !== undefined) parts.push(among("task_id", filter.taskIds));
  if (filter.clientIds !== undefined) {
    parts.push(
      sql`and ${of("project_id")} in (select p.id from projects p where p.org_id = ${orgId} and p.client_id = any(${filter.clientIds}))`,
    );
  }
  if (filter.userIds !== undefined) parts.push(among("user_id", filter.userIds));
  if (filter.tags !== undefined)
    parts.push(sql`and ${of("tag_keys")} && ${filter.tags.map((tag) => tag.trim().toLowerCase())}::text[]`);
  if (filter.billable !== undefined) parts.push(sql`and ${of("billable")} = ${filter.billable}`);
  if (filter.from !== undefined) parts.push(sql`and ${of("started_at")} >= ${filter.from}`);
  if (filter.to !== undefined) parts.push(sql`and ${of("started_at")} < ${filter.to}`);
  if (filter.q !== undefined) parts.push(sql`and ${contains(of("description"), filter.q)}`);
  if (filter.externalRefs !== undefined) parts.push(among("external_ref", filter.externalRefs));
  if (filter.hidden !== undefined) parts.push(notHidden(filter.hidden, alias));
  return parts.length === 0 ? sql`` : join(parts, " ");
}

/** Excludes the hidden entries in `alias`. A tombstone has no project and stays. */
export function notHidden({ projectIds, exceptOf }: HiddenEntries, alias: string): Sql {
  const of = (column: string) => raw(`${alias}.${column}`);
  const own = exceptOf === undefined ? sql`` : sql`or ${of("user_id")} = ${exceptOf}`;
  return sql`and (${of("project_id")} is null or ${of("project_id")} <> all(${projectIds}) ${own})`;
}

export interface TimeEntryPageRequest {
  sort: TimeEntrySort;
  limit: number;
  after: { value: string; id: string } | undefined;
  includeDeleted: boolean;
}

// The columns that a list shows; reading the others would be wasted.
const shown = raw(
  `id, user_id, project_id, task_id, started_at, duration_seconds, description, tags, billable, billable_seconds,
   rate_minor, rate_source, amount_minor, cost_rate_minor, cost_rate_source, cost_minor, external_ref, version, created_at, updated_at, deleted_at, purged_at`,
);

/** The columns of lists; their names must be unambiguous in the statement. */
export function shownColumns(orgId: string): Sql {
  return sql`${shown}, ${lockedNow(orgId)}`;
}

/** The statement of a page: reads one row more than `limit`, which tells whether there is a next page. */
export function timeEntryPage(orgId: string, filter: TimeEntryFilter, page: TimeEntryPageRequest): Sql {
  const descending = page.sort.startsWith("-");
  const column = raw(page.sort.endsWith("startedAt") ? "started_at" : "updated_at");
  const direction = raw(descending ? "desc" : "asc");
  const live = page.includeDeleted ? sql`and purged_at is null` : sql`and deleted_at is null`;
  const keyset =
    page.after === undefined
      ? sql``
      : sql`and (${column}, id) ${raw(descending ? "<" : ">")} (${page.after.value}::timestamptz, ${page.after.id})`;
  return sql`
    select ${shownColumns(orgId)}
      from time_entries
     where org_id = ${orgId} ${live} ${matching(orgId, filter)} ${keyset}
     order by ${column} ${direction}, id ${direction}
     limit ${page.limit + 1}`;
}

/**
 * An instant before which every write is finished and visible: no open transaction began earlier, and each write stamps
 * `updated_at` after its transaction began (docs/decisions/0004).
 */
export async function syncedTo(db: Database): Promise<string> {
  const rows = await db.query<{ at: string }>(sql`
    select date_trunc('milliseconds', least(statement_timestamp(), min(xact_start))) as at
      from pg_stat_activity
     where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`);
  return one(rows).at;
}

/** Entries by id, locked in the order of the ids, so that two transactions cannot deadlock. */
export function lockTimeEntries(db: Database, orgId: string, ids: string[]): Promise<TimeEntryRow[]> {
  return db.query<TimeEntryRow>(sql`
    select *, ${lockedNow(orgId)} from time_entries
     where org_id = ${orgId} and id = any(${ids})
     order by id for update`);
}

/** The columns that a change may write. */
export type TimeEntryColumns = Pick<
  TimeEntryRow,
  | "user_id"
  | "project_id"
  | "task_id"
  | "started_at"
  | "duration_seconds"
  | "description"
  | "tags"
  | "tag_keys"
  | "billable"
  | "billable_choice"
  | "billable_seconds"
  | "rate_minor"
  | "rate_source"
  | "amount_minor"
  | "cost_rate_minor"
  | "cost_rate_source"
  | "cost_minor"
  | "external_ref"
>;

// Repeating the ids beside the join keeps the planner on the primary key, however large the table is.
export function updateTimeEntries(
  db: Database,
  orgId: string,
  rows: ({ id: string } & TimeEntryColumns)[],
): Promise<TimeEntryRow[]> {
  return db.query<TimeEntryRow>(sql`
    update time_entries e
       set user_id = r.user_id, project_id = r.project_id, task_id = r.task_id, started_at = r.started_at,
           duration_seconds = r.duration_seconds, description = r.description, tags = r.tags, tag_keys = r.tag_keys,
           billable = r.billable, billable_choice = r.billable_choice, billable_seconds = r.billable_seconds,
           rate_minor = r.rate_minor, rate_source = r.rate_source, amount_minor = r.amount_minor,
           cost_rate_minor = r.cost_rate_minor, cost_rate_source = r.cost_rate_source, cost_minor = r.cost_minor,
           external_ref = r.external_ref, version = e.version + 1,
           updated_at = date_trunc('milliseconds', clock_timestamp())
      from json_to_recordset(${JSON.stringify(rows)}::json) as r (
             id text, user_id text, project_id text, task_id text, started_at timestamptz, duration_seconds integer,
             description text, tags text[], tag_keys text[], billable boolean, billable_choice boolean,
             billable_seconds integer, rate_minor bigint, rate_source text, amount_minor bigint, cost_rate_minor bigint,
             cost_rate_source text, cost_minor bigint, external_ref text)
     where e.org_id = ${orgId} and e.id = any(${rows.map(({ id }) => id)}) and e.id = r.id
    returning e.*, ${lockedNow(orgId, raw("e.started_at"))}`);
}

export function deleteTimeEntries(db: Database, orgId: string, ids: string[]): Promise<TimeEntryRow[]> {
  return db.query<TimeEntryRow>(sql`
    update time_entries
       set deleted_at = date_trunc('milliseconds', clock_timestamp()), version = version + 1,
           updated_at = date_trunc('milliseconds', clock_timestamp())
     where org_id = ${orgId} and id = any(${ids})
    returning *, ${lockedNow(orgId)}`);
}

export function undeleteTimeEntries(db: Database, orgId: string, ids: string[]): Promise<TimeEntryRow[]> {
  return db.query<TimeEntryRow>(sql`
    update time_entries
       set deleted_at = null, version = version + 1, updated_at = date_trunc('milliseconds', clock_timestamp())
     where org_id = ${orgId} and id = any(${ids})
    returning *, ${lockedNow(orgId)}`);
}

/** Clears the references of entries about to be rewritten, so that other entries of the same write can take them. */
export async function freeRefs(db: Database, orgId: string, ids: string[]): Promise<void> {
  await db.query(sql`update time_entries set external_ref = null where org_id = ${orgId} and id = any(${ids})`);
}

/** The live entry that holds each of these references, if any. */
export async function listRefHolders(db: Database, orgId: string, refs: string[]): Promise<Map<string, string>> {
  const rows = await db.query<{ external_ref: string; id: string }>(sql`
    select external_ref, id from time_entries
     where org_id = ${orgId} and external_ref = any(${refs}) and deleted_at is null`);
  return new Map(rows.map((row) => [row.external_ref, row.id]));
}

/**
 * Removes the content, also from the history, of up to `most` entries whose restore period has ended; tombstones and
 * the record of who did what and when remain.
 */
export async function purgeTimeEntries(
  tx: Transaction,
  orgId: string,
  deletedBefore: string,
  most: number,
): Promise<number> {
  const rows = await tx.query<{ id: string }>(sql`
    update time_entries
       set project_id = null, task_id = null, started_at = deleted_at, duration_seconds = 0, description = '', tags = '{}', tag_keys = '{}',
           billable = false, billable_choice = null, billable_seconds = 0, rate_minor = 0, rate_source = 'none', amount_minor = 0,
           cost_rate_minor = 0, cost_rate_source = 'none', cost_minor = 0, external_ref = null,
           purged_at = date_trunc('milliseconds', clock_timestamp())
     where org_id = ${orgId} and id in (
       select id from time_entries
        where org_id = ${orgId} and deleted_at < ${deletedBefore} and purged_at is null
        limit ${most} for update skip locked)
    returning id`);
  await tx.query(sql`
    update changes set object = '{}', previous = null
     where org_id = ${orgId} and target_id = any(${rows.map((row) => row.id)})`);
  return rows.length;
}

/** For the full export. */
export function selectExportedTimeEntries(orgId: string): Sql {
  return sql`
    select e.id, e.user_id as "userId", (select name from users where id = e.user_id) as "userName",
           p.client_id as "clientId", p.client_name as "clientName", e.project_id as "projectId", p.name as "projectName",
           e.task_id as "taskId", (select name from tasks where org_id = e.org_id and id = e.task_id) as "taskName",
           e.started_at as "startedAt", e.started_at + e.duration_seconds * interval '1 second' as "endedAt",
           e.duration_seconds as "durationSeconds", e.description, e.tags, e.billable,
           e.billable_seconds as "billableSeconds", e.rate_minor as "rateMinor", e.rate_source as "rateSource",
           e.amount_minor as "amountMinor", e.cost_rate_minor as "costRateMinor", e.cost_rate_source as "costRateSource", e.cost_minor as "costMinor",
           (select currency from organizations where id = ${orgId}) as currency, e.external_ref as "externalRef",
           e.created_at as "createdAt", e.updated_at as "updatedAt", e.deleted_at as "deletedAt"
      from time_entries e
      left join lateral (
        select name, client_id, (select name from clients where org_id = e.org_id and id = client_id) as client_name
          from projects where org_id = e.org_id and id = e.project_id offset 0) p on true
     where e.org_id = ${orgId}
     order by e.id`;
}
