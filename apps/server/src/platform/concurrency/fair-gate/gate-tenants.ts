import type { ActiveTenants } from "#platform/concurrency/active-tenants.ts";

/** A tenant's tickets at the gate, and the database time that it recently used. */
export interface Tenant {
  name: string;
  running: number;
  /** The number of running tickets that may be slow. */
  long: number;
  waiting: number;
  /** The sum of the start times of the running statements. */
  startsMs: number;
  /** Database time with exponential decay: half of it is forgotten every `halfLifeMs`. */
  usedMs: number;
  usedAtMs: number;
}

const halfLifeMs = 5_000;
/** The result of `usedBy` for a tenant that steadily uses half of a connection. */
const heavyMs = (0.5 * halfLifeMs) / Math.LN2;
/** How long a tenant counts as active after its last statement began. */
const recentMs = 1_000;
const forgetMs = 60_000;

/** Returns the database time that the tenant recently used, including that of its running statements. */
export function usedBy(tenant: Tenant | undefined, now: number): number {
  if (tenant === undefined) return 0;
  const kept = tenant.usedMs * 2 ** ((tenant.usedAtMs - now) / halfLifeMs);
  return kept + tenant.running * now - tenant.startsMs;
}

/** Whether the tenant recently used more than its share. */
export function isHeavy(tenant: Tenant, now: number): boolean {
  return usedBy(tenant, now) >= heavyMs;
}

export type GateTenants = ReturnType<typeof createGateTenants>;

export function createGateTenants(active: ActiveTenants) {
  const tenants = new Map<string, Tenant>();
  /** The number of running tickets of all tenants. */
  let running = 0;

  return {
    /** Returns the tenant of this name, which now counts as active. */
    of(name: string, now: number): Tenant {
      active.note(name, now);
      let tenant = tenants.get(name);
      if (tenant === undefined) {
        tenant = { name, running: 0, long: 0, waiting: 0, startsMs: 0, usedMs: 0, usedAtMs: now };
        tenants.set(name, tenant);
      }
      return tenant;
    },
    /** Whether other tenants are active. */
    doOthersWork: (tenant: Tenant, now: number): boolean =>
      running > tenant.running || now - active.othersLatestMs(tenant.name) < recentMs,
    begin(tenant: Tenant, isLong: boolean, now: number) {
      running++;
      tenant.running++;
      if (isLong) tenant.long++;
      tenant.startsMs += now;
    },
    end(tenant: Tenant, { isLong, startedMs }: { isLong: boolean; startedMs: number }, now: number) {
      const used = usedBy(tenant, now);
      running--;
      tenant.running--;
      if (isLong) tenant.long--;
      tenant.startsMs -= startedMs;
      // Excludes running statements, whose time `usedBy` adds.
      tenant.usedMs = used - (tenant.running * now - tenant.startsMs);
      tenant.usedAtMs = now;
    },
    forgetIdle(now: number) {
      for (const tenant of tenants.values()) {
        if (tenant.running + tenant.waiting === 0 && now - tenant.usedAtMs > forgetMs) tenants.delete(tenant.name);
      }
    },
  };
}
