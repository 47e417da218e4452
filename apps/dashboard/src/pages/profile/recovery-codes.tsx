import { Button, Checkbox } from "@mantine/core";
import { useState } from "react";
import { useLeaveGuard } from "#confirm/use-leave-guard.ts";
import { copyText } from "#ui/copy-text.ts";
import { Dialog } from "#ui/dialog/dialog.tsx";
import { saveFile } from "#ui/save-file.ts";
import { useProfileWords } from "./use-profile-words.ts";
import form from "#ui/dialog/form-dialog.module.css";
import classes from "./profile.module.css";

/** New recovery codes. They are never shown again, so the person must confirm having stored them. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const profile = useProfileWords();
  const [isStored, setIsStored] = useState(false);
  useLeaveGuard(!isStored);
  const text = `${codes.join("\n")}\n`;
  return (
    <Dialog title={profile.codesTitle}>
      <div className={form.form}>
        <p>{profile.codesLead}</p>
        <ol className={classes.codes}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <div className={classes.buttons}>
          <Button variant="default" data-autofocus onClick={() => void copyText(text, profile)}>
            {profile.copy}
          </Button>
          <Button
            variant="default"
            onClick={() => saveFile("stint-recovery-codes.txt", new Blob([text], { type: "text/plain" }))}
          >
            {profile.download}
          </Button>
        </div>
        <Checkbox
          label={profile.stored}
          checked={isStored}
          onChange={({ currentTarget }) => setIsStored(currentTarget.checked)}
        />
        <div className={classes.buttons}>
          <Button disabled={!isStored} onClick={onDone}>
            {profile.done}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
