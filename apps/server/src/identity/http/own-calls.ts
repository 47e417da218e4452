import { randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

/** Marks a request that this process makes to its own API. Nobody else knows the value. */
export const ownCall = { name: "stint-own-call", value: randomBytes(32).toString("base64url") } as const;

export function isOwnCall(headers: IncomingHttpHeaders): boolean {
  const sent = Buffer.from(String(headers[ownCall.name] ?? ""));
  const value = Buffer.from(ownCall.value);
  return sent.length === value.length && timingSafeEqual(sent, value);
}
