import type { ComponentProps } from "react";
import { Field, type FieldProps } from "./field.tsx";

export type Option<Value extends string = string> = readonly [value: Value, label: string, isDisabled?: boolean];

type Named = { name: string } & ({ id: string } | { userId: string });

/** An option for each object or person, sorted by name. */
export function optionsOf(items: readonly Named[]): Option[] {
  return items.toSorted(byName).map((item) => ["id" in item ? item.id : item.userId, item.name]);
}

export function byName(left: { name: string }, right: { name: string }): number {
  return left.name.localeCompare(right.name);
}

interface Props<Value extends string>
  extends FieldProps, Omit<ComponentProps<"select">, keyof FieldProps | "onChange" | "value" | "children"> {
  value?: string;
  options: readonly Option<Value>[];
  onChange?: (value: Value) => void;
}

/** One of a few values, in the browser's own list. */
export function Select<Value extends string>(props: Props<Value>) {
  const { label, hidesLabel, hint, error, className, id, options, onChange, ...select } = props;
  return (
    <Field {...{ label, hidesLabel, hint, error, className, id }}>
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
