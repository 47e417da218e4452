import { type Database, sql } from "#platform/database/database.ts";
import type { HiddenEntries } from "#tracking/projects/queries.ts";
import { notHidden } from "#tracking/time-entries/queries.ts";

export interface TagRow {
  name: string;
  count: number;
  last_used_at: string;
}

/** Tags of all entries that are not hidden, or of one member's entries. */
export function listTags(
  db: Database,
  orgId: string,
  userId: string | undefined,
  hidden: HiddenEntries | undefined,
): Promise<TagRow[]> {
  return db.query<TagRow>(sql`
    select (array_agg(t.name order by e.started_at desc, e.id desc))[1] as name, count(*) as count, max(e.started_at) as last_used_at
      from time_entries e
     cross join unnest(e.tags, e.tag_keys) as t (name, key)
     where e.org_id = ${orgId} and e.deleted_at is null ${userId === undefined ? sql`` : sql`and e.user_id = ${userId}`}
           ${hidden === undefined ? sql`` : notHidden(hidden, "e")}
     group by t.key
     order by count desc, t.key`);
}
