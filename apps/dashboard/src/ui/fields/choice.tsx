export type Option = [value: string, label: string];

interface Props {
  label: string;
  /** The label of the option that removes the filter. */
  any: string;
  /** Empty without a filter. */
  value: string;
  options: readonly Option[];
  onChange: (value: string) => void;
}

/** A filter for one value. */
export function Choice({ label, any, value, options, onChange }: Props) {
  return (
    <select aria-label={label} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
      <option value="">{any}</option>
      {options.map(([each, name]) => (
        <option key={each} value={each}>
          {name}
        </option>
      ))}
    </select>
  );
}
