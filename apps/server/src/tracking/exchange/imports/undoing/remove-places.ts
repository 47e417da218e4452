import type { Origin } from "#identity/history/record-change.ts";
import { join, raw, type Sql, sql, type Transaction } from "#platform/database/database.ts";
import type { ImportRow } from "#tracking/exchange/imports/import.ts";
import { changesFrom } from "#tracking/exchange/imports/applying/imported-entries.ts";

type Kept = NonNullable<ImportRow["kept"]>;

interface Place {
  kind: "client" | "project" | "task";
  table: string;
  /** Conditions for keeping the object `p`, each with the reason to show to users. */
  reasons: [condition: Sql, reason: string][];
}

/** The kinds of objects, children before their parents. */
function listPlaces(orgId: string): Place[] {
  const refers = (table: string, condition: string) =>
    sql`exists (select from ${raw(table)} x where x.org_id = ${orgId} and ${raw(condition)})`;
  const isInReport = (name: string) => sql`p.id in (
    select jsonb_array_elements_text(query -> ${name}) from saved_reports where org_id = ${orgId} and query ? ${name}
     union all
    select jsonb_array_elements_text(query -> ${name}) from report_links
     where org_id = ${orgId} and query ? ${name} and expires_at > now())`;
  return [
    {
      kind: "task",
      table: "tasks",
      reasons: [
        [refers("time_entries", "x.task_id = p.id and x.deleted_at is null"), "It has entries."],
        [refers("time_entries", "x.task_id = p.id"), "It has deleted entries that can be restored."],
        [refers("timers", "x.project_id = p.project_id and x.task_id = p.id"), "A timer is running on it."],
        [refers("rates", "x.task_id = p.id"), "It has a rate."],
        [isInReport("taskId"), "A saved report uses it."],
      ],
    },
    {
      kind: "project",
      table: "projects",
      reasons: [
        [refers("tasks", "x.project_id = p.id"), "It has tasks that are kept."],
        [refers("rates", "x.project_id = p.id"), "It has a rate."],
        [refers("webhooks", "x.project_id = p.id"), "A webhook uses it."],
        [isInReport("projectId"), "A saved report uses it."],
      ],
    },
    {
      kind: "client",
      table: "clients",
      reasons: [
        [refers("projects", "x.client_id = p.id"), "It has projects that are kept."],
        [isInReport("clientId"), "A saved report uses it."],
      ],
    },
  ];
}

/**
 * Deletes the rates, tasks, projects and clients that an import created, unless someone has changed them since or
 * something else refers to them. Returns the objects that are kept.
 */
export async function removePlaces(tx: Transaction, origin: Origin, importId: string): Promise<Kept> {
  const { orgId } = origin;
  const now = Date.now();
  await tx.query(sql`
    with gone as (
      delete from rates p where p.org_id = ${orgId} and ${isAsMade(orgId, importId, "rate")} returning p.*
    ), changed as (${changesFrom("gone", "rate.deleted", now, origin)})
    select 1`);
  const places = listPlaces(orgId);
  await lockPlaces(tx, orgId, importId, places);
  for (const { kind, table, reasons } of places) {
    const isUsed = join(
      reasons.map(([condition]) => condition),
      " or ",
    );
    await tx.query(sql`
      with gone as (
        delete from ${raw(table)} p where p.org_id = ${orgId} and ${isAsMade(orgId, importId, kind)} and not (${isUsed}) returning p.*
      ), changed as (${changesFrom("gone", `${kind}.deleted`, now, origin)})
      select 1`);
  }
  return listKept(tx, orgId, importId, places);
}

function isAsMade(orgId: string, importId: string, kind: Place["kind"] | "rate"): Sql {
  return sql`
    exists (select from import_made m
             where m.org_id = ${orgId} and m.import_id = ${importId} and m.kind = ${kind} and m.id = p.id and m.version = p.version)`;
}

/**
 * Locks the objects, so that writes that refer to them either finish first or fail. Locks parents first, as creates do.
 */
async function lockPlaces(tx: Transaction, orgId: string, importId: string, places: Place[]): Promise<void> {
  for (const { kind, table } of places.toReversed()) {
    await tx.query(sql`
      select count(*) from (
        select from ${raw(table)} p where p.org_id = ${orgId} and ${isAsMade(orgId, importId, kind)} order by p.id for update) locked`);
  }
}

function listKept(tx: Transaction, orgId: string, importId: string, places: Place[]): Promise<Kept> {
  const kept = places.map(({ kind, table, reasons }) => {
    const cases = join(
      reasons.map(([condition, reason]) => sql`when ${condition} then ${reason}`),
      " ",
    );
    return sql`
      select p.name, case when p.version <> m.version then 'It was changed since the import.' ${cases} else 'It was in use.' end as reason
        from ${raw(table)} p where m.kind = ${kind} and p.org_id = ${orgId} and p.id = m.id`;
  });
  return tx.query<Kept[number]>(sql`
    select m.kind as type, m.id, k.name, k.reason
      from import_made m
     cross join lateral (
       ${join(kept, " union all ")}
       union all
       select u.name, 'Members are never deleted; this one can''t sign in.' from members b join users u on u.id = b.user_id
        where m.kind = 'member' and b.org_id = ${orgId} and b.user_id = m.id) k
     where m.org_id = ${orgId} and m.import_id = ${importId}
     order by m.kind, m.id limit 1000`);
}
