import { type SyntheticEvent, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { TokenChoiceLabel } from "#parts/entries/choices/token-choice.tsx";
import { nameOfChoice, useTokenChoices, useTokenLabel } from "#parts/entries/choices/use-token-choices.ts";
import { useMayCreate } from "#parts/entries/choices/use-project-choices.ts";
import { createProject } from "#api/task-of-choice.ts";
import { useText } from "#i18n/text.ts";
import { useUndoable } from "#state/undo.ts";
import type { FieldChoice } from "#ui/choices/field-with-choices.tsx";
import { putName, tokenAt, type TypedToken } from "#time/typed-token.ts";

/** The name of the project that the token can mean: one word, or several in quotes. Otherwise empty. */
function nameIn(token: TypedToken | undefined, typed: string): string {
  if (token?.kind !== "@" || token.name.includes("/")) return "";
  const isQuoted = typed[token.from + 1] === '"';
  return isQuoted || !/\s/.test(token.name) ? token.name : "";
}

type Field = HTMLInputElement | HTMLTextAreaElement;

export type DayField<Element extends Field = Field> = ReturnType<typeof useDayField<Element>>;

/** A field for a typed day. It suggests names after `@` and `#`; arrow keys and Enter, or a tap, insert one. */
export function useDayField<Element extends Field>(initial = "") {
  const [typed, setTyped] = useState(initial);
  const [cursor, setCursor] = useState(initial.length);
  /** The text after the last keystroke, and whether its list is open: Escape closes it until something is typed. */
  const [keyed, setKeyed] = useState({ typed: "", isOpen: false });
  const field = useRef<Element>(null);
  const { time } = useText();
  const { fail } = useUndoable();
  /** How many suggested names were put into the text. */
  const [names, setNames] = useState(0);
  // Otherwise, what is typed next may begin the text that was kept, or follow the text behind a name.
  const placeCursor = useEffectEvent(() => field.current?.setSelectionRange(cursor, cursor));
  useLayoutEffect(() => placeCursor(), [names]);
  const token = tokenAt(typed, cursor);
  const newName = nameIn(token, typed);
  const choices = useTokenChoices(token).map((choice): FieldChoice => ({
    key: choice.key,
    label: <TokenChoiceLabel choice={choice} />,
    choose: () => put(nameOfChoice(choice)),
  }));
  if (useMayCreate(newName))
    choices.push({
      key: "create",
      label: time.createProject(newName),
      isNew: true,
      choose() {
        createProject(newName).catch(fail);
        put(newName);
      },
    });
  const isClosed = keyed.typed === typed && !keyed.isOpen;
  const isChoosing = token !== undefined && choices.length > 0 && !isClosed;
  const focus = (): void => field.current?.focus();

  /** Replaces the text. The button that was pressed may disappear, so the field gets the focus. */
  function type(text: string): void {
    setTyped(text);
    setCursor(text.length);
    focus();
  }

  /** Completes the token with a name. */
  function put(name: string): void {
    if (token === undefined) return;
    const named = putName(typed, token, name);
    setTyped(named);
    setCursor(named.length - (typed.length - token.to));
    setNames(names + 1);
  }

  return {
    typed,
    type,
    focus,
    token,
    /** The number of the line with the cursor, from one. */
    line: typed.slice(0, cursor).split("\n").length,
    /** Whether the person has just typed the end of the text, because the arrow keys also lead to other lines. */
    isEndTyped: keyed.isOpen && keyed.typed === typed && cursor === typed.length,
    isChoosing,
    choices,
    listLabel: useTokenLabel(token),
    closeList: () => setKeyed({ typed, isOpen: false }),
    props: {
      ref: field,
      value: typed,
      onChange({ currentTarget }: SyntheticEvent<Element>) {
        setTyped(currentTarget.value);
        setKeyed({ typed: currentTarget.value, isOpen: true });
        setCursor(currentTarget.selectionStart ?? currentTarget.value.length);
      },
      onSelect: ({ currentTarget }: SyntheticEvent<Element>) => setCursor(currentTarget.selectionStart ?? 0),
    },
  };
}
