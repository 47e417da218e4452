import { CircleAlert, MessageSquare, X } from "lucide-react";
import { useState } from "react";
import { useSheetGridWords } from "#pages/timesheet/sheet/use-sheet-grid-words.ts";
import { useFormat } from "#i18n/format.ts";
import { useSettings } from "#state/settings/settings.ts";
import { formatDuration } from "@stint/grammar/time-text.ts";
import { ColorDot } from "#ui/color-dot.tsx";
import { ParsedField } from "#ui/fields/parsed-field.tsx";
import { projectColor } from "#ui/project-color.ts";
import { Button, IconButton } from "#ui/button/button.tsx";
import { StateMark } from "./grid/time-cell.tsx";
import type { SheetProps } from "./grid/sheet-grid.tsx";
import type { SheetCell, SheetRow } from "#time/sheet.ts";
import { parseCell } from "./grid/table-text.ts";
import classes from "./day-list.module.css";

interface Props extends SheetProps {
  shown: string;
  onDay: (day: string) => void;
}

/** The timesheet on narrow screens, as a list of one day at a time. */
export function DayList(props: Props) {
  const { sheet, days, isLoaded, shown } = props;
  const timesheet = useSheetGridWords();
  const format = useFormat();
  /** The row whose field was focused last. It offers amounts to add. */
  const [chosen, setChosen] = useState<string>();
  const at = Math.max(
    0,
    days.findIndex(({ day }) => day === shown),
  );
  const total = (seconds: number | undefined) => (isLoaded ? format.duration(seconds ?? 0) : "…");
  return (
    <>
      <DayChoice {...props} at={at} total={total} />
      <h2 className={`between ${classes.title}`}>
        <span>{format.longDay(days[at]?.day ?? shown)}</span>
        <span>{total(sheet.daySeconds[at])}</span>
      </h2>
      <ul className="list panel lined">
        {sheet.rows.map((row) => {
          const cell = row.cells[at];
          return (
            cell !== undefined && (
              <DayRow
                key={row.key}
                {...props}
                row={row}
                cell={cell}
                isChosen={chosen === row.key}
                onChoose={() => setChosen(row.key)}
              />
            )
          );
        })}
      </ul>
      <p className={`between ${classes.title}`}>
        <span>{timesheet.weekTotal}</span>
        <b>{total(sheet.seconds)}</b>
      </p>
    </>
  );
}

interface ChoiceProps extends Props {
  at: number;
  total: (seconds: number | undefined) => string;
}

function DayChoice({ sheet, days, today, at, total, onDay }: ChoiceProps) {
  const timesheet = useSheetGridWords();
  const format = useFormat();
  const { locale } = useSettings();
  const letter = new Intl.DateTimeFormat(locale, { weekday: "short", timeZone: "UTC" });
  return (
    <div role="group" aria-label={timesheet.days} className={`panel ${classes.days}`}>
      {days.map(({ day }, index) => (
        <button
          key={day}
          type="button"
          aria-pressed={index === at}
          data-today={day === today || undefined}
          onClick={() => onDay(day)}
        >
          <span className="visually-hidden">{format.longDay(day)}</span>
          <span aria-hidden>{letter.format(new Date(`${day}T00:00:00Z`))}</span>
          <b aria-hidden>{Number(day.slice(-2))}</b>
          <small>{total(sheet.daySeconds[index])}</small>
        </button>
      ))}
    </div>
  );
}

interface RowProps extends SheetProps {
  row: SheetRow;
  cell: SheetCell;
  isChosen: boolean;
  onChoose: () => void;
}

function DayRow(props: RowProps) {
  const { row, cell, isLoaded, names, edits, stateOf, labelOf, runningOf, isRemovable, onOpen, onRemoveRow } = props;
  const timesheet = useSheetGridWords();
  const format = useFormat();
  const { locale } = useSettings();
  const { projectId, taskId } = row;
  const { key, entries } = cell;
  const { day } = cell.day;
  const state = stateOf(key);
  const running = runningOf(row, day);
  const label = labelOf(row, cell, { state, runningSeconds: running });
  const isOne = entries.length <= 1;
  const canEdit = isLoaded && edits.canEdit(row, cell);
  const set = (seconds: number) => edits.set([{ projectId, taskId, day, seconds }]);
  return (
    <li
      className={`wrap ${classes.row}`}
      data-cell={key}
      onFocus={({ target }) => target instanceof HTMLInputElement && props.onChoose()}
    >
      <ColorDot color={projectColor(names.project(row))} />
      <span className={`fill ${classes.names}`}>
        <span className="cut">{names.projectName(row)}</span>
        <small className="dim cut">{names.taskName(row)}</small>
      </span>
      {running > 0 && <span className="small live number">+ {format.duration(running)}</span>}
      {state !== undefined && <StateMark state={state} />}
      {edits.canWrite && isLoaded && isRemovable(row) && (
        <IconButton label={timesheet.removeRow(names.nameOf(row))} onClick={() => onRemoveRow(row)}>
          <X size={16} aria-hidden />
        </IconButton>
      )}
      {entries.length > 0 && <OpenButton label={timesheet.open(label)} entries={entries} onOpen={() => onOpen(key)} />}
      <ParsedField
        label={label}
        value={entries.length === 0 ? undefined : cell.seconds}
        show={(seconds) => (seconds === undefined ? "" : format.duration(seconds))}
        parse={parseCell}
        echo={(seconds = 0) => {
          const effect = isOne ? "" : edits.effectOf({ projectId, taskId, day, seconds });
          return [formatDuration(seconds, "clock", locale), effect].filter(Boolean).join(" · ");
        }}
        disabled={!canEdit}
        className={classes.input}
        onChange={(seconds = 0) => set(seconds)}
      />
      {props.isChosen && canEdit && (
        <QuickAmounts name={names.nameOf(row)} onAdd={(seconds) => set(cell.seconds + seconds)} />
      )}
    </li>
  );
}

/** The amounts that a press adds, in minutes. */
const quickMinutes = [15, 30, 60];

function QuickAmounts({ name, onAdd }: { name: string; onAdd: (seconds: number) => void }) {
  const timesheet = useSheetGridWords();
  const { duration } = useFormat();
  return (
    <span className={`row ${classes.quick}`}>
      {quickMinutes.map((minutes) => (
        <Button
          key={minutes}
          aria-label={timesheet.addTo(duration(minutes * 60), name)}
          onClick={() => onAdd(minutes * 60)}
        >
          + {duration(minutes * 60)}
        </Button>
      ))}
    </span>
  );
}

interface OpenProps {
  label: string;
  entries: SheetCell["entries"];
  onOpen: () => void;
}

function OpenButton({ label, entries, onOpen }: OpenProps) {
  const isBroken = entries.some(({ breaks }) => breaks !== undefined);
  return (
    <IconButton
      className={classes.action}
      data-broken={isBroken || undefined}
      data-comment={entries.some(({ description }) => description !== "") || undefined}
      label={label}
      onClick={onOpen}
    >
      {isBroken ? <CircleAlert size={16} aria-hidden /> : <MessageSquare size={16} aria-hidden />}
      {entries.length > 1 && <small>{entries.length}</small>}
    </IconButton>
  );
}
