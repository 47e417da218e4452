import type { KeyKind } from "#identity/access.ts";
import { type Database, join, type Sql, sql } from "#platform/database/database.ts";
import { dayMs } from "#platform/days.ts";
import type { RowOf } from "#platform/fields/shown.ts";
import type { AuditEvent, ComputedField } from "./schemas.ts";

export interface AuditRow extends RowOf<Omit<AuditEvent, ComputedField>>, RowOf<Omit<AuditEvent["actor"], "type">> {
  key_kind: KeyKind | null;
  /** Set if the target is a member. */
  member_name: string | null;
  object: Record<string, unknown>;
  previous: Record<string, unknown> | null;
}

export interface AuditFilter {
  userIds?: string[] | undefined;
  keyIds?: string[] | undefined;
  targetIds?: string[] | undefined;
  actions?: string[] | undefined;
  from?: string | undefined;
  to?: string | undefined;
  /** An additional condition on the change rows, whose alias is `c`. */
  only?: Sql | undefined;
}

// Ids are based on a node's clock, instants on the database's clock. The two are assumed to differ by at most a day.
const skewMs = dayMs;

/** Selects changes, newest first; `beforeId` and `limit` select a page. */
export function auditStatement(
  orgId: string,
  filter: AuditFilter,
  { beforeId, limit }: { beforeId?: string | undefined; limit?: number } = {},
): Sql {
  const { userIds, keyIds, targetIds, actions, from, to, only } = filter;
  const conditions = [
    sql`c.org_id = ${orgId}`,
    ...(userIds === undefined ? [] : [sql`c.user_id = any(${userIds})`]),
    ...(keyIds === undefined ? [] : [sql`c.key_id = any(${keyIds})`]),
    ...(targetIds === undefined ? [] : [sql`c.target_id = any(${targetIds})`]),
    ...(actions === undefined ? [] : [isOneOf(actions)]),
    ...(from === undefined ? [] : [sql`c.at >= ${from} and c.id >= ${idAt(from, -skewMs)}`]),
    ...(to === undefined ? [] : [sql`c.at < ${to} and c.id < ${idAt(to, skewMs)}`]),
    ...(only === undefined ? [] : [only]),
    ...(beforeId === undefined ? [] : [sql`c.id < ${beforeId}`]),
  ];
  // Selects the page in a subquery, because a plan that starts with the joins could read all changes.
  const page = limit === undefined ? sql`` : sql`order by c.id desc limit ${limit}`;
  return sql`
    select c.id, c.at, c.user_id, u.name as user_name, c.key_id, coalesce(k.name, s.name) as key_name,
           coalesce(k.kind, s.kind) as key_kind, c.action, c.target_id,
           t.name as member_name, c.object, c.previous, c.request_id, c.address, c.client
      from (select * from changes c where ${join(conditions, " and ")} ${page}) c
      left join users u on u.id = c.user_id
      left join api_keys k on k.org_id = c.org_id and k.id = c.key_id
      left join lateral ${removedSession} s on true
      left join members m on m.org_id = c.org_id and m.user_id = c.target_id
      left join users t on t.id = m.user_id
     order by c.id desc`;
}

/** The name of a session whose row no longer exists, read from the change row of its creation. */
const removedSession = sql`(
        select b.object ->> 'name' as name, b.object ->> 'kind' as kind from changes b
         where k.id is null and c.key_id is not null
           and b.org_id = c.org_id and b.target_id = c.key_id and b.action = 'session.created' limit 1)`;

function isOneOf(actions: string[]): Sql {
  // The index on actions omits `time_entry.created`, the most frequent action, so PostgreSQL uses the index only if the
  // query excludes that action.
  const isRare = actions.includes("time_entry.created") ? sql`` : sql`and c.action <> 'time_entry.created'`;
  return sql`(c.action = any(${actions}) ${isRare})`;
}

/** Returns the lowest possible id of a change made `plusMs` after the instant (RFC 9562 §5.7). */
function idAt(instant: string, plusMs: number): string {
  return `evt_${Math.max(0, Date.parse(instant) + plusMs)
    .toString(16)
    .padStart(12, "0")}`;
}

/**
 * Lists the distinct actions of an organization's changes. Skips from one value to the next in the index instead of
 * reading all rows. Always includes `time_entry.created`, which the index omits.
 */
export async function listActions(db: Database, orgId: string): Promise<string[]> {
  const rows = await db.query<{ action: string }>(sql`
    with recursive known as (
      (select action from changes where org_id = ${orgId} and action <> 'time_entry.created' order by action limit 1)
      union all
      select (select c.action from changes c
               where c.org_id = ${orgId} and c.action > k.action and c.action <> 'time_entry.created'
               order by c.action limit 1)
        from known k where k.action is not null)
    select action from known where action is not null`);
  return [...rows.map((row) => row.action), "time_entry.created"];
}

export async function listKeyOwners(db: Database, orgId: string, keyIds: string[]): Promise<string[]> {
  const rows = await db.query<{ user_id: string }>(
    sql`select user_id from api_keys where org_id = ${orgId} and id = any(${keyIds})
        union
        select object ->> 'user_id' from changes
         where org_id = ${orgId} and target_id = any(${keyIds}) and action = 'session.created'`,
  );
  return rows.map((row) => row.user_id);
}

export function listAuditRows(
  db: Database,
  orgId: string,
  filter: AuditFilter,
  page: { beforeId: string | undefined; limit: number },
): Promise<AuditRow[]> {
  return db.query<AuditRow>(auditStatement(orgId, filter, page));
}

export function selectChanges(orgId: string): Sql {
  return sql`
    select org_id, id, at, user_id, key_id, action, target_id, object, previous, request_id, address, traceparent, client
      from changes where org_id = ${orgId} order by id`;
}
