import type { Me } from "@stint/sdk";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { isSessionOver, stint } from "./client.ts";
import { queryClient, useMe } from "./queries.ts";

const pollMs = 60_000;

/** The number of the person's unread notifications; 100 stands for any higher number. */
export function useUnread(): number {
  // A copy on the device from before an update lacks the field.
  const first = useMe().unreadNotices ?? 0;
  return useQuery(unreadQuery(first)).data;
}

// `GET /me` has brought the first value. Events invalidate it; reminders that no event tells of are found by polling.
function unreadQuery(first: number) {
  return queryOptions({
    queryKey: ["notices", "unread"],
    queryFn: async () => (await stint.notices.list({ unread: true, limit: 100 })).data.length,
    initialData: first,
    staleTime: pollMs,
    refetchInterval: () => (isSessionOver() ? false : pollMs),
  });
}

/** Marks these notifications as read, or all. */
export async function readNotices(ids?: string[]): Promise<void> {
  await stint.notices.read(ids === undefined ? {} : { ids });
  await queryClient.invalidateQueries({ queryKey: ["notices"] });
}

/** The kinds of notifications. */
export type NoticeKind = keyof Me["preferences"]["notices"];
