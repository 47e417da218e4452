// Changes that the server has not confirmed. They outlive a sign-out, so they are encrypted with a key that the server
// gives only to their owner; sign-out removes the key from the device. Neither names nor records reveal the owner:
// only the owner can decrypt a record.
import { promisifyRequest } from "idb-keyval";
import type { Owner } from "./kept.ts";
import { openStore, unsentName } from "./store.ts";

interface Sealed {
  nonce: Uint8Array<ArrayBuffer>;
  bytes: ArrayBuffer;
}

const store = openStore(unsentName, "unsent");

export type UnsentStore = ReturnType<typeof openUnsent>;

/** Opens a person's unsent changes. `key` is 32 bytes in Base64. */
export function openUnsent({ userId, organizationId }: Owner, key: Promise<string>) {
  const imported = key.then((text) =>
    crypto.subtle.importKey("raw", bytesOf(text), "AES-GCM", false, ["encrypt", "decrypt"]),
  );
  // Ignores the error here, because it surfaces when the key is first used. Until then, it would be reported as
  // unhandled.
  imported.catch(() => undefined);
  const additionalData = new TextEncoder().encode(`${userId} ${organizationId}`);

  async function seal(value: unknown): Promise<Sealed> {
    const nonce = crypto.getRandomValues(new Uint8Array(12));
    const text = new TextEncoder().encode(JSON.stringify(value));
    const bytes = await crypto.subtle.encrypt({ name: "AES-GCM", iv: nonce, additionalData }, await imported, text);
    return { nonce, bytes };
  }

  return {
    names: () => store("readonly", (all) => promisifyRequest(all.getAllKeys())).then((keys) => keys.map(String)),

    /** Reads a value; undefined if there is none or it belongs to another person or organization. */
    async read<Value>(name: string): Promise<Value | undefined> {
      try {
        const sealed = await store("readonly", (all) => promisifyRequest<Sealed | undefined>(all.get(name)));
        if (sealed === undefined) return undefined;
        const algorithm = { name: "AES-GCM", iv: sealed.nonce, additionalData };
        const text = await crypto.subtle.decrypt(algorithm, await imported, sealed.bytes);
        return JSON.parse(new TextDecoder().decode(text)) as Value;
      } catch {
        return undefined;
      }
    },

    /** Stores `value` as `name` (undefined removes it), and removes the value named `former`, in one transaction. */
    async write(name: string, value: unknown, former?: string): Promise<void> {
      const sealed = value === undefined ? undefined : await seal(value);
      await store("readwrite", (all) => {
        if (sealed === undefined) all.delete(name);
        else all.put(sealed, name);
        if (former !== undefined) all.delete(former);
        return promisifyRequest(all.transaction);
      });
    },
  };
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (each) => each.charCodeAt(0));
}
