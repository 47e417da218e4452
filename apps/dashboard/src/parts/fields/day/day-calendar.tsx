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
  const { locale, weekStart } = useSettings();
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

  const format = (options: Intl.DateTimeFormatOptions) => {
    const made = new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" });
    return (each: string) => withFrenchFirst(made.format(new Date(`${each}T00:00:00Z`)), locale);
  };
  const [monthName, fullDay] = [format({ month: "long", year: "numeric" }), format({ dateStyle: "full" })];
  const [weekday, shortWeekday] = [format({ weekday: "long" }), format({ weekday: "short" })];
  const weeks = listWeeks(day, weekStart);
  const isAllowed = (each: string) => clampDay(each, min, max) === each;
  const month = day.slice(0, 7);
  const step = (months: number, label: string) => {
    const isLast = clampDay(addMonths(day, months), min, max).slice(0, 7) === month;
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
          {monthName(day)}
        </b>
        {step(1, text.days.nextMonth)}
      </div>
      <table ref={grid} role="grid" aria-labelledby={headingId} className={classes.grid} onKeyDown={press}>
        <thead>
          <tr>
            {weeks[0]?.map((each) => (
              <th key={each} scope="col" abbr={weekday(each)}>
                {shortWeekday(each).slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((each) => (
                <td key={each} aria-selected={each === value}>
                  <button
                    type="button"
                    aria-label={fullDay(each)}
                    aria-current={each === today ? "date" : undefined}
                    disabled={!isAllowed(each)}
                    tabIndex={each === day ? 0 : -1}
                    data-autofocus={each === day || undefined}
                    data-beside={!each.startsWith(month) || undefined}
                    onClick={() => onChoose(each)}
                  >
                    {Number(each.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Button kind="quiet" disabled={!isAllowed(today)} onClick={() => onChoose(today)}>
        {text.calendar.today}
      </Button>
    </Popover>
  );
}
