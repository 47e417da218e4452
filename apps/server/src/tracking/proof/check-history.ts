import { raw, type Sql, sql, type Transaction } from "#platform/database/database.ts";
import { type Block, type Kind, storedRows, within } from "./kinds.ts";

/** A contradiction in an object's column, or in the whole object (null). */
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
  /** The first findings. */
  findings: Finding[];
  ids: string[];
}

/** The kinds of contradiction between table and history, of which the operator has to trust one. */
export const disagreements = new Set(["differs", "unrecorded", "missing", "unpurged"]);

/**
 * Compares the rows of a block with their change rows, in one statement and so in one snapshot. Blocks of ids bound
 * memory and time for a table of any size.
 */
export function checkHistory(tx: Transaction, orgId: string, kind: Kind, block: Block, most: number): Promise<Found[]> {
  const ended = sql`l.action = ${`${kind.name}.deleted`}`;
  const isKept = kind.staysForEver ? sql`true` : sql`not (${ended})`;
  return tx.query<Found>(sql`
    with stored as materialized (${storedRows(kind, orgId, block)}),
    history as materialized (
      select target_id as id, id as change_id, at, user_id, action, object, previous, (object ->> 'version')::integer as version,
             (object ->> 'updated_at')::timestamptz as updated_at
        from changes
       where org_id = ${orgId} and ${within("target_id", block)} and starts_with(action, ${`${kind.name}.`})
    ), ordered as materialized (
      select *, row_number() over versions as number, count(*) over (partition by id) as changes,
             lag(updated_at) over versions as former, lag(object) over versions as before
        from history window versions as (partition by id order by version, at, change_id)
    ), last as materialized (select * from ordered where number = changes),
    found as (
      select 'differs' as problem, s.id, d.key as "column", s.row -> d.key as stored, d.value as expected
        from stored s
        join last l on l.id = s.id
       cross join lateral jsonb_each(to_jsonb(jsonb_populate_record(null::${raw(kind.type)}, l.object))) d
       where s.row <> l.object and l.object <> '{}' and ${isKept} and l.object ? d.key and s.row ? d.key
         and d.key <> all(${kind.ignored}) and s.row -> d.key is distinct from d.value
      union all
      select 'differs', l.id, null, '"a row"', '"no row"' from last l join stored s on s.id = l.id where not (${isKept})
      union all
      select 'missing', l.id, null, '"no row"', '"a row"'
        from last l left join stored s on s.id = l.id
       where s.id is null and ${isKept} ${unlessCascaded(kind, orgId)}
      ${kind.mayLackHistory ? sql`` : unrecorded}
      ${kind.countsVersions ? versions(kind) : sql``}
      ${kind.staysForEver ? purged : sql``}
      ${kind.type === kind.table ? unexplained(kind) : sql``}
    )
    select ${`${kind.name}.`} || problem as kind, count(*) as differing, array_agg(distinct id) as ids,
           to_jsonb((array_agg(jsonb_build_object('id', id, 'column', "column", 'stored', stored, 'expected', expected)
                               order by id, "column"))[1:${raw(String(most))}]) as findings
      from found group by problem`);
}

const unrecorded = sql`
  union all
  select 'unrecorded', s.id, null, '"no change row"', '"a change row"'
    from stored s left join last l on l.id = s.id where l.id is null`;

/** Each change row raises the version by one and follows the change before it; deleting the row raises no version. */
function versions(kind: Kind): Sql {
  const counted = kind.staysForEver ? sql`` : sql`and l.action <> ${`${kind.name}.deleted`}`;
  return sql`
    union all
    (select distinct on (id) 'gap', id, 'version', to_jsonb(version), to_jsonb(number)
       from ordered l where object <> '{}' and version is distinct from number ${counted} order by id, number)
    union all
    select 'order', id, 'updated_at', to_jsonb(updated_at), to_jsonb(former) from ordered l where updated_at < former`;
}

/**
 * The former values in a change row must equal the previous change row: otherwise the row was changed without a change
 * row. A repair records such a finding in its former values.
 */
function unexplained(kind: Kind): Sql {
  const bookkeeping = ["version", "updated_at", ...kind.ignored];
  const ends = `${kind.name}.deleted`;
  return sql`
    union all
    select 'unexplained', l.id, d.key, d.value, b.row -> d.key
      from ordered l
     cross join lateral (select l.object || coalesce(l.previous, '{}') as object) f
     cross join lateral jsonb_each(to_jsonb(jsonb_populate_record(null::${raw(kind.type)}, f.object))) d
     cross join lateral (select to_jsonb(jsonb_populate_record(null::${raw(kind.type)}, l.before)) as row offset 0) b
     where l.user_id is not null and l.object <> '{}' and l.before <> '{}' and f.object - ${bookkeeping}::text[] <> l.before - ${bookkeeping}::text[]
       and l.object ? d.key and l.before ? d.key and d.key <> all(${bookkeeping})
       and not (d.key = 'deleted_at' and l.action = ${ends}) and d.value is distinct from b.row -> d.key`;
}

/** The history of an entry is purged with the entry, and only then. */
const purged = sql`
  union all
  select 'emptied', s.id, null, '"an empty change row"', '"the row after the change"'
    from stored s
   where s.row ->> 'purged_at' is null and s.id in (select id from history where object = '{}')
  union all
  select 'unpurged', s.id, 'purged_at', s.row -> 'purged_at', 'null'
    from stored s
   where s.row ->> 'purged_at' is not null and s.id in (select id from history where object <> '{}')`;

/** Rates are deleted with their project or task, without change rows of their own. */
function unlessCascaded(kind: Kind, orgId: string): Sql {
  if (kind.name !== "rate") return sql``;
  return sql`
    and (l.object ->> 'project_id' is null or l.object ->> 'project_id' in (select id from projects where org_id = ${orgId}))
    and (l.object ->> 'task_id' is null or l.object ->> 'task_id' in (select id from tasks where org_id = ${orgId}))`;
}

const blockRows = 10_000;
const blockChanges = 20_000;

/** The next range of ids from `from` on, as large as one statement handles. */
export async function findBlock(tx: Transaction, orgId: string, kind: Kind, from: string) {
  const end = `${kind.prefix.slice(0, -1)}\``;
  const id = raw(kind.name === "member" ? "user_id" : "id");
  const [row] = await tx.query<{ to: string | null }>(sql`
    select least(
      (select ${id} from ${raw(kind.table)} where ${raw(kind.tenant)} = ${orgId} and ${id} >= ${from} and ${id} < ${end}
        order by ${id} offset ${blockRows} limit 1),
      (select target_id from changes where org_id = ${orgId} and target_id >= ${from} and target_id < ${end}
        order by target_id offset ${blockChanges} limit 1)) as to`);
  const to = row?.to ?? end;
  // An object with more changes than fit into a block is a block of its own.
  return { from, to: to > from ? to : `${from}!`, isLast: to === end };
}
