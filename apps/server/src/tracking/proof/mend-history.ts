import { clockTime } from "#platform/database/columns.ts";
import { raw, type Sql, sql, type Transaction } from "#platform/database/database.ts";
import { rowsOfStatement } from "#platform/process/row-counts.ts";
import { newId } from "#platform/ids.ts";
import { checkHistory, disagreements } from "./check-history.ts";
import { cleared, isCleared, isClearable } from "./cleared-entries.ts";
import { entryKind, isOf, type Kind, normalized, recorded, repairedKinds } from "./kinds.ts";
import type { Disagreeing } from "./prove-history.ts";

/** Which side to trust if a table and the history contradict each other: the rows, or their last change rows. */
export type Trust = "entries" | "history";

/**
 * Repairs rows or history until they agree, and records each repair in a change row attributed to the system. Skips
 * rows that already agree. The transaction must have called `changeEntryRules`.
 */
export async function mendHistory(
  tx: Transaction,
  orgId: string,
  disagreeing: Disagreeing,
  trust: Trust,
): Promise<void> {
  for (const kind of repairedKinds) {
    const ids = disagreeing.get(kind) ?? [];
    for (let at = 0; at < ids.length; at += rowsOfStatement) {
      const block = { ids: ids.slice(at, at + rowsOfStatement) };
      const found = await checkHistory(tx, orgId, kind, block, 0);
      const still = found
        .filter(({ kind: name }) => disagreements.has(name.slice(kind.name.length + 1)))
        .flatMap((each) => each.ids);
      const mend = trust === "entries" ? trustRows : trustHistory;
      if (still.length > 0) await mend({ tx, orgId, kind, ids: [...new Set(still)] });
    }
  }
}

interface Mending {
  tx: Transaction;
  orgId: string;
  kind: Kind;
  ids: string[];
}

async function trustRows(mending: Mending): Promise<void> {
  const { tx, orgId, kind, ids } = mending;
  await writeChanges(
    mending,
    sql`
    written as (
      update ${raw(kind.table)} t
         set ${kind.hasVersion ? sql`version = coalesce((l.object ->> 'version')::integer, 0) + 1, updated_at = ${clockTime}` : sql`org_id = t.org_id`}
        from input i left join last l on l.id = i.id
       where t.${raw(kind.tenant)} = ${orgId} and t.id = i.id
      returning t.*
    )`,
    sql`last`,
  );
  if (kind === entryKind) return insertMissing(mending, true);
  await tx.query(sql`
    with ${inputAndLast(orgId, kind, ids)}
    insert into changes (org_id, id, action, target_id, object)
    select ${orgId}, i.change_id, ${kind.ends[0]}, l.id, l.object
      from input i join last l on l.id = i.id
     where not exists (select from ${raw(kind.table)} t where t.${raw(kind.tenant)} = ${orgId} and t.id = l.id)`);
}

async function trustHistory(mending: Mending): Promise<void> {
  const { tx, orgId, kind } = mending;
  const columns = await listColumns(tx, kind);
  const kept = [kind.tenant, "id", "version", "updated_at", ...kind.ignored, ...Object.keys(kind.digests)];
  const list = raw(columns.filter((name) => !kept.includes(name)).join(", "));
  const isGone = sql`l.action = any(${kind.ends})`;
  const usable = kind === entryKind ? sql`` : sql`and not (${isGone})`;
  await writeChanges(
    mending,
    sql`
    written as (
      update ${raw(kind.table)} t
         set (${list}) = (select ${list} from jsonb_populate_record(t, l.object))
             ${kind.hasVersion ? sql`, version = (l.object ->> 'version')::integer + 1, updated_at = ${clockTime}` : sql``}
        from last l
       where t.${raw(kind.tenant)} = ${orgId} and t.id = l.id and l.object <> '{}' ${usable}
      returning t.*
    )`,
    sql`was`,
    Object.values(kind.digests),
  );
  // Rows with secrets stay missing, because a secret can't be restored from its digest.
  if (Object.keys(kind.digests).length === 0) await insertMissing(mending, false);
  if (kind !== entryKind) return;
  // Deletes entries that are not in the history. Like all deleted entries, they can be inspected for 30 days.
  await writeChanges(
    mending,
    sql`
    written as (
      update time_entries t set deleted_at = coalesce(deleted_at, ${clockTime}), version = 1, updated_at = ${clockTime}
        from input i left join last l on l.id = i.id
       where t.org_id = ${orgId} and t.id = i.id and l.id is null
      returning t.*
    )`,
    sql`last`,
  );
}

