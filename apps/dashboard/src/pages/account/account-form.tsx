import { Button } from "@mantine/core";
import type { FormEvent, ReactNode } from "react";
import { useText } from "#i18n/text.ts";
import classes from "./signed-out.module.css";

interface Props {
  title: string;
  lead?: ReactNode;
  submit: string;
  form: { isSending: boolean; message: string; onSubmit: (event: FormEvent<HTMLFormElement>) => void };
  children: ReactNode;
  after?: ReactNode;
}

/** The frame of forms on the screens for signed-out people. */
export function AccountForm({ title, lead, submit, form, children, after }: Props) {
  const { account } = useText();
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
      <form className={classes.form} method="post" onSubmit={form.onSubmit}>
        {children}
        <p role="alert" className={classes.error}>
          {form.message}
        </p>
        <Button type="submit" loading={form.isSending}>
          {submit}
        </Button>
      </form>
      {after}
    </>
  );
}
