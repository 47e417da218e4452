import { minuteMs } from "#platform/days.ts";

/** The database time and waiting time of a tenant during the window, in milliseconds. */
export interface Usage {
  usedMs: number;
  waitedMs: number;
}

/** Sums each tenant's usage in the last `minutes` minutes, including the current one. */
export function createTenantUsage(minutes: number, nowMs: () => number = () => performance.now()) {
  const kept = new Map<number, Map<string, Usage>>();

  function current(): Map<string, Usage> {
    const minute = Math.floor(nowMs() / minuteMs);
    let usages = kept.get(minute);
    if (usages !== undefined) return usages;
    for (const old of kept.keys()) if (old <= minute - minutes) kept.delete(old);
    usages = new Map();
    kept.set(minute, usages);
    return usages;
  }

  function addTo(usages: Map<string, Usage>, tenant: string, { usedMs = 0, waitedMs = 0 }: Partial<Usage>): void {
    const usage = usages.get(tenant);
    if (usage === undefined) {
      usages.set(tenant, { usedMs, waitedMs });
      return;
    }
    usage.usedMs += usedMs;
    usage.waitedMs += waitedMs;
  }

  return {
    add: (tenant: string, more: Partial<Usage>) => addTo(current(), tenant, more),
    /** Returns the tenants that used the most database time, in descending order. */
    top(count: number): [string, Usage][] {
      current();
      const sums = new Map<string, Usage>();
      for (const usages of kept.values()) for (const [tenant, usage] of usages) addTo(sums, tenant, usage);
      return [...sums].toSorted(([, one], [, other]) => other.usedMs - one.usedMs).slice(0, count);
    },
  };
}
