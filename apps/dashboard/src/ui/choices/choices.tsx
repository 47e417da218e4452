import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { PopoverButton } from "#ui/menu/popover.tsx";
import { Button } from "#ui/button/button.tsx";
import { Checkbox } from "#ui/fields/checkbox.tsx";
import type { Option } from "#ui/fields/select.tsx";
import { TextInput } from "#ui/fields/text-input.tsx";
import classes from "./choices.module.css";

interface Props {
  label: string;
  /** The name of the filter without values, and of the button that removes them all. */
  any: string;
  values: readonly string[];
  options: readonly Option[];
  onChange: (values: readonly string[]) => void;
}

/** A filter for several values, with a check box for each. */
export function Choices(props: Props) {
  const { label, any, values, options } = props;
  const known = values.flatMap((value) => options.find(([each]) => isSame(each, value))?.[1] ?? []);
  // Names may not have loaded yet.
  const names = known.length > 0 ? known.join(", ") : values.length > 0 ? label : any;
  const count = values.length > 1 || known.length < values.length ? ` (${values.length})` : "";
  return (
    <PopoverButton
      label={label}
      aria-label={`${label}: ${names}${count}`}
      className={classes.button}
      width={260}
      content={() => <Boxes {...props} />}
    >
      <span className="cut">{names}</span>
      {count}
      <ChevronDown size={14} aria-hidden />
    </PopoverButton>
  );
}

/** With more options than this, the list has a search field. */
const manyOptions = 8;
const mostShown = 60;

function Boxes({ label, any, values, options, onChange }: Props) {
  const [typed, setTyped] = useState("");
  const [first] = useState(values);
  const isFirst = ([value]: Option) => first.some((each) => isSame(each, value));
  const search = typed.trim().toLowerCase();
  const found = options.filter(([, name]) => name.toLowerCase().includes(search));
  const shown = [...found.filter(isFirst), ...found.filter((option) => !isFirst(option))].slice(0, mostShown);
  return (
    <div className="stack">
      {options.length > manyOptions && (
        <TextInput
          type="search"
          label={label}
          hidesLabel
          placeholder={label}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      )}
      {shown.map(([value, name]) => (
        <Checkbox
          key={value}
          label={name}
          checked={values.some((each) => isSame(each, value))}
          onChange={(isChecked) =>
            onChange(isChecked ? [...values, value] : values.filter((each) => !isSame(each, value)))
          }
        />
      ))}
      {values.length > 0 && (
        <Button kind="quiet" isSmall onClick={() => onChange([])}>
          {any}
        </Button>
      )}
    </div>
  );
}

/** Ignores case, because tags that differ only in case are the same tag. */
function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
