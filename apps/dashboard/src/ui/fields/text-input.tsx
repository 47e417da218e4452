import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, type CSSProperties, type ReactNode, useState } from "react";
import { IconButton } from "#ui/button/button.tsx";
import { Field, type FieldProps } from "./field.tsx";
import classes from "./field.module.css";

export interface TextInputProps extends FieldProps, Omit<ComponentProps<"input">, keyof FieldProps> {
  /** Shown at the end of the field. */
  end?: ReactNode;
}

export function TextInput(props: TextInputProps) {
  const { label, hidesLabel, hint, field = props.name, error, className, end, id, ...input } = props;
  return (
    <Field {...{ label, hidesLabel, hint, field, error, className, id }}>
      {(control) => {
        const field = <input {...control} {...input} aria-invalid={control["aria-invalid"] ?? input["aria-invalid"]} />;
        if (!end) return field;
        return (
          <div className={classes.framed}>
            {field}
            <span className={classes.end}>{end}</span>
          </div>
        );
      }}
    </Field>
  );
}

interface PasswordProps extends Omit<TextInputProps, "type" | "end"> {
  /** The accessible name of the button that shows the password. */
  showLabel: string;
}

export function PasswordInput({ showLabel, ...props }: PasswordProps) {
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <TextInput
      {...props}
      type={isShown ? "text" : "password"}
      end={
        <IconButton label={showLabel} aria-pressed={isShown} tabIndex={-1} onClick={() => setIsShown(!isShown)}>
          <Icon size={16} aria-hidden />
        </IconButton>
      }
    />
  );
}

/** Tells password managers which account a password belongs to. It is not sent with the form. */
export function AccountEmail({ email }: { email: string }) {
  return <input type="email" autoComplete="username" value={email} hidden readOnly />;
}

type TextAreaProps = FieldProps & Omit<ComponentProps<"textarea">, keyof FieldProps>;

/** Several lines of text. The field grows with the text; `rows` is its least height. */
export function TextArea(props: TextAreaProps) {
  const { label, hidesLabel, hint, field = props.name, error, className, rows = 2, ...input } = props;
  return (
    <Field {...{ label, hidesLabel, hint, field, error, className }}>
      {(control) => <textarea {...control} {...input} rows={rows} style={{ "--rows": rows } as CSSProperties} />}
    </Field>
  );
}
