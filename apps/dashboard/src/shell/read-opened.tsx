import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import { clock } from "#api/connection/client.ts";
import { readNotices, useUnreadNotices } from "#api/notices.ts";

/** Marks notifications as read whose subject, such as a project or a timesheet, the person has opened. */
export function ReadOpened() {
  const [path] = useLocation();
  return /^\/[^/]+\/[^/]+$/.test(path) && <ReadAbout key={path} path={path} />;
}

function ReadAbout({ path }: { path: string }) {
  // Later notifications tell the person something that the screen didn't show yet when it was opened.
  const [openedAt] = useState(() => new Date(clock.now()).toISOString());
  // Not urgent: the screen itself has more important requests.
  const unread = useUnreadNotices(false);
  useEffect(() => {
    const opened = unread?.filter((notice) => notice.path === path && notice.createdAt < openedAt) ?? [];
    if (opened.length > 0) void readNotices(opened.map(({ id }) => id)).catch(() => undefined);
  }, [unread, path, openedAt]);
  return null;
}
