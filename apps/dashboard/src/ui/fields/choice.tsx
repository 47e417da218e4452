export type Option = [value: string, label: string];

interface ChoiceProps {
  label: string;
  /** The label of the option that removes the filter. */
  any: string;
  /** The label of an option that stands for several values. */
  several: (count: string) => string;
  values: readonly string[];
  options: readonly Option[];
  onChange: (values: readonly string[]) => void;
}

/** A filter for one value. Several values from the URL stay in effect until the person chooses one. */
export function Choice({ label, any, several, values, options, onChange }: ChoiceProps) {
  const [only = ""] = values.length === 1 ? values : [];
  const found = options.find(([value]) => value.toLowerCase() === only.toLowerCase());
  const isOther = values.length > 0 && found === undefined;
  return (
    <select
      aria-label={label}
      value={isOther ? "several" : (found?.[0] ?? "")}
      onChange={({ currentTarget: { value } }) => value !== "several" && onChange(value === "" ? [] : [value])}
    >
      <option value="">{any}</option>
      {isOther && <option value="several">{several(String(values.length))}</option>}
      {options.map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </select>
  );
}
