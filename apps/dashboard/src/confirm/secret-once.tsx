import "@mantine/core/styles/Checkbox.css";
import { Button, Checkbox } from "@mantine/core";
import { useState } from "react";
import { copyText } from "#ui/copy-text.ts";
import { Dialog } from "#ui/dialog/dialog.tsx";
import { useLeaveGuard } from "./use-leave-guard.ts";
import { useSettingsWords } from "./use-settings-words.ts";
import form from "#ui/dialog/form-dialog.module.css";
import classes from "./secret-once.module.css";

interface Props {
  title: string;
  lead: string;
  secret: string;
  onDone: () => void;
}

/** A secret that is never shown again. The dialog closes only when the person confirms having stored it. */
export function SecretOnce({ title, lead, secret, onDone }: Props) {
  const words = useSettingsWords();
  const [isStored, setIsStored] = useState(false);
  useLeaveGuard(!isStored);
  return (
    <Dialog title={title}>
      <div className={form.form}>
        <p>
          {lead} {words.secretOnce}
        </p>
        <output className={classes.secret}>{secret}</output>
        <div className={form.buttons}>
          <Button variant="default" data-autofocus onClick={() => void copyText(secret, words)}>
            {words.copy}
          </Button>
        </div>
        <Checkbox
          label={words.stored}
          checked={isStored}
          onChange={({ currentTarget }) => setIsStored(currentTarget.checked)}
        />
        <div className={form.buttons}>
          <Button disabled={!isStored} onClick={onDone}>
            {words.done}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
