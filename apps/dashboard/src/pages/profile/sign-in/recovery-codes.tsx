import { KeepDialog } from "#parts/confirm/keep-dialog.tsx";
import { copyText } from "#ui/text/copy-text.ts";
import { saveFile } from "#ui/files/save-file.ts";
import { Button } from "#ui/button/button.tsx";
import { useProfileWords } from "#pages/profile/parts/use-profile-words.ts";
import classes from "#pages/profile/parts/profile.module.css";

/** New recovery codes, which are never shown again. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const profile = useProfileWords();
  const text = `${codes.join("\n")}\n`;
  return (
    <KeepDialog title={profile.codesTitle} words={profile} onDone={onDone}>
      <p>{profile.codesLead}</p>
      <ol className={`list panel code ${classes.codes}`}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="buttons">
        <Button data-autofocus onClick={() => void copyText(text, profile)}>
          {profile.copy}
        </Button>
        <Button onClick={() => saveFile("stint-recovery-codes.txt", new Blob([text], { type: "text/plain" }))}>
          {profile.download}
        </Button>
      </div>
    </KeepDialog>
  );
}
