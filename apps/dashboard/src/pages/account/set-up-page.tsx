import { useState } from "react";
import { Link, useLocation } from "wouter";
import { useText } from "#i18n/text.ts";
import { useAccountWords } from "#parts/fields/use-account-words.ts";
import { stint } from "#api/connection/client.ts";
import { queryClient, useSignInMethods } from "#api/queries.ts";
import { deviceLocales } from "#i18n/device-locales.ts";
import { AccountForm } from "./account-form.tsx";
import { CurrencyField } from "#parts/fields/currency-field.tsx";
import { EmailField, NameField, NewPasswordField } from "#parts/fields/credential-fields.tsx";
import { guessCurrency } from "./guess-currency.ts";
import { linkToken } from "./link-token.ts";
import { findDeviceZone } from "#time/known-zone.ts";
import { useForm } from "#ui/form/use-form.ts";
import { ZoneField } from "#parts/fields/zone-field.tsx";
import { TextInput } from "#ui/fields/text-input.tsx";

export function SetUpPage() {
  const { shell } = useText();
  const account = useAccountWords();
  const methods = useSignInMethods();
  const [, navigate] = useLocation();
  const [zone, setZone] = useState(() => findDeviceZone() ?? "UTC");
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
        <Link href="/sign-in">{shell.signIn}</Link>
      </>
    );
  if (linkToken() === "") return <p>{account.setUpNeeded}</p>;
  return (
    <AccountForm title={account.setUp} lead={account.setUpLead} submit={account.setUp} form={form}>
      <TextInput
        name="organizationName"
        label={account.organizationName}
        hint={account.organizationHint}
        autoComplete="organization"
        autoFocus
        required
      />
      <ZoneField
        name="timeZone"
        label={shell.timeZone}
        {...(findDeviceZone() === undefined ? { hint: account.noDeviceZone } : {})}
        value={zone}
        onChange={setZone}
      />
      <CurrencyField
        name="currency"
        label={account.currency}
        defaultValue={guessCurrency(deviceLocales()[0] ?? "en", zone)}
      />
      <NameField />
      <EmailField />
      <NewPasswordField />
    </AccountForm>
  );
}
