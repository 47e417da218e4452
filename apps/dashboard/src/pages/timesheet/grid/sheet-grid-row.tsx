import { X } from "lucide-react";
import { memo, type ReactNode } from "react";
import { useSheetGridWords } from "#pages/timesheet/sheet/use-sheet-grid-words.ts";
import { useFormat } from "#i18n/format.ts";
import { IconButton } from "#ui/button/button.tsx";
import { ColorDot } from "#ui/color-dot.tsx";
import { placeAttributes } from "#ui/grid/cell-element.ts";
import { projectColor } from "#ui/project-color.ts";
import { TimeCell } from "./time-cell.tsx";
import type { SheetProps } from "./sheet-grid.tsx";
import type { SheetRow } from "#time/sheet.ts";
import type { ShownState } from "#pages/timesheet/sheet/use-cell-states.ts";
import type { SheetEdits } from "#pages/timesheet/edits/use-sheet-edits.ts";
import classes from "./sheet-grid.module.css";

interface Props extends Pick<SheetProps, "today" | "isLoaded" | "names" | "labelOf" | "runningOf"> {
  row: SheetRow;
  at: number;
  canEdit: SheetEdits["canEdit"];
  isLocked: SheetEdits["isLocked"];
  isRemovable: boolean;
  /** Of each cell, as the two lists below. */
  states: readonly (ShownState | undefined)[];
  /** Texts typed into the cells that couldn't be read. */
  unread: readonly (string | undefined)[];
  selected: readonly boolean[];
  activeColumn: number | undefined;
  editedColumn: number | undefined;
  /** The field in the edited cell. */
  field: ReactNode;
}

/** A row of the grid. Rendered again only if something in it has changed, because a week may have many rows. */
export const SheetGridRow = memo(function SheetGridRow(props: Props) {
  const { row, at, today, isLoaded, names, canEdit, isLocked, labelOf, runningOf } = props;
  const format = useFormat();
  const timesheet = useSheetGridWords();
  return (
    <div role="row" className={classes.row}>
      <span role="rowheader" className={`row ${classes.name}`}>
        <ColorDot color={projectColor(names.project(row))} />
        <span className={`cut ${classes.names}`} title={names.nameOf(row)}>
          {names.projectName(row)} <small className="small">{names.taskName(row)}</small>
        </span>
        {props.isRemovable && (
          <IconButton
            className="end"
            {...placeAttributes(at, -1, false)}
            label={timesheet.removeRow(names.nameOf(row))}
          >
            <X size={14} aria-hidden />
          </IconButton>
        )}
      </span>
      {row.cells.map((cell, column) => {
        const state = props.states[column];
        const runningSeconds = runningOf(row, cell.day.day);
        return (
          <TimeCell
            key={cell.key}
            cell={cell}
            row={at}
            column={column}
            label={labelOf(row, cell, { state, runningSeconds })}
            state={state}
            runningSeconds={runningSeconds}
            isToday={cell.day.day === today}
            isActive={column === props.activeColumn}
            isSelected={props.selected[column] === true}
            canEdit={isLoaded && canEdit(row, cell)}
            isLocked={isLocked(cell)}
            unread={props.unread[column]}
            field={column === props.editedColumn ? props.field : undefined}
          />
        );
      })}
      <span role="gridcell" className={`number strong ${classes.total}`}>
        {isLoaded ? format.duration(row.seconds) : "…"}
      </span>
    </div>
  );
}, hasSameProps);

/** Compares lists by their items. */
function hasSameProps(before: Props, after: Props): boolean {
  return (Object.keys(after) as (keyof Props)[]).every((name) => {
    const [one, other] = [before[name], after[name]];
    if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
    return one.length === other.length && one.every((item, at) => item === other[at]);
  });
}
