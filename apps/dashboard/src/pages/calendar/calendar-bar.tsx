import { ChevronLeft, ChevronRight, Minus, Plus } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { withFrenchFirst } from "#i18n/french-first.ts";
import { useText } from "#i18n/text.ts";
import { useSettings } from "#state/settings/settings.ts";
import { type CalendarView, views } from "./shown-days.ts";
import group from "#ui/button/button-group.module.css";
import classes from "./calendar-bar.module.css";

interface Props {
  view: CalendarView;
  days: readonly string[];
  isTodayShown: boolean;
  onView: (view: CalendarView) => void;
  onTurn: (steps: number) => void;
  onToday: () => void;
  zoomIn: (() => void) | undefined;
  zoomOut: (() => void) | undefined;
  /** The primary button, last. */
  children: ReactNode;
}

/** Buttons to move between days, and the choice of view. */
export function CalendarBar({ view, days, isTodayShown, onView, onTurn, onToday, ...props }: Props) {
  const text = useText();
  const { locale } = useSettings();
  const { calendar, screens } = text;
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
    return withFrenchFirst(format.formatRange(utc(first), utc(last)), locale);
  }, [first, last, locale]);
  return (
    <div className={classes.bar}>
      <div className={classes.title}>
        <h1>{screens.calendar}</h1>
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
        {props.children}
      </div>
    </div>
  );
}
