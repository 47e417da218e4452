import { memo } from "react";
import { useSettings } from "#api/settings.ts";
import classes from "./entry-list.module.css";

interface Props {
  rowKey: string;
  index: number;
  before: number;
  from: number;
  to: number;
  isActive: boolean;
}

/** The time between two entries of a day that no entry accounts for; a click or Enter makes one there. */
export const GapRow = memo(function GapRow({ rowKey, index, before, from, to, isActive }: Props) {
  const { text, format } = useSettings();
  const duration = format.duration((to - from) / 1000);
  return (
    <div
      role="row"
      id={`row-${rowKey}`}
      className={classes.gap}
      style={{ marginTop: before }}
      data-key={rowKey}
      aria-rowindex={index + 1}
      tabIndex={isActive ? 0 : -1}
    >
      <span role="gridcell">
        <button
          type="button"
          data-action="fill"
          tabIndex={-1}
          title={text.entries.fillGap(duration, format.clock(from), format.clock(to))}
        >
          + {text.entries.notAccounted(duration)}
        </button>
      </span>
    </div>
  );
});
