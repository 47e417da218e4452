import { type Database, raw, sql } from "#platform/database/database.ts";
import { type EventKind, eventTypes, isEventType, kindOf } from "./event-types.ts";

export type Row = Record<string, unknown>;

/** A change as an event is made of it: its object, and what that was before an update, as rows of their table. */
export interface EventChange {
  org_id: string;
  id: string;
  at: string;
  action: string;
  object: Row;
  former: Row | null;
}

/** The content of an entry that was deleted for good is gone from its history too. */
const isThere = (changes: "changes" | "c") =>
  sql`not (${raw(changes)}.object = '{}' and ${raw(changes)}.action like 'time_entry.%')`;

/** Whose rows are stored: a table, or a type made for them. */
const tables: Record<EventKind, string | undefined> = {
  time_entry: "time_entries",
  timer: "timers",
  project: "projects",
  task: "tasks",
  client: "clients",
  member: "shown_members",
  // No rows of a table: they are stored as they are shown.
  budget: undefined,
  audit: undefined,
  period: "organizations",
  webhook: "webhooks",
};

/** Those of the changes that are events, by their ids; one whose content is gone (docs/audit-log.md) is none any more. */
export async function readEventChanges(db: Database, orgId: string, ids: string[]): Promise<Map<string, EventChange>> {
  const stored = await db.query<Omit<EventChange, "former">>(sql`
    select org_id, id, at, action, case when action like 'budget.%' or action = 'audit.sealed' then object else '{}' end as object
      from changes
     where org_id = ${orgId} and id = any(${ids}) and action = any(${[...eventTypes]}) and ${isThere("changes")}`);
  const found = new Map(
    stored.map(({ org_id, id, at, action, object }): [string, EventChange] => [
      id,
      { org_id, id, at, action, object, former: null },
    ]),
  );
  for (const [table, ofTable] of groupByTable(stored)) {
    for (const { change_id: id, is_former: isFormer, ...row } of await readRows(db, orgId, table, ofTable)) {
      const change = found.get(id as string);
      if (change !== undefined) change[isFormer === true ? "former" : "object"] = row;
    }
  }
  return found;
}

function groupByTable(stored: Pick<EventChange, "id" | "action">[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { id, action } of stored) {
    const table = isEventType(action) ? tables[kindOf(action)] : undefined;
    if (table !== undefined) groups.set(table, [...(groups.get(table) ?? []), id]);
  }
  return groups;
}

// The database makes rows of what is stored (docs/decisions/0006): statements and the service spell instants unlike.
function readRows(db: Database, orgId: string, table: string, ids: string[]): Promise<Row[]> {
  return db.query<Row>(sql`
    select c.id as change_id, v.is_former, r.*
      from changes c
     cross join lateral (values (false, c.object), (true, c.object || c.previous)) v (is_former, object)
     cross join lateral jsonb_populate_record(null::${raw(table)}, v.object) r
     where c.org_id = ${orgId} and c.id = any(${ids}) and v.object is not null`);
}

/** What decides whether an endpoint is sent an event, of a change. */
export interface ChangeSummary {
  id: string;
  action: string;
  object: Row;
  previous: Row | null;
}

/**
 * Events since an instant, oldest first, that the endpoint has no delivery of and will not get one by itself: those that
 * are still queued are left to the sender.
 */
export async function listMissedChanges(
  db: Database,
  orgId: string,
  webhookId: string,
  after: { at: string; id: string },
  limit: number,
): Promise<(ChangeSummary & { at: string })[]> {
  return db.query<ChangeSummary & { at: string }>(sql`
    select c.id, c.at, c.action,
           jsonb_build_object('id', c.object -> 'id', 'project_id', c.object -> 'project_id', 'kind', c.object -> 'kind') as object,
           jsonb_build_object('project_id', c.previous -> 'project_id') as previous
      from changes c
     where c.org_id = ${orgId} and (c.at, c.id) > (${after.at}::timestamptz, ${after.id}) and c.action = any(${[...eventTypes]})
       and ${isThere("c")}
       and not exists (select 1 from deliveries d where d.org_id = c.org_id and d.webhook_id = ${webhookId} and d.change_id = c.id)
       and not exists (select 1 from event_queue q where q.org_id = c.org_id and q.change_id = c.id)
     order by c.at, c.id
     limit ${limit}`);
}
