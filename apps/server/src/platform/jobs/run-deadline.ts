export interface RunDeadline {
  /** Rejects if the run has not ended by `graceMs` after it was aborted. */
  abandoned: Promise<never>;
  isAbandoned(): boolean;
  clear(): void;
}

/** Aborts a run after `timeoutMs`, and abandons it `graceMs` after any abort. */
export function setRunDeadline(
  aborting: AbortController,
  { timeoutMs, graceMs }: { timeoutMs: number; graceMs: number },
): RunDeadline {
  const { signal } = aborting;
  const { promise: abandoned, reject: abandon } = Promise.withResolvers<never>();
  let isAbandoned = false;
  const giveUp = () => {
    isAbandoned = true;
    abandon(new Error(`did not end within ${graceMs} ms of its abort`, { cause: signal.reason }));
  };
  let timer = setTimeout(() => aborting.abort(new Error(`took longer than ${timeoutMs} ms`)), timeoutMs);
  signal.onabort = () => {
    clearTimeout(timer);
    timer = setTimeout(giveUp, graceMs);
  };
  return { abandoned, isAbandoned: () => isAbandoned, clear: () => clearTimeout(timer) };
}
