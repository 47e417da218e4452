import type { BeginSecondFactorReply } from "@stint/sdk";
import { useState } from "react";
import { stint } from "#api/connection/client.ts";
import { refresh, useMe } from "#api/queries.ts";
import { useSettings } from "#state/settings/settings.ts";
import { ConfirmButton } from "#parts/confirm/confirm-button.tsx";
import { useAction } from "#ui/form/use-action.ts";
import { useReauthentication } from "#parts/confirm/reauthentication/use-reauthentication.tsx";
import { plural } from "#i18n/catalogue.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { ScanForm } from "./scan-form.tsx";
import { Section } from "#ui/form/section.tsx";
import { Button } from "#ui/button/button.tsx";
import { useProfileWords } from "#pages/profile/parts/use-profile-words.ts";
import { ErrorLine } from "#ui/form/error-line.tsx";

/** Shows whether the second factor is off, being set up or on, and any new recovery codes. */
export function SecondFactorSection() {
  const { signIn } = useMe();
  const { withReauthentication, proof } = useReauthentication();
  const [begun, setBegun] = useState<BeginSecondFactorReply>();
  const [codes, setCodes] = useState<readonly string[]>();
  const profile = useProfileWords();

  function show(reply: { recoveryCodes: string[] } | undefined): void {
    if (reply === undefined) return;
    setBegun(undefined);
    setCodes(reply.recoveryCodes);
    void refresh("me");
  }

  const begin = async () => setBegun(await withReauthentication(() => stint.me.beginSecondFactor()));
  const confirm = async (code: string) =>
    show(await withReauthentication(() => stint.me.confirmSecondFactor({ code })));
  return (
    <Section title={profile.secondFactor} lead={profile.secondFactorLead}>
      {signIn?.hasSecondFactor === true ? (
        <FactorOn codesLeft={signIn.recoveryCodesLeft ?? 0} onCodes={show} />
      ) : begun === undefined ? (
        <FactorOff onBegin={begin} />
      ) : (
        <ScanForm begun={begun} onCode={confirm} onCancel={() => setBegun(undefined)} />
      )}
      {codes !== undefined && <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />}
      {proof}
    </Section>
  );
}

interface OnProps {
  codesLeft: number;
  onCodes: (reply: { recoveryCodes: string[] }) => void;
}

function FactorOn({ codesLeft, onCodes }: OnProps) {
  const { language } = useSettings();
  const profile = useProfileWords();
  return (
    <>
      <p>
        {profile.isOn}. {profile.codesLeft(plural(language, codesLeft, profile.recoveryCode))}
      </p>
      <div className="buttons">
        <ConfirmButton
          label={profile.newCodes}
          title={profile.newCodesTitle}
          lead={profile.newCodesLead}
          onConfirm={async () => onCodes(await stint.me.replaceRecoveryCodes())}
        />
        <ConfirmButton
          label={profile.turnOff}
          title={profile.turnOffTitle}
          lead={profile.turnOffLead}
          onConfirm={async () => {
            await stint.me.endSecondFactor();
            await refresh("me");
          }}
        />
      </div>
    </>
  );
}

function FactorOff({ onBegin }: { onBegin: () => Promise<void> }) {
  const profile = useProfileWords();
  const { isRunning, message, run } = useAction();
  return (
    <>
      <p>{profile.isOff}.</p>
      <Button isBusy={isRunning} onClick={() => run(onBegin)}>
        {profile.turnOn}
      </Button>
      <ErrorLine>{message}</ErrorLine>
    </>
  );
}
