import { demandScope, type Holder, reachesOthers, type Scope } from "#identity/access.ts";
import { AppError } from "#platform/errors.ts";
import { scopeOf } from "#tracking/reports/saved-reports/compute-report.ts";
import type { ReportLinkRow } from "./report-link.ts";

type Published = Pick<ReportLinkRow, "query" | "shows_amounts">;

/** The scopes needed to publish a report, checked when the link is created and whenever it is opened. */
function scopesFor({ query, shows_amounts: showsAmounts }: Published): Scope[] {
  const scopes: Scope[] = ["reports:write", scopeOf[query.report]];
  if (showsAmounts) scopes.push("costs:read");
  if (query.teamId !== undefined || query.groupBy?.includes("team")) scopes.push("teams:read");
  return scopes;
}

/** Throws 403 if the actor may not publish reports. Members may not, because publishing is up to the organization. */
export function demandPublisher(actor: Holder): void {
  if (reachesOthers(actor, "reports:write")) return;
  throw new AppError(
    "forbidden",
    `The role ${actor.role} may not create or revoke links for outsiders. Ask an owner, admin or manager.`,
  );
}

export function demandPublishing(actor: Holder, published: Published): void {
  demandPublisher(actor);
  for (const scope of scopesFor(published)) demandScope(actor, scope);
}
