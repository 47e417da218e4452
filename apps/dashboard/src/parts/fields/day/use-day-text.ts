import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useText } from "#i18n/text.ts";
import { useSettings } from "#state/settings/settings.ts";
import { isWholeDay, parseDay, showDay } from "#time/parse-day.ts";

/** Reads a period, such as `Q3`, that was typed instead of a day. Returns the function that chooses it. */
export type ReadPeriod = (typed: string, today: string) => (() => void) | undefined;

interface Options {
  /** `YYYY-MM-DD`, or empty; so are `min` and `max`. */
  value: string;
  min: string;
  max: string;
  today: string;
  /** Reports the day only when the person leaves the field or presses Enter, not during typing. */
  isLate: boolean;
  onChange: (day: string) => void;
  readPeriod: ReadPeriod | undefined;
}

/** The state of a day field's text: reports the day that the text names, or explains why it names none. */
export function useDayText({ value, min, max, today, isLate, onChange, readPeriod }: Options) {
  const { locale } = useSettings();
  const [typed, setTyped] = useState<string>();
  const [isLeft, setIsLeft] = useState(false);
  const ref = useRef<HTMLInputElement>(null);

  const read = (words: string) => (words.trim() === "" ? "" : parseDay(words, today, locale));
  const explain = useExplain({ min, max, today, readPeriod }, read);
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
    const day = read(typed);
    if (day === undefined) readPeriod?.(typed, today)?.();
    report(day);
    setTyped(undefined);
  }

  return {
    ref,
    /** Undefined while the field shows the value. */
    typed,
    wrong,
    /** The error, which is shown only after the person has left the field. */
    message: isLeft ? wrong : "",
    type,
    commit,

    choose(day: string): void {
      setTyped(undefined);
      report(day);
    },

    /**
     * Restores the value if the text names another day, or none. Otherwise leaves the key to the elements around the
     * field.
     */
    cancel(event: KeyboardEvent): void {
      if (typed === undefined || read(typed) === value) return;
      event.preventDefault();
      event.stopPropagation();
      setTyped(undefined);
    },
  };
}

/** Returns a function that explains what is wrong with a typed text; empty if nothing is. */
function useExplain(
  { min, max, today, readPeriod }: Pick<Options, "min" | "max" | "today" | "readPeriod">,
  read: (typed: string) => string | undefined,
): (typed: string) => string {
  const { days } = useText();
  const { locale } = useSettings();
  return (typed) => {
    const day = read(typed);
    if (day === "" || (day === undefined && readPeriod?.(typed, today) !== undefined)) return "";
    if (day === undefined) return days.notADay(showDay(today, locale));
    if (min !== "" && day < min) return days.tooEarly(showDay(min, locale));
    return max !== "" && day > max ? days.tooLate(showDay(max, locale)) : "";
  };
}
