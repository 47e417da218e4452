import { AppError } from "./errors.ts";

export interface Lanes {
  /** Runs the job when its tenant has room, first in, first out per tenant; 503 when too many wait. */
  run<T>(tenant: string, job: () => Promise<T>): Promise<T>;
}

export interface LaneLimits {
  ofEach: number;
  inAll: number;
  /** Most jobs of one tenant that may wait. */
  mostWaiting: number;
}

interface Lane {
  running: number;
  waiting: (() => void)[];
}

/** Bounds jobs that wait for locks or take long: few per tenant at once, tenants in turn. */
export function createLanes({ ofEach, inAll, mostWaiting }: LaneLimits): Lanes {
  const lanes = new Map<string, Lane>();
  let running = 0;

  function startNext(): void {
    for (const [tenant, lane] of lanes) {
      if (running >= inAll) return;
      if (lane.running >= ofEach || lane.waiting.length === 0) continue;
      // Moves the tenant to the end of the map, so that the others come first.
      lanes.delete(tenant);
      lanes.set(tenant, lane);
      lane.running++;
      running++;
      lane.waiting.shift()?.();
    }
  }

  return {
    async run(tenant, job) {
      const lane = lanes.get(tenant) ?? { running: 0, waiting: [] };
      if (lane.waiting.length >= mostWaiting) throw tooManyWaiting();
      lanes.set(tenant, lane);
      const turn = new Promise<void>((resolve) => lane.waiting.push(resolve));
      startNext();
      await turn;
      try {
        return await job();
      } finally {
        lane.running--;
        running--;
        if (lane.running === 0 && lane.waiting.length === 0) lanes.delete(tenant);
        startNext();
      }
    },
  };
}

export function tooManyWaiting(): AppError {
  const message = "Too many requests like this are waiting. Nothing was changed; try again.";
  return new AppError("unavailable", message, { headers: { "retry-after": "1" } });
}
