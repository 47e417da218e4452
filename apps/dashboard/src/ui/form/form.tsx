import type { FormEvent, ReactNode } from "react";
import { Button, type ButtonKind } from "#ui/button/button.tsx";
import { ErrorLine } from "./error-line.tsx";
import { sendOnCtrlEnter } from "./send-keys.ts";

/** What `useForm` returns. */
export interface FormState {
  isSending: boolean;
  message: string;
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
      {children}
      <ErrorLine>{form.message}</ErrorLine>
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
