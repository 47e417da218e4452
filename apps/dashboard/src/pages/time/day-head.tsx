import type { TimeEntry } from "@stint/sdk";
import { ChevronRight } from "lucide-react";
import { memo } from "react";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import { MoreMenu } from "#ui/menu/more-menu.tsx";
import { MenuItem } from "#ui/menu/menu.tsx";
import type { DayGroup } from "#time/group-by-day.ts";
import { Button } from "#ui/button/button.tsx";
import { runningId } from "./list-items.ts";
import classes from "./entry-list.module.css";

interface UpcomingProps {
  group: DayGroup<TimeEntry>;
  index: number;
  isOpen: boolean;
  onToggle: () => void;
}

interface Props {
  group: DayGroup<TimeEntry>;
  index: number;
  /** Whether all entries of the day have loaded. If not, the total would be wrong, so it is hidden. */
  isWhole: boolean;
  isNarrow: boolean;
  runningSeconds: number;
  /** Undefined for people who can't write entries. */
  onCopy: ((entries: readonly TimeEntry[]) => void) | undefined;
}

/** The head of the group for all days after today, which expands and collapses it. */
export const UpcomingHead = memo(function UpcomingHead({ group, index, isOpen, onToggle }: UpcomingProps) {
  const text = useText();
  const format = useFormat();
  return (
    <div role="row" className={classes.head} aria-rowindex={index + 1}>
      <span role="rowheader">
        <h2>
          <Button kind="quiet" className={classes.toggle} aria-expanded={isOpen} onClick={onToggle}>
            <ChevronRight size={16} className="turns" aria-hidden />
            {text.entries.upcoming} <small className="small">{format.number(group.entries.length)}</small>
          </Button>
        </h2>
      </span>
      <span role="gridcell">
        <b>{format.duration(group.seconds)}</b>
      </span>
    </div>
  );
});

/** The head of a day, with its total. Sticks to the top while the day's entries scroll. */
export const DayHead = memo(function DayHead({ group, index, isWhole, isNarrow, runningSeconds, onCopy }: Props) {
  const text = useText();
  const format = useFormat();
  const copied = group.entries.filter(({ id }) => id !== runningId);
  return (
    <div role="row" className={classes.head} aria-rowindex={index + 1}>
      <span role="rowheader">
        <h2>{format.day(group.day)}</h2>
      </span>
      <span role="gridcell">
        {isNarrow && <small className="small">{text.entries.filtered} </small>}
        {runningSeconds > 0 && (
          <small className="small live">{text.entries.withRunning(format.duration(runningSeconds))} </small>
        )}
        <b title={text.entries.totalRule}>{isWhole ? format.duration(group.seconds) : "…"}</b>
      </span>
      {isWhole && onCopy !== undefined && copied.length > 0 && (
        <span role="gridcell" className={classes.day}>
          <MoreMenu label={text.shell.more(format.day(group.day))}>
            <MenuItem onClick={() => onCopy(copied)}>{text.entries.copyTo}</MenuItem>
          </MoreMenu>
        </span>
      )}
    </div>
  );
});
