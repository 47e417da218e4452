import { addSpent, currentRequester, type Requester } from "#platform/requester.ts";
import { inSharedSpan } from "#platform/spans.ts";

/** A request that waits for work that it may share with other requests. */
export interface SharingRequest {
  requester: Requester | undefined;
  /** When the request was queued. */
  sinceMs: number;
}

/**
 * Runs work that serves several requests, in a span that they share. Charges each request for its wait and for all of
 * the work's database time.
 */
export async function runShared<T>(
  name: string,
  requests: readonly SharingRequest[],
  work: () => Promise<T>,
): Promise<T> {
  const shared = currentRequester();
  const begunMs = performance.now();
  const before = { databaseMs: 0, waitedMs: 0, ...shared?.spent };
  try {
    const spans = requests.flatMap(({ requester }) => requester?.span ?? []);
    return await inSharedSpan(name, spans, work);
  } finally {
    const after = { ...before, ...shared?.spent };
    const databaseMs = after.databaseMs - before.databaseMs;
    for (const { requester, sinceMs } of requests) {
      // Skips this requester, whom the gate and the lane already charge.
      if (requester === shared) continue;
      addSpent(requester, { databaseMs, waitedMs: begunMs - sinceMs + after.waitedMs - before.waitedMs });
    }
  }
}
