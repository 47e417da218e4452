import { bodySchemas, shownSchemas, withInitial } from "#platform/fields/fields.ts";
import { Type, type Static } from "#platform/http/contract/type/type.ts";
import { stored } from "#platform/http/contract/resource-schemas.ts";
import { Closed, Instant, Nullable, Page, PageQuery, exampleId, urlWith } from "#platform/http/contract/schemas.ts";
import { webhookFields } from "./fields.ts";

const example = withInitial(webhookFields, {
  id: exampleId("hook"),
  url: "https://example.com/hook",
  events: ["time_entry.created", "time_entry.updated"],
  description: "Invoicing",
  projectId: null,
  status: "active",
  disabledAt: null,
  disabledReason: null,
  failingSince: null,
  userId: exampleId("user"),
  showsMoney: true,
  previousSecretExpiresAt: null,
  createdAt: "2026-03-01T08:00:00Z",
  updatedAt: "2026-03-02T16:30:00.250Z",
  version: 2,
});

const properties = {
  id: Type.String({ description: "The id of the endpoint.", examples: [exampleId("hook")] }),
  ...shownSchemas(webhookFields),
  disabledAt: Nullable(Instant("When it was disabled.")),
  disabledReason: Nullable(Type.String({ description: "Why it was disabled." })),
  failingSince: Nullable(Instant("When attempts began to fail without a success since; null after a success.")),
  userId: Type.String({
    description:
      "The member who registered the endpoint, or last changed its URL or project or added events. When that member is deactivated or may no longer manage webhooks, the endpoint is disabled; `userId` then becomes the member who enables it again.",
  }),
  showsMoney: Type.Boolean({
    description:
      "Whether payloads contain rates, amounts, costs and money budgets: the registering key had `costs:read`.",
  }),
  previousSecretExpiresAt: Nullable(
    Instant("Until this time, deliveries are also signed with the secret from before the last rotation."),
  ),
  ...stored,
};

export const Webhook = Type.Object(properties, { $id: "Webhook", examples: [example] });

export const WebhookWithSecret = Type.Object(
  {
    ...properties,
    secret: Type.String({ description: "The secret that signs deliveries. It is shown only this once, so store it." }),
  },
  {
    $id: "WebhookWithSecret",
    examples: [{ ...example, secret: "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=" }],
  },
);
export type Webhook = Static<typeof Webhook>;

const url = { ...webhookFields.url.schema, "x-rules": { pattern: urlWith("http|https") } };
const changed = { ...bodySchemas(webhookFields), url: Type.Optional(url) };
const { status: _status, ...given } = changed;

export const CreateWebhook = Closed(
  {
    ...given,
    url,
    events: Type.Optional({ ...webhookFields.events.schema, default: ["*"] }),
  },
  { examples: [{ url: "https://example.com/hook", events: ["time_entry.created", "time_entry.updated"] }] },
);
export type CreateWebhook = Static<typeof CreateWebhook>;

export const UpdateWebhook = Closed(changed, { examples: [{ status: "active" }] });
export type UpdateWebhook = Static<typeof UpdateWebhook>;

export const ListWebhooks = Closed(PageQuery);
export const WebhookPage = Page(Webhook);

export const EventTypes = Type.Object({
  data: Type.Array(
    Type.Object({
      type: Type.String({ description: "The name of the type.", examples: ["time_entry.created"] }),
      description: Type.String({ description: "When it is sent." }),
      schema: Type.Unsafe<object>({
        type: "object",
        additionalProperties: true,
        description: "JSON Schema (2020-12) of the body that is sent.",
      }),
      example: Type.Unsafe<object>({
        type: "object",
        additionalProperties: true,
        description: "An example of such a body.",
      }),
    }),
    { description: "All event types." },
  ),
});
