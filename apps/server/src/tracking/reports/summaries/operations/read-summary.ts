import type { Actor } from "#identity/access.ts";
import type { Database } from "#platform/database/database.ts";
import { readSummaryRequest, shownPoint, type SummaryRequest } from "#tracking/reports/summaries/summary-request.ts";
import type { SummaryQuery } from "#tracking/reports/summaries/schemas.ts";
import { overlaps, summarize } from "#tracking/reports/summaries/summarize.ts";

/** Reads the reply to a summary query. `groups` is separate from the rest, because it can be large. */
export async function readSummary(db: Database, actor: Actor, query: SummaryQuery) {
  return answerSummary(db, query, await readSummaryRequest(db, actor, query));
}

export async function answerSummary(db: Database, { from, to }: SummaryQuery, summary: SummaryRequest) {
  const { groupBy, organization, timeZone, weekStart } = summary;
  const { totals, groups } = await summarize(db, summary);
  const head = {
    from: shownPoint(from),
    to: shownPoint(to),
    tz: timeZone,
    weekStart,
    groupBy,
    currency: organization.currency,
    ...(groupBy.some(overlaps) ? { overlapping: true } : {}),
    totals,
  };
  return { head, groups };
}
