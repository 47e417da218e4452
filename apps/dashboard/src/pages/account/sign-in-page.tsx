import { ApiError, type SignInBody } from "@stint/sdk";
import { type ReactNode, useEffect, useState } from "react";
import { Link, useLocation, useSearchParams } from "wouter";
import { useHistoryState } from "wouter/use-browser-location";
import { useText } from "#i18n/text.ts";
import { useAccountWords } from "#parts/fields/use-account-words.ts";
import { stint } from "#api/connection/client.ts";
import { queryClient, useSignInMethods } from "#api/queries.ts";
import { fullPath, shortPath } from "#device/long-path.ts";
import { openId } from "#i18n/en/open-id.ts";
import { lazyText } from "#i18n/lazy-text.ts";
import { AccountForm } from "./account-form.tsx";
import { EmailField, PasswordField, SecondFactorField } from "#parts/fields/credential-fields.tsx";
import { useForm } from "#ui/form/use-form.ts";
import { Button } from "#ui/button/button.tsx";

const useOpenIdWords = lazyText(openId, import.meta.glob(["/src/i18n/*/open-id.ts", "!**/en/*"]));

// Matches the paths that the server accepts for a redirect after single sign-on.
const isOwnPath = /^\/(?![/\\])[!-~]*$/;

/** `/sign-in`, and `/second-factor` as its second step: the password from the first step stays in memory only. */
export function SignInPage() {
  const { shell } = useText();
  const account = useAccountWords();
  const methods = useSignInMethods();
  const [path, navigate] = useLocation();
  const [search] = useSearchParams();
  const [proved, setProved] = useState<SignInBody>();
  const wanted = fullPath(search.get("next") ?? "");
  const next = isOwnPath.test(wanted) ? wanted : "/time";
  const lead = useLead(search);
  const query = search.size === 0 ? "" : `?${search.toString()}`;

  useSignInElsewhere(wanted, next);

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
      <AccountForm title={account.secondFactor} submit={shell.signIn} form={form}>
        <SecondFactorField />
      </AccountForm>
    );
  return (
    <AccountForm
      title={shell.signIn}
      lead={lead}
      submit={shell.signIn}
      form={form}
      after={<OtherWays next={next} query={query} />}
    >
      <EmailField autoFocus />
      <PasswordField />
    </AccountForm>
  );
}

/** The organization's single sign-on, and the link to a new password. */
function OtherWays({ next, query }: { next: string; query: string }) {
  const account = useAccountWords();
  const openId = useSignInMethods()?.openId;
  return (
    <>
      {openId && (
        <Button
          component="a"
          href={`${stint.auth.startOpenId()}?${new URLSearchParams({ next: shortPath(next) }).toString()}`}
        >
          {account.signInWith(openId.name)}
        </Button>
      )}
      <Link href={`/reset-password${query}`}>{account.forgotten}</Link>
    </>
  );
}

/** Leaves the screen if the person has signed in in another tab, for example by accepting an invitation. */
function useSignInElsewhere(wanted: string, next: string): void {
  const [, navigate] = useLocation();
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
}

/** Why single sign-on failed, or that the person has just signed out. */
function useLead(search: URLSearchParams): ReactNode {
  const account = useAccountWords();
  const state = useHistoryState<{ isSignedOut?: boolean } | null>();
  const failed = search.get("error");
  if (failed !== null) return <OpenIdError error={failed} reason={search.get("reason") ?? ""} />;
  return state?.isSignedOut === true ? account.signedOut : undefined;
}

function OpenIdError({ error, reason }: { error: string; reason: string }) {
  const errors: Record<string, string> = useOpenIdWords().errors;
  return errors[reason] ?? errors[error] ?? errors["openid_failed"];
}
