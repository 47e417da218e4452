import { useState } from "react";
import { Link } from "wouter";
import { useText } from "#i18n/text.ts";
import { useAccountWords } from "#parts/fields/use-account-words.ts";
import { stint } from "#api/connection/client.ts";
import { useSignInMethods } from "#api/queries.ts";
import { AccountForm } from "./account-form.tsx";
import { EmailField, NewPasswordField } from "#parts/fields/credential-fields.tsx";
import { linkToken } from "./link-token.ts";
import { useForm } from "#ui/form/use-form.ts";

/** `/reset-password`: sets a password if the link has a token; otherwise requests such a link. */
export function ResetPasswordPage() {
  return linkToken() === "" ? <AskForLink /> : <SetPassword />;
}

function SetPassword() {
  const account = useAccountWords();
  const [isDone, setIsDone] = useState(false);
  const form = useForm(async ({ password = "" }) => {
    await stint.auth.resetPassword({ token: linkToken(), password });
    setIsDone(true);
  });
  if (isDone) return <Done text={account.passwordSet} />;
  return (
    <AccountForm title={account.newPassword} submit={account.setPassword} form={form}>
      <NewPasswordField autoFocus />
    </AccountForm>
  );
}

function AskForLink() {
  const account = useAccountWords();
  const methods = useSignInMethods();
  const [isDone, setIsDone] = useState(false);
  const form = useForm(async ({ email = "" }) => {
    await stint.auth.askForPasswordLink({ email });
    setIsDone(true);
  });
  if (methods === undefined) return null;
  if (!methods.mail) return <Done text={account.noMail} />;
  if (isDone) return <Done text={account.linkSent} />;
  return (
    <AccountForm title={account.forgotten} lead={account.forgottenLead} submit={account.sendLink} form={form}>
      <EmailField autoFocus />
    </AccountForm>
  );
}

function Done({ text }: { text: string }) {
  const { shell } = useText();
  const account = useAccountWords();
  return (
    <>
      <h1>{account.forgotten}</h1>
      <p role="status">{text}</p>
      <Link href={`/sign-in${location.search}`}>{shell.signIn}</Link>
    </>
  );
}
