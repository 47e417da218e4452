import { ApiError, ConnectionError } from "@stint/sdk";
import { clear, createStore, get, set } from "idb-keyval";

const store = createStore("stint-queries", "kept");
let isOutdated = false;

/**
 * Reads from the server and keeps the reply on the device; where the server cannot be reached, gives what was kept the
 * last time. `name` says whose it is and what.
 */
export async function readOrKept<Value>(name: string, read: () => Promise<Value>): Promise<Value> {
  try {
    const value = await read();
    // If the browser keeps nothing, there is no start without the server.
    void set(name, value, store).catch(() => undefined);
    return value;
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    const kept = await get<Value>(name, store).catch(() => undefined);
    if (kept === undefined) throw error;
    isOutdated = true;
    return kept;
  }
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
