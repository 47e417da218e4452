import { CircleAlert } from "lucide-react";
import { type FormEvent, type ReactNode, useEffect, useId, useState } from "react";
import { useFieldError } from "#ui/form/field-errors.ts";
import { type Control, useUiWords } from "#ui/words.ts";
import classes from "./field.module.css";

export interface FieldProps {
  label: string;
  /** Whether only screen readers read the label, as in a bar of filters. */
  hidesLabel?: boolean | undefined;
  hint?: ReactNode;
  /** What the server calls the field in an error. Default: its name. */
  field?: string | undefined;
  /** Replaces the hint. */
  error?: ReactNode;
  className?: string | undefined;
}

/** The attributes of a control that connect it with its label and its hint or error. */
interface Attributes {
  id: string;
  className: string | undefined;
  "aria-label"?: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
  onInvalid: (event: FormEvent<Control>) => void;
  onInput: () => void;
}

interface Props extends FieldProps {
  id?: string | undefined;
  children: (control: Attributes) => ReactNode;
}

/** A control with its label above, and one line for its hint or error below. */
export function Field({ label, hidesLabel = false, hint, field, error, className = "", id, children }: Props) {
  const ownId = useId();
  const controlId = id ?? ownId;
  const { message, ...listeners } = useValidity();
  const wrong = useFieldError(field) || error || message;
  const isWrong = Boolean(wrong);
  const note = wrong || hint;
  const noteId = note ? `${controlId}-note` : undefined;
  const control = children({
    ...listeners,
    id: controlId,
    className: classes.control,
    ...(hidesLabel && { "aria-label": label }),
    "aria-describedby": noteId,
    "aria-invalid": isWrong || undefined,
  });
  const below = (
    <Note id={noteId} isWrong={isWrong}>
      {note}
    </Note>
  );
  // The control keeps its place when a note comes or goes; otherwise, React would replace it, and it would lose the focus.
  if (hidesLabel)
    return (
      <>
        {control}
        {below}
      </>
    );
  return (
    <div className={`${classes.field} ${className}`}>
      <label className={classes.label} htmlFor={controlId}>
        {label}
      </label>
      {control}
      {below}
    </div>
  );
}

/** Shows what the browser finds wrong when a form is sent, below the control instead of in a bubble. */
export function useValidity() {
  const { explainInvalid } = useUiWords();
  const [wrong, setWrong] = useState<{ control: Control; message: string }>();
  const clear = () => setWrong(undefined);
  // Something other than typing may have filled the control.
  useEffect(() => {
    if (wrong?.control.validity.valid === true) clear();
  });
  return {
    message: wrong?.message,
    onInput: clear,
    onInvalid(event: FormEvent<Control>): void {
      event.preventDefault();
      const { currentTarget: control } = event;
      control.closest("details")?.setAttribute("open", "");
      void explainInvalid(control).then((message) => setWrong({ control, message }));
      if (control.form?.querySelector(":invalid:not(fieldset)") === control) control.focus();
    },
  };
}

interface NoteProps {
  id: string | undefined;
  isWrong: boolean;
  children: ReactNode;
}

/** The hint or the error of a control. */
export function Note({ id, isWrong, children }: NoteProps) {
  if (id === undefined) return null;
  return (
    <p id={id} className={`small ${classes.note}`} data-wrong={isWrong || undefined}>
      {isWrong && <CircleAlert size={14} aria-hidden />}
      {children}
    </p>
  );
}
