import { memo } from "react";
import { useFormat } from "#i18n/format.ts";
import { StateIcon } from "#parts/timesheets/state-badge.tsx";
import { placeAttributes } from "#ui/grid/cell-element.ts";
import type { Sheet, State, Task } from "#parts/timesheets/board.ts";
import { Marks } from "#pages/approvals/board/marks.tsx";
import { useSheetLabel } from "#pages/approvals/board/use-sheet-label.ts";
import { useBoardWords } from "#pages/approvals/board/use-board-words.ts";
import { Tick } from "#ui/fields/checkbox.tsx";
import frame from "#ui/grid/grid.module.css";
import classes from "./board-grid.module.css";

interface Props {
  name: string;
  row: number;
  column: number;
  sheet: Sheet | undefined;
  state: State | undefined;
  task: Task | undefined;
  isPicked: boolean;
  isActive: boolean;
  /** Whether the filter excludes this timesheet but includes others in its row. */
  isDimmed: boolean;
}

/** A member's timesheet: its state, hours and warnings, and a checkbox if an action is possible. */
export const GridCell = memo(function GridCell(props: Props) {
  const { name, row, column, sheet, state, task, isPicked, isActive, isDimmed } = props;
  const format = useFormat();
  const words = useBoardWords();
  const labelOf = useSheetLabel();
  const place = { "data-cell": true, ...placeAttributes(row, column, isActive) };
  if (sheet === undefined || state === undefined)
    return (
      <div
        role="gridcell"
        aria-colindex={column + 2}
        aria-label={words.noSheet}
        className={`row ${frame.cell} ${classes.cell}`}
        {...place}
      />
    );
  return (
    <div
      role="gridcell"
      aria-colindex={column + 2}
      aria-label={labelOf(name, sheet, state)}
      aria-selected={task === undefined ? undefined : isPicked}
      className={`row ${frame.cell} ${classes.cell}`}
      data-dimmed={isDimmed || undefined}
      data-state={state}
      data-sheet={sheet.id}
      {...place}
    >
      <span className="row">
        {task !== undefined && (
          <span className={classes.target} data-check>
            <Tick isChecked={isPicked} />
          </span>
        )}
        <StateIcon state={state} />
        <span className={classes.hours}>{format.duration(sheet.seconds)}</span>
      </span>
      <Marks sheet={sheet} />
    </div>
  );
});
