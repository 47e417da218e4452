import type { Costs } from "@stint/sdk";
import type { SummaryQuery } from "#api/report-queries.ts";

/** The API refuses summaries with more groups. */
const maxGroups = 10_000;

interface BudgetQueries {
  /** The usage by day, from the start of the budget or of its basis until `asOf`. */
  byDay: SummaryQuery;
  /** The usage by day and person on the days of the basis; undefined if `byDay` also groups by person. */
  byPerson: SummaryQuery | undefined;
}

/**
 * The queries for the usage of a budget. A group by day and person contains at least one entry, so a single query is
 * enough unless the project has more entries than the API returns groups.
 */
export function budgetQueries(
  { projectId, entries, budget }: Costs["projects"][number],
  { asOf, tz, isBillableOnly }: { asOf: string; tz: string; isBillableOnly: boolean },
): BudgetQueries | undefined {
  if (budget === null) return undefined;
  const { periodStart, forecast } = budget;
  const { basis } = forecast;
  const counted = { projectId, tz, ...(isBillableOnly ? { billable: true } : {}) };
  // The basis may begin before the period.
  const from = periodStart === null || periodStart < basis.from ? periodStart : basis.from;
  const days = { ...counted, ...(from === null ? {} : { from }), to: asOf };
  const groupBy = ["date", "user"] as const;
  if (entries <= maxGroups) return { byDay: { ...days, groupBy }, byPerson: undefined };
  return { byDay: { ...days, groupBy: ["date"] }, byPerson: { ...counted, from: basis.from, to: basis.to, groupBy } };
}
