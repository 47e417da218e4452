import { ApiError } from "@stint/sdk";
import { type ReactElement, useEffect, useRef, useState } from "react";
import { stint } from "#api/connection/client.ts";
import { useMe } from "#api/queries.ts";
import { shortPathHere } from "#device/long-path.ts";
import { PasswordField, SecondFactorField } from "#fields/credential-fields.tsx";
import { Dialog } from "#ui/dialog/dialog.tsx";
import { useForm } from "#ui/form/use-form.ts";
import { useReauthenticationWords } from "./use-reauthentication-words.ts";
import { Part } from "#ui/dialog/part.tsx";
import { Button } from "#ui/button/button.tsx";

interface Asked {
  again: () => void;
  cancel: () => void;
}

/**
 * Runs actions that need recent authentication. If the server asks for the password, `withReauthentication` prompts for
 * it and runs the action again. Resolves to undefined if the person cancels. Render `proof`, which is the prompt.
 */
export function useReauthentication(): {
  withReauthentication: <Result>(action: () => Promise<Result>) => Promise<Result | undefined>;
  proof: ReactElement | undefined;
} {
  const [asked, setAsked] = useState<Asked>();
  // If the prompt is no longer mounted, for example because the action is undone on another screen, the error is
  // thrown.
  const isShown = useRef(false);
  // Later undos wait for the action, so it must end even if the prompt disappears.
  const cancelAsked = useRef(() => {});
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
      cancelAsked.current();
    };
  }, []);

  async function withReauthentication<Result>(action: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await action();
    } catch (error) {
      if (!(error instanceof ApiError && error.code === "reauthentication_required") || !isShown.current) throw error;
    }
    const isVerifiedAccount = await new Promise<boolean>((resolve) => {
      cancelAsked.current = () => resolve(false);
      setAsked({ again: () => resolve(true), cancel: cancelAsked.current });
    });
    setAsked(undefined);
    return isVerifiedAccount ? await action() : undefined;
  }

  const proof = asked && (
    <Part onClose={asked.cancel}>
      <ReauthenticationPrompt {...asked} />
    </Part>
  );
  return { withReauthentication, proof };
}

function ReauthenticationPrompt({ again, cancel }: Asked) {
  const words = useReauthenticationWords();
  const { user, signIn } = useMe();
  const [isCodeAsked, setIsCodeAsked] = useState(signIn?.hasSecondFactor ?? false);
  const form = useForm(async ({ password = "", ...code }) => {
    try {
      await stint.auth.reauthenticate({ password, ...code });
    } catch (error) {
      if (!(error instanceof ApiError && error.code === "second_factor_required")) throw error;
      setIsCodeAsked(true);
      return;
    }
    again();
  });
  const hasPassword = signIn?.hasPassword ?? true;
  return (
    <Dialog onClose={cancel} title={words.title}>
      {hasPassword ? (
        <form onSubmit={form.onSubmit} style={{ display: "grid", gap: 16 }}>
          <p>{words.lead}</p>
          <input type="email" autoComplete="username" value={user.email} hidden readOnly />
          <PasswordField error={form.errorOf("password")} autoFocus />
          {isCodeAsked && <SecondFactorField error={form.errorOf("code") ?? form.errorOf("recoveryCode")} />}
          <p role="alert">{form.message}</p>
          <Button kind="main" type="submit" isBusy={form.isSending}>
            {words.goOn}
          </Button>
        </form>
      ) : (
        <div style={{ display: "grid", gap: 16 }}>
          <p>{words.elsewhere}</p>
          <Button kind="main" component="a" href={`${stint.auth.startOpenId()}?proof=true&next=${shortPathHere()}`}>
            {words.signInAgain}
          </Button>
        </div>
      )}
    </Dialog>
  );
}
