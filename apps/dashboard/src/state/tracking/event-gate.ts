import type { StreamedEvent } from "@stint/sdk";

/** Forwards events in order, but delays them during a request whose reply may report the same changes. */
export function createEventGate(apply: (events: readonly StreamedEvent[]) => void) {
  let held: StreamedEvent[] = [];
  let underWay = 0;

  function letThrough(): void {
    if (underWay > 0 || held.length === 0) return;
    const events = held;
    held = [];
    apply(events);
  }

  return {
    take(events: readonly StreamedEvent[]): void {
      held.push(...events);
      letThrough();
    },

    async holdDuring<Result>(work: () => Promise<Result>): Promise<Result> {
      underWay++;
      try {
        return await work();
      } finally {
        underWay--;
        letThrough();
      }
    },
  };
}
