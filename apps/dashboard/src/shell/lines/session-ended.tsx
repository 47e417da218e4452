import { ApiError } from "@stint/sdk";
import { useState } from "react";
import { stint, notifySignInAgain } from "#api/connection/client.ts";
import { refreshAll, useMe } from "#api/queries.ts";
import { shortPathHere } from "#device/long-path.ts";
import { useText } from "#i18n/text.ts";
import { PasswordField, SecondFactorField } from "#parts/fields/credential-fields.tsx";
import { Dialog } from "#ui/dialog/dialog.tsx";
import { DialogButtons } from "#ui/dialog/dialog-buttons.tsx";
import { useForm } from "#ui/form/use-form.ts";
import { FormFields } from "#ui/form/form.tsx";
import { Button } from "#ui/button/button.tsx";
import { useLineWords } from "./use-line-words.ts";

/**
 * A prompt above the screen after the session has ended. After signing in again, the person continues where they left
 * off.
 */
export function SessionEnded({ onClose }: { onClose: () => void }) {
  const { shell } = useText();
  const words = useLineWords();
  const { user, organization } = useMe();
  const [isCodeAsked, setIsCodeAsked] = useState(false);
  const form = useForm(async ({ password = "", ...code }) => {
    try {
      await stint.auth.signIn({ email: user.email, password, organizationId: organization.id, ...code });
    } catch (error) {
      if (!(error instanceof ApiError && error.code === "second_factor_required")) throw error;
      setIsCodeAsked(true);
      return;
    }
    notifySignInAgain();
    void refreshAll();
  });
  return (
    <Dialog onClose={onClose} title={words.sessionEnded}>
      <form className="form" onSubmit={form.onSubmit}>
        <p>{words.sessionEndedText}</p>
        <input type="email" autoComplete="username" value={user.email} hidden readOnly />
        <FormFields form={form}>
          <PasswordField autoFocus />
          {isCodeAsked && <SecondFactorField />}
        </FormFields>
        <DialogButtons>
          <Button component="a" href={`/sign-in?next=${shortPathHere()}`} kind="quiet">
            {words.signInAsOther}
          </Button>
          <Button kind="main" type="submit" isBusy={form.isSending}>
            {shell.signIn}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
