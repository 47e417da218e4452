import { useId } from "react";
import classes from "./swatches.module.css";

interface Props {
  label: string;
  /** Undefined for a value that no swatch has. */
  value: string | undefined;
  /** The values, each with its name and its CSS colour. A value without a colour is shown by its name. */
  options: readonly { value: string; name: string | undefined; color?: string }[];
  onChange: (value: string) => void;
}

/** One of several colours. */
export function Swatches({ label, value, options, onChange }: Props) {
  const group = useId();
  return (
    <fieldset>
      <legend>{label}</legend>
      <div className="wrap">
        {options.map(({ value: each, name, color }) => (
          <label
            key={each}
            title={color && name}
            className={classes.swatch}
            data-named={color === undefined || undefined}
            style={{ background: color }}
          >
            <input
              type="radio"
              name={group}
              aria-label={color && name}
              checked={each === value}
              onChange={() => onChange(each)}
            />
            {color === undefined && name}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