/** Restores missing rows from their last change row. With `deleted`, restores entries as deleted entries. */
async function insertMissing(mending: Mending, deleted: boolean): Promise<void> {
  const { tx, orgId, kind } = mending;
  const columns = await listColumns(tx, kind);
  const list = raw(columns.join(", "));
  const gone = deleted
    ? sql`|| jsonb_build_object('deleted_at', coalesce(l.object ->> 'deleted_at', stamp::text))`
    : sql``;
  await writeChanges(
    mending,
    sql`
    written as (
      insert into ${raw(kind.table)} (${list})
      select ${raw(columns.map((name) => `r.${name}`).join(", "))}
        from last l
       cross join lateral (select ${clockTime} as stamp) s
       cross join lateral jsonb_populate_record(null::${raw(kind.type)}, ${kind.later}::jsonb || l.object || jsonb_build_object(
               'version', coalesce((l.object ->> 'version')::integer, 0) + 1, 'updated_at', stamp) ${gone}) r
       where l.object <> '{}'
         and not exists (select from ${raw(kind.table)} t where t.${raw(kind.tenant)} = ${orgId} and t.id = l.id)
      returning *
    )`,
    deleted ? sql`last` : sql`(select id, null::jsonb as object from last)`,
  );
}

/**
 * Writes change rows for the rows that `written` returns. `former` selects each row's former values as `object`; the
 * fields in `kept` stay as recorded.
 */
async function writeChanges(
  { tx, orgId, kind, ids }: Mending,
  written: Sql,
  former: Sql,
  kept: string[] = [],
): Promise<void> {
  const action = (verb: string) => `${kind.name}.${verb}`;
  const verbs =
    kind === entryKind
      ? sql`when w.deleted_at is not null and coalesce(l.object ->> 'deleted_at', '') = '' then ${action("deleted")}
            when w.deleted_at is null and l.object ->> 'deleted_at' is not null then 'time_entry.restored'`
      : sql`when l.action = any(${kind.ends}) then ${action("created")}`;
  const object =
    kept.length === 0
      ? recorded(kind, "w")
      : sql`(${recorded(kind, "w")} || (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(l.object) where key = any(${kept})))`;
  await tx.query(sql`
    with ${inputAndLast(orgId, kind, ids)},
    was as materialized (
      select t.id, ${recorded(kind, "t")} as object from ${raw(kind.table)} t where t.${raw(kind.tenant)} = ${orgId} and t.id = any(${ids})
    ), ${written}
    insert into changes (org_id, id, action, target_id, object, previous)
    select ${orgId}, i.change_id,
           case ${verbs} when l.id is null then ${action("created")} else ${action("updated")} end, w.id, n.object, p.previous
      from written w
      join input i on i.id = w.id
      left join last l on l.id = w.id
     cross join lateral (select ${object} as object) n
      left join ${former} f on f.id = w.id
     cross join lateral (
       select jsonb_object_agg(d.key, d.value) as previous
         from jsonb_each(${normalized(kind, "f.object")}) d
        where f.object ? d.key and d.key not in ('version', 'updated_at') and d.value is distinct from n.object -> d.key) p`);
}

/**
 * Returns common table expressions: `input` pairs ids with those of their new change rows, and `last` has each object's
 * last change row.
 */
function inputAndLast(orgId: string, kind: Kind, ids: string[]): Sql {
  const changeIds = ids.map(() => newId("evt"));
  return sql`
    input as materialized (select * from unnest(${ids}::text[], ${changeIds}::text[]) as i (id, change_id)),
    recorded as materialized (
      select distinct on (target_id) target_id as id, action, object
        from changes
       where org_id = ${orgId} and target_id = any(${ids}) and ${isOf(kind)}
       order by target_id, (object ->> 'version')::integer desc nulls last, action = any(${kind.ends}) desc, at desc, id desc),
    last as materialized (${kind === entryKind ? heldEntries(orgId) : sql`select * from recorded`})`;
}

/**
 * Entries as recorded in their last change rows. Entries cleared by undoing an import stay cleared, because their
 * projects may have been deleted.
 */
function heldEntries(orgId: string): Sql {
  const object = sql`r.object`;
  return sql`
    select r.id, r.action,
           case when ${isClearable(object)} and (${isCleared("t")} and t.id is not null or t.id is null and k.id is null)
                then ${cleared(object)} else ${object} end as object
      from recorded r
      left join time_entries t on t.org_id = ${orgId} and t.id = r.id
      left join tasks k on k.org_id = ${orgId} and k.project_id = r.object ->> 'project_id' and k.id = r.object ->> 'task_id'`;
}

async function listColumns(tx: Transaction, kind: Kind): Promise<string[]> {
  const rows = await tx.query<{ name: string }>(sql`
    select attname as name from pg_attribute
     where attrelid = ${kind.table}::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`);
  return rows.map(({ name }) => name);
}
