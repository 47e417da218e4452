import { WebhookVerificationError } from "./errors.ts";
import type { WebhookEvent } from "./generated/webhook-events.ts";

/** Request headers as `fetch`, Node and most frameworks provide them. */
export type WebhookHeaders = Headers | Record<string, string | readonly string[] | undefined>;

/** Options for verifying a delivery. */
export interface VerifyOptions {
  /** The maximum difference between `webhook-timestamp` and now in seconds, 300 by default. */
  toleranceSeconds?: number | undefined;
  /** The current time, for tests. */
  now?: Date | undefined;
}

/**
 * Verifies the signature and age of a delivery and returns its event. Throws `WebhookVerificationError` if either is
 * wrong. `body` must be the raw body, not the result of parsing and serializing it again. All attempts to deliver an
 * event have the same `webhook-id`: store it to handle each event only once.
 *
 * @example
 * const event = await verifyWebhook(await request.text(), request.headers, "whsec_…");
 * if (event.type === "time_entry.created") console.log(event.data.object.durationSeconds);
 */
export async function verifyWebhook(
  body: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secret: string,
  options: VerifyOptions = {},
): Promise<WebhookEvent> {
  const { toleranceSeconds = 300, now = new Date() } = options;
  const [id, timestamp, signatures] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => {
    const value = readHeader(headers, name);
    if (value === undefined) throw new WebhookVerificationError(`The delivery has no ${name}. Was it sent by Stint?`);
    return value;
  }) as [string, string, string];
  const age = now.getTime() / 1000 - Number(timestamp);
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(age) > toleranceSeconds)
    throw new WebhookVerificationError(
      `The delivery is from ${timestamp}, more than ${toleranceSeconds} s from now: someone repeated it, or a clock is wrong.`,
    );
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : new Uint8Array(body);
  const signed = new Uint8Array([...new TextEncoder().encode(`${id}.${timestamp}.`), ...bytes]);
  if (!(await isSigned(signed, signatures, secret)))
    throw new WebhookVerificationError(
      "No signature of the delivery matches: is this the endpoint's secret, and the body exactly as received?",
    );
  return JSON.parse(new TextDecoder().decode(bytes)) as WebhookEvent;
}

function readHeader(headers: WebhookHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? [];
  return typeof value === "string" ? value : value?.[0];
}

async function isSigned(bytes: Uint8Array<ArrayBuffer>, signatures: string, secret: string): Promise<boolean> {
  const key = await crypto.subtle.importKey(
    "raw",
    fromBase64(secret.replace(/^whsec_/, "")),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["verify"],
  );
  for (const [, signature = ""] of signatures.matchAll(/(?:^| )v1,(\S+)/g)) {
    // WebCrypto compares in constant time, which prevents timing attacks.
    if (await crypto.subtle.verify("HMAC", key, fromBase64(signature), bytes)) return true;
  }
  return false;
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch (cause) {
    throw new WebhookVerificationError(
      "The secret or a signature is not base64. Copy the secret again; after whsec_, it must be base64.",
      { cause },
    );
  }
}
