import type { Timesheet } from "@stint/sdk";
import { CircleCheck, CircleDashed, CornerUpLeft, Inbox } from "lucide-react";
import { useSheetWords } from "./use-sheet-words.ts";
import classes from "./status-badge.module.css";

type Status = Timesheet["status"];

const icons = { open: CircleDashed, submitted: Inbox, approved: CircleCheck, rejected: CornerUpLeft };

/** The icon of a status. The status is named next to the icon or in the cell's label. */
export function StatusIcon({ status, size = 14 }: { status: Status; size?: number }) {
  const Icon = icons[status];
  return <Icon size={size} className={classes.icon} data-status={status} aria-hidden />;
}

export function StatusBadge({ status }: { status: Status }) {
  const { statuses } = useSheetWords();
  return (
    <span className={classes.badge}>
      <StatusIcon status={status} /> {statuses[status]}
    </span>
  );
}
