const firstMs = 100;
const minMs = 2_000;

/**
 * Collects names, and runs `work` with them 100 ms after the first one. Further runs are at least two seconds apart and
 * never concurrent.
 */
export function createThrottle<Name>(
  work: (names: ReadonlySet<Name>) => Promise<unknown>,
  pause: (ms: number) => Promise<void>,
): (name: Name) => void {
  let due = new Set<Name>();
  let isRunning = false;

  async function run(): Promise<void> {
    await pause(firstMs);
    while (due.size > 0) {
      const names = due;
      due = new Set();
      await Promise.all([work(names), pause(minMs)]);
    }
  }

  return (name) => {
    due.add(name);
    if (isRunning) return;
    isRunning = true;
    void run().finally(() => (isRunning = false));
  };
}
