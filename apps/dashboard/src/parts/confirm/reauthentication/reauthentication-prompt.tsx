import { ApiError } from "@stint/sdk";
import { useState } from "react";
import { stint } from "#api/connection/client.ts";
import { useMe } from "#api/queries.ts";
import { shortPathHere } from "#device/long-path.ts";
import { PasswordField, SecondFactorField } from "#parts/fields/credential-fields.tsx";
import { Button } from "#ui/button/button.tsx";
import { AccountEmail } from "#ui/fields/text-input.tsx";
import { Dialog } from "#ui/dialog/dialog.tsx";
import { Form } from "#ui/form/form.tsx";
import { useForm } from "#ui/form/use-form.ts";
import { useReauthenticationWords } from "./use-reauthentication-words.ts";

export interface Asked {
  again: () => void;
  cancel: () => void;
}

/** Asks for the password, or for a new sign-in if the account has none. */
export function ReauthenticationPrompt({ again, cancel }: Asked) {
  const words = useReauthenticationWords();
  const { user, signIn } = useMe();
  const [isCodeAsked, setIsCodeAsked] = useState(signIn?.hasSecondFactor ?? false);
  const form = useForm(async ({ password = "", ...code }) => {
    try {
      await stint.auth.reauthenticate({ password, ...code });
    } catch (error) {
      if (!(error instanceof ApiError && error.code === "second_factor_required")) throw error;
      setIsCodeAsked(true);
      return;
    }
    again();
  });
  const hasPassword = signIn?.hasPassword ?? true;
  return (
    <Dialog onClose={cancel} title={words.title}>
      {hasPassword ? (
        <Form form={form} submit={words.goOn} kind="main">
          <p>{words.lead}</p>
          <AccountEmail email={user.email} />
          <PasswordField autoFocus />
          {isCodeAsked && <SecondFactorField />}
        </Form>
      ) : (
        <div className="form">
          <p>{words.elsewhere}</p>
          <Button kind="main" component="a" href={`${stint.auth.startOpenId()}?proof=true&next=${shortPathHere()}`}>
            {words.signInAgain}
          </Button>
        </div>
      )}
    </Dialog>
  );
}
