import { X } from "lucide-react";
import { useId } from "react";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import type { Day } from "#time/group-by-day.ts";
import { ColorDot } from "#ui/color-dot.tsx";
import { projectColor } from "#ui/project-color.ts";
import { IconButton } from "#ui/button/button.tsx";
import { CellField } from "./cell-field.tsx";
import type { Sheet, SheetCell as Cell, SheetRow } from "./sheet.ts";
import { SheetCell } from "./sheet-cell.tsx";
import type { ShownState } from "./use-cell-states.ts";
import { useSheetCells } from "./use-sheet-cells.ts";
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
  const { sheet, days, today, isLoaded, names, edits, stateOf, labelOf, runningOf, isRemovable, onOpen, onRemoveRow } =
    props;
  const text = useText();
  const format = useFormat();
  const { timesheet } = text;
  const { rows } = sheet;
  const helpId = useId();
  const { box, grid, canEdit, setCells, unread, keepUnread } = useSheetCells({
    rows,
    columns: days.length,
    isLoaded,
    edits,
    onOpen,
  });
  const { active, range, editing } = grid;
  const isRange = range.top !== range.bottom || range.left !== range.right;

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
        {rows.map((row, at) => (
          <div key={row.key} role="row" className={classes.row}>
            <span role="rowheader" className={classes.name}>
              <ColorDot color={projectColor(names.project(row))} />
              <span className={`cut ${classes.names}`} title={names.nameOf(row)}>
                {names.projectName(row)} <small className="dim">{names.taskName(row)}</small>
              </span>
              {edits.canWrite && isLoaded && isRemovable(row) && (
                <IconButton
                  className={`end ${classes.remove}`}
                  data-remove={row.key}
                  tabIndex={-1}
                  label={timesheet.removeRow(names.nameOf(row))}
                  onClick={() => onRemoveRow(row)}
                >
                  <X size={14} aria-hidden />
                </IconButton>
              )}
            </span>
            {row.cells.map((cell, column) => {
              const place = { row: at, column };
              const isEdited = editing !== undefined && editing.row === at && editing.column === column;
              const isIn = at >= range.top && at <= range.bottom && column >= range.left && column <= range.right;
              const label = labelOf(row, cell);
              const { projectId, taskId } = row;
              const edit = (seconds: number) => ({ projectId, taskId, day: cell.day.day, seconds });
              return (
                <span
                  key={cell.key}
                  role="presentation"
                  className={classes.slot}
                  onFocus={() => grid.arrive(place)}
                  onPointerDown={(event) => {
                    const isControl = event.target instanceof Element && event.target.closest("button, input");
                    if (event.button !== 0 || isControl) return;
                    event.preventDefault();
                    grid.point(event, place);
                  }}
                >
                  <SheetCell
                    cell={cell}
                    column={column}
                    label={label}
                    state={stateOf(cell.key)}
                    runningSeconds={runningOf(row, cell.day.day)}
                    isToday={cell.day.day === today}
                    isActive={at === active.row && column === Math.max(0, active.column)}
                    isSelected={isRange && isIn}
                    canEdit={canEdit(place)}
                    isLocked={edits.isLocked(cell)}
                    unread={unread[cell.key]}
                    onOpen={() => {
                      grid.goTo(place);
                      onOpen(cell.key);
                    }}
                    field={
                      isEdited ? (
                        <CellField
                          label={label}
                          initial={
                            editing.typed ??
                            unread[cell.key] ??
                            (cell.entries.length === 0 ? "" : format.duration(cell.seconds))
                          }
                          isTyped={editing.typed !== undefined}
                          effectOf={(seconds) => (cell.entries.length > 1 ? edits.effectOf(edit(seconds)) : "")}
                          onInvalid={(typed) => {
                            keepUnread(cell.key, typed);
                            edits.setProblem(timesheet.invalid(typed));
                          }}
                          onLeave={(seconds, where) => {
                            keepUnread(cell.key, undefined);
                            if (seconds !== undefined) setCells([{ ...place, seconds }]);
                            grid.leave(where);
                          }}
                        />
                      ) : undefined
                    }
                  />
                </span>
              );
            })}
            <span role="gridcell" className={`number strong ${classes.total}`}>
              {isLoaded ? format.duration(row.seconds) : "…"}
            </span>
          </div>
        ))}
        {/* The totals are rendered only once the rows have loaded, which would otherwise push them down. */}
        {isLoaded && (
          <div role="row" className={`${classes.row} ${classes.foot}`}>
            <span role="rowheader" className={classes.name}>
              {timesheet.total}
            </span>
            {days.map(({ day }, at) => (
              <span
                key={day}
                role="gridcell"
                className={`number strong ${classes.total}`}
                title={text.entries.totalRule}
                data-day-total={day}
              >
                {format.duration(sheet.daySeconds[at] ?? 0)}
              </span>
            ))}
            <span
              role="gridcell"
              className={`number strong ${classes.total}`}
              title={text.entries.totalRule}
              data-week-total
            >
              {format.duration(sheet.seconds)}
            </span>
          </div>
        )}
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
