import { AuthenticationError, type Me } from "@stint/sdk";
import { claimDevice, readClaimant } from "#device/kept.ts";
import { forgetPeople, markSessionOver } from "#device/leaving.ts";
import { clock } from "#api/connection/client.ts";
import type { Slot } from "./kept-queries.ts";

/** The signed-in person, stored on the device. It determines whose data the device shows. */
export const meOnDevice: Slot<Me> = {
  async read() {
    const me = await readClaimant<Me>();
    if (me === undefined || isExpired(me)) return undefined;
    claimDevice(me.user.id, me);
    return me;
  },
  write(me) {
    markSessionOver(false);
    claimDevice(me.user.id, me);
  },
};

/**
 * Reads the signed-in person. If the session has ended before the page has shown anything, deletes the data on the
 * device.
 */
export async function readMe(read: () => Promise<Me>, isFirst: boolean): Promise<Me> {
  try {
    return await read();
  } catch (error) {
    if (isFirst && error instanceof AuthenticationError) await forgetPeople();
    throw error;
  }
}

function isExpired({ key }: Me): boolean {
  return key.expiresAt !== null && Date.parse(key.expiresAt) <= clock.now();
}
