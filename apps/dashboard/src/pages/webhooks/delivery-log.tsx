import type { Delivery } from "@stint/sdk";
import { useSearchParams } from "wouter";
import { stint } from "#api/connection/client.ts";
import { refresh, useMe } from "#api/queries.ts";
import { useFormat } from "#i18n/format.ts";
import { useSettings } from "#state/settings/settings.ts";
import { usePages } from "#api/use-pages.ts";
import { MoreRows } from "#ui/list/more-rows.tsx";
import { useAction } from "#ui/form/use-action.ts";
import { plural } from "#i18n/catalogue.ts";
import { announce } from "#ui/announce.ts";
import { JsonBlock } from "#ui/json-block.tsx";
import { Rows } from "#ui/list/rows.tsx";
import rows from "#ui/list/rows.module.css";
import { Button } from "#ui/button/button.tsx";
import { Select } from "#ui/fields/select.tsx";
import { useWebhookWords } from "./use-webhook-words.ts";
import { ErrorLine } from "#ui/form/error-line.tsx";
import classes from "./webhooks.module.css";

type Status = Delivery["status"];

/** The interval at which the log is polled while a delivery is pending. */
const pendingMs = 2000;
const isPending = (items: readonly Delivery[]) => items.some(({ status }) => status === "pending");

/** The deliveries to the endpoint, newest first. */
export function DeliveryLog({ webhookId }: { webhookId: string }) {
  const words = useWebhookWords();
  const [params, setParams] = useSearchParams();
  const given = params.get("status") ?? "";
  const status = given in words.statuses ? (given as Status) : undefined;
  const query = status === undefined ? {} : { status };
  const pages = usePages<Delivery>(
    ["webhook", webhookId, "deliveries", status],
    (cursor) => stint.webhooks.listDeliveries(webhookId, { ...query, cursor }),
    { poll: { ms: pendingMs, isNeeded: isPending } },
  );
  return (
    <section>
      <div className={`between ${classes.tools}`}>
        <div>
          <h2>{words.log}</h2>
          <p className="dim">{words.logLead}</p>
        </div>
        <div className="buttons">
          <Select
            label={words.statusFilter}
            value={status ?? ""}
            options={[["", words.anyStatus], ...Object.entries(words.statuses)]}
            onChange={(value) => setParams(value === "" ? {} : { status: value }, { replace: true })}
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
  const format = useFormat();
  const { language } = useSettings();
  const words = useWebhookWords();
  const { scopes } = useMe();
  const { moment } = useFormat();
  const action = useAction();
  const { id, type, status, attempts, createdAt, nextAttemptAt } = delivery;
  const ms = (value: number) => format.number(value, { style: "unit", unit: "millisecond" });
  const last = attempts.at(-1);
  const details = [
    moment(createdAt),
    last === undefined ? undefined : (last.status ?? words.noAnswer),
    last === undefined ? undefined : ms(last.durationMs),
    plural(language, attempts.length, words.attempt),
    nextAttemptAt === null ? undefined : words.nextTry(moment(nextAttemptAt)),
  ];
  const again = async () => {
    await stint.webhooks.redeliver(webhookId, id);
    await refresh("webhook");
    announce(words.redelivered);
  };
  return (
    <li>
      <div className={rows.main}>
        <b>{type}</b>
        <span className="chip" data-kind={kinds[status]}>
          {words.statuses[status]}
        </span>
        <p className="dim">{details.filter((each) => each !== undefined).join(" · ")}</p>
        {attempts.length > 0 && (
          <details className={classes.attempts}>
            <summary>{words.details}</summary>
            <ol className="list stack">
              {attempts.map((attempt) => (
                <li key={attempt.at}>
                  {moment(attempt.at)}: {attempt.status ?? words.noAnswer}, {ms(attempt.durationMs)}
                  {attempt.error !== null && ` – ${attempt.error}`}
                  {attempt.responseBody === null || attempt.responseBody === "" ? (
                    <p className="dim">{words.noBody}</p>
                  ) : (
                    <JsonBlock label={words.attemptAt(moment(attempt.at))} value={attempt.responseBody} />
                  )}
                </li>
              ))}
            </ol>
          </details>
        )}
        <ErrorLine>{action.message}</ErrorLine>
      </div>
      {scopes.includes("webhooks:write") && status !== "pending" && (
        <div className="buttons">
          <Button
            isSmall
            aria-label={words.redeliverOf(type)}
            isBusy={action.isRunning}
            onClick={() => action.run(again)}
          >
            {words.redeliver}
          </Button>
        </div>
      )}
    </li>
  );
}
