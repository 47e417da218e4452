import { isUnreachable } from "#api/connection/is-unreachable.ts";
import { rateLimitedUntil, onRateLimit } from "#api/connection/rate-limit.ts";

/** The device's storage for one reply. */
export interface Slot<Value> {
  read: () => Promise<Value | undefined>;
  write: (value: Value) => void;
}

let isStale = false;

/** Receives the fresh value if the stored one was returned first. Undefined if the screen already shows a value. */
type TakeLate<Value> = ((value: Value) => void) | undefined;

/**
 * Reads from the server and stores the reply on the device. Returns the stored reply if the server is unreachable or
 * requests are rate limited; in the latter case, `takeLate` receives the fresh one. Without `takeLate`, waits for the
 * rate limit instead.
 */
export async function readOrKept<Value>(
  slot: Slot<Value>,
  read: () => Promise<Value>,
  takeLate: TakeLate<Value>,
): Promise<Value> {
  try {
    const reading = read().then((value) => {
      slot.write(value);
      return value;
    });
    if (takeLate === undefined || !(await isLate(reading))) return await reading;
    const kept = await slot.read();
    if (kept === undefined) return await reading;
    reading.then(takeLate, () => (isStale = true));
    return kept;
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    const kept = await slot.read();
    if (kept === undefined) throw error;
    isStale = true;
    return kept;
  }
}

/** Resolves to true if the read must wait for the rate limit, or to false if it finishes first. */
function isLate(reading: Promise<unknown>): Promise<boolean> {
  return new Promise((resolve) => {
    const check = () => rateLimitedUntil() > 0 && resolve(true);
    const end = onRateLimit(check);
    check();
    void reading
      .then(
        () => resolve(false),
        () => resolve(false),
      )
      .finally(end);
  });
}

/** Whether, since the last call, a stored reply was returned and no fresh reply followed. */
export function takeStaleFlag(): boolean {
  const was = isStale;
  isStale = false;
  return was;
}
