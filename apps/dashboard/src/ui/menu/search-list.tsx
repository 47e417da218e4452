import { type KeyboardEvent, type ReactNode, type RefObject, useId, useState } from "react";
import { Floating } from "#ui/floating/floating.tsx";
import { ListBox, listAttributes, type ListOption, useActiveOption } from "./list-box.tsx";
import { useWhenReady } from "#ui/use-when-ready.ts";
import classes from "./search-list.module.css";

interface Props {
  anchor: RefObject<HTMLElement | null>;
  width: number;
  /** The accessible name of the search field and of the list. */
  label: string;
  search: string;
  onSearch: (typed: string) => void;
  options: readonly ListOption[];
  /** Whether options are still loading. Enter then waits for them. */
  isLoading?: boolean;
  onChoose: (key: string) => void;
  onClose: () => void;
  /** Shown below the options, or instead of them. */
  children?: ReactNode;
}

/** The number of options on the page at first, and of those that are added at the end of the list. */
const page = 40;

/** A list that opens below its button and is filtered by typing. */
export function SearchList({ anchor, width, label, search, onSearch, onChoose, onClose, ...props }: Props) {
  const { isLoading = false, children } = props;
  const id = useId();
  const [most, setMost] = useState({ search, count: page });
  const options = props.options.slice(0, most.search === search ? most.count : page);
  // When the search or the first option changes, the first option becomes active; without a search, none does.
  const typed = `${search} ${options[0]?.key}`;
  // Counts presses of Arrow Down before the options have loaded, which decide the first highlight.
  const [early, setEarly] = useState(0);
  const first = search.trim() === "" ? early - 1 : 0;
  const { active, move } = useActiveOption({ count: options.length, first, typed });
  const [chooseOnceLoaded] = useWhenReady(!isLoading, choose, search);

  function choose(): void {
    const option = options[active];
    if (option !== undefined) onChoose(option.key);
  }

  function press(event: KeyboardEvent): void {
    if (move(event)) return;
    if (event.key === "ArrowDown" && isLoading) return setEarly((before) => before + 1);
    if (event.key === "Escape" || event.key === "Tab") return onClose();
    if (event.key !== "Enter") return;
    event.preventDefault();
    if (isLoading && first >= 0) chooseOnceLoaded();
    else choose();
  }

  return (
    <Floating anchor={anchor} width={width} takesFocus onLeave={onClose} onKeyDown={press} className={classes.box}>
      <input
        {...listAttributes(options.length === 0 ? undefined : id, active)}
        role="combobox"
        aria-expanded={options.length > 0}
        className={classes.search}
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        value={search}
        onChange={(event) => {
          setEarly(0);
          onSearch(event.currentTarget.value);
        }}
      />
      {options.length > 0 && (
        <ListBox
          {...{ id, label, options, active, onChoose }}
          count={props.options.length}
          onEnd={() => setMost({ search, count: options.length + page })}
        />
      )}
      {children}
    </Floating>
  );
}
