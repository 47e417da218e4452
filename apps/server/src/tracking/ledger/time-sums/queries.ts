import { type Database, join, raw, type Sql, sql, type Transaction } from "#platform/database/database.ts";
import { one } from "#platform/database/one.ts";
import { allKeys, cubes, type Cube, measures, measuresOf, periodStart } from "./cubes.ts";

const deltaColumns = raw(
  `sign, started_at, project_id, user_id, task_id, tags, tag_keys, billable, duration_seconds, billable_seconds,
   rate_minor, rate_source, amount_minor, cost_rate_source, cost_minor`,
);

/** Inserts deltas for the entries in `source`, a table or common table expression. */
export function insertDeltasFrom(source: string, sign: 1 | -1): Sql {
  return sql`
    insert into time_sum_deltas (org_id, ${deltaColumns})
    select org_id, ${raw(String(sign))}, started_at, project_id, user_id, task_id, case when tags <> '{}' then tags end,
           case when tags <> '{}' then tag_keys end, billable, duration_seconds, billable_seconds, rate_minor, rate_source, amount_minor, cost_rate_source, cost_minor
      from ${raw(source)}`;
}

/** The columns of an entry that affect its sums. */
export function summedColumns(alias: string): string {
  return [
    "started_at",
    "project_id",
    "user_id",
    "task_id",
    "tags",
    "billable",
    "duration_seconds",
    "billable_seconds",
    "rate_minor",
    "rate_source",
    "amount_minor",
    "cost_rate_source",
    "cost_minor",
  ]
    .map((name) => `${alias}.${name}`)
    .join(", ");
}

export async function listOrganizationsToFold(db: Database): Promise<string[]> {
  const rows = await db.query<{ org_id: string }>(sql`select distinct org_id from time_sum_deltas`);
  return rows.map((row) => row.org_id);
}

/** Acquires the lock for folding the organization. Returns false if another node has it. */
export async function tryLockFold(tx: Transaction, orgId: string): Promise<boolean> {
  const rows = await tx.query<{ taken: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`fold ${orgId}`}, 0)) as taken`,
  );
  return one(rows).taken;
}

export const measureList = measures.join(", ");
const keyList = allKeys.join(", ");

const sumList = raw(measures.map((name) => `sum(${name}) as ${name}`).join(", "));

/**
 * The sums of one cube over the entries in `source`. The finest level is computed from the entries, and each coarser
 * level from the level below it.
 */
function sumsOfCube(cube: Cube, source: Sql): Sql {
  const keys = allKeys.map((key) => (cube.keys.includes(key) ? key : `''::text as ${key}`)).join(", ");
  // `unnest` is in the select list, because as a lateral join it costs several times more per row.
  const entries = cube.keys.includes("tag_key")
    ? sql`(select *, unnest(coalesce(tag_keys, '{""}')) as tag_key from ${source}) tagged`
    : source;
  const grouped = raw(["1", ...cube.keys].join(", "));
  const finestFirst = cube.levels.toReversed();
  const levels = finestFirst.map((level, at) => {
    const start = (of: string) => periodStart(level, raw(of));
    const finer = raw(`level_${finestFirst[at - 1] ?? ""}`);
    const from =
      at === 0
        ? sql`select ${start("started_at")} as starts_at, ${raw(keys)}, ${sumList} from ${entries}`
        : sql`select ${start("f.starts_at")} as starts_at, ${raw(keys)}, ${sumList} from ${finer} f`;
    return sql`${raw(`level_${level}`)} as (${from} group by ${grouped})`;
  });
  const all = finestFirst.map(
    (level) => sql`select ${raw(`'${cube.name}' as cube, '${level}' as level`)}, * from ${raw(`level_${level}`)}`,
  );
  return sql`(with ${join(levels, ", ")} ${join(all, " union all ")})`;
}

/** All sums over the entries in `source`. The columns are cube, level, starts_at, the keys and the measures. */
export function sumsOf(source: Sql): Sql {
  return join(
    cubes.map((cube) => sumsOfCube(cube, source)),
    " union all ",
  );
}

/**
 * Folds up to `most` deltas into the sums in one statement; returns their number. Reads an index range instead of
 * joining: statistics usually show an empty table, so the planner would choose a join for zero rows.
 */
export async function foldDeltas(tx: Transaction, orgId: string, most: number): Promise<number> {
  const rows = await tx.query<{ count: number }>(sql`
    with taken as (
      delete from time_sum_deltas
       where org_id = ${orgId}
         and id <= (select max(id) from (select id from time_sum_deltas where org_id = ${orgId} order by id limit ${most}) first)
      returning *
    ), delta as (
      select d.org_id, d.id, d.sign, d.started_at, d.project_id, d.user_id, d.task_id, d.tags, d.tag_keys,
             ${measuresOf("d", sql`d.sign`)}
        from taken d
    ), ${addSums(orgId)}
    select count(*) as count from taken`);
  return one(rows).count;
}

/** The common table expressions that add the rows of `delta`, with their signs and measures, to the sums. */
function addSums(orgId: string): Sql {
  return sql`
    named as (
      insert into tag_names (org_id, tag_key, name)
      select distinct on (t.tag_key) org_id, t.tag_key, t.name
        from delta cross join lateral unnest(tag_keys, tags) as t (tag_key, name)
       where sign = 1 and tag_keys is not null
       order by t.tag_key, id desc
      on conflict (org_id, tag_key) do update set name = excluded.name where tag_names.name <> excluded.name
    ), added as (
      insert into time_sums (org_id, cube, level, starts_at, ${raw(keyList)}, ${raw(measureList)})
      select ${orgId}, cube, level, starts_at, ${raw(keyList)}, ${raw(measureList)}
        from (${sumsOf(sql`delta`)}) sums
       where ${raw(measures.map((name) => `${name} <> 0`).join(" or "))}
       order by cube, level, starts_at, ${raw(keyList)}
      on conflict (org_id, cube, level, starts_at, ${raw(keyList)}) do update
         set ${raw(measures.map((name) => `${name} = time_sums.${name} + excluded.${name}`).join(", "))}
    )`;
}

/**
 * Adds entries to the sums in one statement without deltas, or subtracts them if the sign is -1. The transaction must
 * have called `lockFold`.
 */
export async function sumEntries(tx: Transaction, orgId: string, entries: Sql, sign: 1 | -1): Promise<void> {
  const signed = raw(`${sign}`);
  await tx.query(sql`
    with delta as materialized (
      select e.org_id, e.id, ${signed} as sign, e.started_at, e.project_id, e.user_id, e.task_id, nullif(e.tags, '{}') as tags,
             nullif(e.tag_keys, '{}') as tag_keys, ${measuresOf("e", signed)}
        from (${entries}) e
    ), ${addSums(orgId)}
    select 1`);
}

/**
 * Waits until no other transaction folds the organization's deltas, and prevents folding until this transaction ends.
 */
export async function lockFold(tx: Transaction, orgId: string): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`fold ${orgId}`}, 0))`);
}
