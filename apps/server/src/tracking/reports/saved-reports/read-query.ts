import { invalid } from "#platform/errors.ts";
import { parametersOf, type ReportQuery } from "./schemas.ts";

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
