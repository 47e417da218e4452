import { Check, Plus } from "lucide-react";
import { Fragment, type KeyboardEvent, type ReactNode, useCallback, useEffect, useState } from "react";
import classes from "./list-box.module.css";
import menu from "./menu.module.css";

export interface ListOption {
  key: string;
  label: ReactNode;
  /** Shown above the first option of a group. Screen readers read the options alone. */
  heading?: string | undefined;
  /** Only in a list of which several options can be chosen. */
  isChosen?: boolean;
  /** Whether choosing it creates something. Such an option is the last one. */
  isNew?: boolean;
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
  /** The number of options, if only the first of them are on the page. */
  count?: number;
  /** Called when the person has scrolled almost to the last option. */
  onEnd?: () => void;
}

/** A list of choices below a field. The field keeps the focus. */
export function ListBox(props: Props) {
  const { id, label, options, active, onChoose, onPoint, className = "", count = options.length, onEnd } = props;
  const isCut = options.length < count;
  const isMultiple = options[0]?.isChosen !== undefined;
  const first = options[0]?.key;
  useEffect(() => {
    if (active >= 0) document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: "nearest" });
  }, [id, active, first]);
  return (
    <div
      id={id}
      role="listbox"
      aria-label={label}
      aria-multiselectable={isMultiple || undefined}
      className={`${classes.list} ${className}`}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        if (isCut && scrollHeight - scrollTop < 2 * clientHeight) onEnd?.();
      }}
    >
      {options.map((option, at) => (
        <Fragment key={option.key}>
          {option.heading !== undefined && (
            <div className={`small ${menu.heading}`} aria-hidden>
              {option.heading}
            </div>
          )}
          <div
            id={`${id}-${at}`}
            role="option"
            aria-selected={option.isChosen ?? at === active}
            aria-setsize={isCut ? count : undefined}
            aria-posinset={isCut ? at + 1 : undefined}
            data-active={at === active || undefined}
            data-new={option.isNew || undefined}
            className={`row ${menu.item}`}
            onMouseMove={() => at !== active && onPoint?.(at)}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(option.key)}
          >
            {option.isNew === true ? (
              <Plus size={14} aria-hidden />
            ) : (
              isMultiple && <Check size={14} aria-hidden opacity={option.isChosen ? 1 : 0} />
            )}
            {option.label}
          </div>
        </Fragment>
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
  // Forgotten once the text changes, so that it does not come back with that text.
  if (moved !== undefined && moved.typed !== typed) setMoved(undefined);
  const active = Math.min(moved?.to ?? first, count - 1);
  const moveTo = (to: number) => setMoved({ to, typed });
  return {
    active,
    moveTo,
    /** Returns whether the key moved the active option. */
    move(event: KeyboardEvent): boolean {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step === undefined || count === 0) return false;
      event.preventDefault();
      const to = active < 0 ? (step > 0 ? 0 : count - 1) : (active + step + count) % count;
      moveTo(to);
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
