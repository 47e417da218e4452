import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useState } from "react";
import classes from "./list-box.module.css";

export interface ListOption {
  key: string;
  label: ReactNode;
}

interface Props {
  /** The id of the list; its options are `id-0`, `id-1`, … */
  id: string;
  label: string;
  options: readonly ListOption[];
  /** -1 if no option is active. */
  active: number;
  onChoose: (key: string) => void;
  /** Called when the pointer moves over an option, if that makes it active. */
  onPoint?: (at: number) => void;
  className?: string | undefined;
}

/** A list of choices below a field. The field keeps the focus. */
export function ListBox({ id, label, options, active, onChoose, onPoint, className = "" }: Props) {
  useEffect(() => {
    if (active >= 0) document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: "nearest" });
  }, [id, active]);
  return (
    <div id={id} role="listbox" aria-label={label} className={`${classes.list} ${className}`}>
      {options.map((option, at) => (
        <div
          key={option.key}
          id={`${id}-${at}`}
          role="option"
          aria-selected={at === active}
          className={classes.option}
          onMouseMove={() => at !== active && onPoint?.(at)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(option.key)}
        >
          {option.label}
        </div>
      ))}
    </div>
  );
}

interface Active {
  count: number;
  /** The option that is active initially; -1 for none. */
  first: number;
  /** When this text changes, the option at `first` becomes active. */
  typed: string;
}

/** The active option of a field's list, which arrow keys change. */
export function useActiveOption({ count, first, typed }: Active) {
  const [moved, setMoved] = useState<{ to: number; typed: string }>();
  const active = Math.min(moved?.typed === typed ? moved.to : first, count - 1);
  return {
    active,
    /** Returns whether the key moved the active option. */
    move(event: KeyboardEvent): boolean {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step === undefined || count === 0) return false;
      event.preventDefault();
      const to = active < 0 ? (step > 0 ? 0 : count - 1) : (active + step + count) % count;
      setMoved({ to, typed });
      return true;
    },
    reset: useCallback(() => setMoved(undefined), []),
  };
}

/** The ARIA attributes of the field. `id` is the id of the list, or undefined while the list is hidden. */
export function listAttributes(id: string | undefined, active: number) {
  return {
    "aria-autocomplete": "list",
    "aria-haspopup": "listbox",
    "aria-controls": id,
    "aria-activedescendant": id === undefined || active < 0 ? undefined : `${id}-${active}`,
  } as const;
}
