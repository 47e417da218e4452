import { createHash } from "node:crypto";
import type { Resource } from "#identity/history/resource.ts";
import { type Stored, storeOf } from "#identity/history/store.ts";
import { fieldNames } from "#platform/fields/fields.ts";
import { shownAs } from "#platform/fields/shown.ts";
import { webhookFields } from "./fields.ts";
import { Webhook } from "./schemas.ts";

export type WebhookRow = Stored<Webhook> & {
  /** Null if the secret was deleted because SECRET_KEY was lost: see `forgetSecret`. */
  secret_sealed: Buffer | null;
  previous_secret_sealed: Buffer | null;
};

export const toWebhook = shownAs(Webhook);

const { status: _status, ...others } = webhookFields;

// No `readScope`, because the only event, `webhook.test`, goes to the endpoint itself and reveals nothing else.
export const webhook = {
  kind: "webhook",
  prefix: "hook",
  tables: ["event_queue", "webhooks", "webhooks_behind", "deliveries", "delivery_attempts"],
  rowType: "webhooks",
  fields: webhookFields,
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
      columns: `id ${fieldNames(others)} userId showsMoney status disabledAt disabledReason createdAt updatedAt`,
    },
  ],
} as const satisfies Resource;

export const webhooks = storeOf<WebhookRow>(webhook, {
  readScope: "webhooks:read",
  tag: webhookTag,
  recorded: withoutSecrets,
});

/** The ETag also depends on `failingSince`, which deliveries change without incrementing the version. */
export function webhookTag({ version, failing_since: failingSince }: WebhookRow): string {
  const since = failingSince === null ? "" : `-failing-${Date.parse(failingSince).toString(36)}`;
  return `"${version}${since}"`;
}

/** The endpoint as change rows record it. The doctor compares the digests to detect replaced secrets. */
export function withoutSecrets({ secret_sealed: secret, previous_secret_sealed: previous, ...shown }: WebhookRow) {
  return { ...shown, secret_digest: secret && digest(secret), previous_secret_digest: previous && digest(previous) };
}

function digest(sealed: Buffer): string {
  return createHash("sha256").update(sealed).digest("hex");
}
