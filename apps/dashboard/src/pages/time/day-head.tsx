import type { TimeEntry } from "@stint/sdk";
import { memo } from "react";
import { useSettings } from "#api/settings.ts";
import type { DayGroup } from "#time/group-by-day.ts";
import classes from "./entry-list.module.css";

interface Props {
  group: DayGroup<TimeEntry>;
  index: number;
  /** Tells whether all of the day has been read; without that there is no total. */
  isWhole: boolean;
  isNarrow: boolean;
  /** Of the running timer on this day. */
  runningSeconds: number;
}

/** A day with its total; it stays in sight while its entries are scrolled. */
export const DayHead = memo(function DayHead({ group, index, isWhole, isNarrow, runningSeconds }: Props) {
  const { text, format } = useSettings();
  return (
    <div role="row" className={classes.head} aria-rowindex={index + 1}>
      <span role="rowheader">
        <h2>{format.day(group.day)}</h2>
      </span>
      <span role="gridcell">
        {isNarrow && <small>{text.entries.filtered} </small>}
        <b>{isWhole ? format.duration(group.seconds) : "…"}</b>
        {runningSeconds > 0 && (
          <small className={classes.running}> {text.entries.withRunning(format.duration(runningSeconds))}</small>
        )}
      </span>
    </div>
  );
});
