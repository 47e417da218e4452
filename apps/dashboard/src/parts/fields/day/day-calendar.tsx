import { ChevronLeft, ChevronRight } from "lucide-react";
import { withFrenchFirst } from "#i18n/formats/french-first.ts";
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from "react";
import { useText } from "#i18n/text.ts";
import { useSettings } from "#state/settings/settings.ts";
import { addMonths, clampDay, dayOfKey, listWeeks } from "#time/month-grid.ts";
import { Popover } from "#ui/menu/popover.tsx";
import { Button, IconButton } from "#ui/button/button.tsx";
import classes from "./day-calendar.module.css";

interface Props {
  anchor: RefObject<HTMLElement | null>;
  value: string;
  today: string;
  min: string | undefined;
  max: string | undefined;
  onChoose: (day: string) => void;
  onClose: () => void;
}

/** A month calendar below a date field. Weeks start on the account's first day of the week. */
export function DayCalendar({ anchor, value, today, min, max, onChoose, onClose }: Props) {
  const text = useText();
  const { weekStart } = useSettings();
  const [day, setDay] = useState(() => clampDay(value || today, min, max));
  const headingId = useId();
  const grid = useRef<HTMLTableElement>(null);
  const movedByKey = useRef(false);
  useEffect(() => {
    if (movedByKey.current) grid.current?.querySelector<HTMLElement>("[tabindex='0']")?.focus();
    movedByKey.current = false;
  }, [day]);

  const move = (to: string) => setDay(clampDay(to, min, max));
  function press(event: KeyboardEvent): void {
    const to = dayOfKey(event.key, day, weekStart);
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    movedByKey.current = clampDay(to, min, max) !== day;
    move(to);
  }

  const names = useNames();
  const weeks = listWeeks(day, weekStart);
  const isAllowed = (each: string) => clampDay(each, min, max) === each;
  const step = (months: number, label: string) => {
    const isLast = clampDay(addMonths(day, months), min, max).slice(0, 7) === day.slice(0, 7);
    const Icon = months < 0 ? ChevronLeft : ChevronRight;
    return (
      <IconButton label={label} disabled={isLast} onClick={() => move(addMonths(day, months))}>
        <Icon size={16} aria-hidden />
      </IconButton>
    );
  };
  return (
    <Popover label={text.days.calendar} anchor={anchor} align="end" width={288} onClose={onClose}>
      <div className="between">
        {step(-1, text.days.previousMonth)}
        <b id={headingId} aria-live="polite">
          {names.month(day)}
        </b>
        {step(1, text.days.nextMonth)}
      </div>
      <table ref={grid} role="grid" aria-labelledby={headingId} className={classes.grid} onKeyDown={press}>
        <thead>
          <tr>
            {weeks[0]?.map((each) => (
              <th key={each} scope="col" abbr={names.weekday(each)}>
                {names.shortWeekday(each).slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <Weeks weeks={weeks} day={day} value={value} today={today} isAllowed={isAllowed} onChoose={onChoose} />
      </table>
      <Button kind="quiet" disabled={!isAllowed(today)} onClick={() => onChoose(today)}>
        {text.days.today}
      </Button>
    </Popover>
  );
}

interface WeeksProps extends Pick<Props, "value" | "today" | "onChoose"> {
  weeks: readonly (readonly string[])[];
  /** The day that has the focus or gets it. */
  day: string;
  isAllowed: (day: string) => boolean;
}

function Weeks({ weeks, day, value, today, isAllowed, onChoose }: WeeksProps) {
  const names = useNames();
  return (
    <tbody>
      {weeks.map((week) => (
        <tr key={week[0]}>
          {week.map((each) => (
            <td key={each} aria-selected={each === value}>
              <Button
                kind="quiet"
                aria-label={names.day(each)}
                aria-current={each === today ? "date" : undefined}
                disabled={!isAllowed(each)}
                tabIndex={each === day ? 0 : -1}
                data-autofocus={each === day || undefined}
                data-beside={!each.startsWith(day.slice(0, 7)) || undefined}
                onClick={() => onChoose(each)}
              >
                {Number(each.slice(8))}
              </Button>
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

/** Functions that name the month, the day and the weekday of a day. */
function useNames() {
  const { locale } = useSettings();
  const format = (options: Intl.DateTimeFormatOptions) => {
    const made = new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" });
    return (each: string) => withFrenchFirst(made.format(new Date(`${each}T00:00:00Z`)), locale);
  };
  return {
    month: format({ month: "long", year: "numeric" }),
    day: format({ dateStyle: "full" }),
    weekday: format({ weekday: "long" }),
    shortWeekday: format({ weekday: "short" }),
  };
}
