/** Records which tenants most recently started a statement on any pool of this process. */
export type ActiveTenants = ReturnType<typeof createActiveTenants>;

export function createActiveTenants() {
  let latest = { name: "", atMs: -Infinity };
  let previous = latest;
  return {
    note(name: string, nowMs: number) {
      if (latest.name === name) latest.atMs = nowMs;
      else {
        previous = latest;
        latest = { name, atMs: nowMs };
      }
    },
    /** Returns when a tenant other than this one last started a statement. */
    othersLatestMs: (name: string): number => (latest.name === name ? previous : latest).atMs,
  };
}
