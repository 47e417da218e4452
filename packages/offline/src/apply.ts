import { sameFields, withoutUndefined } from "./fields.ts";
import { type EntryFields, isTimer, type TimerFields, type Write } from "./write.ts";

/** Entries and timer, either as on the server or with unconfirmed writes applied. */
export interface Tracked<Entry, Timer> {
  entries: {
    get: (id: string) => Entry | undefined;
    set: (id: string, entry: Entry) => unknown;
    delete: (id: string) => unknown;
  };
  timer: Timer | null;
  /** The entries that were deleted on this device, so that an undo can show them before the server replies. */
  deleted: Map<string, Entry>;
}

/** How a client shows entries and timers. */
export interface Shapes<Entry, Timer> {
  fieldsOf: (entry: Entry) => EntryFields;
  /** `former` is the entry before a change. */
  toEntry: (id: string, fields: EntryFields & { source?: string }, former?: Entry) => Entry;
  toTimer: (fields: TimerFields) => Timer;
}

/** Applies `write` to `tracked` as the server will. Ignores unknown ids, because the server may know them. */
export function apply<Entry, Timer extends TimerFields>(
  tracked: Tracked<Entry, Timer>,
  write: Write,
  { fieldsOf, toEntry, toTimer }: Shapes<Entry, Timer>,
): void {
  const { entries, deleted } = tracked;
  const remove = (id: string) => {
    const entry = entries.get(id);
    if (entry !== undefined) deleted.set(id, entry);
    entries.delete(id);
  };
  const stop = (id: string, at: string) => {
    if (tracked.timer === null) return;
    const { projectId, taskId = "", startedAt, description, tags, billable } = tracked.timer;
    const durationSeconds = Math.max(0, Math.floor((Date.parse(at) - Date.parse(startedAt)) / 1000));
    const fields = { projectId, taskId, startedAt, durationSeconds, description, tags, billable };
    entries.set(id, toEntry(id, { ...fields, externalRef: null, source: "timer" }));
    tracked.timer = null;
  };
  switch (write.kind) {
    case "create":
      for (const { localId, ...fields } of write.entries) entries.set(localId, toEntry(localId, fields));
      return;
    case "update":
      for (const { id, set, isForced, entry } of write.changes) {
        const former = entries.get(id);
        const before = former === undefined ? (isForced === true ? entry : undefined) : fieldsOf(former);
        if (before !== undefined) entries.set(id, toEntry(id, { ...before, ...withoutUndefined(set) }, former));
      }
      return;
    case "delete":
      write.ids.forEach(remove);
      return;
    case "restore":
      for (const [at, id] of write.ids.entries()) {
        const fields = write.entries?.[at];
        const entry = deleted.get(id) ?? (fields && toEntry(id, fields));
        if (entry !== undefined) entries.set(id, entry);
        deleted.delete(id);
      }
      return;
    case "startTimer":
      if (typeof write.replaces === "string") remove(write.replaces);
      // The server has already started the timer, but the reply was lost.
      if (tracked.timer !== null && sameFields(tracked.timer, { startedAt: write.timer.startedAt })) return;
      stop(write.stoppedLocalId, write.timer.startedAt);
      tracked.timer = toTimer(write.timer);
      return;
    case "updateTimer":
      if (isTimer(tracked.timer, write.of)) tracked.timer = { ...tracked.timer, ...withoutUndefined(write.set) };
      return;
    case "stopTimer":
      if (isTimer(tracked.timer, write.of)) stop(write.localId, write.at);
      return;
    case "discardTimer":
      if (isTimer(tracked.timer, write.of)) tracked.timer = null;
  }
}
