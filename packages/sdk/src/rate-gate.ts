/** Lets through as many requests as the server has said would pass, and holds the others back until more would. */
export interface RateGate {
  /** Resolves when the next request may be sent. */
  enter(signal?: AbortSignal): Promise<void>;
  /** Tells what a reply said; undefined where there was none. */
  leave(headers: Headers | undefined): void;
}

/** How a gate waits and tells the time. */
export interface GateClock {
  nowMs(): number;
  pause(ms: number, signal?: AbortSignal): Promise<void>;
}

/**
 * The server says in each reply how many requests would pass now, and in how many seconds all of them would again
 * (`RateLimit: "default";r=137;t=60`). Requests that are under way may be counted there already or not; they are taken
 * for not counted, so that the gate errs on the side of waiting. Until the first reply one request goes ahead.
 */
export function createRateGate(clock: GateClock): RateGate {
  let left = 1;
  let underWay = 0;
  let fullAt = 0;
  // What was said since nothing was under way: replies overtake each other.
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
          const waitMs = fullAt - clock.nowMs();
          if (waitMs > 0) await clock.pause(waitMs, signal);
          // Others with this key may have sent meanwhile: one request goes ahead and finds out.
          if (left < 1 && underWay === 0) left = 1;
        }
      }
      left--;
      underWay++;
    },
    leave(headers) {
      underWay--;
      const said = /;\s*r=(\d+);\s*t=(\d+)/.exec(headers?.get("ratelimit") ?? "");
      if (said !== null) {
        const [, remaining, seconds] = said.map(Number) as [number, number, number];
        lowest = Math.min(lowest, remaining);
        left = Math.min(left, remaining - underWay);
        fullAt = Math.max(fullAt, clock.nowMs() + seconds * 1000);
      }
      if (underWay === 0) {
        left = lowest === Infinity ? 1 : lowest;
        lowest = Infinity;
      }
      wake();
    },
  };
}
