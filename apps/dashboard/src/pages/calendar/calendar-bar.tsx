import { Minus, Plus } from "lucide-react";
import type { ReactNode } from "react";
import { useSearchParams } from "wouter";
import { useCalendarWords } from "#i18n/words/use-calendar-words.ts";
import { formatDays } from "#i18n/formats/format-days.ts";
import { useText } from "#i18n/text.ts";
import { useSettings } from "#state/settings/settings.ts";
import { Segmented, Steps } from "#ui/choices/groups.tsx";
import { useIsPhone } from "#ui/theme/use-media.ts";
import { type CalendarView, daysOf, readAddress, views } from "./shown-days.ts";
import classes from "./calendar-bar.module.css";

interface Props {
  today: string;
  /** Shows another view of the same date. */
  onView: (view: CalendarView) => void;
  onTurn: (steps: number) => void;
  onToday: () => void;
  zoomIn: (() => void) | undefined;
  zoomOut: (() => void) | undefined;
  /** The primary button, last. */
  children: ReactNode;
}

/** Buttons to move between days, and the choice of view. */
export function CalendarBar({ today, onView, onTurn, onToday, ...props }: Props) {
  const text = useText();
  const { locale, weekStart } = useSettings();
  const calendar = useCalendarWords();
  // The days in the address, not those of the grid, so that a press shows at once.
  const { view, date } = readAddress(useSearchParams()[0], today, useIsPhone());
  const days = daysOf(view, date, weekStart);
  const first = days[0] ?? "";
  const last = days.at(-1) ?? first;
  const weekday = first === last ? ({ weekday: "long" } as const) : {};
  const period = formatDays(first, last, locale, { day: "numeric", month: "short", year: "numeric", ...weekday });
  return (
    <div className={`between period-bar ${classes.bar}`}>
      <div className={`wrap ${classes.title}`}>
        <h1>{text.screens.calendar}</h1>
        <p role="status" className="dim">
          {period}
        </p>
      </div>
      <div className={`buttons ${classes.controls}`}>
        <Steps
          className={classes.days}
          labels={[calendar.previous[view], calendar.next[view]]}
          now={{ label: text.days.today, disabled: days.includes(today), onClick: onToday }}
          onStep={onTurn}
        />
        <Segmented
          label={calendar.view}
          className={classes.views}
          value={view}
          options={views.map((each) => [each, calendar.views[each]])}
          onChange={onView}
        />
        <Steps
          labels={[calendar.zoomOut, calendar.zoomIn]}
          icons={[<Minus size={16} aria-hidden />, <Plus size={16} aria-hidden />]}
          isFirst={props.zoomOut === undefined}
          isLast={props.zoomIn === undefined}
          onStep={(step) => (step < 0 ? props.zoomOut?.() : props.zoomIn?.())}
        />
        {props.children}
      </div>
    </div>
  );
}
