/** Which tenants began something last, in any of the pools that share this. */
export interface ActiveTenants {
  note(name: string, nowMs: number): void;
  /** When a tenant other than this one last began something. */
  othersLatestMs(name: string): number;
}

export function createActiveTenants(): ActiveTenants {
  let latest = { name: "", atMs: -Infinity };
  let previous = latest;
  return {
    note(name, nowMs) {
      if (latest.name === name) latest.atMs = nowMs;
      else {
        previous = latest;
        latest = { name, atMs: nowMs };
      }
    },
    othersLatestMs: (name) => (latest.name === name ? previous : latest).atMs,
  };
}
