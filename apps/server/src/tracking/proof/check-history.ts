import { raw, type Sql, sql, type Transaction } from "#platform/database/database.ts";
import { rowsScanned } from "#platform/process/row-counts.ts";
import { cleared, isClearable } from "./cleared-entries.ts";
import { type Block, entryKind, isOf, type Kind, normalized, storedRows, within } from "./kinds.ts";

/** A contradiction in one column of an object, or in the whole object if `column` is null. */
export interface Finding {
  id: string;
  column: string | null;
  stored: unknown;
  expected: unknown;
}

/** The findings of one kind in one block of ids. */
export interface Found {
  kind: string;
  differing: number;
  /** The first few findings; `differing` counts them all. */
  findings: Finding[];
  ids: string[];
}

/** Summarizes findings of one kind; returns an empty list if there are none. */
export function foundOf(kind: string, findings: Finding[], most: number): Found[] {
  if (findings.length === 0) return [];
  return [{ kind, differing: findings.length, findings: findings.slice(0, most), ids: findings.map(({ id }) => id) }];
}

/** The kinds of contradiction for which the operator must choose whether to trust the table or the history. */
export const disagreements = new Set(["differs", "unrecorded", "missing", "unpurged"]);

/**
 * Compares the rows of a block with their change rows in one SQL statement, so that both come from the same snapshot.
 * Blocks of ids bound memory and time for tables of any size.
 */
export function checkHistory(tx: Transaction, orgId: string, kind: Kind, block: Block, most: number): Promise<Found[]> {
  const ended = sql`l.action = any(${kind.ends})`;
  const isKept = kind.staysForEver ? sql`true` : sql`not (${ended})`;
  return tx.query<Found>(sql`
    with stored as materialized (select *, ${instanceOf(kind, "row")} as instance from (${storedRows(kind, orgId, block)}) stored),
    history as materialized (
      select target_id as id, ${instanceOf(kind, "object")} as instance, id as change_id, at, user_id, action, object, previous,
             (object ->> 'version')::integer as version
        from changes
       where org_id = ${orgId} and ${within("target_id", block)} and ${isOf(kind)}
    ), ordered as materialized (
      select *, row_number() over versions as number, count(*) over (partition by id, instance) as changes,
             lag(object) over versions as before
        from history
      window versions as (partition by id, instance order by version nulls first, action = any(${kind.ends}), at, change_id)
    ), last as materialized (select * from ordered where number = changes),
    found as (
      select 'differs' as problem, s.id, d.key as "column", s.row -> d.key as stored, d.value as expected
        from stored s
        join last l using (id, instance)
       cross join lateral (select ${heldObject(kind)} as object offset 0) h
       cross join lateral jsonb_each(${normalized(kind, "h.object")}) d
       where s.row <> h.object and l.object <> '{}' and ${isKept} and l.object ? d.key and s.row ? d.key
         and d.key <> all(${kind.ignored}) and s.row -> d.key is distinct from d.value
      union all
      select 'differs', id, null, '"a row"', '"no row"' from last l join stored s using (id, instance) where not (${isKept})
      union all
      select 'missing', id, null, '"no row"', '"a row"'
        from last l left join stored s using (id, instance)
       where s.row is null and ${isKept} ${unlessRemoved(kind, orgId)}
      ${kind.mayLackHistory ? sql`` : unrecorded}
      ${kind.countsVersions ? versions(kind) : sql``}
      ${kind.staysForEver ? purged : sql``}
      ${kind.explains ? unexplained(kind) : sql``}
    )
    select ${`${kind.name}.`} || problem as kind, count(*) as differing, array_agg(distinct id) as ids,
           to_jsonb((array_agg(jsonb_build_object('id', id, 'column', "column", 'stored', stored, 'expected', expected)
                               order by id, "column"))[1:${raw(String(most))}]) as findings
      from found group by problem`);
}

/** The object in the last change row, in the form that the table should contain. */
function heldObject(kind: Kind): Sql {
  if (kind !== entryKind) return sql`l.object`;
  const object = sql`l.object`;
  return sql`
    case when s.row ->> 'project_id' is null and s.row ->> 'purged_at' is null and ${isClearable(object)} then ${cleared(object)}
         else ${object} end`;
}

function instanceOf({ instance }: Kind, row: string): Sql {
  return instance === undefined ? sql`''` : raw(`extract(epoch from (${row} ->> '${instance}')::timestamptz)`);
}

