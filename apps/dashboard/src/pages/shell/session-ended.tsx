import { Button } from "@mantine/core";
import { ApiError } from "@stint/sdk";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { stint, tellSignInAgain } from "#api/client.ts";
import { useMe } from "#api/queries.ts";
import { useText } from "#api/settings.ts";
import { PasswordField, SecondFactorField } from "#pages/parts/credential-fields.tsx";
import { Dialog } from "#pages/parts/dialog.tsx";
import { useForm } from "#pages/parts/use-form.ts";

/** Over the screen when the session has ended: who signs in again finds everything as it was. */
export function SessionEnded({ onClose }: { onClose: () => void }) {
  const { shell, account } = useText();
  const { user, organization } = useMe();
  const queries = useQueryClient();
  const [isCodeAsked, setIsCodeAsked] = useState(false);
  const form = useForm(async ({ password = "", ...code }) => {
    try {
      await stint.auth.signIn({ email: user.email, password, organizationId: organization.id, ...code });
    } catch (error) {
      if (!(error instanceof ApiError && error.code === "second_factor_required")) throw error;
      setIsCodeAsked(true);
      return;
    }
    tellSignInAgain();
    void queries.invalidateQueries();
  });
  return (
    <Dialog onClose={onClose} title={shell.sessionEnded}>
      <form onSubmit={form.onSubmit}>
        <p>{shell.sessionEndedText}</p>
        <input type="email" autoComplete="username" value={user.email} hidden readOnly />
        <PasswordField error={form.errorOf("password")} autoFocus />
        {isCodeAsked && <SecondFactorField error={form.errorOf("code") ?? form.errorOf("recoveryCode")} />}
        <p role="alert">{form.message}</p>
        <Button type="submit" loading={form.isSending}>
          {account.signIn}
        </Button>
        <Button component="a" href="/sign-in" variant="subtle">
          {shell.signInAsOther}
        </Button>
      </form>
    </Dialog>
  );
}
