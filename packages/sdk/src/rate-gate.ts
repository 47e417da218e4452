/** Delays requests that the rate limit would refuse. */
export interface RateGate {
  /** Resolves when the caller may send a request. */
  enter(signal?: AbortSignal): Promise<void>;
  /** Reads the rate limit from a reply's headers; `headers` is undefined if no reply arrived. */
  leave(headers: Headers | undefined): void;
}

export interface GateClock {
  nowMs(): number;
  pause(ms: number, signal?: AbortSignal): Promise<void>;
}

/**
 * Creates a gate that admits only requests that the server will accept. Each reply states how many requests the server
 * currently accepts and, if none, after how many seconds it will accept the next (`RateLimit: "default";r=0;t=16`). The
 * number may or may not include requests in progress; the gate assumes that it does not, because waiting too long is
 * better than a refusal. Before the first reply, the gate admits one request at a time. When the server accepts none,
 * the gate calls `onWait` with the number of milliseconds to wait.
 */
export function createRateGate(clock: GateClock, onWait?: (waitMs: number) => void): RateGate {
  let left = 1;
  let underWay = 0;
  let opensAt = 0;
  // The lowest number stated by the replies since the gate last had no requests in progress. Replies may arrive out of
  // order, so only the lowest number is safe.
  let lowest = Infinity;
  let woken: (() => void)[] = [];
  const wake = () => {
    const waiting = woken;
    woken = [];
    for (const resolve of waiting) resolve();
  };

  return {
    async enter(signal) {
      while (left < 1) {
        if (underWay > 0) await new Promise<void>((resolve) => woken.push(resolve));
        else {
          const waitMs = opensAt - clock.nowMs();
          if (waitMs > 0) await clock.pause(waitMs, signal);
          // Other programs may have used the same key during the wait, so admit only one request to find out.
          if (left < 1 && underWay === 0) left = 1;
        }
      }
      left--;
      underWay++;
    },
    leave(headers) {
      underWay--;
      const said = /"default";\s*r=(\d+);\s*t=(\d+)/.exec(headers?.get("ratelimit") ?? "");
      if (said !== null) {
        const [, remaining, seconds] = said.map(Number) as [number, number, number];
        lowest = Math.min(lowest, remaining);
        left = Math.min(left, remaining - underWay);
        // Use `t` only if no request is accepted. In all other replies, it is the number of seconds until the quota is
        // fully restored.
        if (remaining === 0) {
          opensAt = clock.nowMs() + seconds * 1000;
          onWait?.(seconds * 1000);
        }
      }
      if (underWay === 0) {
        left = lowest === Infinity ? 1 : lowest;
        lowest = Infinity;
      }
      wake();
    },
  };
}
