import { PasswordInput, TextInput } from "@mantine/core";
import { ApiError } from "@stint/sdk";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useLocation } from "wouter";
import { stint } from "#api/client.ts";
import { explainError } from "#api/explain-error.ts";
import { queryClient } from "#api/queries.ts";
import { useText } from "#api/settings.ts";
import { AccountForm } from "./account-form.tsx";
import { NameField, NewPasswordField, PasswordField, SecondFactorField } from "#pages/parts/credential-fields.tsx";
import { linkToken } from "./link-token.ts";
import { useForm } from "#pages/parts/use-form.ts";

/** `/invitation`: joins an organization, with the account that the person has or with a new one. */
export function InvitationPage() {
  const text = useText();
  const { account } = text;
  const [, navigate] = useLocation();
  const [isCodeAsked, setIsCodeAsked] = useState(false);
  const token = linkToken();
  const preview = useQuery({
    queryKey: ["invitation", token],
    queryFn: () => stint.auth.previewInvitation({ token }),
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
        <Link href="/sign-in">{account.signIn}</Link>
      </>
    );
  if (preview.data === undefined) return null;
  const { organizationName, role, email, hasAccount } = preview.data;
  return (
    <AccountForm
      title={account.acceptInvitation}
      lead={account.invitationLead(organizationName, account.roles[role], email)}
      submit={account.acceptInvitation}
      form={form}
    >
      {/* For password managers: whose password this is. */}
      <input type="email" name="username" autoComplete="username" defaultValue={email} hidden readOnly disabled />
      {hasAccount === false && <NameField error={form.errorOf("name")} autoFocus />}
      {hasAccount === false && <NewPasswordField error={form.errorOf("password")} />}
      {hasAccount === true && <PasswordField error={form.errorOf("password")} autoFocus />}
      {hasAccount === null && (
        <>
          <TextInput name="name" label={account.nameIfNew} autoComplete="name" error={form.errorOf("name")} />
          <PasswordInput
            name="password"
            label={account.password}
            description={account.passwordOrNew}
            required
            error={form.errorOf("password")}
            visibilityToggleButtonProps={{ "aria-label": account.show }}
          />
        </>
      )}
      {isCodeAsked && <SecondFactorField error={form.errorOf("code") ?? form.errorOf("recoveryCode")} />}
    </AccountForm>
  );
}
