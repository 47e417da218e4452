import { type Delivery, type Webhook } from "@stint/sdk";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { stint } from "#api/connection/client.ts";
import { defineQuery, pollWhile, refresh, useMe } from "#api/queries.ts";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import { CopyCallItems } from "#screen/screen-menu.tsx";
import { MoreMenu } from "#ui/menu/more-menu.tsx";
import { PageHead } from "#screen/page-head.tsx";
import { SecretOnce } from "#parts/confirm/secret-once.tsx";
import { inSettings } from "#screen/tabs/settings-frame.tsx";
import { useAction } from "#ui/form/use-action.ts";
import { MenuItem } from "#ui/menu/menu.tsx";
import { Button } from "#ui/button/button.tsx";
import { DeliveryLog } from "./delivery-log.tsx";
import { type EndpointDialog, EndpointDialogs } from "./endpoint-dialogs.tsx";
import { endpointPollMs, WebhookFacts, WebhookState } from "#pages/webhooks/parts/webhook-state.tsx";
import { useEnable } from "./use-enable.ts";
import { useWebhookWords } from "#pages/webhooks/parts/use-webhook-words.ts";
import { ErrorLine } from "#ui/form/error-line.tsx";
import { Absent } from "#screen/absent.tsx";

export const EndpointPage = inSettings(Endpoint);

function Endpoint({ id }: { id: string }) {
  const words = useWebhookWords();
  const query = useQuery({
    ...defineQuery(["webhook", id], () => stint.webhooks.get(id)),
    refetchInterval: pollWhile(endpointPollMs, () => true),
  });
  if (query.data === undefined) return <Absent query={query} notFound={words.notFound} />;
  return <Shown webhook={query.data} />;
}

function Shown({ webhook }: { webhook: Webhook }) {
  const words = useWebhookWords();
  const { scopes } = useMe();
  const testing = useAction();
  const [dialog, setDialog] = useState<EndpointDialog>();
  const [secret, setSecret] = useState<string>();
  const [test, setTest] = useState<Delivery>();
  const { moment } = useFormat();
  const { id, url, previousSecretExpiresAt } = webhook;
  const enable = useEnable(webhook);
  const sendTest = async () => {
    setTest(await stint.webhooks.test(id));
    await refresh("webhook");
  };
  return (
    <>
      <PageHead title={url} lead={webhook.description === "" ? undefined : webhook.description}>
        {scopes.includes("webhooks:write") && (
          <>
            <Button isBusy={testing.isRunning} onClick={() => testing.run(sendTest)}>
              {words.test}
            </Button>
            <EndpointMenu webhook={webhook} onDialog={setDialog} onEnable={() => enable.run()} />
          </>
        )}
      </PageHead>
      <div className="dim wrap apart">
        <WebhookFacts webhook={webhook} /> <WebhookState webhook={webhook} />
        {previousSecretExpiresAt !== null && <p>{words.rotatedUntil(moment(previousSecretExpiresAt))}</p>}
      </div>
      <Trouble webhook={webhook} enable={enable} />
      <TestResult test={test} webhookId={id} />
      <ErrorLine>
        {testing.message}
        {enable.message}
      </ErrorLine>
      <DeliveryLog webhookId={id} />
      <EndpointDialogs webhook={webhook} dialog={dialog} onClose={() => setDialog(undefined)} onSecret={setSecret} />
      {secret !== undefined && (
        <SecretOnce
          title={words.secretTitle}
          lead={words.secretLead(url)}
          secret={secret}
          onDone={() => setSecret(undefined)}
        />
      )}
    </>
  );
}

interface MenuProps {
  webhook: Webhook;
  onDialog: (dialog: EndpointDialog) => void;
  onEnable: () => void;
}

function EndpointMenu({ webhook: { id, url, status }, onDialog, onEnable }: MenuProps) {
  const { shell } = useText();
  const words = useWebhookWords();
  return (
    <MoreMenu label={shell.more(url)}>
      <MenuItem onClick={() => onDialog("edit")}>{words.edit}</MenuItem>
      <MenuItem onClick={() => onDialog("replay")}>{words.replay}</MenuItem>
      <MenuItem onClick={() => onDialog("rotate")}>{words.rotate}</MenuItem>
      {status === "active" ? (
        <MenuItem onClick={() => onDialog("disable")}>{words.disable}</MenuItem>
      ) : (
        <MenuItem onClick={onEnable}>{words.enable}</MenuItem>
      )}
      <MenuItem onClick={() => onDialog("delete")}>{words.delete}</MenuItem>
      <CopyCallItems call={{ operation: "webhooks.get", ids: [id] }} />
    </MoreMenu>
  );
}

/** Explains why the endpoint is disabled and how to fix it, or warns that it is failing. */
function Trouble({ webhook, enable }: { webhook: Webhook; enable: ReturnType<typeof useEnable> }) {
  const words = useWebhookWords();
  const { moment } = useFormat();
  const { scopes } = useMe();
  const { disabledAt, disabledReason, failingSince } = webhook;
  if (disabledAt !== null)
    return (
      <div className="notice stack" data-kind="over">
        <p>
          <b>{words.whyDisabled(moment(disabledAt))}</b> {disabledReason}
        </p>
        <p>{words.mend}</p>
        {scopes.includes("webhooks:write") && (
          <div>
            <Button kind="main" isSmall isBusy={enable.isRunning} onClick={() => enable.run()}>
              {words.enable}
            </Button>
          </div>
        )}
      </div>
    );
  if (failingSince === null) return null;
  return (
    <div className="notice">
      <p>{words.failingSince(moment(failingSince))}</p>
    </div>
  );
}

/** The endpoint's reply to the last test, once the log contains it. */
function TestResult({ test, webhookId }: { test: Delivery | undefined; webhookId: string }) {
  const format = useFormat();
  const words = useWebhookWords();
  const { data } = useQuery({
    ...defineQuery(
      ["webhook", webhookId, "test", test?.id],
      async () => (await stint.webhooks.listDeliveries(webhookId)).data.find(({ id }) => id === test?.id) ?? null,
    ),
    enabled: test !== undefined,
    refetchInterval: pollWhile(1000, (delivery) => (delivery?.attempts.length ?? 0) === 0),
  });
  const attempt = data?.attempts.at(-1);
  const shown = () => {
    if (test === undefined) return "";
    if (attempt === undefined) return words.testWaiting;
    const { status, durationMs, error } = attempt;
    if (status === null) return words.testFailed(error ?? words.noAnswer);
    return words.testAnswered(String(status), format.number(durationMs, { style: "unit", unit: "millisecond" }));
  };
  return (
    <p role="status" className="note apart">
      {shown()}
    </p>
  );
}
