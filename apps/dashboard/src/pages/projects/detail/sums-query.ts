import { summaryQuery } from "#api/report-queries.ts";

/** Sums by person and, within them, by task: one request for both tables of a project. */
export function sumsQuery(projectId: string) {
  return summaryQuery({ projectId, groupBy: ["user", "task"] });
}
