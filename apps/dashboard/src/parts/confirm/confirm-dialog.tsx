import { ApiError } from "@stint/sdk";
import { type ReactNode, useState } from "react";
import { useText } from "#i18n/text.ts";
import { Dialog } from "#ui/dialog/dialog.tsx";
import { DialogButtons } from "#ui/dialog/dialog-buttons.tsx";
import { useAction } from "#ui/form/use-action.ts";
import { useReauthentication } from "./reauthentication/use-reauthentication.tsx";
import { Button } from "#ui/button/button.tsx";

interface Props {
  /** The question; `lead` states the consequences. */
  title: string;
  lead: ReactNode;
  label: string;
  /** Whether the action destroys nothing. */
  isHarmless?: boolean;
  /** The label of the button that closes the dialog without confirming. Default: Cancel. */
  cancel?: string;
  onConfirm: () => Promise<unknown>;
  /** An alternative, offered if the server refuses because the object is in use. */
  instead?: { label: string; run: () => Promise<unknown> } | undefined;
  onClose: () => void;
}

/**
 * Asks for confirmation of a deletion or an irreversible action, and for the password if the server requires it. If the
 * object is in use, shows where and offers the alternative.
 */
export function ConfirmDialog({ title, lead, label, isHarmless = false, cancel, onConfirm, ...props }: Props) {
  const { instead, onClose } = props;
  const { shell } = useText();
  const [isInUse, setIsInUse] = useState(false);
  const action = useAction();
  const { withReauthentication, proof } = useReauthentication();
  const confirm = async () => {
    try {
      if ((await withReauthentication(() => onConfirm().then(() => true))) === true) onClose();
    } catch (error) {
      setIsInUse(error instanceof ApiError && (error.code === "in_use" || error.code === "has_time_entries"));
      throw error;
    }
  };
  return (
    <>
      {proof === undefined && (
        <Dialog onClose={onClose} title={title}>
          <div className="form">
            {!isInUse && <p>{lead}</p>}
            <p role="alert" className={isInUse ? undefined : "error"}>
              {action.message}
            </p>
            <DialogButtons>
              <Button kind="quiet" data-autofocus onClick={onClose}>
                {cancel ?? shell.cancel}
              </Button>
              {!isInUse && (
                <Button
                  kind={isHarmless ? "main" : "danger"}
                  isBusy={action.isRunning}
                  onClick={() => action.run(confirm)}
                >
                  {label}
                </Button>
              )}
              {isInUse && instead !== undefined && (
                <Button
                  kind="main"
                  isBusy={action.isRunning}
                  onClick={() => action.run(() => instead.run().then(onClose))}
                >
                  {instead.label}
                </Button>
              )}
            </DialogButtons>
          </div>
        </Dialog>
      )}
      {proof}
    </>
  );
}
