import { randomBytes } from "node:crypto";
import { open } from "#platform/secrets/seal.ts";
import type { WebhookRow } from "./queries.ts";

/** A signing secret as Standard Webhooks writes it. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}

/** What to sign with at an instant: the current secret, then the one before while it is still valid. */
export function signingSecrets(
  secretKey: Buffer,
  webhook: Pick<WebhookRow, "secret_sealed" | "previous_secret_sealed" | "previous_secret_expires_at">,
  now: Date,
): string[] {
  const { previous_secret_sealed: previous, previous_secret_expires_at: expiresAt } = webhook;
  const isValid = previous !== null && expiresAt !== null && Date.parse(expiresAt) > now.getTime();
  return [open(secretKey, webhook.secret_sealed), ...(isValid ? [open(secretKey, previous)] : [])];
}
