import { minuteMs } from "#platform/days.ts";
import type { Spent } from "#platform/requester.ts";

/** Sums the database time and waiting time of each tenant in the last `minutes` minutes, including the current one. */
export function createTenantUsage(minutes: number, nowMs: () => number = () => performance.now()) {
  let kept: { minute: number; tenants: Map<string, Spent> }[] = [];

  function current(): Map<string, Spent> {
    const minute = Math.floor(nowMs() / minuteMs);
    const last = kept.at(-1);
    if (last?.minute === minute) return last.tenants;
    const tenants = new Map<string, Spent>();
    kept = [...kept.filter((each) => each.minute > minute - minutes), { minute, tenants }];
    return tenants;
  }

  function addTo(tenants: Map<string, Spent>, tenant: string, { databaseMs = 0, waitedMs = 0 }: Partial<Spent>): void {
    const spent = tenants.get(tenant) ?? { databaseMs: 0, waitedMs: 0 };
    spent.databaseMs += databaseMs;
    spent.waitedMs += waitedMs;
    tenants.set(tenant, spent);
  }

  return {
    add: (tenant: string, spent: Partial<Spent>) => addTo(current(), tenant, spent),
    /** Returns the tenants that used the most database time, in descending order. */
    top(count: number): [string, Spent][] {
      current();
      const sums = new Map<string, Spent>();
      for (const { tenants } of kept) for (const [tenant, spent] of tenants) addTo(sums, tenant, spent);
      return [...sums].toSorted(([, one], [, other]) => other.databaseMs - one.databaseMs).slice(0, count);
    },
  };
}
