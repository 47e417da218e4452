import { type Actor, idsWithin, may, reachOf, scopes } from "#identity/access.ts";
import { keptDays } from "#identity/history/kept-days.ts";
import type { Visitor } from "#identity/visitor.ts";
import { toLeadership } from "#identity/read-leadership.ts";
import { findTeam } from "#identity/teams/queries.ts";
import type { Lanes } from "#platform/concurrency/lanes.ts";
import type { DatabasePool } from "#platform/database/database.ts";
import { rowsOfTurn } from "#platform/process/row-counts.ts";
import { AppError } from "#platform/errors.ts";
import type { RateLimiter } from "#platform/rate-limit/rate-limiter.ts";
import { refuseFlood } from "#platform/rate-limit/refuse-flood.ts";
import { currentRequester } from "#platform/requester.ts";
import { hiddenEntriesFrom, viewerOf } from "#tracking/ledger/projects/visibility.ts";
import { dayMs } from "#platform/days.ts";
import { hashSecret } from "#platform/secrets/random-secret.ts";
import { feedEntries, type FeedEntryRow, findFeedByToken, type FollowedFeed, noteReading } from "./queries.ts";
import { toEvent } from "./to-event.ts";
import { calendarEnd, writeEvent, writeHead } from "./write-calendar.ts";

export interface FeedDeps {
  db: DatabasePool;
  /** A separate pool, so that long feeds do not use up the connections of other requests. */
  reports: DatabasePool;
  limiter: RateLimiter;
  /** Limits concurrent feeds, because a long feed blocks the event loop for many milliseconds and stays in memory. */
  lanes: Lanes;
  /** If there are more entries, a feed contains only the latest. */
  maxEvents: number;
  now: () => Date;
  monotonicMs: () => number;
}

const everyScope: Actor["scopes"] = new Set(scopes);

/**
 * The feed with the entries that its creator may see now. Throws 404 if the creator no longer has access. Reads the
 * rows in batches, so that no turn of the event loop takes long, but returns the whole feed at once, because the ETag
 * is a hash of its bytes.
 */
export async function readFeed(
  visitor: Visitor,
  { token, isReading }: { token: string; isReading: boolean },
  deps: FeedDeps,
): Promise<Buffer> {
  const feed = await findFeedByToken(deps.db, hashSecret(token));
  if (feed === undefined) throw noSuchFeed();
  const requester = currentRequester();
  if (requester !== undefined) Object.assign(requester, { tenant: feed.org_id, caller: feed.id, member: feed.user_id });
  // Limits each member rather than each feed, because replacing the feed's URL must not reset the limit.
  refuseFlood(deps.limiter, `${feed.org_id} ${feed.user_id}`, deps.monotonicMs(), "This calendar was read too often.");
  const actor = creatorOf(feed, visitor);
  const bytes = await deps.lanes.run(feed.org_id, () => writeFeed(feed, actor, deps));
  if (isReading) await noteReading(deps.db, feed.org_id, feed.id, deps.now());
  return bytes;
}

async function writeFeed(feed: FollowedFeed, actor: Actor, deps: FeedDeps): Promise<Buffer> {
  const { db, reports, maxEvents } = deps;
  const { name, userIds } = await contentOf(db, feed, actor);
  const nowMs = deps.now().getTime();
  const statement = feedEntries(feed.org_id, {
    userIds,
    from: new Date(nowMs - feed.days * dayMs).toISOString(),
    deletedAfter: new Date(nowMs - keptDays * dayMs).toISOString(),
    hidden: await hiddenEntriesFrom(db, actor, "time-entries:read"),
    viewerId: viewerOf(actor),
    most: maxEvents + 1,
  });
  const parts: Buffer[] = [];
  let count = 0;
  for await (const rows of reports.stream<FeedEntryRow>(statement, { batchSize: rowsOfTurn })) {
    const room = rows.slice(0, maxEvents - count);
    parts.push(Buffer.from(room.map((row) => writeEvent(toEvent(row, feed.scope === "team"))).join("")));
    count += rows.length;
  }
  const description = count > maxEvents ? `Contains only the latest ${maxEvents} time entries` : undefined;
  return Buffer.concat([Buffer.from(writeHead({ name, description })), ...parts, Buffer.from(calendarEnd)]);
}

/** The feed's name and the members whose entries it contains. Throws 404 if its creator may no longer read the team. */
async function contentOf(
  db: DatabasePool,
  feed: FollowedFeed,
  actor: Actor,
): Promise<{ name: string; userIds: string[] }> {
  const { organization_name: organization, team_id: teamId } = feed;
  if (teamId === null) return { name: `Stint: ${organization}`, userIds: [feed.user_id] };
  const team = may(actor, "teams:read", teamId) ? await findTeam(db, feed.org_id, teamId) : undefined;
  if (team === undefined) throw noSuchFeed();
  return {
    name: `Stint: ${team.name} (${organization})`,
    userIds: idsWithin(reachOf(actor, "time-entries:read"), team.member_ids) ?? [],
  };
}

/** The feed's creator as an actor, with the permissions of their current role and teams. */
function creatorOf(feed: FollowedFeed, { address, requestId }: Visitor): Actor {
  const leadership = toLeadership(feed.user_id, feed);
  return {
    orgId: feed.org_id,
    userId: feed.user_id,
    keyId: feed.id,
    kind: "api",
    authenticatedAt: null,
    role: feed.role,
    scopes: everyScope,
    ...(leadership === undefined ? {} : { leadership }),
    organization: { membersMayMakeKeys: false, deletesAt: null },
    requestId,
    address,
  };
}

export function noSuchFeed(): AppError {
  return new AppError(
    "not_found",
    "This calendar address was replaced or revoked, or it is mistyped. Copy it again, or create a new one.",
  );
}
