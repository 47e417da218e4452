import { summaryQuery } from "#api/report-queries.ts";

/** Sums by person and task. Both tables of a project share this request. */
export function sumsQuery(projectId: string) {
  return summaryQuery({ projectId, groupBy: ["user", "task"] });
}
