import { summaryQuery } from "#api/report-queries.ts";

/** Sums by person and, within each, by task. Both tables of a project need only this one request. */
export function sumsQuery(projectId: string) {
  return summaryQuery({ projectId, groupBy: ["user", "task"] });
}
