import { copyText } from "#ui/text/copy-text.ts";
import { KeepDialog } from "./keep-dialog.tsx";
import { LoopbackNote } from "./loopback-note.tsx";
import { useSettingsWords } from "./use-settings-words.ts";
import { Button } from "#ui/button/button.tsx";

interface Props {
  title: string;
  lead: string;
  secret: string;
  onDone: () => void;
}

/** A secret that is never shown again. */
export function SecretOnce({ title, lead, secret, onDone }: Props) {
  const words = useSettingsWords();
  return (
    <KeepDialog title={title} words={words} onDone={onDone}>
      <p>
        {lead} {words.secretOnce}
      </p>
      <output className="code sunken row" style={{ userSelect: "all" }}>
        {secret}
      </output>
      <LoopbackNote link={secret} />
      <div className="buttons">
        <Button data-autofocus onClick={() => void copyText(secret, words)}>
          {words.copy}
        </Button>
      </div>
    </KeepDialog>
  );
}
