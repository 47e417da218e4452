import { invalid } from "#platform/errors.ts";
import type { ReportKind, ReportQuery } from "./schemas.ts";

const range = ["period", "from", "to", "tz"] as const;
const ofEntries = [
  ...range,
  "projectId",
  "taskId",
  "clientId",
  "userId",
  "teamId",
  "tag",
  "billable",
  "billed",
  "approval",
  "source",
  "q",
] as const;
const ofProjects = ["projectId", "clientId", "status", "budgetStatus"] as const;

/** The parameters that each report accepts, besides `report`. */
const parametersOf: Record<ReportKind, readonly string[]> = {
  summary: [...ofEntries, "groupBy", "interval"],
  detailed: ofEntries,
  weekly: [...ofEntries, "groupBy"],
  costs: [...range, ...ofProjects],
  budgets: ofProjects,
};

/** Throws 422 if the query contains parameters that its report does not accept, or that exclude each other. */
export function checkQuery(query: ReportQuery): void {
  const known = parametersOf[query.report];
  for (const name of Object.keys(query)) {
    if (name === "report" || known.includes(name)) continue;
    throw refused(name, `The report ${query.report} has no parameter ${name}. Its parameters: ${known.join(", ")}.`);
  }
  if (query.period !== undefined && (query.from !== undefined || query.to !== undefined)) {
    throw refused("period", "Send either period, or from and to, but not both.");
  }
  const groupBy = query.groupBy ?? ["project"];
  if (query.interval !== undefined && !groupBy.includes("date")) {
    throw refused("interval", "needs the grouping date; add date to groupBy, or omit interval");
  }
  if (query.report === "weekly" && (groupBy.length > 1 || groupBy[0] === "date")) {
    throw refused(
      "groupBy",
      "A weekly report has only one grouping in addition to its days. Choose one other than date.",
    );
  }
}

function refused(name: string, message: string) {
  return invalid(`/query/${name}`, "not_allowed", message);
}
