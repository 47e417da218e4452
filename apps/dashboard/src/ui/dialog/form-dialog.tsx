import type { ReactNode } from "react";
import { useUiWords } from "#ui/words.ts";
import { useIsPhone } from "#ui/theme/use-media.ts";
import { Dialog } from "./dialog.tsx";
import { useForm } from "#ui/form/use-form.ts";
import { Button } from "#ui/button/button.tsx";
import { ErrorLine } from "#ui/form/error-line.tsx";

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
        <form onSubmit={form.onSubmit} className="form">
          {children(form.errorOf)}
          <ErrorLine>{form.message}</ErrorLine>
          <div className="buttons">
            <Button kind="quiet" onClick={onClose}>
              {cancel}
            </Button>
            <Button kind="main" type="submit" disabled={!canSend} isBusy={form.isSending}>
              {submit}
            </Button>
          </div>
        </form>
      </Dialog>
      {proof}
    </>
  );
}
