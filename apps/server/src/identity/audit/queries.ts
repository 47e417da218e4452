import { type Database, join, type Sql, sql } from "#platform/database/database.ts";

/** A change as the audit log shows it, with the names of whom and what it concerns. */
export interface AuditRow {
  id: string;
  at: string;
  user_id: string | null;
  user_name: string | null;
  key_id: string | null;
  key_name: string | null;
  key_kind: "api" | "session" | null;
  action: string;
  target_id: string;
  /** Of a target that is a member. */
  member_name: string | null;
  object: Record<string, unknown>;
  previous: Record<string, unknown> | null;
  request_id: string | null;
  address: string | null;
}

export interface AuditFilter {
  userIds?: string[] | undefined;
  keyIds?: string[] | undefined;
  targetIds?: string[] | undefined;
  /** Names of actions, or their beginnings with `*` at the end, without those after `-`; an action is one of each list. */
  actions?: string[][];
  from?: string | undefined;
  to?: string | undefined;
}

/** Changes in the order of their ids, newest first; `beforeId` and `limit` cut a page out of them. */
export function auditStatement(
  orgId: string,
  filter: AuditFilter,
  { beforeId, limit }: { beforeId?: string | undefined; limit?: number } = {},
): Sql {
  const { userIds, keyIds, targetIds, actions = [], from, to } = filter;
  const conditions = [
    sql`c.org_id = ${orgId}`,
    ...(userIds === undefined ? [] : [sql`c.user_id = any(${userIds})`]),
    // A key acts for its member alone, and there is an index for members.
    ...(keyIds === undefined
      ? []
      : [
          sql`c.key_id = any(${keyIds}) and c.user_id = any(array(
                select user_id from api_keys where org_id = ${orgId} and id = any(${keyIds})))`,
        ]),
    ...(targetIds === undefined ? [] : [sql`c.target_id = any(${targetIds})`]),
    ...actions.map(isOneOf),
    ...(from === undefined ? [] : [sql`c.at >= ${from}`]),
    ...(to === undefined ? [] : [sql`c.at < ${to}`]),
    ...(beforeId === undefined ? [] : [sql`c.id < ${beforeId}`]),
  ];
  return sql`
    select c.id, c.at, c.user_id, u.name as user_name, c.key_id, k.name as key_name, k.kind as key_kind, c.action, c.target_id,
           t.name as member_name, c.object, c.previous, c.request_id, c.address
      from changes c
      left join users u on u.id = c.user_id
      left join api_keys k on k.org_id = c.org_id and k.id = c.key_id
      left join members m on m.org_id = c.org_id and m.user_id = c.target_id
      left join users t on t.id = m.user_id
     where ${join(conditions, " and ")}
     order by c.id desc ${limit === undefined ? sql`` : sql`limit ${limit}`}`;
}

function isOneOf(words: string[]): Sql {
  const without = words.filter((word) => word.startsWith("-")).map((word) => word.slice(1));
  const patterns = words
    .filter((word) => word.endsWith("*"))
    .map((word) => `${word.slice(0, -1).replace(/[\\%_]/g, "\\$&")}%`);
  const exact = words.filter((word) => !/^-|\*$/.test(word));
  if (patterns.length + without.length > 0)
    return sql`((c.action = any(${exact}) or c.action like any(${patterns})) and c.action <> all(${without}))`;
  // The index of actions leaves out the one that most rows have.
  const isRare = exact.includes("time_entry.created") ? sql`` : sql`and c.action <> 'time_entry.created'`;
  return sql`(c.action = any(${exact}) ${isRare})`;
}

export function listAuditRows(
  db: Database,
  orgId: string,
  filter: AuditFilter,
  page: { beforeId: string | undefined; limit: number },
): Promise<AuditRow[]> {
  return db.query<AuditRow>(auditStatement(orgId, filter, page));
}
