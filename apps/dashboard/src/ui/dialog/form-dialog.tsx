import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useUiWords } from "#ui/words.ts";
import { useIsPhone } from "#ui/theme/use-is-phone.ts";
import { Dialog } from "./dialog.tsx";
import { useForm } from "#ui/form/use-form.ts";
import forms from "#ui/form/form.module.css";
import classes from "./form-dialog.module.css";

interface Props {
  title: string;
  /** The label of the submit button. */
  submit: string;
  canSend?: boolean;
  /** Receives the non-empty fields. The dialog closes when the promise resolves, unless it resolves to false. */
  onSend: (given: Record<string, string>) => Promise<unknown>;
  onClose: () => void;
  /** The fields; `errorOf` returns a field's error. */
  children: (errorOf: (name: string) => string | undefined) => ReactNode;
  size?: "md" | "lg";
  /** The prompt of `useReauthentication`, which covers the form while the prompt is open. */
  proof?: ReactNode;
}

/** A form in a dialog; full-screen on a phone. */
export function FormDialog({ title, submit, canSend = true, onSend, onClose, children, size = "md", proof }: Props) {
  const { cancel } = useUiWords();
  const isPhone = useIsPhone();
  const form = useForm(async (given) => {
    if ((await onSend(given)) !== false) onClose();
  });
  return (
    <>
      <Dialog onClose={onClose} title={title} size={size} isFullScreen={isPhone}>
        <form onSubmit={form.onSubmit} className={classes.form}>
          {children(form.errorOf)}
          <p role="alert" className={forms.error}>
            {form.message}
          </p>
          <div className={forms.buttons}>
            <Button type="submit" disabled={!canSend} loading={form.isSending}>
              {submit}
            </Button>
            <Button variant="default" onClick={onClose}>
              {cancel}
            </Button>
          </div>
        </form>
      </Dialog>
      {proof}
    </>
  );
}
