import { type ComponentProps, type ReactNode, useId } from "react";
import { useFieldError } from "#ui/form/field-errors.ts";
import { Note, useValidity } from "./field.tsx";
import type { Option } from "./select.tsx";
import classes from "./checkbox.module.css";

interface Props extends Omit<ComponentProps<"input">, "type" | "onChange" | "ref"> {
  label: string;
  /** Whether only screen readers read the label. */
  hidesLabel?: boolean;
  /** Shown in place of the label's text. */
  children?: ReactNode;
  hint?: ReactNode;
  onChange?: (isChecked: boolean) => void;
}

export function Checkbox(props: Props) {
  return <Check {...props} type="checkbox" />;
}

function Check({
  label,
  hidesLabel = false,
  children = label,
  hint,
  className = "",
  onChange,
  ...input
}: Props & { type: "checkbox" | "radio" }) {
  const id = useId();
  const { message, ...listeners } = useValidity();
  const wrong = useFieldError(input.name) || message;
  const isWrong = Boolean(wrong);
  const note = wrong || hint;
  const noteId = note ? `${id}-note` : undefined;
  const box = (
    <input
      {...listeners}
      {...input}
      className={input.type === "radio" ? undefined : classes.box}
      id={id}
      aria-label={hidesLabel ? label : undefined}
      aria-describedby={noteId}
      aria-invalid={isWrong || undefined}
      onChange={({ currentTarget }) => onChange?.(currentTarget.checked)}
    />
  );
  if (hidesLabel) return box;
  return (
    <div className={`${classes.check} ${className}`}>
      {box}
      <div>
        <label htmlFor={id}>{children}</label>
        <Note id={noteId} isWrong={isWrong}>
          {note}
        </Note>
      </div>
    </div>
  );
}

interface TickProps {
  isChecked: boolean | "mixed";
}

/** The look of a checkbox, in an element that acts as one. */
export function Tick({ isChecked }: TickProps) {
  return <span className={classes.box} data-checked={isChecked} aria-hidden />;
}

interface GroupProps {
  label: string;
  hint?: ReactNode;
  /** The name of the group in the server's errors. */
  field?: string | undefined;
  /** Whether the labels are so short that several fit in a line. */
  isShort?: boolean;
  children: ReactNode;
}

/** Several checkboxes or radio buttons under one label. */
export function CheckGroup({ label, hint, field, isShort = false, children }: GroupProps) {
  const id = useId();
  const wrong = useFieldError(field);
  const note = wrong ?? hint;
  const noteId = note ? `${id}-note` : undefined;
  return (
    <fieldset aria-describedby={noteId}>
      <legend>{label}</legend>
      <div className={classes.options} data-short={isShort || undefined}>
        {children}
      </div>
      <Note id={noteId} isWrong={wrong !== undefined}>
        {note}
      </Note>
    </fieldset>
  );
}

interface RadioProps<Value extends string> extends Omit<GroupProps, "children"> {
  value: Value;
  options: readonly Option<Value>[];
  /** The hints of the options. */
  hints?: Readonly<Record<string, ReactNode>>;
  onChange: (value: Value) => void;
}

/** One of a few values, all of them visible with their hints. */
export function RadioGroup<Value extends string>({ value, options, hints, onChange, ...group }: RadioProps<Value>) {
  const name = useId();
  return (
    <CheckGroup {...group}>
      {options.map(([each, label, isDisabled]) => (
        <Check
          key={each}
          type="radio"
          name={name}
          label={label}
          hint={hints?.[each]}
          disabled={isDisabled}
          checked={each === value}
          onChange={() => onChange(each)}
        />
      ))}
    </CheckGroup>
  );
}
