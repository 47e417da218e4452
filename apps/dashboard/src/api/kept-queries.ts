import { ApiError, ConnectionError } from "@stint/sdk";
import { clear, createStore, get, set } from "idb-keyval";
import { heldUpUntil, onHeldUp } from "./held-up.ts";

const store = createStore("stint-queries", "kept");
let isOutdated = false;

/** Takes a value that arrives after a kept one was given in its place; undefined where there is a value to show already. */
type TakeLate<Value> = ((value: Value) => void) | undefined;

/**
 * Reads from the server and keeps the reply on the device. Where the server cannot be reached, gives what was kept the
 * last time; so, too, while it takes no requests of the session, until `takeLate` gets the reply. `name` says whose it is
 * and what.
 */
export async function readOrKept<Value>(
  name: string,
  read: () => Promise<Value>,
  takeLate: TakeLate<Value>,
): Promise<Value> {
  try {
    const reading = read().then((value) => {
      // If the browser keeps nothing, there is no start without the server.
      void set(name, value, store).catch(() => undefined);
      return value;
    });
    if (takeLate === undefined || !(await isLate(reading))) return await reading;
    const kept = await get<Value>(name, store).catch(() => undefined);
    if (kept === undefined) return await reading;
    reading.then(takeLate, () => (isOutdated = true));
    return kept;
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    const kept = await get<Value>(name, store).catch(() => undefined);
    if (kept === undefined) throw error;
    isOutdated = true;
    return kept;
  }
}

/** Resolves as soon as something is read, or is known to wait for the limit of requests. */
function isLate(reading: Promise<unknown>): Promise<boolean> {
  return new Promise((resolve) => {
    const look = () => heldUpUntil() > 0 && resolve(true);
    const end = onHeldUp(look);
    look();
    void reading
      .then(
        () => resolve(false),
        () => resolve(false),
      )
      .finally(end);
  });
}

/** Tells whether anything that was kept has been given since the last time that this was asked. */
export function takeOutdated(): boolean {
  const was = isOutdated;
  isOutdated = false;
  return was;
}

export function forgetQueries(): Promise<void> {
  return clear(store).catch(() => undefined);
}

/** No reply, or one of a proxy whose server is down. */
function isUnreachable(error: unknown): boolean {
  return error instanceof ConnectionError || (error instanceof ApiError && error.status >= 500);
}
