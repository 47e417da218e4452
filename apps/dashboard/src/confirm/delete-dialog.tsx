import { ApiError } from "@stint/sdk";
import { useState } from "react";
import { useText } from "#i18n/text.ts";
import { Dialog } from "#ui/dialog/dialog.tsx";
import { useAction } from "#ui/form/use-action.ts";
import { Button } from "#ui/button/button.tsx";

interface Props {
  title: string;
  lead: string;
  onDelete: () => Promise<unknown>;
  /** An alternative, offered if the server refuses because the object is in use. */
  instead?: { label: string; run: () => Promise<unknown> } | undefined;
  onClose: () => void;
}

/** Asks for confirmation of a deletion. If the object is in use, shows where and offers an alternative. */
export function DeleteDialog({ title, lead, onDelete, instead, onClose }: Props) {
  const { shell } = useText();
  const [isInUse, setIsInUse] = useState(false);
  const action = useAction();
  const remove = async () => {
    try {
      await onDelete();
      onClose();
    } catch (error) {
      setIsInUse(error instanceof ApiError && (error.code === "in_use" || error.code === "has_time_entries"));
      throw error;
    }
  };
  return (
    <Dialog onClose={onClose} title={title}>
      <div className="form">
        {!isInUse && <p>{lead}</p>}
        <p role="alert" className={isInUse ? undefined : "error"}>
          {action.message}
        </p>
        <div className="buttons">
          <Button kind="quiet" onClick={onClose}>
            {shell.cancel}
          </Button>
          {!isInUse && (
            <Button kind="danger" isBusy={action.isRunning} onClick={() => action.run(remove)}>
              {shell.delete}
            </Button>
          )}
          {isInUse && instead !== undefined && (
            <Button kind="main" isBusy={action.isRunning} onClick={() => action.run(() => instead.run().then(onClose))}>
              {instead.label}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}
