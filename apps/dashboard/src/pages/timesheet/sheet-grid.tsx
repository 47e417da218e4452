import { X } from "lucide-react";
import { useId } from "react";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import type { Day } from "#time/group-by-day.ts";
import { ColorDot } from "#ui/color-dot.tsx";
import { type GridPlace, isInRange, isSamePlace, placeAttributes } from "#ui/grid/grid-places.ts";
import { projectColor } from "#ui/project-color.ts";
import { IconButton } from "#ui/button/button.tsx";
import { CellField } from "./cell-field.tsx";
import type { Sheet, SheetCell as Cell, SheetRow } from "./sheet.ts";
import { SheetCell } from "./sheet-cell.tsx";
import type { ShownState } from "./use-cell-states.ts";
import { type SheetCells, useSheetCells } from "./use-sheet-cells.ts";
import type { SheetEdits } from "./use-sheet-edits.ts";
import type { SheetNames } from "./use-sheet-names.ts";
import classes from "./sheet-grid.module.css";

export interface SheetProps {
  sheet: Sheet;
  days: readonly Day[];
  today: string;
  isLoaded: boolean;
  names: SheetNames;
  edits: SheetEdits;
  stateOf: (key: string) => ShownState | undefined;
  labelOf: (row: SheetRow, cell: Cell) => string;
  /** The running timer's seconds in a cell. */
  runningOf: (row: SheetRow, day: string) => number;
  /** Whether the person added the row and it contains no time. */
  isRemovable: (row: SheetRow) => boolean;
  onOpen: (key: string) => void;
  onRemoveRow: (row: SheetRow) => void;
}

/** The week as a grid of tasks and days, edited like a spreadsheet. */
export function SheetGrid(props: SheetProps) {
  const { sheet, days, today, isLoaded, edits } = props;
  const format = useFormat();
  const { timesheet } = useText();
  const helpId = useId();
  const cells = useSheetCells({ rows: sheet.rows, ...props });
  const { box, grid } = cells;
  return (
    <>
      <div
        role="grid"
        ref={box}
        className="panel"
        aria-label={timesheet.grid}
        aria-describedby={edits.canWrite ? helpId : undefined}
        aria-colcount={days.length + 2}
        aria-multiselectable
        aria-busy={!isLoaded}
        onKeyDown={grid.press}
        onFocus={grid.arrive}
        onPointerDown={grid.point}
      >
        <div role="row" className={`${classes.row} ${classes.head}`}>
          <span role="columnheader" className={classes.name}>
            {timesheet.task}
          </span>
          {days.map(({ day }) => (
            <span key={day} role="columnheader" data-today={day === today || undefined}>
              <span className="visually-hidden">{format.longDay(day)}</span>
              <span aria-hidden>{format.shortDay(day)}</span>
            </span>
          ))}
          <span role="columnheader">{timesheet.total}</span>
        </div>
        {sheet.rows.map((row, at) => (
          <Row key={row.key} {...props} row={row} at={at} cells={cells} />
        ))}
        {/* The totals are rendered only once the rows have loaded, which would otherwise push them down. */}
        {isLoaded && <Totals sheet={sheet} days={days} />}
      </div>
      {edits.canWrite && (
        <p id={helpId} hidden>
          {timesheet.keys}
        </p>
      )}
      {isLoaded && edits.canWrite && <p className="small apart">{timesheet.keysInShort}</p>}
    </>
  );
}

interface RowProps extends SheetProps {
  row: SheetRow;
  at: number;
  cells: SheetCells;
}

function Row(props: RowProps) {
  const { row, at, cells, today, isLoaded, names, edits, stateOf, labelOf, runningOf, onOpen } = props;
  const format = useFormat();
  const { timesheet } = useText();
  const { grid, canEdit, unread } = cells;
  const { active, range, editing } = grid;
  const isRange = range.top !== range.bottom || range.left !== range.right;
  return (
    <div role="row" className={classes.row}>
      <span role="rowheader" className={classes.name}>
        <ColorDot color={projectColor(names.project(row))} />
        <span className={`cut ${classes.names}`} title={names.nameOf(row)}>
          {names.projectName(row)} <small className="dim">{names.taskName(row)}</small>
        </span>
        {edits.canWrite && isLoaded && props.isRemovable(row) && (
          <IconButton
            className={`end ${classes.remove}`}
            {...placeAttributes(at, -1, false)}
            label={timesheet.removeRow(names.nameOf(row))}
            onClick={() => props.onRemoveRow(row)}
          >
            <X size={14} aria-hidden />
          </IconButton>
        )}
      </span>
      {row.cells.map((cell, column) => {
        const place = { row: at, column };
        const label = labelOf(row, cell);
        return (
          <SheetCell
            key={cell.key}
            cell={cell}
            place={place}
            label={label}
            state={stateOf(cell.key)}
            runningSeconds={runningOf(row, cell.day.day)}
            isToday={cell.day.day === today}
            isActive={isSamePlace(place, { ...active, column: Math.max(0, active.column) })}
            isSelected={isRange && isInRange(place, range)}
            canEdit={canEdit(place)}
            isLocked={edits.isLocked(cell)}
            unread={unread[cell.key]}
            onOpen={() => {
              grid.go(place);
              onOpen(cell.key);
            }}
            field={
              editing !== undefined && isSamePlace(editing, place) ? (
                <EditedCell {...props} cell={cell} place={place} label={label} typed={editing.typed} />
              ) : undefined
            }
          />
        );
      })}
      <span role="gridcell" className={`number strong ${classes.total}`}>
        {isLoaded ? format.duration(row.seconds) : "…"}
      </span>
    </div>
  );
}

interface EditedProps extends RowProps {
  cell: Cell;
  place: GridPlace;
  label: string;
  typed: string | undefined;
}

function EditedCell({ row, cell, place, label, typed, edits, cells }: EditedProps) {
  const format = useFormat();
  const { timesheet } = useText();
  const { grid, unread, keepUnread, setCells } = cells;
  const { projectId, taskId } = row;
  const effectOf = (seconds: number) => edits.effectOf({ projectId, taskId, day: cell.day.day, seconds });
  return (
    <CellField
      label={label}
      initial={typed ?? unread[cell.key] ?? (cell.entries.length === 0 ? "" : format.duration(cell.seconds))}
      isTyped={typed !== undefined}
      effectOf={(seconds) => (cell.entries.length > 1 ? effectOf(seconds) : "")}
      onInvalid={(text) => {
        keepUnread(cell.key, text);
        edits.setProblem(timesheet.invalid(text));
      }}
      onLeave={(seconds, where) => {
        keepUnread(cell.key, undefined);
        if (seconds !== undefined) setCells([{ ...place, seconds }]);
        grid.leave(where);
      }}
    />
  );
}

function Totals({ sheet, days }: Pick<SheetProps, "sheet" | "days">) {
  const text = useText();
  const format = useFormat();
  const cell = { role: "gridcell", className: `number strong ${classes.total}`, title: text.entries.totalRule };
  return (
    <div role="row" className={`${classes.row} ${classes.foot}`}>
      <span role="rowheader" className={classes.name}>
        {text.timesheet.total}
      </span>
      {days.map(({ day }, at) => (
        <span key={day} {...cell} data-day-total={day}>
          {format.duration(sheet.daySeconds[at] ?? 0)}
        </span>
      ))}
      <span {...cell} data-week-total>
        {format.duration(sheet.seconds)}
      </span>
    </div>
  );
}
