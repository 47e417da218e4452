import { createHmac, randomBytes } from "node:crypto";
import { decrypt } from "#platform/secrets/encrypt.ts";
import type { WebhookRow } from "./webhook.ts";

const prefix = "whsec_";

/** A signing secret in the format of Standard Webhooks. */
export function newWebhookSecret(): string {
  return `${prefix}${randomBytes(32).toString("base64")}`;
}

export type OpenSecret = (sealed: Buffer) => string;

/**
 * Returns a function that decrypts secrets. Caches each secret while its row is in use, because a batch of deliveries
 * signs several events for each endpoint.
 */
export function openSecretsOnce(secretKey: Buffer): OpenSecret {
  const opened = new WeakMap<Buffer, string>();
  return (sealed) => {
    let secret = opened.get(sealed);
    if (secret === undefined) opened.set(sealed, (secret = decrypt(secretKey, sealed)));
    return secret;
  };
}

/** The secrets with which to sign at an instant: the current one, then the previous one while it is still valid. */
export function signingSecrets(
  openSecret: OpenSecret,
  webhook: Pick<WebhookRow, "secret_sealed" | "previous_secret_sealed" | "previous_secret_expires_at">,
  now: Date,
): string[] {
  const { previous_secret_sealed: previous, previous_secret_expires_at: expiresAt } = webhook;
  if (webhook.secret_sealed === null) throw new Error("the endpoint's secret is forgotten");
  const isValid = previous !== null && expiresAt !== null && Date.parse(expiresAt) > now.getTime();
  return [openSecret(webhook.secret_sealed), ...(isValid ? [openSecret(previous)] : [])];
}

/** The headers of Standard Webhooks 1.0, with one signature for each secret. */
export function signedHeaders(
  id: string,
  at: Date,
  body: Buffer,
  secrets: readonly string[],
): Record<"webhook-id" | "webhook-timestamp" | "webhook-signature", string> {
  const timestamp = Math.floor(at.getTime() / 1000);
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest("base64")}`;
  });
  return { "webhook-id": id, "webhook-timestamp": String(timestamp), "webhook-signature": signatures.join(" ") };
}
