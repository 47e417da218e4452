import type { Delivery } from "@stint/sdk";
import { stint } from "#api/connection/client.ts";
import { refresh, useMe } from "#api/queries.ts";
import { useFormat } from "#i18n/format.ts";
import { useSettings } from "#state/settings/settings.ts";
import { usePages } from "#api/use-pages.ts";
import { MoreRows } from "#ui/list/more-rows.tsx";
import { useAction } from "#ui/form/use-action.ts";
import { plural } from "#i18n/catalogue.ts";
import { announce } from "#ui/announce.ts";
import { JsonBlock } from "#ui/text/json-block.tsx";
import { Rows, ListRow } from "#ui/list/rows.tsx";
import { Button } from "#ui/button/button.tsx";
import { Select } from "#ui/fields/select.tsx";
import { useWebhookWords } from "#pages/webhooks/parts/use-webhook-words.ts";
import { ErrorLine } from "#ui/form/error-line.tsx";
import { joinFacts } from "#i18n/formats/join-facts.ts";
import { Disclosure } from "#ui/text/disclosure.tsx";
import { useParam } from "#screen/use-param.ts";

type Status = Delivery["status"];

/** The interval at which the log is polled while a delivery is pending. */
const pendingMs = 2000;
const isPending = (items: readonly Delivery[]) => items.some(({ status }) => status === "pending");

/** The deliveries to the endpoint, newest first. */
export function DeliveryLog({ webhookId }: { webhookId: string }) {
  const words = useWebhookWords();
  const [given, setGiven] = useParam("status");
  const status = given in words.statuses ? (given as Status) : undefined;
  const query = status === undefined ? {} : { status };
  const pages = usePages<Delivery>(
    ["webhook", webhookId, "deliveries", status],
    (cursor) => stint.webhooks.listDeliveries(webhookId, { ...query, cursor }),
    { poll: { ms: pendingMs, isNeeded: isPending } },
  );
  return (
    <section>
      <div className="between apart">
        <div>
          <h2>{words.log}</h2>
          <p className="dim">{words.logLead}</p>
        </div>
        <div className="buttons">
          <Select
            label={words.statusFilter}
            value={status ?? ""}
            options={[["", words.anyStatus], ...Object.entries(words.statuses)]}
            onChange={setGiven}
          />
        </div>
      </div>
      <Rows label={words.log}>
        {pages.items.map((delivery) => (
          <DeliveryRow key={delivery.id} delivery={delivery} webhookId={webhookId} />
        ))}
      </Rows>
      <MoreRows pages={pages} empty={status === undefined ? words.logEmpty : words.logNone} />
    </section>
  );
}

const kinds: Partial<Record<Status, string>> = { failed: "over", pending: "warn" };

function DeliveryRow({ delivery, webhookId }: { delivery: Delivery; webhookId: string }) {
  const { language } = useSettings();
  const words = useWebhookWords();
  const { scopes } = useMe();
  const { moment } = useFormat();
  const showMs = useMs();
  const action = useAction();
  const { id, type, status, attempts, createdAt, nextAttemptAt } = delivery;
  const last = attempts.at(-1);
  const again = async () => {
    await stint.webhooks.redeliver(webhookId, id);
    await refresh("webhook");
    announce(words.redelivered);
  };
  return (
    <ListRow
      buttons={
        scopes.includes("webhooks:write") &&
        status !== "pending" && (
          <Button
            isSmall
            aria-label={words.redeliverOf(type)}
            isBusy={action.isRunning}
            onClick={() => action.run(again)}
          >
            {words.redeliver}
          </Button>
        )
      }
    >
      <b>{type}</b>
      <span className="chip" data-kind={kinds[status]}>
        {words.statuses[status]}
      </span>
      <p className="dim">
        {joinFacts(
          moment(createdAt),
          last && (last.status ?? words.noAnswer),
          last && showMs(last.durationMs),
          plural(language, attempts.length, words.attempt),
          nextAttemptAt !== null && words.nextTry(moment(nextAttemptAt)),
        )}
      </p>
      {attempts.length > 0 && <Attempts attempts={attempts} />}
      <ErrorLine>{action.message}</ErrorLine>
    </ListRow>
  );
}

function Attempts({ attempts }: Pick<Delivery, "attempts">) {
  const words = useWebhookWords();
  const { moment } = useFormat();
  const showMs = useMs();
  return (
    <Disclosure summary={words.details}>
      <ol className="list stack">
        {attempts.map(({ at, status, durationMs, error, responseBody }) => (
          <li key={at}>
            {moment(at)}: {status ?? words.noAnswer}, {showMs(durationMs)}
            {error !== null && ` – ${error}`}
            {responseBody === null || responseBody === "" ? (
              <p className="dim">{words.noBody}</p>
            ) : (
              <JsonBlock label={words.attemptAt(moment(at))} value={responseBody} />
            )}
          </li>
        ))}
      </ol>
    </Disclosure>
  );
}

function useMs(): (value: number) => string {
  const { number } = useFormat();
  return (value) => number(value, { style: "unit", unit: "millisecond" });
}
