import { type Actor, scopes } from "#identity/access.ts";
import { findOrganization } from "#identity/organizations/queries.ts";
import type { Visitor } from "#identity/visitor.ts";
import type { DatabasePool } from "#platform/database/database.ts";
import { AppError, gone } from "#platform/errors.ts";
import type { RateLimiter } from "#platform/rate-limit/rate-limiter.ts";
import { refuseFlood } from "#platform/rate-limit/refuse-flood.ts";
import { currentRequester } from "#platform/requester.ts";
import { demandPublishing } from "#tracking/reports/report-links/link-rights.ts";
import { countOpening, findLinkByToken, type FollowedLink } from "#tracking/reports/report-links/queries.ts";
import { computeReport, type Figures, type FiguresPage } from "#tracking/reports/saved-reports/compute-report.ts";
import type { TimeEntry } from "#tracking/entries/time-entries/schemas.ts";
import { hashSecret } from "#platform/secrets/random-secret.ts";
import { publishEntry, publishGroups, publishProject, publishSums } from "./publish-figures.ts";
import { findNames } from "./queries.ts";

export interface SharedReportDeps {
  db: DatabasePool;
  /** A separate connection pool, so that slow reports do not use up the connections of other requests. */
  reports: DatabasePool;
  limiter: RateLimiter;
  now: () => Date;
  monotonicMs: () => number;
}

const everyScope: Actor["scopes"] = new Set(scopes);

/**
 * Finds the link with this token if it may be opened now. Wrong tokens are not rate limited, because 256 bits cannot
 * be guessed.
 */
export async function followLink(
  token: string,
  { db, now }: Pick<SharedReportDeps, "db" | "now">,
): Promise<FollowedLink> {
  const link = await findLinkByToken(db, hashSecret(token), now().toISOString());
  if (link !== undefined && isEntitled(link)) return link;
  throw new AppError("not_found", "This link was revoked or has expired, or it is mistyped. Ask for a new one.");
}

/** Whether the link's creator is still a member and could create the link now. */
function isEntitled(link: FollowedLink): boolean {
  if (link.deactivated_at !== null) return false;
  try {
    demandPublishing({ role: link.role, scopes: everyScope, userId: link.created_by }, link);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/** Returns the figures that the link currently publishes. `groups` is separate, because it can be large. */
export async function openSharedReport(
  visitor: Visitor,
  { link, page, isOpening }: { link: FollowedLink; page: FiguresPage; isOpening: boolean },
  { db, reports, limiter, now, monotonicMs }: SharedReportDeps,
) {
  const requester = currentRequester();
  if (requester !== undefined) Object.assign(requester, { tenant: link.org_id, caller: link.id });
  refuseFlood(limiter, link.id, monotonicMs(), "This page has been opened too often.");
  const organization = await findOrganization(db, link.org_id);
  if (organization === undefined) throw gone("organization");
  const figures = await computeReport(reports, creatorOf(link, visitor), link.query, page, now());
  const head = {
    name: link.name,
    organization: link.organization_name,
    ...figures.head,
    weekStart: organization.week_start,
    currency: organization.currency,
    expiresAt: link.expires_at,
  };
  const published = await publish(db, link, figures);
  if (isOpening && page.cursor === undefined) await countOpening(db, link.org_id, link.id, now().toISOString());
  return { ...published, head: { ...head, ...published.head } };
}

async function publish(db: DatabasePool, link: FollowedLink, { summary, costs, entries }: Figures) {
  if (summary !== undefined) {
    const { groupBy, overlapping, totals } = summary.head;
    return {
      head: { groupBy, ...(overlapping === true ? { overlapping } : {}), totals: publishSums(totals, link) },
      groups: publishGroups(summary.groups, groupBy, link),
    };
  }
  if (costs !== undefined) {
    const projects = costs.projects.map((project) => publishProject(project, link));
    return { head: { totals: publishSums(costs.totals, link), projects } };
  }
  const rows = entries.data.map((json) => JSON.parse(json) as TimeEntry);
  const names = await findNames(db, link.org_id, {
    projectIds: rows.map(({ projectId }) => projectId),
    taskIds: rows.map(({ taskId }) => taskId),
    userIds: rows.map(({ userId }) => userId),
  });
  const shown = rows.map((entry) => publishEntry(entry, names, link));
  return { head: { entries: shown, nextCursor: entries.nextCursor } };
}

/** The link's creator as an actor, with the permissions of their current role. */
function creatorOf(link: FollowedLink, { address, requestId }: Visitor): Actor {
  return {
    orgId: link.org_id,
    userId: link.created_by,
    keyId: link.id,
    kind: "api",
    authenticatedAt: null,
    role: link.role,
    scopes: everyScope,
    organization: { membersMayMakeKeys: false, deletesAt: null },
    requestId,
    address,
  };
}
