import type { Me, Notice } from "@stint/sdk";
import { useQuery } from "@tanstack/react-query";
import { stint } from "./connection/client.ts";
import { defineQuery, pollWhile, refresh, useMe } from "./queries.ts";

const pollMs = 60_000;

/** The number of the person's unread notifications; 100 stands for any higher number. */
export function useUnread(): number {
  return useQuery(unreadQuery(useMe().unreadNotices)).data.count;
}

/**
 * The person's latest unread notifications; none if reading them fails. Undefined until they have been read: at once if
 * `isUrgent`, otherwise when an event or polling reads them anyway.
 */
export function useUnreadNotices(isUrgent: boolean): readonly Notice[] | undefined {
  const query = unreadQuery(useMe().unreadNotices);
  const { data, isError } = useQuery({ ...query, ...(isUrgent && { staleTime: 0 }) });
  return data.notices.length < data.count && !isError ? undefined : data.notices;
}

// Starts with the count from `GET /me`. Events invalidate the query, and polling finds reminders, which send no events.
function unreadQuery(count: number) {
  return {
    ...defineQuery(["notices", "unread"], async () => {
      const { data } = await stint.notices.list({ unread: true, limit: 100 });
      return { count: data.length, notices: data };
    }),
    initialData: { count, notices: [] as Notice[] },
    staleTime: pollMs,
    refetchInterval: pollWhile(pollMs, () => true),
  };
}

/** Marks the given notifications as read, or all of them without `ids`. */
export async function readNotices(ids?: string[]): Promise<void> {
  await stint.notices.read(ids === undefined ? {} : { ids });
  await refresh("notices");
}

export type NoticeKind = keyof Me["preferences"]["notices"];
