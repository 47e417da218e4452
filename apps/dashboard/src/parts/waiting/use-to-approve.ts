import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useLocation } from "wouter";
import { stint } from "#api/connection/client.ts";
import { all, defineQuery, useMe } from "#api/queries.ts";

const submittedQuery = defineQuery(["timesheets", "submitted"], () =>
  all(stint.timesheets.list({ status: "submitted" })),
);

/** The submitted timesheets that the person may approve. Reads none unless `isWanted`. */
export function useToApprove(isWanted: boolean) {
  const { user, organization, scopes } = useMe();
  const { approvals } = organization;
  const isNeeded = isWanted && approvals !== null && scopes.includes("timesheets:approve");
  const { data, isLoading } = useQuery({ ...submittedQuery, enabled: isNeeded });
  const mayApproveOwn = approvals?.ownApproval === true;
  const sheets = useMemo(
    () => (data ?? []).filter(({ userId, partial }) => partial !== true && (userId !== user.id || mayApproveOwn)),
    [data, user.id, mayApproveOwn],
  );
  return { sheets, isLoading };
}

/**
 * The number of these timesheets, for the navigation. On the first screen after a load, only screens that show them read
 * them, so that the load takes no further request.
 */
export function useToApproveCount(): number {
  const [location] = useLocation();
  const [first, setFirst] = useState<string | undefined>(location);
  if (first !== undefined && first !== location) setFirst(undefined);
  return useToApprove(first === undefined).sheets.length;
}
