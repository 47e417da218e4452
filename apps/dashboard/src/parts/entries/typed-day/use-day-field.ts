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

function useChoicesFor(token: TypedToken | undefined, typed: string): readonly TokenChoice[] {
  const found = useTokenChoices(token);
  const newName = nameIn(token, typed);
  return useMayCreate(newName) ? [...found, { key: "create", name: newName, isNew: true }] : found;
}

type Field = HTMLInputElement | HTMLTextAreaElement;

export type DayField = ReturnType<typeof useDayField>;

/** A field for a typed day. It suggests names after `@` and `#`; arrow keys and Enter, or a tap, insert one. */
export function useDayField<Element extends Field>(initial = "") {
  const [{ typed, cursor }, set] = useState({ typed: initial, cursor: initial.length });
  const field = useRef<Element>(null);
  const { fail } = useUndoable();
  const goTo = (at: number) => field.current?.setSelectionRange(at, at);
  const goToEnd = useEffectEvent(() => goTo(cursor));
  // Otherwise, what is typed next may begin the text that was kept.
  useEffect(() => goToEnd(), []);
  const token = tokenAt(typed, cursor);
  const choices = useChoicesFor(token, typed);
  const count = choices.length;
  const isChoosing = token !== undefined && count > 0;
  // Typing removes the highlight, so that Enter submits the whole text.
  const { active, move, moveTo } = useActiveOption({ count, first: -1, typed: `${typed} ${isChoosing}` });

  const focus = (): void => field.current?.focus();

  /** Replaces the text. The button that was pressed may disappear, so the field gets the focus. */
  function type(text: string): void {
    set({ typed: text, cursor: text.length });
    focus();
  }

  function choose(choice: TokenChoice | undefined): void {
    if (token === undefined || choice === undefined) return;
    const name = choice.project === undefined ? choice.name : nameOfChoice(choice);
    if (choice.isNew === true) createProject(name).catch(fail);
    const named = putName(typed, token, name);
    const at = named.length - (typed.length - token.to);
    // Renders synchronously, because the cursor can be placed after the name only once the field contains it.
    flushSync(() => set({ typed: named, cursor: at }));
    goTo(at);
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
      onChange: ({ currentTarget: { value, selectionStart } }: SyntheticEvent<Element>) =>
        set({ typed: value, cursor: selectionStart ?? value.length }),
      onSelect: ({ currentTarget: { selectionStart } }: SyntheticEvent<Element>) =>
        set((before) => ({ ...before, cursor: selectionStart ?? 0 })),
    },
  };
}
