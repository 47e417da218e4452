import type { Resource } from "#identity/history/resource.ts";
import { storeOf } from "#identity/history/store.ts";
import { type CalendarFeedRow, calendarFeedColumns } from "#identity/sessions/feeds-of-sessions.ts";
import { shownAs } from "#platform/fields/shown.ts";
import { CalendarFeed } from "./schemas.ts";

export const toCalendarFeed = shownAs(CalendarFeed);

export const calendarFeed = {
  kind: "calendar_feed",
  prefix: "feed",
  tables: ["calendar_feeds"],
  actions: [{ name: "calendar_feed.created" }, { name: "calendar_feed.ended" }],
  proof: {
    table: "calendar_feeds",
    unrecorded: { last_read_at: "reads set it", session_id: "changes when another session replaces it" },
    digests: { token_hash: "link_digest" },
  },
  files: [
    {
      table: "calendar_feeds",
      about: "addresses at which calendar programs read entries, without the addresses themselves",
      columns: "id userId userName scope teamId days lastReadAt createdAt",
    },
  ],
} as const satisfies Resource;

export const calendarFeeds = storeOf<CalendarFeedRow, { session_id: string; token_hash: Buffer }>(calendarFeed, {
  table: "calendar_feeds",
  columns: calendarFeedColumns,
  removed: "ended",
});
