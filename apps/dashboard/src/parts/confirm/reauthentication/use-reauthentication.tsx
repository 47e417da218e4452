import { ApiError } from "@stint/sdk";
import { type ReactElement, useEffect, useRef, useState } from "react";
import { apart } from "#ui/apart.ts";
import { Part } from "#ui/dialog/part.tsx";
import type { Asked } from "./reauthentication-prompt.tsx";

// Loads when it is shown, because it is rarely needed.
const ReauthenticationPrompt = apart(() =>
  import("./reauthentication-prompt.tsx").then((m) => m.ReauthenticationPrompt),
).show;

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
