import { ChevronDown } from "lucide-react";
import { type RefObject, useDeferredValue, useMemo, useState } from "react";
import { Avatar } from "#ui/avatar.tsx";
import { Button } from "#ui/button/button.tsx";
import { useFloating } from "#ui/floating/floating.tsx";
import { SearchList } from "#ui/menu/search-list.tsx";
import type { Option } from "#ui/fields/select.tsx";
import classes from "./choices.module.css";

interface Props {
  label: string;
  /** The name of the filter without values, and of the option that removes them all. */
  any: string;
  values: readonly string[];
  options: readonly Option[];
  onChange: (values: readonly string[]) => void;
  /** Whether the values are people, who are shown with their initials. */
  isPeople?: boolean;
}

/** A filter for several of any number of values, which people find by typing a part of the name. */
export function Choices(props: Props) {
  const { label, any, values, options } = props;
  const { anchor, isOpen, close, button } = useFloating();
  const known = values.flatMap((value) => options.find(([each]) => isSame(each, value))?.[1] ?? []);
  // Names may not have loaded yet.
  const names = known.length > 0 ? known.join(", ") : values.length > 0 ? label : any;
  const count = values.length > 1 || known.length < values.length ? ` (${values.length})` : "";
  return (
    <>
      <Button {...button} aria-label={`${label}: ${names}${count}`} aria-haspopup="listbox" className={classes.button}>
        <span className="cut">{names}</span>
        {count}
        <ChevronDown size={14} aria-hidden />
      </Button>
      {isOpen && <ChoiceList {...props} anchor={anchor} onClose={close} />}
    </>
  );
}

interface ListProps extends Props {
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
}

function ChoiceList({ label, any, values, options, onChange, isPeople, ...list }: ListProps) {
  const [search, setSearch] = useState("");
  // The values that were chosen when the list opened stay on top, so no option moves while it is open.
  const [above] = useState(values);
  const all = useMemo(() => {
    const isAbove = ([value]: Option) => above.some((each) => isSame(each, value));
    const first = above.length === 0 ? [] : options.filter(isAbove);
    return [...first, ...options.filter((option) => !first.includes(option))];
  }, [options, above]);
  // Deferred, so that the field appears, and a letter in it, before thousands of names have been searched.
  const searched = useDeferredValue<string | null>(search, null);
  const found = useMemo(() => {
    const words = searched?.toLowerCase().split(/\s+/);
    return all.filter(([, name]) => words?.every((word) => name.toLowerCase().includes(word)));
  }, [all, searched]);
  const nameOf = ([key, name]: Option) => (
    <>
      {isPeople === true && <Avatar id={key} name={name} size="small" />}
      <span>{name}</span>
    </>
  );
  const isChosen = (value: string) => values.some((each) => isSame(each, value));
  const choose = (value: string) => {
    if (value === "") onChange([]);
    else onChange(isChosen(value) ? values.filter((each) => !isSame(each, value)) : [...values, value]);
  };
  return (
    <SearchList
      {...list}
      width={260}
      label={label}
      search={search}
      onSearch={setSearch}
      isLoading={searched !== search}
      onChoose={choose}
      options={[
        ...(searched === "" ? [{ key: "", label: any, isChosen: values.length === 0 }] : []),
        ...found.map((option) => ({ key: option[0], label: nameOf(option), isChosen: isChosen(option[0]) })),
      ]}
    />
  );
}

/** Ignores case, because tags that differ only in case are the same tag. */
function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
