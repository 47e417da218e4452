import { type KeyboardEvent, type SyntheticEvent, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { nameOfChoice, type TokenChoice, useTokenChoices } from "#parts/entries/choices/use-token-choices.ts";
import { putName, tokenAt } from "#time/typed-token.ts";

type Field = HTMLInputElement | HTMLTextAreaElement;

export type DayField = ReturnType<typeof useDayField>;

/** A field for a typed day. It suggests names after `@` and `#`; arrow keys and Enter, or a tap, insert one. */
export function useDayField<Element extends Field>(initial = "") {
  const [typed, setTyped] = useState(initial);
  const [cursor, setCursor] = useState(initial.length);
  const [active, setActive] = useState(-1);
  const field = useRef<Element>(null);
  const token = tokenAt(typed, cursor);
  const choices = useTokenChoices(token);
  const isChoosing = token !== undefined && choices.length > 0;
  // Typing removes the highlight, so that Enter submits the whole text.
  useEffect(() => setActive(-1), [typed, isChoosing]);

  const focus = (): void => field.current?.focus();

  /** Replaces the text. The button that was pressed may disappear, so the field gets the focus. */
  function type(text: string): void {
    setTyped(text);
    setCursor(text.length);
    focus();
  }

  function choose(choice: TokenChoice | undefined): void {
    if (token === undefined || choice === undefined) return;
    const name = choice.project === undefined ? choice.name : nameOfChoice(choice);
    const named = putName(typed, token, name);
    const at = named.length - (typed.length - token.to);
    // Renders synchronously, because the cursor can be placed after the name only once the field contains it.
    flushSync(() => {
      setTyped(named);
      setCursor(at);
    });
    field.current?.setSelectionRange(at, at);
  }

  /** Returns whether the suggestions handled the key. */
  function press(event: KeyboardEvent): boolean {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const isForChoices = isChoosing && (step !== undefined || (event.key === "Enter" && active >= 0));
    if (!isForChoices) return false;
    event.preventDefault();
    if (step === undefined) choose(choices[active]);
    else setActive(active < 0 && step < 0 ? choices.length - 1 : (active + step + choices.length) % choices.length);
    return true;
  }

  return {
    typed,
    type,
    focus,
    token,
    isChoosing,
    choices,
    active,
    setActive,
    choose,
    press,
    props: {
      ref: field,
      value: typed,
      onChange({ currentTarget }: SyntheticEvent<Element>) {
        setTyped(currentTarget.value);
        setCursor(currentTarget.selectionStart ?? currentTarget.value.length);
      },
      onSelect: ({ currentTarget }: SyntheticEvent<Element>) => setCursor(currentTarget.selectionStart ?? 0),
    },
  };
}