const unrecorded = sql`
  union all
  select 'unrecorded', id, null, '"no change row"', '"a change row"'
    from stored s left join last l using (id, instance) where l.action is null`;

/**
 * Finds gaps in the versions. Each change row must increment the version by one; a deletion does so only if the row
 * remains as a tombstone. Instants say nothing about the order, because the clock may have been set back.
 */
function versions(kind: Kind): Sql {
  const counted = kind.staysForEver ? sql`` : sql`and l.action <> all(${kind.ends})`;
  return sql`
    union all
    (select distinct on (id, instance) 'gap', id, 'version', to_jsonb(version), to_jsonb(number)
       from ordered l where object <> '{}' and version <> number ${counted} order by id, instance, number)`;
}

/**
 * Finds former values that differ from the previous change row, which shows that a row was changed without a change
 * row. Skips repairs, because their former values differ by design.
 */
function unexplained(kind: Kind): Sql {
  const bookkeeping = ["version", "updated_at", ...kind.ignored, ...kind.unexplained];
  return sql`
    union all
    select 'unexplained', l.id, d.key, d.value, b.row -> d.key
      from ordered l
     cross join lateral (select l.object || coalesce(l.previous, '{}') as object) f
     cross join lateral jsonb_each(${normalized(kind, "f.object")}) d
     cross join lateral (select ${normalized(kind, "l.before")} as row offset 0) b
     where l.user_id is not null and l.object <> '{}' and l.before <> '{}' and f.object - ${bookkeeping}::text[] <> l.before - ${bookkeeping}::text[]
       and l.object ? d.key and l.before ? d.key and d.key <> all(${bookkeeping})
       and not (d.key = 'deleted_at' and l.action = any(${kind.ends})) and d.value is distinct from b.row -> d.key`;
}

/** Finds entries and histories that were not purged together. */
const purged = sql`
  union all
  select 'emptied', s.id, null, '"an empty change row"', '"the row after the change"'
    from stored s
   where s.row ->> 'purged_at' is null and s.id in (select id from history where object = '{}')
  union all
  select 'unpurged', s.id, 'purged_at', s.row -> 'purged_at', 'null'
    from stored s
   where s.row ->> 'purged_at' is not null and s.id in (select id from history where object <> '{}')`;

/**
 * A condition that leaves out rows that can be removed without a change row: rates of a deleted project or task,
 * sessions, grants and invitations that have ended, and unapplied imports removed before such removals had change rows.
 */
function unlessRemoved({ name }: Kind, orgId: string): Sql {
  if (name === "api_key")
    return sql`and (coalesce(l.object ->> 'kind', '') not in ('session', 'grant') or ${isAhead("least", "revoked_at", "expires_at")})`;
  if (name === "invitation") return sql`and ${isAhead("coalesce", "accepted_at", "revoked_at", "expires_at")}`;
  if (name === "import")
    return sql`
      and not (l.action in ('import.created', 'import.updated')
               and l.at < (select applied_at from schema_migrations where name = 'text_order'))`;
  if (name !== "rate") return sql``;
  return sql`
    and (l.object ->> 'project_id' is null or l.object ->> 'project_id' in (select id from projects where org_id = ${orgId}))
    and (l.object ->> 'task_id' is null or l.object ->> 'task_id' in (select id from tasks where org_id = ${orgId}))`;
}

function isAhead(which: "least" | "coalesce", ...columns: string[]): Sql {
  return raw(`${which}(${columns.map((column) => `(l.object ->> '${column}')::timestamptz`).join(", ")}) > now()`);
}

/** The next range of ids starting at `from`, as large as one SQL statement can handle. */
export async function findBlock(tx: Transaction, orgId: string, kind: Kind, from: string) {
  const end = `${kind.prefix.slice(0, -1)}\``;
  const id = raw(kind.id);
  const [row] = await tx.query<{ to: string | null }>(sql`
    select least(
      (select ${id} from ${raw(kind.table)} where ${raw(kind.tenant)} = ${orgId} and ${id} >= ${from} and ${id} < ${end}
        order by ${id} offset ${rowsScanned} limit 1),
      (select target_id from changes where org_id = ${orgId} and target_id >= ${from} and target_id < ${end}
        order by target_id offset ${2 * rowsScanned} limit 1)) as to`);
  const to = row?.to ?? end;
  // An object with more changes than fit into a block gets a block to itself.
  return { from, to: to > from ? to : `${from}!`, isLast: to === end };
}
