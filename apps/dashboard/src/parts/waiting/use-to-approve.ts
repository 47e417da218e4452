import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
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
