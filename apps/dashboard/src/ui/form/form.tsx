import type { FormEvent, ReactNode } from "react";
import { Button, type ButtonKind } from "#ui/button/button.tsx";
import { ErrorLine } from "./error-line.tsx";
import { FieldErrors } from "./field-errors.ts";
import { sendOnCtrlEnter } from "./send-keys.ts";

/** What `useForm` returns. */
export interface FormState {
  isSending: boolean;
  /** The error, unless a field shows it. */
  readonly message: string;
  errorOf: (field: string) => string | undefined;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

interface Props {
  form: FormState;
  /** The label of the submit button; undefined for people who may only read the form. */
  submit: string | undefined;
  kind?: ButtonKind;
  disabled?: boolean;
  /** Further buttons. */
  others?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

/** A form on a screen: its fields, what went wrong, and its buttons. */
export function Form({ form, submit, kind = "plain", disabled = false, others, className = "", children }: Props) {
  const button = submit !== undefined && (
    <Button kind={kind} type="submit" disabled={disabled} isBusy={form.isSending}>
      {submit}
    </Button>
  );
  return (
    <form className={`form ${className}`} method="post" onSubmit={form.onSubmit} onKeyDown={sendOnCtrlEnter}>
      <FormFields form={form}>{children}</FormFields>
      {others === undefined ? (
        button
      ) : (
        <div className="buttons">
          {button}
          {others}
        </div>
      )}
    </form>
  );
}

/** The fields, each of which finds its own error, and below them what no field shows. */
export function FormFields({ form, children }: Pick<Props, "form" | "children">) {
  return (
    <FieldErrors value={form.errorOf}>
      {children}
      <FormError form={form} />
    </FieldErrors>
  );
}

/** A component of its own, because it must be rendered after the fields. */
function FormError({ form }: Pick<Props, "form">) {
  return <ErrorLine>{form.message}</ErrorLine>;
}
