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
  const text = useText();
  const { locale } = useSettings();
  const [typed, setTyped] = useState<string>();
  const [isLeft, setIsLeft] = useState(false);
  const ref = useRef<HTMLInputElement>(null);

  const read = (words: string) => (words.trim() === "" ? "" : parseDay(words, today, locale));
  function explain(typedNow: string): string {
    const day = read(typedNow);
    if (day === undefined && readPeriod?.(typedNow, today) !== undefined) return "";
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
