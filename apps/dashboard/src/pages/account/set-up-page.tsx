import { Anchor, TextInput } from "@mantine/core";
import { Link, useLocation } from "wouter";
import { stint } from "#api/client.ts";
import { queryClient, useSignInMethods } from "#api/queries.ts";
import { useText } from "#api/settings.ts";
import { AccountForm } from "./account-form.tsx";
import { EmailField, NameField, NewPasswordField } from "#pages/parts/credential-fields.tsx";
import { linkToken } from "./link-token.ts";
import { useForm } from "#pages/parts/use-form.ts";

/** `/set-up`: makes the first organization and its owner. */
export function SetUpPage() {
  const { account } = useText();
  const methods = useSignInMethods();
  const [, navigate] = useLocation();
  const form = useForm(async ({ organizationName = "", name = "", email = "", password = "", ...rest }) => {
    await stint.auth.setUp({ token: linkToken(), organizationName, name, email, password, ...rest });
    queryClient.clear();
    navigate("/time", { replace: true });
  });
  if (methods?.setUp === "done")
    return (
      <>
        <h1>{account.setUp}</h1>
        <p>{account.isSetUp}</p>
        <Anchor component={Link} href="/sign-in">
          {account.signIn}
        </Anchor>
      </>
    );
  if (linkToken() === "") return <p>{account.setUpNeeded}</p>;
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <AccountForm title={account.setUp} lead={account.setUpLead} submit={account.setUp} form={form}>
      <TextInput
        name="organizationName"
        label={account.organizationName}
        autoComplete="organization"
        autoFocus
        required
        error={form.errorOf("organizationName")}
      />
      <TextInput name="timeZone" label={account.timeZone} defaultValue={zone} error={form.errorOf("timeZone")} />
      <TextInput
        name="currency"
        label={account.currency}
        defaultValue="EUR"
        maxLength={3}
        error={form.errorOf("currency")}
      />
      <NameField error={form.errorOf("name")} />
      <EmailField error={form.errorOf("email")} />
      <NewPasswordField error={form.errorOf("password")} />
    </AccountForm>
  );
}
