import { type KeyboardEvent, useId, useState } from "react";
import fields from "./field.module.css";

interface Props<Value> {
  label: string;
  value: Value;
  /** Formats the value for the field. */
  show: (value: Value) => string;
  /** Returns undefined if the text can't be parsed. */
  parse: (typed: string) => Value | undefined;
  /** Explains why a text can't be parsed. Default: "?". */
  explain?: (typed: string) => string | undefined;
  /** Formats the parsed value, such as "= 0:45", which is shown next to the field while the person types. */
  echo: (value: Value) => string;
  /** Called if the value has changed when the person leaves the field or presses Enter. */
  onChange: (value: Value) => void;
  disabled?: boolean;
  /** Whether the field has a visible label and a border, as in a form. */
  isInForm?: boolean;
  className?: string | undefined;
}

/** A field for a duration or a time in free form. Shows how the text was understood; Escape restores the value. */
export function ParsedField<Value>(props: Props<Value>) {
  const { label, value, show, parse, explain, echo, onChange, disabled = false, isInForm = false, className } = props;
  const [typed, setTyped] = useState<string>();
  const id = useId();
  const echoId = `${id}-echo`;
  const parsed = typed === undefined ? value : parse(typed);

  function commit(): void {
    // Text that can't be parsed stays in the field, marked as an error, so the person doesn't have to retype it.
    if (typed === undefined || parsed === undefined) return;
    if (show(parsed) !== show(value)) onChange(parsed);
    setTyped(undefined);
  }

  function press(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.key === "Enter") {
      event.preventDefault();
      commit();
    }
    if (event.key === "Escape" && typed !== undefined) {
      event.stopPropagation();
      setTyped(undefined);
    }
  }

  const field = (
    <span className={fields.inline}>
      <input
        id={id}
        className={`${isInForm ? fields.control : fields.bare} ${className ?? ""}`}
        aria-label={isInForm ? undefined : label}
        aria-invalid={parsed === undefined || undefined}
        aria-describedby={echoId}
        autoComplete="off"
        disabled={disabled}
        value={typed ?? show(value)}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={commit}
        onKeyDown={press}
      />
      <span id={echoId} role="status" className={fields.echo}>
        {typed !== undefined &&
          typed !== show(value) &&
          (parsed === undefined ? (explain?.(typed) ?? "?") : `= ${echo(parsed)}`)}
      </span>
    </span>
  );
  if (!isInForm) return field;
  return (
    <span className={fields.field}>
      <label className={fields.label} htmlFor={id}>
        {label}
      </label>
      {field}
    </span>
  );
}
