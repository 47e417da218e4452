import { type Kept, openKept, type Owner } from "#device/kept.ts";
import { openUnsent, type UnsentStore } from "#device/unsent.ts";

/** On-device storage that outlives the page. */
export interface Storage {
  /** The copy of the server state. */
  kept: Kept;
  /** The queues of unsent writes. */
  unsent: UnsentStore;
  /**
   * Locks a name against all other pages. Resolves to a release function, or to undefined if another page has the lock.
   * Closing the page also releases the lock.
   */
  lock(name: string): Promise<(() => void) | undefined>;
}

/**
 * Opens the person's storage. The queues are encrypted with `deviceKey` from `GET /me` or, without it, with a key that
 * is created on the device and removed along with the other data.
 */
export function openStorage(owner: Owner, deviceKey: string | null | undefined): Storage {
  const kept = openKept(owner);
  return {
    kept,
    unsent: openUnsent(owner, typeof deviceKey === "string" ? Promise.resolve(deviceKey) : ownKey(kept)),
    lock: (name) =>
      new Promise<(() => void) | undefined>((resolve, reject) => {
        const hold = (lock: Lock | null) =>
          lock === null ? resolve(undefined) : new Promise<void>((release) => resolve(release));
        navigator.locks.request(`stint-${name}`, { ifAvailable: true }, hold).catch(reject);
      }).catch(() => undefined),
  };
}

async function ownKey(kept: Kept): Promise<string> {
  const known = await kept.read<string>("unsent-key");
  if (known !== undefined) return known;
  const made = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))));
  // Without its key, a queue can't be read again, so it counts as not stored.
  if (!(await kept.write([{ kind: "unsent-key", value: made }]))) throw new Error("The key can't be stored.");
  return made;
}
