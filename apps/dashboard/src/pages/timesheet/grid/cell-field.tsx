import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from "react";
import { useSettings } from "#state/settings/settings.ts";
import fields from "#ui/fields/field.module.css";
import { formatDuration } from "@stint/grammar/time-text.ts";
import { parseCell } from "./table-text.ts";
import type { Leave } from "./use-sheet-keys.ts";
import classes from "./sheet-grid.module.css";

interface Props {
  label: string;
  /** The cell's text when editing starts. */
  initial: string;
  /** Whether typing started the edit. If so, the left and right arrows leave the cell, as in a spreadsheet. */
  isTyped: boolean;
  effectOf: (seconds: number) => string;
  /** Called with the typed seconds; undefined if the edit was cancelled or changed nothing. */
  onLeave: (seconds: number | undefined, leave: Leave | undefined) => void;
  /** Called with unreadable text. */
  onInvalid: (typed: string) => void;
}

/** The field of the cell being edited. During typing, it shows how the text is understood and what it will change. */
export function CellField({ label, initial, isTyped, effectOf, onLeave, onInvalid }: Props) {
  const [typed, setTyped] = useState(initial);
  const input = useRef<HTMLInputElement>(null);
  const isLeft = useRef(false);
  const echoId = useId();
  const seconds = parseCell(typed);
  // Unreadable initial text counts as a change, because it isn't the cell's value.
  const isChanged = isTyped || typed !== initial || parseCell(initial) === undefined;

  useLayoutEffect(() => {
    const { current } = input;
    current?.focus();
    if (isTyped) current?.setSelectionRange(initial.length, initial.length);
    else current?.select();
  }, [initial, isTyped]);

  function leave(where: Leave | undefined): void {
    // Ignores the blur that removing the field from the page causes.
    if (isLeft.current) return;
    if (isChanged && seconds === undefined) return onInvalid(typed);
    isLeft.current = true;
    onLeave(isChanged ? seconds : undefined, where);
  }

  function press(event: KeyboardEvent<HTMLInputElement>): void {
    const where = leaveOf(event, isTyped);
    // Keeps Ctrl/⌘ Z, C and V from the grid, because the field handles them itself.
    event.stopPropagation();
    if (event.key === "Escape") {
      event.preventDefault();
      isLeft.current = true;
      onLeave(undefined, "stay");
    } else if (where !== undefined) {
      event.preventDefault();
      leave(where);
    }
  }

  return (
    <span className={classes.field}>
      <input
        ref={input}
        aria-label={label}
        aria-invalid={seconds === undefined || undefined}
        aria-describedby={echoId}
        autoComplete="off"
        inputMode="text"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={() => leave(undefined)}
        onKeyDown={press}
      />
      <span id={echoId} role="status" className={`${fields.echo} ${classes.echo}`}>
        {isChanged && <Echo seconds={seconds} effectOf={effectOf} />}
      </span>
    </span>
  );
}

function Echo({ seconds, effectOf }: Pick<Props, "effectOf"> & { seconds: number | undefined }) {
  const { locale } = useSettings();
  if (seconds === undefined) return "?";
  return (
    <>
      = {formatDuration(seconds, "clock", locale)}
      <small>{effectOf(seconds)}</small>
    </>
  );
}

function leaveOf({ key, shiftKey }: KeyboardEvent, isTyped: boolean): Leave | undefined {
  if (key === "Enter") return shiftKey ? "ArrowUp" : "ArrowDown";
  if (key === "Tab") return shiftKey ? "previous" : "next";
  if (key === "ArrowDown" || key === "ArrowUp") return key;
  return isTyped && !shiftKey && (key === "ArrowLeft" || key === "ArrowRight") ? key : undefined;
}
