import type { Webhook, WebhookWithSecret } from "@stint/sdk";
import { useState } from "react";
import { stint } from "#api/connection/client.ts";
import { ProjectField } from "#parts/fields/object-fields.tsx";
import { useFormDraft } from "#state/drafts/use-form-draft.ts";
import { edit } from "#state/edit.ts";
import { useChange } from "#state/use-change.ts";
import { SecureForm } from "#parts/confirm/reauthentication/secure-form.tsx";
import { Checkbox, RadioGroup } from "#ui/fields/checkbox.tsx";
import { TextInput } from "#ui/fields/text-input.tsx";
import { useEventTypes } from "./event-types.ts";
import { useWebhookWords } from "./use-webhook-words.ts";
import classes from "./webhooks.module.css";

interface Props {
  /** The endpoint to change; undefined for a new one. */
  webhook?: Webhook;
  onMade?: (webhook: WebhookWithSecret) => void;
  onClose: () => void;
}

export function EndpointForm({ webhook: current, onMade, onClose }: Props) {
  // The endpoint as it was when the form opened: after a refetch, `current` may contain someone else's changes.
  const [webhook] = useState(current);
  const words = useWebhookWords();
  const change = useChange();
  const [{ projectId, events }, set, draft] = useFormDraft("endpoint", webhook, {
    projectId: webhook?.projectId ?? "",
    events: webhook?.events ?? (["*"] as readonly string[]),
  });

  async function send({ url = "", description = "" }: Record<string, string>): Promise<Webhook> {
    const body = { url, description, events, projectId: projectId === "" ? null : projectId };
    if (webhook !== undefined)
      return change({ label: words.changed, queries: ["webhook", "webhooks"], ...edit(stint.webhooks, webhook, body) });
    const made = await stint.webhooks.create(body);
    onMade?.(made);
    return made;
  }

  return (
    <SecureForm
      title={webhook === undefined ? words.create : words.editTitle}
      submit={webhook === undefined ? words.create : words.save}
      size="lg"
      onSend={send}
      onClose={onClose}
      draft={draft}
    >
      <TextInput
        type="url"
        name="url"
        label={words.url}
        hint={words.urlHint}
        placeholder="https://"
        defaultValue={webhook?.url}
        maxLength={2000}
        required
        data-autofocus
      />
      <TextInput name="description" label={words.description} defaultValue={webhook?.description} maxLength={500} />
      <ProjectField
        label={words.project}
        hint={words.projectHint}
        none={words.anyProject}
        value={projectId}
        field="projectId"
        onChange={(id) => set({ projectId: id })}
      />
      <EventFields events={events} onChange={(chosen) => set({ events: chosen })} />
    </SecureForm>
  );
}

const sealed = "audit.sealed";

interface EventProps {
  events: readonly string[];
  onChange: (events: readonly string[]) => void;
}

function EventFields({ events, onChange }: EventProps) {
  const words = useWebhookWords();
  const types = useEventTypes().data ?? [];
  const isAll = events.includes("*");
  const toggle = (type: string, isOn: boolean) =>
    onChange(isOn ? [...events, type] : events.filter((each) => each !== type));
  return (
    <>
      <RadioGroup
        label={words.events}
        value={isAll ? "all" : "some"}
        field="events"
        onChange={(mode) =>
          onChange(
            mode === "all" ? ["*"] : types.map(({ type }) => type).filter((each) => each.startsWith("time_entry.")),
          )
        }
        options={[
          ["all", words.allEvents],
          ["some", words.someEvents],
        ]}
      />
      {isAll ? (
        <Checkbox
          label={words.sealed}
          hint={sealed}
          checked={events.includes(sealed)}
          onChange={(isChecked) => toggle(sealed, isChecked)}
        />
      ) : (
        <fieldset className={`${classes.fieldset} panel inset`}>
          <legend>{words.someEvents}</legend>
          <div className="stack">
            {types
              .filter(({ type }) => type !== "webhook.test")
              .map(({ type, description }) => (
                <Checkbox
                  key={type}
                  label={type}
                  hint={description}
                  checked={events.includes(type)}
                  onChange={(isChecked) => toggle(type, isChecked)}
                />
              ))}
          </div>
        </fieldset>
      )}
    </>
  );
}
