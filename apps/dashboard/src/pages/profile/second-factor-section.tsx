import type { BeginSecondFactorReply } from "@stint/sdk";
import { useState } from "react";
import { stint } from "#api/connection/client.ts";
import { refresh, useMe } from "#api/queries.ts";
import { useSettings } from "#state/settings/settings.ts";
import { ConfirmButton } from "#parts/confirm/confirm-button.tsx";
import { useAction } from "#ui/form/use-action.ts";
import { useReauthentication } from "#parts/confirm/use-reauthentication.tsx";
import { plural } from "#i18n/catalogue.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { ScanForm } from "./scan-form.tsx";
import { Section } from "#ui/form/section.tsx";
import { Button } from "#ui/button/button.tsx";
import { useProfileWords } from "./use-profile-words.ts";
import { ErrorLine } from "#ui/form/error-line.tsx";

/** Shows whether the second factor is off, being set up or on, and any new recovery codes. */
export function SecondFactorSection() {
  const { language } = useSettings();
  const { signIn } = useMe();
  const { withReauthentication, proof } = useReauthentication();
  const begin = useAction();
  const [begun, setBegun] = useState<BeginSecondFactorReply>();
  const [codes, setCodes] = useState<readonly string[]>();
  const profile = useProfileWords();
  const isOn = signIn?.hasSecondFactor ?? false;

  function show(reply: { recoveryCodes: string[] } | undefined): void {
    if (reply === undefined) return;
    setBegun(undefined);
    setCodes(reply.recoveryCodes);
    void refresh("me");
  }

  function content() {
    if (isOn)
      return (
        <>
          <p>
            {profile.isOn}. {profile.codesLeft(plural(language, signIn?.recoveryCodesLeft ?? 0, profile.recoveryCode))}
          </p>
          <div className="buttons">
            <ConfirmButton
              label={profile.newCodes}
              title={profile.newCodesTitle}
              lead={profile.newCodesLead}
              onConfirm={async () => show(await stint.me.replaceRecoveryCodes())}
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
    if (begun !== undefined)
      return (
        <ScanForm
          begun={begun}
          onCode={async (code) => show(await withReauthentication(() => stint.me.confirmSecondFactor({ code })))}
          onCancel={() => setBegun(undefined)}
        />
      );
    return (
      <>
        <p>{profile.isOff}.</p>
        <Button
          isBusy={begin.isRunning}
          onClick={() =>
            begin.run(async () => setBegun(await withReauthentication(() => stint.me.beginSecondFactor())))
          }
        >
          {profile.turnOn}
        </Button>
        <ErrorLine>{begin.message}</ErrorLine>
      </>
    );
  }

  return (
    <Section title={profile.secondFactor} lead={profile.secondFactorLead}>
      {content()}
      {codes !== undefined && <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />}
      {proof}
    </Section>
  );
}
