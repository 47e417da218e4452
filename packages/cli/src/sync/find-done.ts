// Finds out whether the server executed a write that got no reply. This is needed when the server may have forgotten
// the write's idempotency key.
import type { TimeEntry } from "@stint/sdk";
import type { EntryFields, Write } from "#src/store/write.ts";
import { sameFields } from "./same-fields.ts";
import type { Outcome, Sending } from "./outcome.ts";
import { findEntryAt } from "./send-timer-write.ts";

/** The assumed maximum difference between the clocks of the server and this machine. */
const driftMs = 300_000;

/** Returns the outcome of a write if the server has executed it; undefined if the write must be sent. */
export async function findDone(write: Write, sending: Sending): Promise<Outcome | undefined> {
  const { stint } = sending;
  switch (write.kind) {
    case "create": {
      const entries: TimeEntry[] = [];
      const ids: Outcome["ids"] = [];
      for (const { localId, ...fields } of write.entries) {
        const entry = await findCreated(fields, entries, sending);
        // A batch is created completely or not at all, so one missing entry means that none was created.
        if (entry === undefined) return undefined;
        entries.push(entry);
        ids.push([localId, entry.id, entry.version]);
      }
      const live = entries.filter(({ deletedAt }) => deletedAt === null);
      const removed = entries.filter(({ deletedAt }) => deletedAt !== null).map(({ id }) => id);
      return { entries: live, removed, ids };
    }
    case "start": {
      const [running] = (await stint.timers.list({ userId: "me" })).data;
      const { startedAt } = write.timer;
      if (running !== undefined && Date.parse(running.startedAt) === Date.parse(startedAt))
        return { entries: [], removed: [], timer: running, ids: [] };
      const stopped = await findEntryAt(stint, startedAt);
      return stopped === undefined ? undefined : { entries: [stopped], removed: [], ids: [] };
    }
    // Sending these writes again is safe, because they compare the server's state before changing it.
    case "update":
    case "delete":
    case "restore":
    case "stop":
    case "changeTimer":
    case "discard":
      return undefined;
  }
}

async function findCreated(
  { taskId, billable, ...fields }: EntryFields,
  taken: readonly TimeEntry[],
  { stint, firstSentMs }: Sending,
): Promise<TimeEntry | undefined> {
  const from = new Date(fields.startedAt);
  const to = new Date(from.getTime() + 1);
  const wanted = { ...fields, ...(taskId === "" ? {} : { taskId }), ...(billable === null ? {} : { billable }) };
  for await (const entry of stint.timeEntries.list({ userId: "me", from, to, source: "cli", includeDeleted: true })) {
    const isSince = Date.parse(entry.createdAt) >= firstSentMs - driftMs;
    if (isSince && sameFields(entry, wanted) && !taken.some(({ id }) => id === entry.id)) return entry;
  }
  return undefined;
}
