const signals = ["SIGTERM", "SIGINT"] as const;

export type EndSignal = (typeof signals)[number];

/**
 * Resolves with the first SIGTERM or SIGINT. On Ctrl+C, the terminal signals the service and npm forwards the signal
 * again, so repeats within `repeatMs` count as one. A later signal ends the process at once.
 */
export function awaitEndSignal(repeatMs = 1_000): Promise<EndSignal> {
  const { promise, resolve } = Promise.withResolvers<EndSignal>();
  let firstAt: number | undefined;
  const onSignal = (signal: EndSignal) => {
    firstAt ??= performance.now();
    resolve(signal);
    if (performance.now() - firstAt < repeatMs) return;
    for (const one of signals) process.off(one, onSignal);
    process.kill(process.pid, signal);
  };
  for (const signal of signals) process.on(signal, onSignal);
  return promise;
}
