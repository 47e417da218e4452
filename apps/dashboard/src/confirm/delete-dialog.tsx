import { Button } from "@mantine/core";
import { ApiError } from "@stint/sdk";
import { useState } from "react";
import { useText } from "#i18n/text.ts";
import { Dialog } from "#ui/dialog/dialog.tsx";
import { useAction } from "#ui/form/use-action.ts";
import classes from "#ui/dialog/form-dialog.module.css";

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
      <div className={classes.form}>
        {!isInUse && <p>{lead}</p>}
        <p role="alert" className={isInUse ? undefined : classes.error}>
          {action.message}
        </p>
        <div className={classes.buttons}>
          {!isInUse && (
            <Button loading={action.isRunning} onClick={() => action.run(remove)}>
              {shell.delete}
            </Button>
          )}
          {isInUse && instead !== undefined && (
            <Button loading={action.isRunning} onClick={() => action.run(() => instead.run().then(onClose))}>
              {instead.label}
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            {shell.cancel}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
