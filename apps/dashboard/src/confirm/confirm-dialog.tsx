import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useText } from "#i18n/text.ts";
import { Dialog } from "#ui/dialog/dialog.tsx";
import { useAction } from "#ui/form/use-action.ts";
import { useReauthentication } from "./use-reauthentication.tsx";
import classes from "#ui/dialog/form-dialog.module.css";

interface Props {
  /** The question; `lead` states the consequences. */
  title: string;
  lead: ReactNode;
  label: string;
  /** The label of the button that closes the dialog without confirming. Default: Cancel. */
  cancel?: string;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
}

/** Asks for confirmation of an irreversible action, and for the password if the server requires it. */
export function ConfirmDialog({ title, lead, label, cancel, onConfirm, onClose }: Props) {
  const { shell } = useText();
  const action = useAction();
  const { withReauthentication, proof } = useReauthentication();
  return (
    <>
      {proof === undefined && (
        <Dialog onClose={onClose} title={title}>
          <div className={classes.form}>
            <p>{lead}</p>
            <p role="alert" className={classes.error}>
              {action.message}
            </p>
            <div className={classes.buttons}>
              <Button
                loading={action.isRunning}
                onClick={() =>
                  action.run(async () => {
                    if ((await withReauthentication(() => onConfirm().then(() => true))) === true) onClose();
                  })
                }
              >
                {label}
              </Button>
              <Button variant="default" data-autofocus onClick={onClose}>
                {cancel ?? shell.cancel}
              </Button>
            </div>
          </div>
        </Dialog>
      )}
      {proof}
    </>
  );
}
