import type { CalendarFeedRow } from "#identity/sessions/feeds-of-sessions.ts";
import type { CalendarFeed } from "./schemas.ts";

export function toCalendarFeed(row: CalendarFeedRow): CalendarFeed {
  return {
    scope: row.scope,
    teamId: row.team_id,
    days: row.days,
    createdAt: row.created_at,
    lastReadAt: row.last_read_at,
  };
}
