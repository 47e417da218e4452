import { Plus } from "lucide-react";
import { memo } from "react";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import { Button } from "#ui/button/button.tsx";
import classes from "./entry-list.module.css";

interface Props {
  rowKey: string;
  index: number;
  before: number;
  from: number;
  to: number;
  isActive: boolean;
}

/** A gap between two entries of a day. A click or Enter creates an entry that fills it. */
export const GapRow = memo(function GapRow({ rowKey, index, before, from, to, isActive }: Props) {
  const text = useText();
  const format = useFormat();
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
        <Button kind="quiet" data-action="fill" tabIndex={-1}>
          <Plus size={12} aria-hidden /> {text.entries.notAccounted(duration)} · {format.clock(from)} –{" "}
          {format.clock(to)}
        </Button>
      </span>
    </div>
  );
});
