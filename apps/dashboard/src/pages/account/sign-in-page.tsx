import { ApiError, type SignInBody } from "@stint/sdk";
import { useEffect, useState } from "react";
import { Link, useLocation, useSearchParams } from "wouter";
import { useHistoryState } from "wouter/use-browser-location";
import { stint } from "#api/connection/client.ts";
import { queryClient, useSignInMethods } from "#api/queries.ts";
import { fullPath, shortPath } from "#device/long-path.ts";
import { useText } from "#i18n/text.ts";
import { AccountForm } from "./account-form.tsx";
import { EmailField, PasswordField, SecondFactorField } from "#parts/fields/credential-fields.tsx";
import { useForm } from "#ui/form/use-form.ts";
import { Button } from "#ui/button/button.tsx";
import classes from "./signed-out.module.css";

// Matches the paths that the server accepts for a redirect after single sign-on.
const isOwnPath = /^\/(?![/\\])[!-~]*$/;

/** `/sign-in`, and `/second-factor` as its second step: the password from the first step stays in memory only. */
export function SignInPage() {
  const { account } = useText();
  const methods = useSignInMethods();
  const [path, navigate] = useLocation();
  const [search] = useSearchParams();
  const state = useHistoryState<{ isSignedOut?: boolean } | null>();
  const [proved, setProved] = useState<SignInBody>();
  const wanted = fullPath(search.get("next") ?? "");
  const next = isOwnPath.test(wanted) ? wanted : "/time";
  const query = search.size === 0 ? "" : `?${search.toString()}`;

  // The person may have signed in in another tab, for example by accepting an invitation or setting up the service.
  useEffect(() => {
    const goOn = () =>
      void stint.me.get().then(
        () => navigate(next, { replace: true }),
        () => undefined,
      );
    const onShow = () => document.visibilityState === "visible" && wanted !== "" && goOn();
    document.addEventListener("visibilitychange", onShow);
    return () => document.removeEventListener("visibilitychange", onShow);
  }, [wanted, next, navigate]);

  const form = useForm(async (given) => {
    const { email = "", password = "", ...code } = { ...proved, ...given };
    try {
      await stint.auth.signIn({ email, password, ...code });
    } catch (error) {
      if (!(error instanceof ApiError && error.code === "second_factor_required")) throw error;
      setProved({ email, password });
      navigate(`/second-factor${query}`);
      return;
    }
    queryClient.clear();
    navigate(next, { replace: true });
  });

  if (methods?.setUp === "needed") return <p>{account.setUpNeeded}</p>;
  if (path === "/second-factor" && proved !== undefined)
    return (
      <AccountForm title={account.secondFactor} submit={account.signIn} form={form}>
        <SecondFactorField error={form.errorOf("code") ?? form.errorOf("recoveryCode")} />
      </AccountForm>
    );
  const failed = search.get("error");
  const reason = search.get("reason") ?? "";
  const lead = state?.isSignedOut === true ? account.signedOut : undefined;
  const openIdErrors: Record<string, string> = account.openIdErrors;
  return (
    <AccountForm
      title={account.signIn}
      lead={
        failed === null ? lead : (openIdErrors[reason] ?? openIdErrors[failed] ?? account.openIdErrors.openid_failed)
      }
      submit={account.signIn}
      form={form}
      after={
        <>
          {methods?.openId && (
            <Button
              component="a"
              href={`${stint.auth.startOpenId()}?${new URLSearchParams({ next: shortPath(next) }).toString()}`}
            >
              {account.signInWith(methods.openId.name)}
            </Button>
          )}
          <Link href={`/reset-password${query}`} className={classes.other}>
            {account.forgotten}
          </Link>
        </>
      }
    >
      <EmailField error={form.errorOf("email")} autoFocus />
      <PasswordField error={form.errorOf("password")} />
    </AccountForm>
  );
}
