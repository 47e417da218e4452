import { CalendarDays } from "lucide-react";
import { type KeyboardEvent, lazy, Suspense, useEffect, useRef, useState } from "react";
import { clock } from "#api/client.ts";
import { useText } from "#i18n/text.ts";
import { useSettings } from "#state/settings/settings.ts";
import { isWholeDay, parseDay, showDay, showPattern } from "#time/parse-day.ts";
import { readDay } from "#time/read-day.ts";
import { dayOf } from "#time/zoned.ts";
import { useFloating } from "#ui/menu/floating.tsx";
import icon from "#ui/button/icon-button.module.css";

const DayCalendar = lazy(() => import("./day-calendar.tsx").then((m) => ({ default: m.DayCalendar })));

export interface DayProps {
  /** `YYYY-MM-DD`, or empty. */
  value: string;
  onChange: (day: string) => void;
  min?: string | undefined;
  max?: string | undefined;
  required?: boolean;
  disabled?: boolean;
  readOnly?: boolean;
  autoFocus?: boolean;
  /** Reports the day only when the person leaves the field or presses Enter, not during typing. */
  isLate?: boolean;
}

/** Returns the props and elements of a text field for a day, with a calendar button. Screens and forms use it. */
export function useDayInput(props: DayProps) {
  const { onChange, isLate = false, autoFocus = false, value: given, min: least, max: most, ...rest } = props;
  // Drops unreadable values, because the URL that they may come from can contain anything.
  const [value = "", min = "", max = ""] = [given, least, most].map((day) => readDay(day ?? null));
  const text = useText();
  const { locale, zone } = useSettings();
  const today = dayOf(clock.now(), zone);
  const [typed, setTyped] = useState<string>();
  const [isLeft, setIsLeft] = useState(false);
  const ref = useRef<HTMLInputElement>(null);
  const { anchor, isOpen, open, close, button } = useFloating();

  const read = (words: string) => (words.trim() === "" ? "" : parseDay(words, today, locale));
  function explain(typedNow: string): string {
    const day = read(typedNow);
    if (day === undefined) return text.days.notADay(showDay(today, locale));
    if (day === "") return "";
    if (min !== "" && day < min) return text.days.tooEarly(showDay(min, locale));
    return max !== "" && day > max ? text.days.tooLate(showDay(max, locale)) : "";
  }
  const wrong = typed === undefined ? "" : explain(typed);
  // While a custom validity message is set, the browser blocks the form and shows the message.
  useEffect(() => ref.current?.setCustomValidity(wrong), [wrong]);

  function report(day: string | undefined): void {
    if (day !== undefined && day !== value) onChange(day);
  }

  function type(typedNow: string): void {
    setTyped(typedNow);
    setIsLeft(false);
    const isDone = typedNow === "" || isWholeDay(typedNow);
    if (!isLate && isDone && explain(typedNow) === "") report(read(typedNow));
  }

  function commit(): void {
    setIsLeft(true);
    // Unreadable text stays in the field, marked as an error, so nothing typed is lost.
    if (typed === undefined || wrong !== "") return;
    report(read(typed));
    setTyped(undefined);
  }

  function press(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.key === "Enter") commit();
    if (event.key === "ArrowDown" && event.altKey) {
      event.preventDefault();
      open();
    }
    if (event.key === "Escape" && typed !== undefined && read(typed) !== value) {
      event.preventDefault();
      event.stopPropagation();
      setTyped(undefined);
    }
  }

  const isFixed = rest.disabled === true || rest.readOnly === true;
  return {
    message: isLeft ? wrong : "",
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
    calendar: !isFixed && (
      <>
        <button {...button} className={icon.button} aria-label={text.days.openCalendar} aria-haspopup="dialog">
          <CalendarDays size={16} aria-hidden />
        </button>
        {isOpen && (
          <Suspense>
            <DayCalendar
              {...{ anchor, value, today, min, max }}
              onChoose={(day) => {
                setTyped(undefined);
                report(day);
                close();
              }}
              onClose={close}
            />
          </Suspense>
        )}
      </>
    ),
  };
}
