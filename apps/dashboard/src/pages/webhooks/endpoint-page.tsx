import { Button } from "@mantine/core";
import { type Delivery, NotFoundError, type Webhook } from "@stint/sdk";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { isSessionOver, stint } from "#api/client.ts";
import { queryClient, useMe } from "#api/queries.ts";
import { useSettings } from "#api/settings.ts";
import { CopyAsCall, CopyCallItems } from "#pages/parts/copy-as-call.tsx";
import { ListState } from "#pages/parts/list-state.tsx";
import { MoreMenu } from "#pages/parts/more-menu.tsx";
import { PageHead } from "#pages/parts/page-head.tsx";
import { SecretOnce } from "#pages/parts/secret-once.tsx";
import { SettingsFrame } from "#pages/parts/settings-frame.tsx";
import { useAction } from "#pages/parts/use-action.ts";
import { useMoment } from "#pages/parts/use-moment.ts";
import { MenuItem } from "#ui/menu.tsx";
import { DeliveryLog } from "./delivery-log.tsx";
import { type EndpointDialog, EndpointDialogs } from "./endpoint-dialogs.tsx";
import { Facts, StateMark } from "./endpoints-page.tsx";
import { useEnable } from "./use-enable.ts";
import { useWords } from "./use-words.ts";
import classes from "./webhooks.module.css";

/** `/settings/webhooks/{id}` */
export function EndpointPage({ id }: { id: string }) {
  return (
    <SettingsFrame scope="webhooks:read">
      <Endpoint id={id} />
    </SettingsFrame>
  );
}

function Endpoint({ id }: { id: string }) {
  const words = useWords();
  const query = useQuery({ queryKey: ["webhooks", id], queryFn: () => stint.webhooks.get(id) });
  if (query.error instanceof NotFoundError)
    return (
      <>
        <PageHead title={words.title} />
        <p>{words.notFound}</p>
      </>
    );
  if (query.data === undefined)
    return (
      <>
        <PageHead title={words.title} />
        <ListState query={query} />
      </>
    );
  return <Shown webhook={query.data} />;
}

function Shown({ webhook }: { webhook: Webhook }) {
  const { text } = useSettings();
  const words = useWords();
  const { scopes } = useMe();
  const testing = useAction();
  const [dialog, setDialog] = useState<EndpointDialog>();
  const [secret, setSecret] = useState<string>();
  const [test, setTest] = useState<Delivery>();
  const moment = useMoment();
  const { id, url, previousSecretExpiresAt } = webhook;
  const path = `/v1/webhooks/${id}`;
  const enable = useEnable(webhook);
  const sendTest = async () => {
    setTest(await stint.webhooks.test(id));
    await queryClient.invalidateQueries({ queryKey: ["webhooks", id] });
  };
  return (
    <>
      <PageHead title={url} lead={webhook.description === "" ? undefined : webhook.description}>
        {scopes.includes("webhooks:write") && (
          <>
            <CopyAsCall call={{ operation: "webhooks.test", method: "POST", path: `${path}/test`, ids: [id] }} />
            <Button variant="default" loading={testing.isRunning} onClick={() => testing.run(sendTest)}>
              {words.test}
            </Button>
            <MoreMenu label={text.shell.more(url)}>
              <MenuItem onClick={() => setDialog("edit")}>{words.edit}</MenuItem>
              <MenuItem onClick={() => setDialog("replay")}>{words.replay}</MenuItem>
              <MenuItem onClick={() => setDialog("rotate")}>{words.rotate}</MenuItem>
              {webhook.status === "active" ? (
                <MenuItem onClick={() => setDialog("disable")}>{words.disable}</MenuItem>
              ) : (
                <MenuItem onClick={() => enable.run()}>{words.enable}</MenuItem>
              )}
              <MenuItem onClick={() => setDialog("delete")}>{words.delete}</MenuItem>
              <CopyCallItems call={{ operation: "webhooks.get", method: "GET", path, ids: [id] }} />
            </MoreMenu>
          </>
        )}
      </PageHead>
      <div className={classes.facts}>
        <Facts webhook={webhook} /> <StateMark webhook={webhook} />
        {previousSecretExpiresAt !== null && <p>{words.rotatedUntil(moment(previousSecretExpiresAt))}</p>}
      </div>
      <Trouble webhook={webhook} enable={enable} />
      <TestResult test={test} webhookId={id} />
      <p role="alert" className={classes.error}>
        {testing.message}
        {enable.message}
      </p>
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

/** Why the endpoint was disabled or is about to be, and how that is mended. */
function Trouble({ webhook, enable }: { webhook: Webhook; enable: ReturnType<typeof useEnable> }) {
  const words = useWords();
  const moment = useMoment();
  const { scopes } = useMe();
  const { disabledAt, disabledReason, failingSince } = webhook;
  if (disabledAt !== null)
    return (
      <div className={classes.banner} data-kind="over">
        <p>
          <b>{words.whyDisabled(moment(disabledAt))}</b> {disabledReason}
        </p>
        <p>{words.mend}</p>
        {scopes.includes("webhooks:write") && (
          <div>
            <Button size="compact-md" loading={enable.isRunning} onClick={() => enable.run()}>
              {words.enable}
            </Button>
          </div>
        )}
      </div>
    );
  if (failingSince === null) return null;
  return (
    <div className={classes.banner}>
      <p>{words.failingSince(moment(failingSince))}</p>
    </div>
  );
}

/** The reply of the endpoint to the last test, as soon as the log has it. */
function TestResult({ test, webhookId }: { test: Delivery | undefined; webhookId: string }) {
  const { format } = useSettings();
  const words = useWords();
  const { data } = useQuery({
    queryKey: ["webhooks", webhookId, "test", test?.id],
    queryFn: async () =>
      (await stint.webhooks.listDeliveries(webhookId)).data.find(({ id }) => id === test?.id) ?? null,
    enabled: test !== undefined,
    refetchInterval: ({ state }) => ((state.data?.attempts.length ?? 0) === 0 && !isSessionOver() ? 1000 : false),
  });
  const attempt = data?.attempts.at(-1);
  const said = () => {
    if (test === undefined) return "";
    if (attempt === undefined) return words.testWaiting;
    const { status, durationMs, error } = attempt;
    if (status === null) return words.testFailed(error ?? words.noAnswer);
    return words.testAnswered(String(status), format.number(durationMs, { style: "unit", unit: "millisecond" }));
  };
  return (
    <p role="status" className={classes.result}>
      {said()}
    </p>
  );
}
