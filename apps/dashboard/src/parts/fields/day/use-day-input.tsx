import { CalendarDays } from "lucide-react";
import { type KeyboardEvent } from "react";
import { clock } from "#api/connection/client.ts";
import { useText } from "#i18n/text.ts";
import { useSettings } from "#state/settings/settings.ts";
import { showDay, showPattern } from "#time/parse-day.ts";
import { readDay } from "#time/read-day.ts";
import { dayOf } from "#time/zoned.ts";
import { apart } from "#ui/apart.ts";
import { useFloating } from "#ui/floating/floating.tsx";
import { type ReadPeriod, useDayText } from "./use-day-text.ts";
import { Part } from "#ui/dialog/part.tsx";
import { IconButton } from "#ui/button/button.tsx";

const DayCalendar = apart(() => import("./day-calendar.tsx").then((m) => m.DayCalendar)).show;

export interface DayProps {
  /** `YYYY-MM-DD`, or empty. */
  value: string;
  onChange: (day: string) => void;
  readPeriod?: ReadPeriod;
  min?: string | undefined;
  max?: string | undefined;
  required?: boolean;
  disabled?: boolean;
  readOnly?: boolean;
  autoFocus?: boolean;
  /** Reports the day only when the person leaves the field or presses Enter, not during typing. */
  isLate?: boolean;
}

/** Returns the props and elements of a text field for a day, with a calendar button. */
export function useDayInput(props: DayProps) {
  const {
    onChange,
    readPeriod,
    isLate = false,
    autoFocus = false,
    value: given,
    min: least,
    max: most,
    ...rest
  } = props;
  // Drops unreadable values, because they may come from a URL, which can contain anything.
  const [value = "", min = "", max = ""] = [given, least, most].map((day) => readDay(day ?? null));
  const text = useText();
  const { locale, zone } = useSettings();
  const today = dayOf(clock.now(), zone);
  const days = { value, min, max, today };
  const { ref, typed, wrong, message, type, choose, commit, cancel } = useDayText({
    ...days,
    isLate,
    onChange,
    readPeriod,
  });
  const floating = useFloating();

  function press(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.key === "Enter") commit();
    if (event.key === "ArrowDown" && event.altKey) {
      event.preventDefault();
      floating.open();
    }
    if (event.key === "Escape") cancel(event);
  }

  const isFixed = rest.disabled === true || rest.readOnly === true;
  return {
    message,
    input: {
      ...rest,
      ref,
      value: typed ?? (value === "" ? "" : showDay(value, locale)),
      placeholder: showPattern(locale, text.days.pattern),
      autoComplete: "off",
      "aria-invalid": wrong !== "" || undefined,
      "data-autofocus": autoFocus || undefined,
      onChange: (event: { currentTarget: HTMLInputElement }) => type(event.currentTarget.value),
      onBlur: commit,
      onKeyDown: press,
    },
    calendar: !isFixed && <CalendarButton floating={floating} days={days} onChoose={choose} />,
  };
}

interface CalendarProps {
  floating: ReturnType<typeof useFloating>;
  days: { value: string; min: string; max: string; today: string };
  onChoose: (day: string) => void;
}

function CalendarButton({ floating, days, onChoose }: CalendarProps) {
  const text = useText();
  const { anchor, isOpen, close, button } = floating;
  return (
    <>
      <IconButton {...button} label={text.days.openCalendar} aria-haspopup="dialog">
        <CalendarDays size={16} aria-hidden />
      </IconButton>
      {isOpen && (
        <Part onClose={close}>
          <DayCalendar
            {...days}
            anchor={anchor}
            onChoose={(day) => {
              onChoose(day);
              close();
            }}
            onClose={close}
          />
        </Part>
      )}
    </>
  );
}
