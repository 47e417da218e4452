/** Throttles requests to the number that the server would currently accept. */
export interface RateGate {
  /** Resolves when the next request may be sent. */
  enter(signal?: AbortSignal): Promise<void>;
  /** Evaluates the headers of a reply; undefined if none arrived. */
  leave(headers: Headers | undefined): void;
}

/** The clock of a gate. */
export interface GateClock {
  nowMs(): number;
  pause(ms: number, signal?: AbortSignal): Promise<void>;
}

/**
 * Each reply states how many requests the server accepts now and, if none, after how many seconds it accepts one
 * (`RateLimit: "default";r=0;t=16`). Whether that includes requests in progress is unknown; the gate assumes that it
 * doesn't, because waiting too long is better than a refusal. Until the first reply it admits one request. `onWait` is
 * called with the wait when a reply says that none is accepted.
 */
export function createRateGate(clock: GateClock, onWait?: (waitMs: number) => void): RateGate {
  let left = 1;
  let underWay = 0;
  let opensAt = 0;
  // The lowest number seen since no request was in progress, because replies may arrive out of order.
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
          // Other clients may have used the same key in the meantime, so one request is admitted to find out.
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
        // While requests are accepted, `t` is the time until the quota is fully restored, so there is nothing to wait
        // for.
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
