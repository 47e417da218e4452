import { type Actor, may } from "#identity/access.ts";
import type { Origin } from "#identity/history/record-change.ts";
import { lockOwnMembership } from "#identity/members/lock-own-membership.ts";
import { newToken } from "#identity/one-time-links/one-time-link.ts";
import { demandOpenSession } from "#identity/sessions/demand-open-session.ts";
import { findTeam } from "#identity/teams/queries.ts";
import { sql, type Transaction } from "#platform/database/database.ts";
import { AppError, invalid, notFound } from "#platform/errors.ts";
import { asId } from "#platform/ids.ts";
import type { CalendarFeedRow } from "#identity/sessions/feeds-of-sessions.ts";
import { calendarFeeds } from "./calendar-feed.ts";
import { type CreateCalendarFeed, usualDays } from "./schemas.ts";

/** Creates the actor's feed and replaces any existing one. The token can't be read later. */
export async function createCalendarFeed(
  tx: Transaction,
  actor: Actor,
  { input }: { input: CreateCalendarFeed },
): Promise<{ row: CalendarFeedRow; token: string }> {
  await lockOwnMembership(tx, actor);
  await demandOpenSession(tx, actor);
  const teamId = await readTeam(tx, actor, input);
  await endCalendarFeedOf(tx, actor, actor);
  const { token, tokenHash } = newToken();
  const row = await calendarFeeds.insert(tx, actor, {
    user_id: actor.userId,
    scope: input.scope,
    team_id: teamId,
    days: input.days ?? usualDays,
    session_id: actor.keyId,
    token_hash: tokenHash,
  });
  return { row, token };
}

export async function endCalendarFeed(tx: Transaction, actor: Actor): Promise<void> {
  if (await endCalendarFeedOf(tx, actor, actor)) return;
  throw new AppError("not_found", "You have no calendar feed. Create one with POST /v1/me/calendar-feed.");
}

/** Permanently revokes the member's feed. Returns whether there was one. */
export async function endCalendarFeedOf(
  tx: Transaction,
  origin: Origin,
  { userId }: { userId: string },
): Promise<boolean> {
  return (await calendarFeeds.removeAll(tx, origin, sql`and user_id = ${userId}`)).length > 0;
}

async function readTeam(tx: Transaction, actor: Actor, { scope, teamId }: CreateCalendarFeed): Promise<string | null> {
  if (scope === "own") {
    if (teamId !== undefined) throw invalid("/teamId", "not_allowed", "must be omitted if scope is own");
    return null;
  }
  if (teamId === undefined) throw invalid("/teamId", "required", "is required if scope is team");
  const id = asId(teamId);
  if (!may(actor, "teams:read", id) || (await findTeam(tx, actor.orgId, id)) === undefined)
    throw notFound("team", "/teamId");
  return id;
}
