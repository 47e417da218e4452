import type { EntryChange, Stint, SyncQuery, TimeEntry } from "#src/index.ts";

/** A copy that outlives its client, like one on disk. */
export class Mirror {
  readonly entries = new Map<string, TimeEntry>();
  cursor: string | undefined = undefined;
  since: string | undefined = undefined;
  runs = 0;

  store(change: EntryChange): void {
    if (change.kind === "reset") this.entries.clear();
    else if (change.kind === "upsert") this.entries.set(change.entry.id, change.entry);
    else if (change.kind === "remove") this.entries.delete(change.id);
    else {
      ({ cursor: this.cursor, since: this.since } = change);
      this.runs++;
    }
  }

  /** Performs one run, which is interrupted after `most` changes. */
  async follow(stint: Stint, most = Infinity, query: SyncQuery = {}): Promise<void> {
    let count = 0;
    for await (const change of stint.timeEntries.sync({ ...query, cursor: this.cursor, since: this.since })) {
      if (count++ === most) return;
      this.store(change);
    }
  }
}

export async function listed(stint: Stint, query = {}): Promise<Map<string, TimeEntry>> {
  const entries = new Map<string, TimeEntry>();
  for await (const entry of stint.timeEntries.list(query)) entries.set(entry.id, entry);
  return entries;
}
