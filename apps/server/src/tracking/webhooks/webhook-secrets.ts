import { randomBytes } from "node:crypto";
import { open } from "#platform/secrets/seal.ts";
import type { WebhookRow } from "./queries.ts";

/** A signing secret in the format of Standard Webhooks. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}

/** The secrets to sign with at an instant: the current one, then the previous one while it is valid. */
export function signingSecrets(
  secretKey: Buffer,
  webhook: Pick<WebhookRow, "secret_sealed" | "previous_secret_sealed" | "previous_secret_expires_at">,
  now: Date,
): string[] {
  const { previous_secret_sealed: previous, previous_secret_expires_at: expiresAt } = webhook;
  const isValid = previous !== null && expiresAt !== null && Date.parse(expiresAt) > now.getTime();
  return [open(secretKey, webhook.secret_sealed), ...(isValid ? [open(secretKey, previous)] : [])];
}
