import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { sameFields } from "@stint/offline/fields.ts";
import { ToolError } from "#src/protocol/tool-error.ts";
import type { Signer, ToolContext } from "#src/protocol/tool.ts";

/**
 * Signs with HMAC-SHA-256 over the payload's JSON. Nodes with the same key accept each other's tokens. The JSON is
 * compressed, because agents have to repeat undo references, which contain up to a hundred entries.
 */
export function createSigner(key: Buffer): Signer {
  const macOf = (body: string) => createHmac("sha256", key).update(`stint mcp 2\n${body}`).digest();
  return {
    sign(payload) {
      const body = deflateRawSync(JSON.stringify(payload)).toString("base64url");
      return `${body}.${macOf(body).toString("base64url")}`;
    },
    open(token) {
      const [body = "", mac = "", more] = token.split(".");
      const given = Buffer.from(mac, "base64url");
      const expected = macOf(body);
      if (more !== undefined || given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
      const json = inflateRawSync(Buffer.from(body, "base64url")).toString("utf8");
      return JSON.parse(json) as Record<string, unknown>;
    },
  };
}

/** Signs a payload that only the same person can send back, for one use and a limited time. */
export function seal({ signer, me, nowMs }: ToolContext, use: string, lifeMs: number, payload: object): string {
  const [owner, nonce] = [ownerOf(me), randomBytes(9).toString("base64url")];
  return signer.sign({ for: use, ...owner, until: nowMs + lifeMs, nonce, ...payload });
}

/** Returns a payload that was sealed for this use. Throws the message that says why it is not accepted. */
export function unseal(
  { signer, me, nowMs }: ToolContext,
  use: string,
  token: string,
  { unknown, foreign, expired }: Record<"unknown" | "foreign" | "expired", string>,
): Record<string, unknown> {
  const opened = signer.open(token);
  if (opened?.["for"] !== use) throw new ToolError(unknown);
  if (!sameFields(opened, ownerOf(me))) throw new ToolError(foreign);
  if (!(Number(opened["until"]) >= nowMs)) throw new ToolError(expired);
  return opened;
}

const ownerOf = ({ user, organization }: ToolContext["me"]) => ({ user: user.id, organization: organization.id });

/** Hashes a value. Equal values have the same hash, whatever the order of their fields. */
export function hashOf(value: unknown): string {
  return createHash("sha256").update(canonical(value)).digest("base64url");
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const fields = Object.entries(value)
    .filter(([, each]) => each !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${fields.map(([name, each]) => `${JSON.stringify(name)}:${canonical(each)}`).join(",")}}`;
}
