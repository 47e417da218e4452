import type { ChangeCase } from "./change-cases.ts";
import { newWebhook } from "#test/worlds/factories.ts";

export const webhookChangeCases: ChangeCase[] = [
  { operation: "createWebhook", name: "an endpoint", expected: [{ action: "webhook.created", table: "webhooks" }] },
  {
    operation: "updateWebhook",
    name: "its description and events",
    prepare: async (caller) => ({
      ids: { id: await newWebhook(caller) },
      body: { description: "Payroll", events: ["*"] },
    }),
    expected: [
      {
        action: "webhook.updated",
        table: "webhooks",
        previous: () => ({ description: "", events: ["webhook.test"] }),
      },
    ],
  },
  {
    operation: "updateWebhook",
    name: "disabled",
    prepare: async (caller) => ({ ids: { id: await newWebhook(caller) }, body: { status: "disabled" } }),
    expected: [
      {
        action: "webhook.disabled",
        table: "webhooks",
        previous: () => ({ status: "active", disabled_at: null, disabled_reason: null }),
      },
    ],
  },
  {
    operation: "updateWebhook",
    name: "enabled",
    prepare: async (caller) => {
      const id = await newWebhook(caller);
      const disabled = await caller.patch(`/v1/webhooks/${id}`, { status: "disabled" });
      return { ids: { id, disabledAt: disabled.json.disabledAt }, body: { status: "active" } };
    },
    expected: [
      {
        action: "webhook.enabled",
        table: "webhooks",
        previous: ({ ids }) => ({
          status: "disabled",
          disabled_at: ids["disabledAt"],
          disabled_reason: "Disabled by a member.",
        }),
      },
    ],
  },
  {
    operation: "rotateWebhookSecret",
    name: "a secret",
    prepare: async (caller) => {
      const id = await newWebhook(caller);
      const before = await caller.post(`/v1/webhooks/${id}/rotate-secret`);
      return { ids: { id, expiresAt: before.json.previousSecretExpiresAt } };
    },
    expected: [
      {
        action: "webhook.secret_rotated",
        table: "webhooks",
        previous: ({ ids }) => ({ previous_secret_expires_at: ids["expiresAt"] }),
      },
    ],
  },
  { operation: "deleteWebhook", name: "an endpoint", expected: [{ action: "webhook.deleted", table: "webhooks" }] },
  { operation: "testWebhook", name: "an endpoint", expected: [{ action: "webhook.test", table: "webhooks" }] },
  { operation: "redeliver", name: "a delivery", expected: [{ action: "webhook.redelivered", table: "deliveries" }] },
  { operation: "replayDeliveries", name: "all", expected: [{ action: "webhook.replayed", table: "webhooks" }] },
];
