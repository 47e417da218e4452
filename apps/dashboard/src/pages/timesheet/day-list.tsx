import { CircleAlert, MessageSquare, X } from "lucide-react";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import { useSettings } from "#state/settings/settings.ts";
import { formatDuration } from "@stint/grammar/time-text.ts";
import { ColorDot } from "#ui/color-dot.tsx";
import { ParsedField } from "#ui/fields/parsed-field.tsx";
import { projectColor } from "#ui/project-color.ts";
import { IconButton } from "#ui/button/button.tsx";
import { StateMark } from "./grid/sheet-cell.tsx";
import type { SheetProps } from "./grid/sheet-grid.tsx";
import { parseCell } from "./grid/table-text.ts";
import classes from "./day-list.module.css";

interface Props extends SheetProps {
  shown: string;
  onDay: (day: string) => void;
}

/** The timesheet on narrow screens, as a list of one day at a time. */
export function DayList(props: Props) {
  const { sheet, days, today, isLoaded, names, edits, stateOf, labelOf, runningOf, isRemovable, onOpen, onRemoveRow } =
    props;
  const text = useText();
  const format = useFormat();
  const { locale } = useSettings();
  const { timesheet } = text;
  const at = Math.max(
    0,
    days.findIndex(({ day }) => day === props.shown),
  );
  const day = days[at]?.day ?? props.shown;
  const letter = new Intl.DateTimeFormat(locale, { weekday: "short", timeZone: "UTC" });
  return (
    <>
      <div role="group" aria-label={timesheet.days} className={`panel ${classes.days}`}>
        {days.map((each, index) => (
          <button
            key={each.day}
            type="button"
            aria-pressed={index === at}
            data-today={each.day === today || undefined}
            onClick={() => props.onDay(each.day)}
          >
            <span className="visually-hidden">{format.longDay(each.day)}</span>
            <span aria-hidden>{letter.format(new Date(`${each.day}T00:00:00Z`))}</span>
            <b aria-hidden>{Number(each.day.slice(-2))}</b>
            <small>{isLoaded ? format.duration(sheet.daySeconds[index] ?? 0) : "…"}</small>
          </button>
        ))}
      </div>
      <h2 className={`between ${classes.title}`}>
        <span>{format.longDay(day)}</span>
        <span>{isLoaded ? format.duration(sheet.daySeconds[at] ?? 0) : "…"}</span>
      </h2>
      <ul className="list panel">
        {sheet.rows.map((row) => {
          const cell = row.cells[at];
          if (cell === undefined) return null;
          const { projectId, taskId } = row;
          const state = stateOf(cell.key);
          const running = runningOf(row, day);
          const label = labelOf(row, cell, { state, runningSeconds: running });
          const isBroken = cell.entries.some(({ breaks }) => breaks !== undefined);
          const isOne = cell.entries.length <= 1;
          return (
            <li key={row.key} className={`row ${classes.row}`} data-cell={cell.key}>
              <ColorDot color={projectColor(names.project(row))} />
              <span className={`fill ${classes.names}`}>
                <span className="cut">{names.projectName(row)}</span>
                <small className="dim cut">{names.taskName(row)}</small>
              </span>
              {running > 0 && <span className="small live number">+ {format.duration(running)}</span>}
              {state !== undefined && (
                <span className={classes.state}>
                  <StateMark state={state} />
                </span>
              )}
              {edits.canWrite && isLoaded && isRemovable(row) && (
                <IconButton label={timesheet.removeRow(names.nameOf(row))} onClick={() => onRemoveRow(row)}>
                  <X size={16} aria-hidden />
                </IconButton>
              )}
              {cell.entries.length > 0 && (
                <IconButton
                  className={classes.action}
                  data-broken={isBroken || undefined}
                  data-comment={cell.entries.some(({ description }) => description !== "") || undefined}
                  label={timesheet.open(label)}
                  onClick={() => onOpen(cell.key)}
                >
                  {isBroken ? <CircleAlert size={16} aria-hidden /> : <MessageSquare size={16} aria-hidden />}
                  {!isOne && <small>{cell.entries.length}</small>}
                </IconButton>
              )}
              <ParsedField
                label={label}
                value={cell.entries.length === 0 ? undefined : cell.seconds}
                show={(seconds) => (seconds === undefined ? "" : format.duration(seconds))}
                parse={parseCell}
                echo={(seconds = 0) => {
                  const effect = isOne ? "" : edits.effectOf({ projectId, taskId, day, seconds });
                  return [formatDuration(seconds, "clock", locale), effect].filter(Boolean).join(" · ");
                }}
                disabled={!isLoaded || !edits.canEdit(row, cell)}
                className={classes.input}
                onChange={(seconds = 0) => edits.set([{ projectId, taskId, day, seconds }])}
              />
            </li>
          );
        })}
      </ul>
      <p className={`between ${classes.title}`}>
        <span>{timesheet.weekTotal}</span>
        <b>{isLoaded ? format.duration(sheet.seconds) : "…"}</b>
      </p>
    </>
  );
}
