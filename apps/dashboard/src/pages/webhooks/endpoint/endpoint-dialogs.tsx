import type { Webhook } from "@stint/sdk";
import { useState } from "react";
import { useLocation } from "wouter";
import { clock, stint } from "#api/connection/client.ts";
import { refresh } from "#api/queries.ts";
import { useSettings } from "#state/settings/settings.ts";
import { ConfirmDialog } from "#parts/confirm/confirm-dialog.tsx";
import { FormDateField } from "#parts/fields/day/form-date-field.tsx";
import { FormDialog } from "#ui/dialog/form-dialog.tsx";
import { plural } from "#i18n/catalogue.ts";
import { dayOf, startOfDay } from "#time/zoned.ts";
import { announce } from "#ui/announce.ts";
import { dayMs } from "@stint/grammar/days.ts";
import { EndpointForm } from "#pages/webhooks/parts/endpoint-form.tsx";
import { useWebhookWords } from "#pages/webhooks/parts/use-webhook-words.ts";

export type EndpointDialog = "edit" | "replay" | "rotate" | "disable" | "delete";

interface Props {
  webhook: Webhook;
  dialog: EndpointDialog | undefined;
  onClose: () => void;
  onSecret: (secret: string) => void;
}

export function EndpointDialogs({ webhook, dialog, onClose, onSecret }: Props) {
  const words = useWebhookWords();
  const [, navigate] = useLocation();
  const { id } = webhook;
  const refetch = () => refresh("webhook", "webhooks");
  if (dialog === "edit") return <EndpointForm webhook={webhook} onClose={onClose} />;
  if (dialog === "replay") return <ReplayForm webhook={webhook} onClose={onClose} />;
  if (dialog === "rotate")
    return (
      <ConfirmDialog
        title={words.rotateTitle}
        lead={words.rotateLead}
        label={words.rotateDo}
        onClose={onClose}
        onConfirm={async () => {
          onSecret((await stint.webhooks.rotateSecret(id)).secret);
          await refetch();
        }}
      />
    );
  if (dialog === "disable")
    return (
      <ConfirmDialog
        title={words.disableTitle}
        lead={words.disableLead}
        label={words.disableDo}
        onClose={onClose}
        onConfirm={async () => {
          await stint.webhooks.update(id, { status: "disabled" });
          await refetch();
          announce(words.disabledDone);
        }}
      />
    );
  if (dialog === "delete")
    return (
      <ConfirmDialog
        title={words.deleteTitle}
        lead={words.deleteLead}
        label={words.deleteDo}
        onClose={onClose}
        onConfirm={async () => {
          await stint.webhooks.delete(id);
          navigate("/settings/webhooks");
          await refresh("webhooks");
        }}
      />
    );
  return null;
}

/** Resends the failed and missed deliveries since a given day. */
function ReplayForm({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { language, zone } = useSettings();
  const words = useWebhookWords();
  const start = webhook.failingSince ?? webhook.disabledAt ?? clock.now() - dayMs;
  const [day, setDay] = useState(dayOf(start, zone));
  const [said, setSaid] = useState("");
  const { id } = webhook;
  const body = { since: day === "" ? "" : new Date(startOfDay(day, zone)).toISOString() };
  return (
    <FormDialog
      title={words.replayTitle}
      submit={words.replayDo}
      onSend={async () => {
        const { redelivered, missed, hasMore } = await stint.webhooks.replayDeliveries(id, body);
        const counts = words.replayed(
          plural(language, redelivered, words.delivery),
          plural(language, missed, words.event),
        );
        setSaid(hasMore ? `${counts} ${words.replayMore}` : counts);
        await refresh("webhook");
        return false;
      }}
      onClose={onClose}
    >
      <p>{words.replayLead}</p>
      <FormDateField label={words.since} value={day} required autoFocus field="since" onChange={setDay} />
      <p role="status">{said}</p>
    </FormDialog>
  );
}
