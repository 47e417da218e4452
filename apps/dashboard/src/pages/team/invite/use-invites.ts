import { ApiError } from "@stint/sdk";
import { useRef, useState } from "react";
import { stint } from "#api/connection/client.ts";
import { explainError } from "#api/explain-error.ts";
import { refresh } from "#api/queries.ts";
import type { Role } from "#api/scopes.ts";
import { useReauthentication } from "#parts/confirm/reauthentication/use-reauthentication.tsx";
import { useText } from "#i18n/text.ts";
import type { ReadAddress } from "./read-addresses.ts";

/** An invitation and its link, which the API never returns again. */
export interface MadeInvitation {
  email: string;
  name?: string;
  link: string;
  emailSent: boolean;
}

interface Refusal {
  why: string;
  /** False if the server may have made the invitation, whose link a repetition returns. */
  isFinal: boolean;
}

/** The number of invitations that are sent at the same time. */
const lanes = 4;

/**
 * Sends invitations. Keeps those that were made, and why others weren't. An invitation that is sent again after its reply
 * was lost has the same key, so the server makes it once and repeats the link.
 */
export function useInvites() {
  const text = useText();
  const { withReauthentication, proof } = useReauthentication();
  const keys = useRef(new Map<string, string>());
  const [refusals, setRefusals] = useState<ReadonlyMap<string, Refusal>>(new Map());
  const [isSending, setIsSending] = useState(false);
  const [made, setMade] = useState<readonly MadeInvitation[]>([]);

  /** Resolves to the invited addresses in lower case. */
  async function send(
    addresses: readonly ReadAddress[],
    fields: { role: Role; teamId?: string },
  ): Promise<Set<string>> {
    setIsSending(true);
    const [sent, refused] = [new Map<string, MadeInvitation>(), new Map<string, Refusal>()];
    const queue = [...addresses];

    async function sendNext(): Promise<void> {
      const address = queue.shift();
      if (address === undefined) return;
      const body = { email: address.email.toLowerCase(), ...fields };
      const name = JSON.stringify(body);
      const idempotencyKey = keys.current.get(name) ?? crypto.randomUUID();
      keys.current.set(name, idempotencyKey);
      try {
        const one = await withReauthentication(() => stint.invitations.create(body, { idempotencyKey }));
        if (one === undefined) queue.length = 0;
        else sent.set(body.email, { ...one, name: address.name });
      } catch (error) {
        // Other failures don't depend on the address, so the remaining invitations would fail too.
        const isFinal = error instanceof ApiError && [403, 409, 422, 429].includes(error.status);
        if (isFinal) keys.current.delete(name);
        for (const { email } of [address, ...(isFinal ? [] : queue.splice(0))])
          refused.set(email, { why: explainError(error, text), isFinal });
      }
    }

    async function sendAll(): Promise<void> {
      while (queue.length > 0) await sendNext();
    }

    // Only the first one may ask for the password.
    await sendNext();
    await Promise.all(Array.from({ length: lanes }, sendAll));
    setIsSending(false);
    setRefusals(refused);
    setMade(addresses.flatMap(({ email }) => sent.get(email.toLowerCase()) ?? []));
    await refresh("invitations");
    return new Set(sent.keys());
  }

  return { send, isSending, made, refusals, forgetMade: () => setMade([]), proof };
}
