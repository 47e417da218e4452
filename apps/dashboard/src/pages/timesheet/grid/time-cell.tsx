import { Check, CircleAlert, CloudOff, Loader, Lock, MessageSquare, MoreHorizontal, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { useSheetGridWords } from "#pages/timesheet/sheet/use-sheet-grid-words.ts";
import { useFormat } from "#i18n/format.ts";
import { IconButton } from "#ui/button/button.tsx";
import { placeAttributes } from "#ui/grid/cell-element.ts";
import type { SheetCell } from "#time/sheet.ts";
import type { ShownState } from "#pages/timesheet/sheet/use-cell-states.ts";
import frame from "#ui/grid/grid.module.css";
import classes from "./sheet-grid.module.css";

interface Props {
  cell: SheetCell;
  row: number;
  column: number;
  label: string;
  state: ShownState | undefined;
  runningSeconds: number;
  isToday: boolean;
  isActive: boolean;
  isSelected: boolean;
  canEdit: boolean;
  isLocked: boolean;
  /** Text typed into the cell that couldn't be read. */
  unread: string | undefined;
  /** The field, while the cell is being edited. */
  field: ReactNode;
}

/** A grid cell: its time, the running time next to it, and marks for comments and for the state of its change. */
export function TimeCell(props: Props) {
  const { cell, column, label, state, runningSeconds, unread, field } = props;
  const timesheet = useSheetGridWords();
  const format = useFormat();
  const value = unread ?? (cell.entries.length > 0 ? format.duration(cell.seconds) : undefined);
  return (
    <div
      role="gridcell"
      className={`${frame.cell} ${classes.cell}`}
      aria-colindex={column + 2}
      aria-label={unread === undefined ? label : `${label}. ${timesheet.invalid(unread)}`}
      aria-invalid={unread === undefined ? undefined : true}
      aria-selected={props.isSelected}
      aria-readonly={!props.canEdit}
      data-cell={cell.key}
      data-today={props.isToday || undefined}
      data-editing={field === undefined ? undefined : true}
      {...placeAttributes(props.row, column, props.isActive)}
    >
      {field ?? (
        <>
          {value !== undefined && (
            <span className={`row ${classes.value}`} data-unread={unread === undefined ? undefined : true}>
              {props.isLocked && cell.entries.length > 0 && <Lock size={11} aria-hidden />}
              {value}
            </span>
          )}
          {runningSeconds > 0 && <span className="small live">+ {format.duration(runningSeconds)}</span>}
          {cell.entries.length > 0 && <OpenButton entries={cell.entries} label={timesheet.open(label)} />}
          {state !== undefined && <StateMark state={state} />}
        </>
      )}
    </div>
  );
}

/** Lists the cell's entries. The grid handles its clicks. */
function OpenButton({ entries, label }: { entries: SheetCell["entries"]; label: string }) {
  const isBroken = entries.some(({ breaks }) => breaks !== undefined);
  const hasComment = entries.some(({ description }) => description !== "");
  const Icon = isBroken ? CircleAlert : hasComment ? MessageSquare : MoreHorizontal;
  return (
    <IconButton
      className={classes.more}
      data-comment={hasComment || undefined}
      data-broken={isBroken || undefined}
      tabIndex={-1}
      label={label}
    >
      <Icon size={11} aria-hidden />
      {/* Rendered by CSS, because the cell's accessible name must start with its visible text. */}
      {entries.length > 1 && <small data-count={entries.length} />}
    </IconButton>
  );
}

/** The shared class names of the icons' colours. */
const tones = { saving: "dim", unsent: "warn", saved: "dim", failed: "over", conflict: "over" };
const icons = { saving: Loader, unsent: CloudOff, saved: Check, failed: TriangleAlert, conflict: TriangleAlert };

export function StateMark({ state }: { state: ShownState }) {
  const timesheet = useSheetGridWords();
  const Icon = icons[state.kind];
  return (
    <span className={`${tones[state.kind]} ${classes.state}`} title={timesheet.states[state.kind]}>
      <Icon size={11} aria-hidden />
    </span>
  );
}
