/**
 * The server's clock, estimated from the `Date` header of replies. The header is rounded down to whole seconds, so a
 * single reply only bounds the offset from the local clock. The intersection of all bounds is exact to a few
 * milliseconds.
 */
export function createServerClock(nowMs: () => number) {
  let lowest = -Infinity;
  let highest = Infinity;

  /** The local clock is trusted until a reply contradicts it. */
  const offset = () => (lowest <= 0 && highest >= 0 ? 0 : (lowest + highest) / 2);

  return {
    /** Narrows the bounds of the offset. `sentMs` and `receivedMs` are times of the local clock. */
    observe(date: string | null, sentMs: number, receivedMs: number): void {
      const serverMs = Date.parse(date ?? "");
      if (Number.isNaN(serverMs)) return;
      const [low, high] = [serverMs - receivedMs, serverMs + 1000 - sentMs];
      // Disjoint bounds mean that the local clock was changed, so the earlier bounds are discarded.
      if (low > highest || high < lowest) [lowest, highest] = [low, high];
      else [lowest, highest] = [Math.max(lowest, low), Math.min(highest, high)];
    },

    /** The server's time in milliseconds. */
    now(): number {
      // Rounds down, because Temporal throws on fractional milliseconds.
      return Math.floor(nowMs() + offset());
    },

    /** Whether the local clock is wrong by more than a few minutes. */
    isWrong: () => Math.abs(offset()) > 300_000,

    /**
     * The latest instant that has certainly passed on the server. Timers start at this instant, because the server
     * refuses future ones.
     */
    past(): number {
      return Math.floor(nowMs() + (lowest === -Infinity ? 0 : lowest));
    },
  };
}
