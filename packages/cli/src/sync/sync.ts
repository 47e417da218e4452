import type { Me } from "@stint/sdk";
import { type Context, folderOf, profileOf } from "#src/context/context.ts";
import { oneLine } from "#src/context/printable.ts";
import { explainSystemError, Failure } from "#src/failure/failure.ts";
import type { Profile } from "#src/profile/profile.ts";
import { keepTimerLine } from "#src/prompt/keep-timer-line.ts";
import { acquireLock, Busy } from "#src/store/lock.ts";
import { openMirror, removeMirror } from "#src/store/mirror.ts";
import { openQueue, type Queue } from "#src/store/queue.ts";
import { forgetSyncFailure, keepSyncFailure } from "#src/store/sync-failure.ts";
import { type Connection, connect } from "./connection/client.ts";
import { explainSync, isTemporary } from "./explain.ts";
import { pull } from "./pull.ts";
import { nextWrite, sendQueue } from "./send-queue.ts";

/** Sends the queue and updates the mirror. Records a failure for later commands until a sync succeeds. */
export async function sync(context: Context, onProgress?: (entries: number) => void) {
  const [folder, profile] = [folderOf(context), profileOf(context)];
  try {
    using queue = openQueue(folder);
    const total = { sent: 0, held: 0, pulled: 0 };
    // Check the queue again: while this process had the lock, another command may have queued a write and failed to
    // acquire the lock.
    do {
      const done = await syncLocked(context, profile, queue, onProgress);
      total.sent += done.sent;
      total.held += done.held;
      total.pulled += done.pulled;
    } while (nextWrite(queue) !== undefined);
    forgetSyncFailure(folder);
    return total;
  } catch (error) {
    if (!(error instanceof Busy)) keepSyncFailure(folder, toSyncFailure(context, error as Error));
    throw error;
  } finally {
    keepTimerLine(folder);
  }
}

function toSyncFailure(context: Context, error: Error) {
  // The error's message contains the number of queued writes, which changes, so record its cause instead.
  const failure = explainSystemError(error.cause instanceof Failure ? error.cause : error) as Error & Partial<Failure>;
  const reason = oneLine(`${failure.message} ${failure.next ?? ""}`).trim();
  return { lastMs: context.now(), isPassing: isTemporary(failure.cause), reason };
}

async function syncLocked(context: Context, profile: Profile, queue: Queue, onProgress?: (entries: number) => void) {
  using _lock = await acquireLock(folderOf(context));
  try {
    using mirror = openMirror(folderOf(context));
    const connection = connect(context, profile, { patient: true });
    const me = await checkAccount(connection, profile);
    const sent = await sendQueue({ connection, queue, mirror, me });
    const pulled = await pull(connection, mirror, me, onProgress);
    return { ...sent, pulled };
  } catch (error) {
    throw explainSync(error, profile, queue.list().filter(({ state }) => state === "queued").length);
  }
}

/**
 * Checks that the key still belongs to the profile's account before anything is sent, because the URL may now point to
 * another server.
 */
async function checkAccount({ stint }: Connection, profile: Profile): Promise<Me> {
  const me = await stint.me.get();
  const { userId, organizationId, server } = profile;
  if (userId === "" || (me.user.id === userId && me.organization.id === organizationId)) return me;
  throw new Failure(
    4,
    `The key now belongs to ${me.user.name} in ${me.organization.name} (${server}), not to the account of this profile.`,
    "Nothing was sent. Check the server's address, or log in to this account with another --profile.",
  );
}

/** Deletes the mirror, so that the next update reads everything again. Does not touch the queue. */
export async function rebuildMirror(folder: string): Promise<void> {
  using _lock = await acquireLock(folder);
  removeMirror(folder);
}
