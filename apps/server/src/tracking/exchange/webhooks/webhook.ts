import type { Resource } from "#identity/history/resource.ts";
import { selectExportedWebhooks } from "./queries.ts";
import { Webhook } from "./schemas.ts";
import { toWebhook } from "./to-webhook.ts";

// No `readScope`, because the only event, `webhook.test`, goes to the endpoint itself and reveals nothing else.
export const webhook = {
  kind: "webhook",
  prefix: "hook",
  tables: ["event_queue", "webhooks", "webhooks_behind", "deliveries", "delivery_attempts"],
  rowType: "webhooks",
  schema: Webhook,
  toShown: toWebhook,
  nameColumn: "url",
  actions: [
    { name: "webhook.created" },
    { name: "webhook.updated" },
    { name: "webhook.enabled" },
    { name: "webhook.disabled" },
    { name: "webhook.secret_rotated" },
    { name: "webhook.deleted" },
    {
      name: "webhook.test",
      event: "Requested with `POST /webhooks/{id}/test`, for that endpoint only.",
      isHappening: true,
    },
    { name: "webhook.redelivered", isHappening: true, target: "delivery" },
    { name: "webhook.replayed", isHappening: true },
  ],
  proof: {
    unrecorded: { failing_since: "deliveries set it" },
    digests: { secret_sealed: "secret_digest", previous_secret_sealed: "previous_secret_digest" },
  },
  files: [
    {
      table: "webhooks",
      about: "endpoints that are notified of events, without their secrets",
      columns:
        "id url events description projectId userId showsMoney status disabledAt disabledReason createdAt updatedAt",
      select: selectExportedWebhooks,
    },
  ],
} as const satisfies Resource;
