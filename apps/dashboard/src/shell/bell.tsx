import { Bell as BellIcon } from "lucide-react";
import { Link, useRoute } from "wouter";
import { useUnread } from "#api/notices.ts";
import { useText } from "#i18n/text.ts";
import classes from "./shell.module.css";

export function Bell() {
  const { shell, screens } = useText();
  const unread = useUnread();
  const [isHere] = useRoute("/notices");
  const count = unread >= 100 ? "99+" : String(unread);
  return (
    <Link href="/notices" className={classes.link} aria-current={isHere ? "page" : undefined}>
      <BellIcon size={16} aria-hidden />
      <span>{screens.notices}</span>
      {unread > 0 && (
        <span className={classes.count}>
          {count} <span className="visually-hidden">{shell.unread}</span>
        </span>
      )}
    </Link>
  );
}
