import { type Database, raw, sql } from "#platform/database/database.ts";
import { declarationOf, eventTypes, isEventType } from "./event-types.ts";

export type Row = Record<string, unknown>;

/** A change that is an event: its object and, for an update, the former object, as rows of their table. */
export interface EventChange {
  org_id: string;
  id: string;
  at: string;
  action: string;
  object: Row;
  former: Row | null;
}

/**
 * Returns a condition: the change still has its content. Purging a deleted entry removes the content from its history.
 */
export const isThere = (changes: "changes" | "c") =>
  sql`not (${raw(changes)}.object = '{}' and ${raw(changes)}.action like 'time_entry.%')`;

/** Event types whose objects have no table, so their change rows contain the object as the API shows it. */
const withoutRow = eventTypes.filter((type) => declarationOf(type).resource.rowType === undefined);

/**
 * The changes that are events, by id. A change whose content was purged (docs/api/audit-log.md) is not an event.
 */
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

/** The traceparent of the request that made each change, by the change's id. Untraced requests are left out. */
export async function listTraceparents(db: Database, orgId: string, ids: string[]): Promise<Map<string, string>> {
  const rows = await db.query<{ id: string; traceparent: string }>(sql`
    select id, traceparent from changes where org_id = ${orgId} and id = any(${ids}) and traceparent is not null`);
  return new Map(rows.map(({ id, traceparent }) => [id, traceparent]));
}

function groupByType(stored: Pick<EventChange, "id" | "action">[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { id, action } of stored) {
    const type = isEventType(action) ? declarationOf(action).resource.rowType : undefined;
    if (type !== undefined) groups.set(type, [...(groups.get(type) ?? []), id]);
  }
  return groups;
}

// Lets the database convert stored objects to rows (docs/decisions/0006), because SQL statements and the service format
// instants differently.
function readRows(db: Database, orgId: string, type: string, ids: string[]): Promise<Row[]> {
  return db.query<Row>(sql`
    select c.id as change_id, v.is_former, r.*
      from changes c
     cross join lateral (values (false, c.object), (true, c.object || c.previous)) v (is_former, object)
     cross join lateral jsonb_populate_record(null::${raw(type)}, v.object) r
     where c.org_id = ${orgId} and c.id = any(${ids}) and v.object is not null`);
}

/** The fields of a change that decide whether an endpoint receives its event. */
export interface ChangeSummary {
  id: string;
  action: string;
  object: Row;
  previous: Row | null;
}

/** A change's position in the chronological order of its organization. */
export interface ChangePosition {
  at: string;
  id: string;
}

/** The position of the change that comes `count` changes after `after`; undefined if there are fewer changes. */
export async function findPositionAfter(
  db: Database,
  orgId: string,
  after: ChangePosition,
  count: number,
): Promise<ChangePosition | undefined> {
  const [position] = await db.query<ChangePosition>(sql`
    select at, id from changes where org_id = ${orgId} and (at, id) > (${after.at}::timestamptz, ${after.id})
     order by at, id offset ${count - 1} limit 1`);
  return position;
}

/**
 * Changes in a range of positions for which the endpoint has no delivery, oldest first. Leaves out queued changes,
 * because the fan-out will handle them.
 */
export async function listMissedChanges(
  db: Database,
  orgId: string,
  webhookId: string,
  { after, upTo }: { after: ChangePosition; upTo?: ChangePosition | undefined },
  limit: number,
): Promise<(ChangeSummary & { at: string })[]> {
  const isBefore = upTo === undefined ? sql`` : sql`and (c.at, c.id) <= (${upTo.at}::timestamptz, ${upTo.id})`;
  return db.query<ChangeSummary & { at: string }>(sql`
    select c.id, c.at, c.action,
           jsonb_build_object('id', c.object -> 'id', 'project_id', c.object -> 'project_id', 'kind', c.object -> 'kind') as object,
           jsonb_build_object('project_id', c.previous -> 'project_id') as previous
      from changes c
     where c.org_id = ${orgId} and (c.at, c.id) > (${after.at}::timestamptz, ${after.id}) ${isBefore}
       and c.action = any(${[...eventTypes]}) and ${isThere("c")}
       and not exists (select 1 from deliveries d where d.org_id = c.org_id and d.webhook_id = ${webhookId} and d.change_id = c.id)
       and not exists (select 1 from event_queue q where q.org_id = c.org_id and q.change_id = c.id)
     order by c.at, c.id
     limit ${limit}`);
}
