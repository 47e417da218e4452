import { Bell as BellIcon } from "lucide-react";
import { Link, useRoute } from "wouter";
import { useUnread } from "#api/notices.ts";
import { useText } from "#i18n/text.ts";
import classes from "./bell.module.css";

/** The link to the notifications, with the number of unread ones. */
export function Bell() {
  const { shell } = useText();
  const unread = useUnread();
  const [isHere] = useRoute("/notices");
  const count = unread >= 100 ? "99+" : String(unread);
  return (
    <Link
      href="/notices"
      className={classes.bell}
      aria-label={shell.notifications(count)}
      aria-current={isHere ? "page" : undefined}
    >
      <BellIcon size={16} aria-hidden />
      {unread > 0 && (
        <span className={classes.count} aria-hidden>
          {count}
        </span>
      )}
    </Link>
  );
}
