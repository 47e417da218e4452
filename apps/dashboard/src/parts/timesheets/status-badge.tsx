import type { Timesheet } from "@stint/sdk";
import { CircleCheck, CircleDashed, CornerUpLeft, Inbox } from "lucide-react";
import { useSheetWords } from "./use-sheet-words.ts";

type Status = Timesheet["status"];

/** The shared class names of the icons' colours. */
const tones = { open: "dim", submitted: "warn", approved: "live", rejected: "over" };
const icons = { open: CircleDashed, submitted: Inbox, approved: CircleCheck, rejected: CornerUpLeft };

/** The icon of a status. The status is named next to the icon or in the cell's label. */
export function StatusIcon({ status, size = 14 }: { status: Status; size?: number }) {
  const Icon = icons[status];
  return <Icon size={size} className={tones[status]} aria-hidden />;
}

export function StatusBadge({ status }: { status: Status }) {
  const { statuses } = useSheetWords();
  return (
    <span className="mark">
      <StatusIcon status={status} /> {statuses[status]}
    </span>
  );
}
