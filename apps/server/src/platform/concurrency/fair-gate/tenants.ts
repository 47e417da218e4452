/** A tenant at the gate, and the database time that it recently used. */
export interface Tenant {
  readonly name: string;
  /** Database time with exponential decay: half of it is forgotten every `halfLifeMs`. */
  usedMs: number;
  /** The instant up to which `usedMs` has decayed. */
  usedAtMs: number;
}

const halfLifeMs = 5_000;
/** The result of `usedBy` for a tenant that steadily uses half of a connection. */
const heavyMs = (0.5 * halfLifeMs) / Math.LN2;
/** After this, hardly anything of a tenant's use is left. */
const forgetMs = 12 * halfLifeMs;

export function usedBy(tenant: Tenant | undefined, now: number): number {
  return tenant === undefined ? 0 : tenant.usedMs * 2 ** ((tenant.usedAtMs - now) / halfLifeMs);
}

/** Whether the tenant recently used more than its share. */
export function isHeavy(tenant: Tenant, now: number): boolean {
  return usedBy(tenant, now) >= heavyMs;
}

export function addUse(tenant: Tenant, ms: number, now: number): void {
  tenant.usedMs = usedBy(tenant, now) + ms;
  tenant.usedAtMs = now;
}

/** Keeps the tenants that recently used the gate. */
export function createTenants(active: ActiveTenants) {
  const tenants = new Map<string, Tenant>();
  return {
    /** Returns the tenant of this name, which now counts as active. */
    of(name: string, now: number): Tenant {
      active.note(name, now);
      const tenant = tenants.get(name) ?? { name, usedMs: 0, usedAtMs: now };
      tenants.set(name, tenant);
      addUse(tenant, 0, now);
      return tenant;
    },
    forgetIdle(now: number) {
      for (const { name, usedAtMs } of tenants.values()) if (now - usedAtMs > forgetMs) tenants.delete(name);
    },
  };
}

/** Records which tenants most recently started a statement on any pool of this process. */
export type ActiveTenants = ReturnType<typeof createActiveTenants>;

export function createActiveTenants() {
  let latest = { name: "", atMs: -Infinity };
  let previous = latest;
  return {
    note(name: string, nowMs: number) {
      if (latest.name !== name) previous = latest;
      latest = { name, atMs: nowMs };
    },
    /** Returns when a tenant other than this one last started a statement. */
    othersLatestMs: (name: string): number => (latest.name === name ? previous : latest).atMs,
  };
}
