export interface OrganizationLanes {
  /** Runs the job when its organization has room, in the order of that organization's jobs. */
  run<T>(orgId: string, job: () => Promise<T>): Promise<T>;
}

export interface LaneLimits {
  ofEach: number;
  inAll: number;
}

interface Lane {
  running: number;
  waiting: (() => void)[];
}

/** Jobs that may have to wait for a lock: few of each organization at once, and organizations in turn. */
export function createOrganizationLanes({ ofEach, inAll }: LaneLimits): OrganizationLanes {
  const lanes = new Map<string, Lane>();
  let running = 0;

  function startNext(): void {
    for (const [orgId, lane] of lanes) {
      if (running >= inAll) return;
      if (lane.running >= ofEach || lane.waiting.length === 0) continue;
      // To the end of the map: the others' turn comes first.
      lanes.delete(orgId);
      lanes.set(orgId, lane);
      lane.running++;
      running++;
      lane.waiting.shift()?.();
    }
  }

  return {
    async run(orgId, job) {
      const lane = lanes.get(orgId) ?? { running: 0, waiting: [] };
      lanes.set(orgId, lane);
      const turn = new Promise<void>((resolve) => lane.waiting.push(resolve));
      startNext();
      await turn;
      try {
        return await job();
      } finally {
        lane.running--;
        running--;
        if (lane.running === 0 && lane.waiting.length === 0) lanes.delete(orgId);
        startNext();
      }
    },
  };
}
