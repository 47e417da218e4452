import type { ReactNode } from "react";
import { useText } from "#i18n/text.ts";
import { Dialog } from "#ui/dialog/dialog.tsx";
import { useAction } from "#ui/form/use-action.ts";
import { useReauthentication } from "./use-reauthentication.tsx";
import { Button } from "#ui/button/button.tsx";

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
          <div className="form">
            <p>{lead}</p>
            <p role="alert" className="error">
              {action.message}
            </p>
            <div className="buttons">
              <Button kind="quiet" data-autofocus onClick={onClose}>
                {cancel ?? shell.cancel}
              </Button>
              <Button
                kind="main"
                isBusy={action.isRunning}
                onClick={() =>
                  action.run(async () => {
                    if ((await withReauthentication(() => onConfirm().then(() => true))) === true) onClose();
                  })
                }
              >
                {label}
              </Button>
            </div>
          </div>
        </Dialog>
      )}
      {proof}
    </>
  );
}
