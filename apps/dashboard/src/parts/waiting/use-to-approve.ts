import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useLocation } from "wouter";
import { stint } from "#api/connection/client.ts";
import { defineQuery, useMe } from "#api/queries.ts";
import { mayDecide } from "#parts/timesheets/deciding.ts";

/** One page, because every screen counts the timesheets, and every change of one makes it read them again. */
const submittedQuery = (to?: string) =>
  defineQuery(["timesheets", "submitted", to], async () => {
    const { data, nextCursor } = await stint.timesheets.list({ status: "submitted", limit: 200, to });
    return { submitted: data, hasMore: nextCursor !== null };
  });

/**
 * The submitted timesheets that the person may approve, at most the latest 200 of those that begin until `to`. Reads
 * none unless `isWanted`.
 */
export function useToApprove(isWanted: boolean, to?: string) {
  const { user, organization, scopes } = useMe();
  const { approvals } = organization;
  const isNeeded = isWanted && approvals !== null && scopes.includes("timesheets:approve");
  const { data, isLoading } = useQuery({ ...submittedQuery(to), enabled: isNeeded });
  const ownApproval = approvals?.ownApproval === true;
  const sheets = useMemo(
    () => (data?.submitted ?? []).filter((sheet) => mayDecide(sheet, { userId: user.id, ownApproval })),
    [data, user.id, ownApproval],
  );
  return { sheets, hasMore: data?.hasMore === true, isLoading };
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
