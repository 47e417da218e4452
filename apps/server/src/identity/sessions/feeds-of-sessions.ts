import { type Origin, recordChange } from "#identity/history/record-change.ts";
import { type Database, raw, sql, type Transaction } from "#platform/database/database.ts";
import { type Chosen, isChosen, organizationsOf } from "./chosen-sessions.ts";

export interface CalendarFeedRow {
  org_id: string;
  id: string;
  user_id: string;
  scope: "own" | "team";
  team_id: string | null;
  days: number;
  last_read_at: string | null;
  /** SHA-256 of the stored token hash. `stint-server doctor` compares it to detect a replaced feed URL. */
  link_digest: string;
  created_at: string;
}

/**
 * The columns of a feed, without its session, which can be replaced, and without the hash of its token, which
 * must never appear in a change row.
 */
export const calendarFeedColumns = raw(
  "org_id, id, user_id, scope, team_id, days, last_read_at, created_at, encode(sha256(token_hash), 'hex') as link_digest",
);

/** Ends the calendar feeds that a person created in the chosen sessions, in all organizations. */
export async function endFeedsOfSessions(
  tx: Transaction,
  origin: Omit<Origin, "orgId">,
  { userId, ...which }: Chosen & { userId: string },
): Promise<void> {
  const ended = await tx.query<CalendarFeedRow>(sql`
    delete from calendar_feeds
     where org_id = ${organizationsOf(userId)} and user_id = ${userId} and ${isChosen(which)}
    returning ${calendarFeedColumns}`);
  for (const row of ended)
    await recordChange(tx, { ...origin, orgId: row.org_id }, { action: "calendar_feed.ended", targetId: row.id, row });
}

/** Transfers a session's calendar feeds to the session that replaces it. */
export async function passFeedsOn(db: Database, userId: string, from: string, to: string): Promise<void> {
  await db.query(sql`
    update calendar_feeds set session_id = ${to}
     where org_id = ${organizationsOf(userId)} and user_id = ${userId} and session_id = ${from}`);
}
