import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useText } from "#api/settings.ts";
import { Dialog } from "./dialog.tsx";
import { useAction } from "./use-action.ts";
import { useProof } from "./use-proof.tsx";
import classes from "./form-dialog.module.css";

interface Props {
  /** The question, and what follows from it. */
  title: string;
  lead: ReactNode;
  /** On the button that confirms. */
  label: string;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
}

/** Asks before something that is not taken back, and for the password where the server wants that. */
export function ConfirmDialog({ title, lead, label, onConfirm, onClose }: Props) {
  const { shell } = useText();
  const action = useAction();
  const { withProof, proof } = useProof();
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
                    if ((await withProof(() => onConfirm().then(() => true))) === true) onClose();
                  })
                }
              >
                {label}
              </Button>
              <Button variant="default" data-autofocus onClick={onClose}>
                {shell.cancel}
              </Button>
            </div>
          </div>
        </Dialog>
      )}
      {proof}
    </>
  );
}
