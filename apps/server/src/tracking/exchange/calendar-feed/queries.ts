import type { Role } from "#identity/access.ts";
import { joinLed, ledColumns, type StoredLeadership } from "#identity/read-leadership.ts";
import { type CalendarFeedRow, calendarFeedColumns } from "#identity/sessions/feeds-of-sessions.ts";
import { type Database, type Sql, sql } from "#platform/database/database.ts";
import { matching, noFilter } from "#tracking/ledger/entry-filters/time-entry-filter.ts";
import { type HiddenEntries, isSeenBy } from "#tracking/ledger/projects/visibility.ts";

export async function findCalendarFeed(
  db: Database,
  orgId: string,
  userId: string,
): Promise<CalendarFeedRow | undefined> {
  const [row] = await db.query<CalendarFeedRow>(sql`
    select ${calendarFeedColumns} from calendar_feeds where org_id = ${orgId} and user_id = ${userId}`);
  return row;
}

/** A feed with its creator's current role and teams. */
export interface FollowedFeed extends CalendarFeedRow, StoredLeadership {
  role: Role;
  organization_name: string;
}

/** Finds an active member's feed by its token. Takes no organization, because callers know only the token. */
export async function findFeedByToken(db: Database, tokenHash: Buffer): Promise<FollowedFeed | undefined> {
  const [row] = await db.query<FollowedFeed>(sql`
    select f.*, m.role, o.name as organization_name, ${ledColumns}
      from (select ${calendarFeedColumns} from calendar_feeds where token_hash = ${tokenHash}) f
      join members m on m.org_id = f.org_id and m.user_id = f.user_id
      join organizations o on o.id = f.org_id ${joinLed}
     where m.deactivated_at is null and o.purge_started_at is null`);
  return row;
}

/** Records a read, but at most once a minute to limit the writes. */
export async function noteReading(db: Database, orgId: string, id: string, now: Date): Promise<void> {
  await db.query(sql`
    update calendar_feeds set last_read_at = ${now.toISOString()}
     where org_id = ${orgId} and id = ${id}
       and (last_read_at is null or last_read_at < ${new Date(now.getTime() - 60_000).toISOString()})`);
}

export interface FeedEntryRow {
  id: string;
  started_at: string;
  duration_seconds: number;
  description: string;
  tags: string[];
  version: number;
  created_at: string;
  updated_at: string;
  deleted_at: string | null;
  /** Null if the project is hidden from the reader. */
  project_name: string | null;
  task_name: string | null;
  person: string;
}

export interface FeedEntries {
  userIds: string[];
  from: string;
  /** Entries deleted before this instant are left out. */
  deletedAfter: string;
  hidden: HiddenEntries | undefined;
  /** Set if some projects are hidden from the reader. */
  viewerId: string | undefined;
  most: number;
}

/**
 * The statement for a feed's entries, latest first. Includes recently deleted entries, but no tombstones, which have no
 * project.
 */
export function feedEntries(orgId: string, feed: FeedEntries): Sql {
  const { userIds, from, hidden, viewerId } = feed;
  const seen = viewerId === undefined ? sql`` : sql`and ${isSeenBy(sql`${viewerId}`, "p")}`;
  return sql`
    select e.id, e.started_at, e.duration_seconds, e.description, e.tags, e.version, e.created_at, e.updated_at,
           e.deleted_at, p.name as project_name, t.name as task_name, u.name as person
      from time_entries e
      join users u on u.id = e.user_id
      left join projects p on p.org_id = e.org_id and p.id = e.project_id ${seen}
      left join tasks t on t.org_id = p.org_id and t.id = e.task_id
     where e.org_id = ${orgId} and e.project_id is not null
       and (e.deleted_at is null or e.deleted_at > ${feed.deletedAfter})
       ${matching(orgId, { ...noFilter, userIds, from, hidden }, "e")}
     order by e.started_at desc, e.id desc
     limit ${feed.most}`;
}
