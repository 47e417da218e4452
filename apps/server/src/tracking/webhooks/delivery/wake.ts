/** Decides when the sender looks for work, and for which. */
export interface Wake {
  /** Notes a commit of the organization: if it has endpoints, there may be an event. */
  committed(orgId: string): void;
  /** Notes that the queue had events of these organizations, and may have more. */
  queue(orgIds: readonly string[]): void;
  /** Notes that an endpoint with more to send has room again. */
  room(): void;
  /** Notes that there may be work of any kind. */
  everything(): void;
  /** Returns and clears the kinds of work to look for. */
  take(): { isQueueDirty: boolean; isAnythingDue: boolean };
  /** Resolves when there is a reason to look, or the next poll is due. */
  next(): Promise<void>;
  stop(): void;
}

const rememberedMs = 60_000;
const strangerMs = 50;

/**
 * A commit of an organization with recent events wakes the sender at once; commits of others at most twenty times a
 * second, so that creates cost next to nothing without listeners. Polling finds commits without notification, such as a
 * command's or another node's.
 */
export function createWake(pollMs: number): Wake {
  const listening = new Map<string, number>();
  let isQueueDirty = true;
  let isAnythingDue = true;
  let hasRoom = false;
  let pollAt = performance.now() + pollMs;
  let strangers: NodeJS.Timeout | undefined;
  let tell: () => void = () => undefined;

  function dirty(): void {
    isQueueDirty = true;
    tell();
  }

  function poll(): void {
    const nowMs = performance.now();
    pollAt = nowMs + pollMs;
    isQueueDirty = true;
    isAnythingDue = true;
    for (const [orgId, at] of listening) if (nowMs - at > rememberedMs) listening.delete(orgId);
  }

  return {
    committed(orgId) {
      if (listening.has(orgId)) return dirty();
      strangers ??= setTimeout(() => {
        strangers = undefined;
        dirty();
      }, strangerMs);
    },
    queue(orgIds) {
      for (const orgId of orgIds) listening.set(orgId, performance.now());
      dirty();
    },
    room() {
      hasRoom = true;
      tell();
    },
    everything() {
      isQueueDirty = true;
      isAnythingDue = true;
      tell();
    },
    take() {
      if (performance.now() >= pollAt) poll();
      const taken = { isQueueDirty, isAnythingDue };
      isQueueDirty = false;
      isAnythingDue = false;
      hasRoom = false;
      return taken;
    },
    async next() {
      if (isQueueDirty || isAnythingDue || hasRoom) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, Math.max(0, pollAt - performance.now()));
      tell = resolve;
      await promise;
      clearTimeout(timer);
    },
    stop() {
      clearTimeout(strangers);
    },
  };
}
