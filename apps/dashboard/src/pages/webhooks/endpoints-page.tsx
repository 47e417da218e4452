import type { Webhook } from "@stint/sdk";
import { useState } from "react";
import { Link } from "wouter";
import { stint } from "#api/connection/client.ts";
import { refresh, useMe } from "#api/queries.ts";
import { usePages } from "#api/use-pages.ts";
import { MoreRows } from "#ui/list/more-rows.tsx";
import { SecretOnce } from "#parts/confirm/secret-once.tsx";
import { ListRow, Rows } from "#ui/list/rows.tsx";
import { Button } from "#ui/button/button.tsx";
import { EndpointForm } from "./parts/endpoint-form.tsx";
import { useWebhookWords } from "./parts/use-webhook-words.ts";
import { WebhooksFrame } from "./webhooks-frame.tsx";
import { endpointPollMs, WebhookFacts, WebhookState } from "./parts/webhook-state.tsx";

export function EndpointsPage() {
  const words = useWebhookWords();
  const { scopes } = useMe();
  const [isCreating, setIsCreating] = useState(false);
  const canWrite = scopes.includes("webhooks:write");
  return (
    <WebhooksFrame
      call={{ operation: "webhooks.list", isList: true }}
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
  const poll = { ms: endpointPollMs, isNeeded: () => true };
  const pages = usePages<Webhook>(["webhooks"], (cursor) => stint.webhooks.list({ cursor }), { poll });
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
