import { type KeyboardEvent, type SyntheticEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { nameOfChoice, type TokenChoice, useTokenChoices } from "#parts/entries/choices/use-token-choices.ts";
import { useMayCreate } from "#parts/entries/choices/use-project-choices.ts";
import { createProject } from "#api/task-of-choice.ts";
import { useUndoable } from "#state/undo.ts";
import { useActiveOption } from "#ui/menu/list-box.tsx";
import { putName, tokenAt, type TypedToken } from "#time/typed-token.ts";

/** The name of the project that the token can mean: one word, or several in quotes. Otherwise empty. */
function nameIn(token: TypedToken | undefined, typed: string): string {
  if (token?.kind !== "@" || token.name.includes("/")) return "";
  const isQuoted = typed[token.from + 1] === '"';
  return isQuoted || !/\s/.test(token.name) ? token.name : "";
}

type Field = HTMLInputElement | HTMLTextAreaElement;

export type DayField = ReturnType<typeof useDayField>;

/** A field for a typed day. It suggests names after `@` and `#`; arrow keys and Enter, or a tap, insert one. */
export function useDayField<Element extends Field>(initial = "") {
  const [typed, setTyped] = useState(initial);
  const [cursor, setCursor] = useState(initial.length);
  const field = useRef<Element>(null);
  const { fail } = useUndoable();
  // Otherwise, what is typed next may begin the text that was kept.
  const goToEnd = useEffectEvent(() => field.current?.setSelectionRange(cursor, cursor));
  useEffect(() => goToEnd(), []);
  const token = tokenAt(typed, cursor);
  const found = useTokenChoices(token);
  const newName = nameIn(token, typed);
  const choices = useMayCreate(newName) ? [...found, { key: "create", name: newName, isNew: true }] : found;
  const isChoosing = token !== undefined && choices.length > 0;
  // Typing removes the highlight, so that Enter submits the whole text.
  const { active, move, moveTo } = useActiveOption({
    count: choices.length,
    first: -1,
    typed: `${typed} ${isChoosing}`,
  });

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
    if (choice.isNew === true) createProject(name).catch(fail);
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
    if (!isChoosing) return false;
    if (event.key !== "Enter" || active < 0) return move(event);
    event.preventDefault();
    choose(choices[active]);
    return true;
  }

  return {
    typed,
    type,
    focus,
    token,
    /** The number of the line with the cursor, from one. */
    line: typed.slice(0, cursor).split("\n").length,
    isAtEnd: cursor === typed.length,
    isChoosing,
    choices,
    active,
    moveTo,
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
