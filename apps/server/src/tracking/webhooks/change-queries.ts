import { type Database, raw, sql } from "#platform/database/database.ts";
import { declarationOf, eventTypes, isEventType } from "./event-types.ts";

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
export const isThere = (changes: "changes" | "c") =>
  sql`not (${raw(changes)}.object = '{}' and ${raw(changes)}.action like 'time_entry.%')`;

/** Events of no row: their change rows hold what is shown. */
const withoutRow = eventTypes.filter((type) => declarationOf(type).resource.rowType === undefined);

/** Those of the changes that are events, by their ids; one whose content is gone (docs/audit-log.md) is none any more. */
export async function readEventChanges(db: Database, orgId: string, ids: string[]): Promise<Map<string, EventChange>> {
  const stored = await db.query<Omit<EventChange, "former">>(sql`
    select org_id, id, at, action, case when action = any(${withoutRow}) then object else '{}' end as object
      from changes
     where org_id = ${orgId} and id = any(${ids}) and action = any(${[...eventTypes]}) and ${isThere("changes")}`);
  const found = new Map(
    stored.map(({ org_id, id, at, action, object }): [string, EventChange] => [
      id,
      { org_id, id, at, action, object, former: null },
    ]),
  );
  for (const [type, ofType] of groupByType(stored)) {
    for (const { change_id: id, is_former: isFormer, ...row } of await readRows(db, orgId, type, ofType)) {
      const change = found.get(id as string);
      if (change !== undefined) change[isFormer === true ? "former" : "object"] = row;
    }
  }
  return found;
}

function groupByType(stored: Pick<EventChange, "id" | "action">[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { id, action } of stored) {
    const type = isEventType(action) ? declarationOf(action).resource.rowType : undefined;
    if (type !== undefined) groups.set(type, [...(groups.get(type) ?? []), id]);
  }
  return groups;
}

// The database makes rows of what is stored (docs/decisions/0006): statements and the service spell instants unlike.
function readRows(db: Database, orgId: string, type: string, ids: string[]): Promise<Row[]> {
  return db.query<Row>(sql`
    select c.id as change_id, v.is_former, r.*
      from changes c
     cross join lateral (values (false, c.object), (true, c.object || c.previous)) v (is_former, object)
     cross join lateral jsonb_populate_record(null::${raw(type)}, v.object) r
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
