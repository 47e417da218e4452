import type { Webhook } from "@stint/sdk";
import { joinFacts } from "#i18n/formats/join-facts.ts";
import { plural } from "#i18n/catalogue.ts";
import { useNames } from "#api/people.ts";
import { useProjects } from "#api/queries.ts";
import { useSettings } from "#state/settings/settings.ts";
import { useWebhookWords } from "./use-webhook-words.ts";

/** How often screens read endpoints again, because no event reports that one fails or was disabled. */
export const endpointPollMs = 5_000;

export function WebhookState({ webhook }: { webhook: Webhook }) {
  const words = useWebhookWords();
  if (webhook.status === "disabled")
    return (
      <span className="chip" data-kind="over">
        {words.disabled}
      </span>
    );
  if (webhook.failingSince === null) return <span className="chip">{words.active}</span>;
  return (
    <span className="chip" data-kind="warn">
      {words.failing}
    </span>
  );
}

/** Summarizes in one line which events the endpoint receives, and on whose behalf. */
export function WebhookFacts({ webhook }: { webhook: Webhook }) {
  const { language } = useSettings();
  const words = useWebhookWords();
  const nameOf = useNames([webhook.userId]);
  const project = useProjects().find(({ id }) => id === webhook.projectId);
  const facts = joinFacts(
    webhook.events.includes("*") ? words.all : plural(language, webhook.events.length, words.type),
    webhook.projectId === null ? undefined : words.only(project?.name ?? webhook.projectId),
    webhook.showsMoney ? words.withMoney : words.withoutMoney,
    words.ofUser(nameOf(webhook.userId)),
  );
  return <p className="dim">{facts}</p>;
}
