import { type MouseEvent, useId } from "react";
import { useSheetGridWords } from "#pages/timesheet/sheet/use-sheet-grid-words.ts";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import type { Day } from "#time/group-by-day.ts";
import { placeOf } from "#ui/grid/cell-element.ts";
import { isInRange } from "#ui/grid/grid-places.ts";
import { CellField } from "./cell-field.tsx";
import type { WeekSheet, SheetRow } from "#time/sheet.ts";
import { SheetGridRow } from "./sheet-grid-row.tsx";
import type { useCellLabel } from "#pages/timesheet/sheet/use-cell-label.ts";
import type { ShownState } from "#pages/timesheet/sheet/use-cell-states.ts";
import { type SheetCells, useSheetCells } from "./use-sheet-cells.ts";
import type { SheetEdits } from "#pages/timesheet/edits/use-sheet-edits.ts";
import type { Editing } from "./use-sheet-keys.ts";
import type { SheetNames } from "#parts/timesheets/use-sheet-names.ts";
import frame from "#ui/grid/grid.module.css";
import classes from "./sheet-grid.module.css";

export interface SheetProps {
  sheet: WeekSheet;
  days: readonly Day[];
  today: string;
  isLoaded: boolean;
  names: SheetNames;
  edits: SheetEdits;
  stateOf: (key: string) => ShownState | undefined;
  labelOf: ReturnType<typeof useCellLabel>;
  /** The running timer's seconds in a cell. */
  runningOf: (row: SheetRow, day: string) => number;
  /** Whether the person added the row and it contains no time. */
  isRemovable: (row: SheetRow) => boolean;
  onOpen: (key: string) => void;
  onRemoveRow: (row: SheetRow) => void;
}

/** The week as a grid of tasks and days, edited like a spreadsheet. */
export function SheetGrid(props: SheetProps) {
  const { sheet, days, today, isLoaded, edits, onOpen, onRemoveRow } = props;
  const { rows } = sheet;
  const timesheet = useSheetGridWords();
  const helpId = useId();
  const cells = useSheetCells({ rows, ...props });
  const { box, grid } = cells;

  /** The button in a row's head removes the row; those in cells list the cell's entries. */
  function click({ target }: MouseEvent): void {
    const place = target instanceof Element && target.closest("button") !== null ? placeOf(target) : undefined;
    const row = rows[place?.row ?? -1];
    if (place === undefined || row === undefined) return;
    if (place.column < 0) return onRemoveRow(row);
    grid.go(place);
    onOpen(row.cells[place.column]?.key ?? "");
  }

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
        onClick={click}
      >
        <Heads days={days} today={today} />
        <TaskRows {...props} cells={cells} />
        {/* The totals are rendered only once the rows have loaded, which would otherwise push them down. */}
        {isLoaded && <Totals sheet={sheet} days={days} />}
      </div>
      {edits.canWrite && <KeyHelp id={helpId} isLoaded={isLoaded} />}
    </>
  );
}

function TaskRows(props: SheetProps & { cells: SheetCells }) {
  const { sheet, today, isLoaded, edits, stateOf, cells } = props;
  const { grid, unread } = cells;
  const { active, range, editing } = grid;
  const isRange = range.top !== range.bottom || range.left !== range.right;
  return sheet.rows.map((row, at) => (
    <SheetGridRow
      key={row.key}
      row={row}
      at={at}
      today={today}
      isLoaded={isLoaded}
      names={props.names}
      canEdit={edits.canEdit}
      isLocked={edits.isLocked}
      labelOf={props.labelOf}
      runningOf={props.runningOf}
      isRemovable={cells.isRemovable(at)}
      states={row.cells.map(({ key }) => stateOf(key))}
      unread={row.cells.map(({ key }) => unread[key])}
      selected={row.cells.map((_, column) => isRange && isInRange({ row: at, column }, range))}
      activeColumn={active.row === at ? Math.max(0, active.column) : undefined}
      editedColumn={editing?.row === at ? editing.column : undefined}
      field={editing?.row === at ? <EditedCell {...props} editing={editing} /> : undefined}
    />
  ));
}

function KeyHelp({ id, isLoaded }: { id: string; isLoaded: boolean }) {
  const timesheet = useSheetGridWords();
  return (
    <>
      <p id={id} hidden>
        {timesheet.keys}
      </p>
      {isLoaded && <p className="small apart keyboard-only">{timesheet.keysInShort}</p>}
    </>
  );
}

interface EditedProps extends SheetProps {
  cells: SheetCells;
  editing: Editing;
}

/** The field in the cell that is being edited. */
function EditedCell({ sheet, edits, stateOf, labelOf, runningOf, cells, editing }: EditedProps) {
  const format = useFormat();
  const timesheet = useSheetGridWords();
  const { grid, unread, keepUnread, setCells } = cells;
  const row = sheet.rows[editing.row];
  const cell = row?.cells[editing.column];
  if (row === undefined || cell === undefined) return null;
  const { key, entries, day } = cell;
  const { projectId, taskId } = row;
  const { typed } = editing;
  return (
    <CellField
      label={labelOf(row, cell, { state: stateOf(key), runningSeconds: runningOf(row, day.day) })}
      initial={typed ?? unread[key] ?? (entries.length === 0 ? "" : format.duration(cell.seconds))}
      isTyped={typed !== undefined}
      effectOf={(seconds) => (entries.length > 1 ? edits.effectOf({ projectId, taskId, day: day.day, seconds }) : "")}
      onInvalid={(text) => {
        keepUnread(key, text);
        edits.setProblem(timesheet.invalid(text));
      }}
      onLeave={(seconds, where) => {
        keepUnread(key, undefined);
        if (seconds !== undefined) setCells([{ row: editing.row, column: editing.column, seconds }]);
        grid.leave(where);
      }}
    />
  );
}

function Heads({ days, today }: Pick<SheetProps, "days" | "today">) {
  const timesheet = useSheetGridWords();
  const format = useFormat();
  return (
    <div role="row" className={`${classes.row} ${classes.head} ${frame.head}`}>
      <span role="columnheader" className={`row ${classes.name}`}>
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
  );
}

function Totals({ sheet, days }: Pick<SheetProps, "sheet" | "days">) {
  const text = useText();
  const timesheet = useSheetGridWords();
  const format = useFormat();
  const cell = { role: "gridcell", className: `number strong ${classes.total}`, title: text.entries.totalRule };
  return (
    <div role="row" className={`${classes.row} ${classes.foot}`}>
      <span role="rowheader" className={`row ${classes.name}`}>
        {timesheet.total}
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
