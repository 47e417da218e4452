import type { ToolContext } from "#src/protocol/tool.ts";
import { ToolError } from "#src/protocol/tool-error.ts";
import { nonce } from "./signer.ts";

interface Sealed {
  /** What it is for. It is accepted for nothing else. */
  use: string;
  lifeMs: number;
  payload: object;
}

/** Signs a payload that only the same person can send back, for a limited time. */
export function seal({ signer, me, nowMs }: ToolContext, { use, lifeMs, payload }: Sealed): string {
  const owner = { user: me.user.id, organization: me.organization.id };
  return signer.sign({ for: use, ...owner, until: nowMs + lifeMs, nonce: nonce(), ...payload });
}

/** Returns the payload. Throws the message that says why it is not accepted. */
export function unseal(
  { signer, me, nowMs }: ToolContext,
  token: string,
  { use, unknown, foreign, expired }: Record<"use" | "unknown" | "foreign" | "expired", string>,
): Record<string, unknown> {
  const opened = signer.open(token);
  if (opened?.["for"] !== use) throw new ToolError(unknown);
  if (opened["user"] !== me.user.id || opened["organization"] !== me.organization.id) throw new ToolError(foreign);
  if (!(Number(opened["until"]) >= nowMs)) throw new ToolError(expired);
  return opened;
}
