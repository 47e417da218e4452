import { X } from "lucide-react";
import { useId, useRef, useState } from "react";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import { useSettings } from "#state/settings/settings.ts";
import { plural } from "#i18n/catalogue.ts";
import type { Day } from "#time/group-by-day.ts";
import { announce } from "#ui/announce.ts";
import { ColorDot } from "#ui/color-dot.tsx";
import { projectColor } from "#ui/project-color.ts";
import { CellField } from "./cell-field.tsx";
import type { GridPlace } from "./grid-moves.ts";
import type { Sheet, SheetCell as Cell, SheetRow } from "./sheet.ts";
import { SheetCell } from "./sheet-cell.tsx";
import type { GridRange, Pasted } from "./table-text.ts";
import type { ShownState } from "./use-cell-states.ts";
import { useGrid } from "./use-grid.ts";
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
  const { language } = useSettings();
  const { timesheet } = text;
  const { rows } = sheet;
  const box = useRef<HTMLDivElement>(null);
  /** Texts that couldn't be read, by cell. Each stays in its cell until it is corrected. */
  const [unread, setUnread] = useState<Readonly<Record<string, string>>>({});
  const keepUnread = (key: string, typed: string | undefined): void =>
    setUnread(({ [key]: _former, ...others }) => (typed === undefined ? others : { ...others, [key]: typed }));
  const helpId = useId();
  const cellAt = ({ row, column }: GridPlace) => rows[row]?.cells[column];
  const canEdit = (place: GridPlace): boolean => {
    const [row, cell] = [rows[place.row], cellAt(place)];
    return isLoaded && row !== undefined && cell !== undefined && edits.canEdit(row, cell);
  };

  function setCells(cells: readonly { row: number; column: number; seconds: number }[]): void {
    const wanted = cells.flatMap(({ row, column, seconds }) => {
      const [place, cell] = [rows[row], rows[row]?.cells[column]];
      // Clearing an empty read-only cell changes nothing, so it isn't refused.
      if (place === undefined || cell === undefined || (seconds === 0 && cell.entries.length === 0)) return [];
      const { projectId, taskId } = place;
      return [{ projectId, taskId, day: cell.day.day, seconds }];
    });
    edits.set(wanted);
  }

  function paste({ cells, unread, beyond }: Pasted): void {
    if (!edits.canWrite || !isLoaded) return;
    const [first] = unread;
    if (first !== undefined) return edits.setProblem(timesheet.unread(first));
    setCells(cells);
    if (beyond > 0) edits.setProblem(`${plural(language, beyond, timesheet.beyond)}.`);
  }

  const grid = useGrid({
    box,
    keys: rows.map(({ key }) => key),
    columns: days.length,
    focus(place) {
      const row = rows[place.row];
      const selector = place.column < 0 ? `[data-remove="${row?.key}"]` : `[data-cell="${cellAt(place)?.key}"]`;
      const found = box.current?.querySelector<HTMLElement>(selector);
      found?.focus();
      found?.scrollIntoView({ block: "nearest" });
      return found !== null && found !== undefined;
    },
    canEdit,
    onClear: (range) => {
      if (edits.canWrite && isLoaded) setCells(cellsIn(range).map((place) => ({ ...place, seconds: 0 })));
    },
    onOpen: (place) => onOpen(cellAt(place)?.key ?? ""),
    copyText(range) {
      const lines = rows.slice(range.top, range.bottom + 1).map(({ cells }) =>
        cells
          .slice(range.left, range.right + 1)
          .map(({ entries, seconds }) => (entries.length === 0 ? "" : format.duration(seconds)))
          .join("\t"),
      );
      announce(plural(language, cellsIn(range).length, timesheet.copied));
      return lines.join("\n");
    },
    onPaste: paste,
  });
  const { active, range, editing } = grid;
  const isRange = range.top !== range.bottom || range.left !== range.right;

  return (
    <>
      <div
        role="grid"
        ref={box}
        className={classes.grid}
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
              <span className={classes.names} title={names.nameOf(row)}>
                {names.projectName(row)} <small>{names.taskName(row)}</small>
              </span>
              {edits.canWrite && isLoaded && isRemovable(row) && (
                <button
                  type="button"
                  className={classes.remove}
                  data-remove={row.key}
                  tabIndex={-1}
                  aria-label={timesheet.removeRow(names.nameOf(row))}
                  onClick={() => onRemoveRow(row)}
                >
                  <X size={14} aria-hidden />
                </button>
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
            <span role="gridcell" className={classes.total}>
              {isLoaded ? format.duration(row.seconds) : "…"}
            </span>
          </div>
        ))}
        {/* Rendered only after the rows have loaded, which would otherwise push it down. */}
        {isLoaded && (
          <div role="row" className={`${classes.row} ${classes.foot}`}>
            <span role="rowheader" className={classes.name}>
              {timesheet.total}
            </span>
            {days.map(({ day }, at) => (
              <span
                key={day}
                role="gridcell"
                className={classes.total}
                title={text.entries.totalRule}
                data-day-total={day}
              >
                {format.duration(sheet.daySeconds[at] ?? 0)}
              </span>
            ))}
            <span role="gridcell" className={classes.total} title={text.entries.totalRule} data-week-total>
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
      {isLoaded && edits.canWrite && <p className={classes.hint}>{timesheet.keysInShort}</p>}
    </>
  );
}

function cellsIn({ top, left, bottom, right }: GridRange): GridPlace[] {
  return Array.from({ length: bottom - top + 1 }, (_, down) =>
    Array.from({ length: right - left + 1 }, (__, across) => ({ row: top + down, column: left + across })),
  ).flat();
}
