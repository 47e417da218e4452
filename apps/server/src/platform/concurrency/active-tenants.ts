/** Records which tenants most recently started a statement on any pool of this process. */
export interface ActiveTenants {
  note(name: string, nowMs: number): void;
  /** Returns when a tenant other than this one last started a statement. */
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
