import { ChevronLeft, ChevronRight, Minus, Plus } from "lucide-react";
import { useMemo } from "react";
import { useSettings } from "#api/settings.ts";
import { type CalendarView, views } from "./shown-days.ts";
import group from "#pages/parts/button-group.module.css";
import classes from "./calendar-bar.module.css";

interface Props {
  view: CalendarView;
  days: readonly string[];
  isTodayShown: boolean;
  canWrite: boolean;
  onView: (view: CalendarView) => void;
  onTurn: (steps: number) => void;
  onToday: () => void;
  onNew: () => void;
  zoomIn: (() => void) | undefined;
  zoomOut: (() => void) | undefined;
}

/** Which days are shown, and how. */
export function CalendarBar({ view, days, isTodayShown, canWrite, onView, onTurn, onToday, onNew, ...props }: Props) {
  const { text, locale } = useSettings();
  const { calendar, shell } = text;
  const first = days[0] ?? "";
  const last = days.at(-1) ?? first;
  const period = useMemo(() => {
    const format = new Intl.DateTimeFormat(locale, {
      day: "numeric",
      month: "short",
      year: "numeric",
      ...(first === last ? { weekday: "long" } : {}),
      timeZone: "UTC",
    });
    const utc = (day: string) => new Date(`${day}T00:00:00Z`);
    return format.formatRange(utc(first), utc(last));
  }, [first, last, locale]);
  return (
    <div className={classes.bar}>
      <div className={classes.title}>
        <h1>{shell.calendar}</h1>
        <p role="status">{period}</p>
      </div>
      <div className={classes.controls}>
        <div className={`${group.group} ${classes.days}`}>
          <button type="button" aria-label={calendar.previous[view]} onClick={() => onTurn(-1)}>
            <ChevronLeft size={16} aria-hidden />
          </button>
          <button type="button" disabled={isTodayShown} onClick={onToday}>
            {calendar.today}
          </button>
          <button type="button" aria-label={calendar.next[view]} onClick={() => onTurn(1)}>
            <ChevronRight size={16} aria-hidden />
          </button>
        </div>
        <div className={`${group.group} ${classes.views}`} role="group" aria-label={calendar.view}>
          {views.map((each) => (
            <button key={each} type="button" aria-pressed={each === view} onClick={() => onView(each)}>
              {calendar.views[each]}
            </button>
          ))}
        </div>
        <div className={group.group}>
          <button
            type="button"
            aria-label={calendar.zoomOut}
            disabled={props.zoomOut === undefined}
            onClick={props.zoomOut}
          >
            <Minus size={16} aria-hidden />
          </button>
          <button
            type="button"
            aria-label={calendar.zoomIn}
            disabled={props.zoomIn === undefined}
            onClick={props.zoomIn}
          >
            <Plus size={16} aria-hidden />
          </button>
        </div>
        {canWrite && (
          <button type="button" className={classes.new} onClick={onNew}>
            {calendar.newEntry}
          </button>
        )}
      </div>
    </div>
  );
}
