import type { CreateBillingBatchBody, GetSummaryQuery } from "@stint/sdk";
import { filled, toParams } from "#screen/filter.ts";

const approvals = ["open", "submitted", "approved", "rejected"] as const;

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

export function readBillFilter(params: URLSearchParams, today: string): BillFilter {
  const all = (name: string) => params.getAll(name).flatMap((value) => value.split(",").filter((id) => id !== ""));
  const from = params.get("from") ?? "";
  return {
    clientId: all("clientId"),
    projectId: all("projectId"),
    userId: all("userId"),
    teamId: all("teamId"),
    from,
    // Time planned for later days is billed only if the person chooses a later day.
    to: params.get("to") || (from > today ? from : today),
    isApprovedOnly: params.get("approval") !== "any",
  };
}

/** The URL of the billing form with this filter. */
export function billAddress({ isApprovedOnly, ...fields }: Partial<BillFilter>): string {
  const query = toParams({ ...fields, approval: isApprovedOnly === false ? "any" : "" }).toString();
  return query === "" ? "/billing/new" : `/billing/new?${query}`;
}

/** The filter for the API, whose default is approved time only. */
export function toApiFilter({ isApprovedOnly, ...fields }: BillFilter): CreateBillingBatchBody["filter"] {
  return filled({ ...fields, approval: isApprovedOnly ? [] : approvals });
}

/** Asks for the sums of the filter's unbilled time, whether or not it is approved. */
export function unbilledQuery(filter: BillFilter, groupBy: GetSummaryQuery["groupBy"]) {
  return { ...toApiFilter({ ...filter, isApprovedOnly: true }), groupBy, billable: true, billed: false };
}

/** Likewise, of the time that isn't approved. Undefined if there is none, because time from before approvals needs none. */
export function unapprovedQuery(
  filter: BillFilter,
  groupBy: GetSummaryQuery["groupBy"],
  approvals: { from: string } | null,
) {
  if (approvals === null || filter.to < approvals.from) return undefined;
  const from = filter.from > approvals.from ? filter.from : approvals.from;
  return { ...unbilledQuery({ ...filter, from }, groupBy), approval: ["open", "submitted", "rejected"] as const };
}

/** The URL of the report on entries with these filters of the API. */
export function entriesAddress(filter: object): string {
  const period = "from" in filter || "to" in filter ? "" : "all";
  return `/reports?${toParams({ report: "detailed", period, ...filter })}`;
}
