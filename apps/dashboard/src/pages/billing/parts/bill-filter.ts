import type { CreateBillingBatchBody, GetSummaryQuery } from "@stint/sdk";

const approvals = ["open", "submitted", "approved", "rejected"] as const;
const lists = ["clientId", "projectId", "userId", "teamId"] as const;

/**
 * Selects the time to bill. Encoded in the URL with the API's names, where `approval=any` includes time that isn't
 * approved.
 */
export interface BillFilter {
  clientId: readonly string[];
  projectId: readonly string[];
  userId: readonly string[];
  teamId: readonly string[];
  from: string;
  to: string;
  isApprovedOnly: boolean;
}

export function readBillFilter(params: URLSearchParams): BillFilter {
  const all = (name: string) => params.getAll(name).flatMap((value) => value.split(",").filter((id) => id !== ""));
  return {
    clientId: all("clientId"),
    projectId: all("projectId"),
    userId: all("userId"),
    teamId: all("teamId"),
    from: params.get("from") ?? "",
    to: params.get("to") ?? "",
    isApprovedOnly: params.get("approval") !== "any",
  };
}

export const noBillFilter = readBillFilter(new URLSearchParams());

/** The URL of the billing form with this filter. */
export function billAddress(filter: Partial<BillFilter>): string {
  const params = new URLSearchParams();
  for (const name of lists) for (const id of filter[name] ?? []) params.append(name, id);
  if (filter.from) params.set("from", filter.from);
  if (filter.to) params.set("to", filter.to);
  if (filter.isApprovedOnly === false) params.set("approval", "any");
  const query = params.toString();
  return query === "" ? "/billing/new" : `/billing/new?${query}`;
}

/** The filter for the API, whose default is approved time only. */
export function toApiFilter(filter: BillFilter): CreateBillingBatchBody["filter"] {
  return {
    ...Object.fromEntries(lists.flatMap((name) => (filter[name].length === 0 ? [] : [[name, [...filter[name]]]]))),
    ...(filter.from === "" ? {} : { from: filter.from }),
    ...(filter.to === "" ? {} : { to: filter.to }),
    ...(filter.isApprovedOnly ? {} : { approval: approvals }),
  };
}

/** Asks for the sums of the filter's unbilled time, whether or not it is approved. */
export function unbilledQuery(filter: BillFilter, groupBy: GetSummaryQuery["groupBy"]) {
  return { ...toApiFilter({ ...filter, isApprovedOnly: true }), groupBy, billable: true, billed: false };
}

/** Likewise, of the time that isn't approved. Time from before approvals needs none. */
export function unapprovedQuery(filter: BillFilter, groupBy: GetSummaryQuery["groupBy"], approvalsFrom = "") {
  const from = filter.from > approvalsFrom ? filter.from : approvalsFrom;
  return { ...unbilledQuery({ ...filter, from }, groupBy), approval: ["open", "submitted", "rejected"] as const };
}

/** The URL of the report on entries with these filters of the API. */
export function entriesAddress(filter: object): string {
  const params = new URLSearchParams({ report: "detailed" });
  if (!("from" in filter) && !("to" in filter)) params.set("period", "all");
  for (const [name, values] of Object.entries(filter))
    for (const value of [values].flat()) params.append(name, String(value));
  return `/reports?${params}`;
}
