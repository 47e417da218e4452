import { type ReactNode, useState } from "react";
import { useAccountWords } from "#parts/fields/use-account-words.ts";
import { Form, type FormState } from "#ui/form/form.tsx";

interface Props {
  title: string;
  lead?: ReactNode;
  submit: string;
  form: FormState;
  children: ReactNode;
  after?: ReactNode;
}

/** The frame of forms on the screens for signed-out people. */
export function AccountForm({ title, lead, submit, form, children, after }: Props) {
  const account = useAccountWords();
  const [hasCookies] = useState(keepsCookies);
  return (
    <>
      <title>{`${title} – Stint`}</title>
      <h1>{title}</h1>
      {lead !== undefined && <p>{lead}</p>}
      {!globalThis.isSecureContext && (
        <p>
          {account.insecure} <a href="/guide/run/proxies">{account.setUpHttps}</a>
        </p>
      )}
      {!hasCookies && <p>{account.noCookies}</p>}
      <Form form={form} submit={submit} kind="main">
        {children}
      </Form>
      {after}
    </>
  );
}

/** Sets a cookie, because in Chromium `navigator.cookieEnabled` is also true while the settings block cookies. */
function keepsCookies(): boolean {
  /* oxlint-disable no-restricted-properties -- this is the only way to find out */
  document.cookie = "stint-kept=1; SameSite=Strict";
  const isKept = document.cookie.includes("stint-kept=1");
  document.cookie = "stint-kept=; Max-Age=0";
  /* oxlint-enable no-restricted-properties */
  return isKept;
}
