import { type Actor, demandScope, type Scope } from "#identity/access.ts";
import { findOrganization } from "#identity/organizations/queries.ts";
import type { DatabasePool } from "#platform/database/database.ts";
import { dateAt } from "#platform/days.ts";
import { gone, invalid } from "#platform/errors.ts";
import { reportCosts } from "#tracking/reports/summaries/costs/costs.ts";
import { readSummary } from "#tracking/reports/summaries/operations/read-summary.ts";
import { listTimeEntryPage } from "#tracking/entries/time-entries/operations/list-time-entry-page.ts";
import { resolvePeriod } from "./resolve-period.ts";
import type { ReportKind, ReportQuery } from "./schemas.ts";

export const scopeOf: Record<ReportKind, Scope> = {
  summary: "reports:read",
  detailed: "time-entries:read",
  weekly: "reports:read",
  costs: "costs:read",
  budgets: "costs:read",
};

export interface FiguresPage {
  limit?: number;
  cursor?: string;
}

export type Figures = Awaited<ReturnType<typeof computeReport>>;

/** Computes the current figures of a saved query. Contains only what the actor may see. */
export async function computeReport(db: DatabasePool, actor: Actor, saved: ReportQuery, page: FiguresPage, now: Date) {
  const { report, period, groupBy, interval, status, budgetStatus, ...filters } = saved;
  demandScope(actor, scopeOf[report]);
  const organization = await findOrganization(db, actor.orgId);
  if (organization === undefined) throw gone("organization");
  if (report !== "detailed" && page.cursor !== undefined)
    throw invalid("/cursor", "not_allowed", `is only for detailed reports, but this one is ${report}; omit it`);
  const tz = filters.tz ?? organization.time_zone;
  const relative =
    period ?? (report === "weekly" && filters.from === undefined && filters.to === undefined ? "thisWeek" : undefined);
  const range =
    relative === undefined ? {} : resolvePeriod(relative, dateAt(now.getTime(), tz), organization.week_start);
  const asked = { ...filters, ...range, tz };
  const head = { report, from: asked.from ?? null, to: asked.to ?? null, tz };
  switch (report) {
    case "summary": {
      const groups = { ...(groupBy === undefined ? {} : { groupBy }), ...(interval === undefined ? {} : { interval }) };
      return { head, summary: await readSummary(db, actor, { ...asked, ...groups }) };
    }
    case "weekly":
      return {
        head,
        summary: await readSummary(db, actor, { ...asked, groupBy: [...(groupBy ?? ["project" as const]), "date"] }),
      };
    case "costs":
    case "budgets": {
      const chosen =
        budgetStatus ?? (report === "budgets" ? ["ok" as const, "warning" as const, "exceeded" as const] : undefined);
      const { projectId, clientId } = asked;
      const query = {
        ...(asked.from === undefined ? {} : { from: asked.from }),
        ...(asked.to === undefined ? {} : { to: asked.to }),
        tz,
        ...(projectId === undefined ? {} : { projectId }),
        ...(clientId === undefined ? {} : { clientId }),
        ...(status === undefined ? {} : { status }),
        ...(chosen === undefined ? {} : { budgetStatus: chosen }),
      };
      return { head, costs: await reportCosts(db, actor, query, now) };
    }
    case "detailed":
      return { head, entries: await listTimeEntryPage(db, actor, { ...asked, ...page }) };
  }
}
