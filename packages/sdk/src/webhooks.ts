import { WebhookVerificationError } from "./errors.ts";
import type { WebhookEvent } from "./generated/webhook-events.ts";

/** Headers as `fetch`, Node and most frameworks give them. */
export type WebhookHeaders = Headers | Record<string, string | readonly string[] | undefined>;

/** How strictly a delivery is judged. */
export interface VerifyOptions {
  /** How far `webhook-timestamp` may be from now, in seconds; 300 without it. */
  toleranceSeconds?: number | undefined;
  /** The time now, for tests. */
  now?: Date | undefined;
}

/**
 * The event of a delivery, once its signature and its age have proved right; else `WebhookVerificationError`.
 * `body` is the body as it came, not parsed and written again. `webhook-id` is the same for every attempt of an event:
 * keep it to handle each event once.
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
    if (value === undefined) throw new WebhookVerificationError(`The delivery has no ${name}: is it one of Stint's?`);
    return value;
  }) as [string, string, string];
  const age = now.getTime() / 1000 - Number(timestamp);
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(age) > toleranceSeconds)
    throw new WebhookVerificationError(
      `The delivery is of ${timestamp}, more than ${toleranceSeconds} s from now: it is repeated by somebody, or a clock is wrong.`,
    );
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : new Uint8Array(body);
  const signed = new Uint8Array([...new TextEncoder().encode(`${id}.${timestamp}.`), ...bytes]);
  if (!(await isSigned(signed, signatures, secret)))
    throw new WebhookVerificationError(
      "No signature of the delivery fits: is it the secret of this endpoint, and the body as it came?",
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
    // In constant time, as WebCrypto does it.
    if (await crypto.subtle.verify("HMAC", key, fromBase64(signature), bytes)) return true;
  }
  return false;
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch (cause) {
    throw new WebhookVerificationError("The secret or a signature is not base64.", { cause });
  }
}
