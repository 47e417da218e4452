import type { Webhook } from "@stint/sdk";
import { useState } from "react";
import { Link } from "wouter";
import { stint } from "#api/connection/client.ts";
import { useNames } from "#api/people.ts";
import { refresh, useMe, useProjects } from "#api/queries.ts";
import { useSettings } from "#state/settings/settings.ts";
import { usePages } from "#api/use-pages.ts";
import { MoreRows } from "#ui/list/more-rows.tsx";
import { SecretOnce } from "#parts/confirm/secret-once.tsx";
import { plural } from "#i18n/catalogue.ts";
import { ListRow, Rows } from "#ui/list/rows.tsx";
import { Button } from "#ui/button/button.tsx";
import { joinFacts } from "#i18n/join-facts.ts";
import { EndpointForm } from "./endpoint-form.tsx";
import { useWebhookWords } from "./use-webhook-words.ts";
import { WebhooksFrame } from "./webhooks-frame.tsx";

export function EndpointsPage() {
  const words = useWebhookWords();
  const { scopes } = useMe();
  const [isCreating, setIsCreating] = useState(false);
  const canWrite = scopes.includes("webhooks:write");
  return (
    <WebhooksFrame
      call={{ operation: "webhooks.list", path: "/v1/webhooks", isList: true }}
      actions={
        canWrite && (
          <Button kind="main" onClick={() => setIsCreating(true)}>
            {words.create}
          </Button>
        )
      }
    >
      <Endpoints isCreating={isCreating} onClose={() => setIsCreating(false)} />
    </WebhooksFrame>
  );
}

function Endpoints({ isCreating, onClose }: { isCreating: boolean; onClose: () => void }) {
  const words = useWebhookWords();
  const [made, setMade] = useState<{ url: string; secret: string }>();
  const pages = usePages<Webhook>(["webhooks"], (cursor) => stint.webhooks.list({ cursor }));
  return (
    <>
      <Rows label={words.endpoints}>
        {pages.items.map((webhook) => (
          <ListRow key={webhook.id}>
            <Link href={`/settings/webhooks/${webhook.id}`}>{webhook.url}</Link>
            <WebhookState webhook={webhook} />
            {webhook.description !== "" && <p>{webhook.description}</p>}
            <WebhookFacts webhook={webhook} />
          </ListRow>
        ))}
      </Rows>
      <MoreRows pages={pages} empty={words.empty} />
      {isCreating && (
        <EndpointForm
          onMade={(webhook) => {
            setMade(webhook);
            void refresh("webhooks");
          }}
          onClose={onClose}
        />
      )}
      {made !== undefined && (
        <SecretOnce
          title={words.secretTitle}
          lead={words.secretLead(made.url)}
          secret={made.secret}
          onDone={() => setMade(undefined)}
        />
      )}
    </>
  );
}

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
