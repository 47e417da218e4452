import { Button, PasswordInput, TextInput } from "@mantine/core";
import { ApiError } from "@stint/sdk";
import { type FormEvent, useState } from "react";
import { useLocation } from "wouter";
import { stint } from "#api/client.ts";
import { explainError } from "#api/explain-error.ts";
import { queryClient } from "#api/queries.ts";
import { useText } from "#api/settings.ts";
import classes from "./signed-out.module.css";

export function SignInPage() {
  const text = useText();
  const [, navigate] = useLocation();
  const [isCodeAsked, setIsCodeAsked] = useState(false);
  const [error, setError] = useState("");
  const [isSending, setIsSending] = useState(false);

  async function signIn(form: FormData): Promise<void> {
    setIsSending(true);
    const given = Object.fromEntries([...form].filter(([, value]) => value !== "")) as Record<string, string>;
    const { email = "", password = "", ...rest } = given;
    try {
      await stint.auth.signIn({ email, password, ...rest });
      queryClient.clear();
      navigate(new URLSearchParams(location.search).get("next") ?? "/time", { replace: true });
    } catch (failure) {
      if (failure instanceof ApiError && failure.code === "second_factor_required") setIsCodeAsked(true);
      else setError(explainError(failure, text));
    } finally {
      setIsSending(false);
    }
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    void signIn(new FormData(event.currentTarget));
  }

  return (
    <form className={classes.form} onSubmit={submit}>
      <title>{`${text.account.signIn} – Stint`}</title>
      <h1>{text.account.signIn}</h1>
      <TextInput name="email" type="email" label={text.account.email} autoComplete="username" required autoFocus />
      <PasswordInput name="password" label={text.account.password} autoComplete="current-password" required />
      {isCodeAsked && <TextInput name="code" label={text.account.code} autoComplete="one-time-code" autoFocus />}
      <p role="alert" className={classes.error}>
        {error}
      </p>
      <Button type="submit" loading={isSending}>
        {text.account.signIn}
      </Button>
    </form>
  );
}
