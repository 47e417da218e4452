const shortestMs = 100;
const longestMs = 5_000;

/**
 * Gathers rings that come close together into one answer: a tenth of a second after the first one, and later each time
 * that it goes on ringing, so that a flood of events does not use up the rate limit. Rings during an answer get another.
 */
export function createBell<Name>(
  answer: (names: ReadonlySet<Name>) => Promise<void>,
  pause: (ms: number) => Promise<void>,
): (name: Name) => void {
  let rung = new Set<Name>();
  let isAnswering = false;

  async function answerAll(): Promise<void> {
    let delayMs = shortestMs;
    for (;;) {
      await pause(delayMs);
      // Quiet for a whole delay: the next ring is answered fast again.
      if (rung.size === 0) return;
      const names = rung;
      rung = new Set();
      await answer(names);
      delayMs = Math.min(delayMs * 2, longestMs);
    }
  }

  return (name) => {
    rung.add(name);
    if (isAnswering) return;
    isAnswering = true;
    void answerAll().finally(() => (isAnswering = false));
  };
}
