import type { DeviceLogin } from "@stint/sdk";
import { type ReactNode, useState } from "react";
import { stint } from "#api/connection/client.ts";
import { refresh, useMe } from "#api/queries.ts";
import { useReauthentication } from "#parts/confirm/reauthentication/use-reauthentication.tsx";
import { useFormat } from "#i18n/format.ts";
import { useAction } from "#ui/form/use-action.ts";
import { useForm } from "#ui/form/use-form.ts";
import { ExpiryField, useExpiry } from "#pages/api-keys/parts/expiry-field.tsx";
import { type ScopeChoice, ScopeFields, toScopes } from "#pages/api-keys/parts/scope-choice.tsx";
import { useDeviceWords } from "./use-device-words.ts";
import { Button } from "#ui/button/button.tsx";
import { Checkbox } from "#ui/fields/checkbox.tsx";
import { ErrorLine } from "#ui/form/error-line.tsx";
import { Form } from "#ui/form/form.tsx";

interface Props {
  code: string;
  login: DeviceLogin;
  onDecided: (decision: "connected" | "denied") => void;
  onLeave: () => void;
}

export function DeviceForm({ code, login, onDecided, onLeave }: Props) {
  const words = useDeviceWords();
  const { scopes } = useMe();
  const { withReauthentication, proof } = useReauthentication();
  const denial = useAction();
  const [choice, setChoice] = useState<ScopeChoice>({
    preset: login.scopes === null ? "timer" : "own",
    own: scopes.filter((scope) => login.scopes?.includes(scope)),
  });
  const { expiry, setExpiry, expiresAt } = useExpiry("never");
  const form = useForm(async () => {
    const body = { userCode: code, scopes: toScopes(choice), expiresAt: expiresAt() };
    const approved = await withReauthentication(() => stint.deviceLogins.approve(body));
    if (approved === undefined) return;
    void refresh("api-keys");
    onDecided("connected");
  });
  return (
    <>
      <Form
        form={form}
        submit={words.connect}
        kind="main"
        others={
          <>
            <Button
              isBusy={denial.isRunning}
              onClick={() =>
                denial.run(async () => {
                  await stint.deviceLogins.deny({ userCode: code });
                  onDecided("denied");
                })
              }
            >
              {words.deny}
            </Button>
            <Button kind="quiet" onClick={onLeave}>
              {words.otherCode}
            </Button>
          </>
        }
      >
        <h2>{words.compare}</h2>
        <p className="code big">{shown(code)}</p>
        <Facts login={login} />
        <ScopeFields isShort allowed={scopes} choice={choice} onChange={setChoice} />
        <ExpiryField expiry={expiry} onChange={setExpiry} />
        <Checkbox label={words.isMine} required />
        <ErrorLine>{denial.message}</ErrorLine>
      </Form>
      {/* Not within the form, which would be sent together with the prompt. */}
      {proof}
    </>
  );
}

function Facts({ login }: { login: DeviceLogin }) {
  const words = useDeviceWords();
  const format = useFormat();
  const { organization } = useMe();
  const facts: [string, ReactNode][] = [
    [words.program, login.program],
    [words.machine, login.machine],
    [words.address, login.address],
    [words.organization, organization.name],
    [words.keyName, login.keyName],
    [words.validUntil, <time dateTime={login.expiresAt}>{format.clock(login.expiresAt)}</time>],
  ];
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Formats the code as the program shows it, however it was typed. */
function shown(code: string): string {
  const letters = code.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");
  return letters.length === 8 ? `${letters.slice(0, 4)}-${letters.slice(4)}` : code;
}
