import { Search } from "lucide-react";
import { useEffect, useState } from "react";
import { TextInput } from "./text-input.tsx";
import classes from "#ui/list/filter-bar.module.css";

interface Props {
  label: string;
  /** Shorter than the label, where there is little room. */
  placeholder?: string;
  value: string;
  onChange: (value: string) => void;
}

const pauseMs = 150;

/**
 * Updates the list and the URL only after a pause in typing, so that keystrokes don't wait for ten thousand rows. `/`
 * focuses the field.
 */
export function SearchField({ label, placeholder = label, value, onChange }: Props) {
  const [typed, setTyped] = useState<string>();
  useEffect(() => {
    if (typed === undefined) return;
    const timer = setTimeout(() => {
      onChange(typed);
      setTyped(undefined);
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [typed, onChange]);
  return (
    <div className={classes.search}>
      <TextInput
        type="search"
        label={label}
        hidesLabel
        placeholder={placeholder}
        data-search
        value={typed ?? value}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Search size={16} aria-hidden />
    </div>
  );
}
