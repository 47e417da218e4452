import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import { clock } from "#api/connection/client.ts";
import { readNotices, unreadNoticesQuery, useUnread } from "#api/notices.ts";

/** Marks notifications as read whose subject, such as a project or a timesheet, the person has opened. */
export function ReadOpened() {
  const [path] = useLocation();
  return /^\/[^/]+\/[^/]+$/.test(path) && <ReadAbout key={path} path={path} />;
}

function ReadAbout({ path }: { path: string }) {
  // Later notifications tell the person something that the screen didn't show yet when it was opened.
  const [openedAt] = useState(() => new Date(clock.now()).toISOString());
  const hasUnread = useUnread() > 0;
  const { data } = useQuery({ ...unreadNoticesQuery, enabled: hasUnread });
  useEffect(() => {
    const opened = data?.filter((notice) => notice.path === path && notice.createdAt < openedAt) ?? [];
    if (opened.length > 0) void readNotices(opened.map(({ id }) => id)).catch(() => undefined);
  }, [data, path, openedAt]);
  return null;
}
