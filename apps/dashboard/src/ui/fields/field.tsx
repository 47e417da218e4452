import { CircleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";
import classes from "./field.module.css";

export interface FieldProps {
  label: string;
  /** Whether only screen readers read the label, as in a bar of filters. */
  hidesLabel?: boolean | undefined;
  hint?: ReactNode;
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
}

interface Props extends FieldProps {
  id?: string | undefined;
  children: (control: Attributes) => ReactNode;
}

/** A control with its label above, and one line for its hint or error below. */
export function Field({ label, hidesLabel = false, hint, error, className = "", id, children }: Props) {
  const ownId = useId();
  const controlId = id ?? ownId;
  const isWrong = Boolean(error);
  const note = isWrong ? error : hint;
  const noteId = note ? `${controlId}-note` : undefined;
  const control = children({
    id: controlId,
    className: classes.control,
    ...(hidesLabel && { "aria-label": label }),
    "aria-describedby": noteId,
    "aria-invalid": isWrong || undefined,
  });
  if (hidesLabel && noteId === undefined) return control;
  return (
    <div className={`${classes.field} ${className}`}>
      {!hidesLabel && (
        <label className={classes.label} htmlFor={controlId}>
          {label}
        </label>
      )}
      {control}
      <Note id={noteId} isWrong={isWrong}>
        {note}
      </Note>
    </div>
  );
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
    <p id={id} className={classes.note} data-wrong={isWrong || undefined}>
      {isWrong && <CircleAlert size={14} aria-hidden />}
      {children}
    </p>
  );
}
