import type { ComponentProps } from "react";
import { Field, type FieldProps } from "./field.tsx";

export type Option<Value extends string = string> = readonly [value: Value, label: string, isDisabled?: boolean];

interface Props<Value extends string>
  extends FieldProps, Omit<ComponentProps<"select">, keyof FieldProps | "onChange" | "value" | "children"> {
  value?: string;
  options: readonly Option<Value>[];
  onChange?: (value: Value) => void;
}

/** One of a few values, in the browser's own list. */
export function Select<Value extends string>(props: Props<Value>) {
  const { label, hidesLabel, hint, field = props.name, error, className, id, options, onChange, ...select } = props;
  return (
    <Field {...{ label, hidesLabel, hint, field, error, className, id }}>
      {(control) => (
        <select
          {...control}
          {...select}
          // The value is one of the options.
          onChange={({ currentTarget }) => onChange?.(currentTarget.value as Value)}
        >
          {options.map(([value, name, isDisabled]) => (
            <option key={value} value={value} disabled={isDisabled}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
