import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useText } from "#api/settings.ts";
import { useIsPhone } from "#ui/use-is-phone.ts";
import { Dialog } from "./dialog.tsx";
import { useForm } from "./use-form.ts";
import classes from "./form-dialog.module.css";

interface Props {
  title: string;
  /** On the button that sends. */
  submit: string;
  /** Gets the fields that are not empty, and resolves when it is done: the dialog then closes, unless it gives false. */
  onSend: (given: Record<string, string>) => Promise<unknown>;
  onClose: () => void;
  /** The fields; `errorOf` gives the error of one. */
  children: (errorOf: (name: string) => string | undefined) => ReactNode;
  /** Beside the buttons. */
  aside?: ReactNode;
  size?: "md" | "lg";
  /** The prompt of `useProof`, which stands above the form meanwhile. */
  proof?: ReactNode;
}

/** A form over the screen; on a phone it takes all of it. */
export function FormDialog({ title, submit, onSend, onClose, children, aside, size = "md", proof }: Props) {
  const { shell } = useText();
  const isPhone = useIsPhone();
  const form = useForm(async (given) => {
    if ((await onSend(given)) !== false) onClose();
  });
  return (
    <>
      <Dialog onClose={onClose} title={title} size={size} isFullScreen={isPhone}>
        <form onSubmit={form.onSubmit} className={classes.form}>
          {children(form.errorOf)}
          <p role="alert" className={classes.error}>
            {form.message}
          </p>
          <div className={classes.buttons}>
            <Button type="submit" loading={form.isSending}>
              {submit}
            </Button>
            <Button variant="default" onClick={onClose}>
              {shell.cancel}
            </Button>
            <span className={classes.aside}>{aside}</span>
          </div>
        </form>
      </Dialog>
      {proof}
    </>
  );
}
