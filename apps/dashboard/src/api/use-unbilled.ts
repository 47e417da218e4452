import type { GetSummaryQuery, Summary } from "@stint/sdk";
import { useQuery } from "@tanstack/react-query";
import { dayOf } from "#time/zoned.ts";
import { clock } from "./connection/client.ts";
import { useMe } from "./queries.ts";
import { summaryQuery } from "./report-queries.ts";

/** The current day in the organization's time zone. */
export function useToday(): string {
  return dayOf(clock.now(), useMe().organization.timeZone);
}

/** The unbilled time by client or project, up to today as in a new bill: time planned for later isn't due yet. */
export function useUnbilled(asked: Pick<GetSummaryQuery, "groupBy" | "projectId">, enabled = true) {
  const query = summaryQuery({ ...asked, billable: true, billed: false, to: useToday() });
  return useQuery({ ...query, enabled, select: withTime }).data;
}

const withTime = ({ groups }: Summary) => groups.filter(({ billableSeconds }) => billableSeconds > 0);
