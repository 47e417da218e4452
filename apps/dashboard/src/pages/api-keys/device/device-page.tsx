import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useSearchParams } from "wouter";
import { stint } from "#api/connection/client.ts";
import { explainError } from "#api/explain-error.ts";
import { defineQuery, pollWhile, useMe } from "#api/queries.ts";
import { useText } from "#i18n/text.ts";
import { PageHead } from "#screen/page-head.tsx";
import { Loading } from "#ui/list/skeleton.tsx";
import { Form } from "#ui/form/form.tsx";
import { useForm } from "#ui/form/use-form.ts";
import { Button } from "#ui/button/button.tsx";
import { TextInput } from "#ui/fields/text-input.tsx";
import { DeviceForm } from "./device-form.tsx";
import { useMayMakeKeys } from "#pages/api-keys/parts/use-may-make-keys.ts";
import { useDeviceWords } from "./use-device-words.ts";
import { useKeyWords } from "#pages/api-keys/parts/use-key-words.ts";

type Decision = "connected" | "denied";

/** `/device`: the person approves or rejects a program that is waiting for an API key, always by pressing a button. */
export function DevicePage() {
  const words = useDeviceWords();
  return (
    <div className="narrow">
      <PageHead lead={words.lead} />
      <p className="notice" data-kind="over">
        {words.caution}
      </p>
      <Device />
    </div>
  );
}

function Device() {
  const words = useKeyWords();
  const { shell } = useText();
  const { role, scopes } = useMe();
  const mayMake = useMayMakeKeys();
  const [params, setParams] = useSearchParams();
  const code = params.get("code") ?? "";
  if (!scopes.includes("keys:write")) return <p>{shell.notForRole(shell.roles[role])}</p>;
  if (!mayMake) return <p>{words.mayNot}</p>;
  const enter = (entered: string) => setParams(entered === "" ? {} : { code: entered }, { replace: true });
  return code === "" ? <CodeForm onEnter={enter} /> : <Waiting key={code} code={code} onLeave={() => enter("")} />;
}

function CodeForm({ onEnter }: { onEnter: (code: string) => void }) {
  const words = useDeviceWords();
  const form = useForm(async ({ code = "" }) => onEnter(code.trim()));
  return (
    <Form form={form} submit={words.goOn} kind="main">
      <TextInput
        name="code"
        label={words.code}
        hint={words.codeHint}
        maxLength={64}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        required
        autoFocus
      />
    </Form>
  );
}

const pollMs = 2_000;

function Waiting({ code, onLeave }: { code: string; onLeave: () => void }) {
  const text = useText();
  const words = useDeviceWords();
  const [decision, setDecision] = useState<Decision>();
  const { data: login, error } = useQuery({
    ...defineQuery(["device-login", code], () => stint.deviceLogins.find({ userCode: code })),
    enabled: decision !== "denied",
    // Polls after the approval until the program has fetched its key.
    refetchInterval: pollWhile(pollMs, (found) => decision === "connected" && found?.status !== "issued"),
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
  if (decision === "denied") return <p role="status">{words.denied}</p>;
  if (login === undefined)
    return (
      <>
        {error === null ? <Loading /> : <p role="alert">{explainError(error, text)}</p>}
        {error !== null && <Button onClick={onLeave}>{words.otherCode}</Button>}
      </>
    );
  if (decision === "connected" || login.status !== "pending")
    return (
      <>
        <p role="status">{login.status === "issued" ? words.connected(login.keyName) : words.connecting}</p>
        <p>
          <Link href="/settings/api-keys">{words.manage}</Link>
        </p>
      </>
    );
  return <DeviceForm code={code} login={login} onDecided={setDecision} onLeave={onLeave} />;
}
