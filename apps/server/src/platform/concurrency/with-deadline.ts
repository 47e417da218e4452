import { endsWithin } from "./ends-within.ts";

/** Shorter than the 2 s within which probes expect a reply, so that they receive the reason. */
const deadlineMs = 1_500;

/**
 * Limits the duration of a read that may hang: rejects after `deadlineMs`, and starts no new read until the hanging
 * read has ended. The signal aborts the hanging read.
 */
export function withDeadline<T>(read: (signal: AbortSignal) => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return async () => {
    running ??= read(AbortSignal.timeout(deadlineMs)).finally(() => (running = undefined));
    const result = running;
    if (await endsWithin(deadlineMs, result)) return result;
    throw new Error(`no result within ${deadlineMs} ms`);
  };
}
