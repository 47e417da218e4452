import { ApiError } from "@stint/sdk";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useLocation } from "wouter";
import { useAccountWords } from "#parts/fields/use-account-words.ts";
import { stint } from "#api/connection/client.ts";
import { explainError } from "#api/explain-error.ts";
import { defineQuery, queryClient } from "#api/queries.ts";
import { useText } from "#i18n/text.ts";
import { AccountForm } from "./account-form.tsx";
import { NameField, NewPasswordField, PasswordField, SecondFactorField } from "#parts/fields/credential-fields.tsx";
import { linkToken } from "./link-token.ts";
import { AccountEmail } from "#ui/fields/text-input.tsx";
import { useForm } from "#ui/form/use-form.ts";
import { Button } from "#ui/button/button.tsx";

export function InvitationPage() {
  const text = useText();
  const account = useAccountWords();
  const [, navigate] = useLocation();
  const [isCodeAsked, setIsCodeAsked] = useState(false);
  const [saysNew, setSaysNew] = useState(true);
  const token = linkToken();
  const preview = useQuery({
    ...defineQuery(["invitation", token], () => stint.auth.previewInvitation({ token })),
    enabled: token !== "",
  });
  const form = useForm(async (given) => {
    try {
      await stint.auth.acceptInvitation({ token, ...given });
    } catch (error) {
      if (!(error instanceof ApiError && error.code === "second_factor_required")) throw error;
      setIsCodeAsked(true);
      return;
    }
    queryClient.clear();
    navigate("/time", { replace: true });
  });
  if (token === "" || preview.error !== null)
    return (
      <>
        <h1>{account.acceptInvitation}</h1>
        <p role="alert">{token === "" ? account.invitationLinkNeeded : explainError(preview.error, text)}</p>
        <Link href="/sign-in">{text.shell.signIn}</Link>
      </>
    );
  if (preview.data === undefined) return null;
  const { organizationName, role, email, hasAccount } = preview.data;
  // `hasAccount` is null if the inviter has seen the link; then the invited person says whether they have an account.
  const isNew = hasAccount === null ? saysNew : !hasAccount;
  return (
    <AccountForm
      title={account.acceptInvitation}
      lead={account.invitationLead(organizationName, account.roles[role], email)}
      submit={account.acceptInvitation}
      form={form}
      after={
        hasAccount === null && (
          <Button kind="quiet" onClick={() => setSaysNew(!saysNew)}>
            {saysNew ? account.haveAccount : account.haveNoAccount}
          </Button>
        )
      }
    >
      <AccountEmail email={email} />
      {isNew && <NameField autoFocus />}
      {isNew ? <NewPasswordField /> : <PasswordField autoFocus />}
      {isCodeAsked && <SecondFactorField />}
    </AccountForm>
  );
}
