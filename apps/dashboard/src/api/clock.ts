/**
 * The server's clock. Its `Date` header is cut to whole seconds, so each reply says only between which two values the
 * difference to the own clock lies; what all replies agree on is exact to some milliseconds.
 */
export function createServerClock(nowMs: () => number) {
  let lowest = -Infinity;
  let highest = Infinity;

  return {
    /** Learns from a reply that was asked for at `sentMs` and arrived at `receivedMs`, both of the own clock. */
    observe(date: string | null, sentMs: number, receivedMs: number): void {
      const serverMs = Date.parse(date ?? "");
      if (Number.isNaN(serverMs)) return;
      const [low, high] = [serverMs - receivedMs, serverMs + 1000 - sentMs];
      // The own clock was set meanwhile: what was learnt before is worth nothing.
      if (low > highest || high < lowest) [lowest, highest] = [low, high];
      else [lowest, highest] = [Math.max(lowest, low), Math.min(highest, high)];
    },

    /** The server's time in milliseconds; the own clock is believed while no reply contradicts it. */
    now(): number {
      const offset = lowest <= 0 && highest >= 0 ? 0 : (lowest + highest) / 2;
      // Whole milliseconds: Temporal refuses others.
      return Math.floor(nowMs() + offset);
    },

    /** The latest instant that is not in the future at the server: for a start now, which it refuses in the future. */
    past(): number {
      return Math.floor(nowMs() + (lowest === -Infinity ? 0 : lowest));
    },
  };
}
