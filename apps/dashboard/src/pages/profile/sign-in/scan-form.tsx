import type { BeginSecondFactorReply } from "@stint/sdk";
import { useText } from "#i18n/text.ts";
import { useForm } from "#ui/form/use-form.ts";
import { copyText } from "#ui/text/copy-text.ts";
import { Button } from "#ui/button/button.tsx";
import { TextInput } from "#ui/fields/text-input.tsx";
import { QrCode } from "./qr-code.tsx";
import { useProfileWords } from "#pages/profile/parts/use-profile-words.ts";
import { Form } from "#ui/form/form.tsx";
import classes from "#pages/profile/parts/profile.module.css";

interface Props {
  begun: BeginSecondFactorReply;
  onCode: (code: string) => Promise<void>;
  onCancel: () => void;
}

/** The secret for the authenticator app, and a field for the code that confirms the set-up. */
export function ScanForm({ begun, onCode, onCancel }: Props) {
  const { shell } = useText();
  const profile = useProfileWords();
  const form = useForm(({ code = "" }) => onCode(code.replaceAll(" ", "")));
  return (
    <Form form={form} submit={profile.confirm} kind="main" others={<Button onClick={onCancel}>{shell.cancel}</Button>}>
      <p>{profile.scan}</p>
      <QrCode text={begun.otpauthUrl} label={profile.qrCode} className={classes.qr} />
      <div className="buttons">
        <code className="code">{begun.secret.match(/.{1,4}/g)?.join(" ")}</code>
        <Button isSmall onClick={() => void copyText(begun.secret, profile)}>
          {profile.copySecret}
        </Button>
      </div>
      <TextInput
        name="code"
        label={profile.codeOfApp}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        required
        autoFocus
      />
    </Form>
  );
}
