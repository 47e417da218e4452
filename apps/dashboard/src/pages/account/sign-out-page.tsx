import { useEffect, useEffectEvent, useState } from "react";
import { useAccountWords } from "#parts/fields/use-account-words.ts";
import { finishSignOut, trySignOutNow } from "#state/session/sign-out.ts";
import { useText } from "#i18n/text.ts";
import { Button } from "#ui/button/button.tsx";
import { SignedOut } from "./signed-out.tsx";

interface Props {
  sessionId: string;
  onDone: () => void;
}

/** Replaces every screen until the server has confirmed the sign-out. */
export function SignOutPage(props: Props) {
  return (
    <SignedOut>
      <Pending {...props} />
    </SignedOut>
  );
}

function Pending({ sessionId, onDone }: Props) {
  const { shell } = useText();
  const account = useAccountWords();
  const [hasFailed, setHasFailed] = useState(false);
  const done = useEffectEvent(onDone);
  useEffect(() => {
    void finishSignOut(sessionId, () => setHasFailed(true)).then(() => done());
  }, [sessionId]);
  if (!hasFailed) return <p role="status">{account.signingOut}</p>;
  return (
    <>
      <title>{`${account.signOutPending} – Stint`}</title>
      <h1>{account.signOutPending}</h1>
      <p role="alert">{account.signOutPendingText}</p>
      <p>{account.signOutPendingLater}</p>
      <Button kind="main" style={{ justifySelf: "start" }} onClick={trySignOutNow}>
        {shell.retry}
      </Button>
    </>
  );
}
