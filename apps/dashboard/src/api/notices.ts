import type { Me } from "@stint/sdk";
import { useQuery } from "@tanstack/react-query";
import { stint } from "./connection/client.ts";
import { defineQuery, pollWhile, refresh, useMe } from "./queries.ts";

const pollMs = 60_000;

/** The person's latest unread notifications. */
export const unreadNoticesQuery = defineQuery(
  ["notices", "unread list"],
  async () => (await stint.notices.list({ unread: true, limit: 100 })).data,
);

/** The number of the person's unread notifications; 100 stands for any higher number. */
export function useUnread(): number {
  return useQuery(unreadQuery(useMe().unreadNotices)).data;
}

// Starts with the count from `GET /me`. Events invalidate the query, and polling finds reminders, which send no events.
function unreadQuery(first: number) {
  return {
    ...defineQuery(
      ["notices", "unread"],
      async () => (await stint.notices.list({ unread: true, limit: 100 })).data.length,
    ),
    initialData: first,
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
