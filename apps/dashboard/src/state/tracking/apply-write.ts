import type { TimeEntry, Timer } from "@stint/sdk";
import type { EntryMap } from "./entry-map.ts";
import { sameFields } from "./same-fields.ts";
import { type EntryFields, isTimer, type StartTimer, type Write } from "./write.ts";

/** Entries and timer, either as on the server or with the unconfirmed writes applied. */
export interface Tracked {
  entries: Pick<EntryMap, "get" | "set" | "delete">;
  timer: Timer | null;
  /** The entries deleted on this page, so that an undo can show them again before the server replies. */
  deleted: Map<string, TimeEntry>;
}

export interface Person {
  userId: string;
  /** Whether an entry that doesn't set `billable` is billable. */
  isBillable: (projectId: string, taskId: string | undefined) => boolean;
}

/** Applies `write` to `tracked` as the server will. Ignores unknown ids, because the server may know them. */
export function applyWrite(tracked: Tracked, write: Write, person: Person, now: string): void {
  const { entries, deleted } = tracked;
  switch (write.kind) {
    case "create":
      for (const { localId, ...fields } of write.entries)
        entries.set(localId, newEntry(localId, { source: "manual", ...fields }, person, now));
      return;
    case "update":
      for (const { id, set } of write.changes) {
        const entry = entries.get(id);
        if (entry !== undefined) entries.set(id, changed(entry, set, person));
      }
      return;
    case "delete":
      for (const id of write.ids) remove(tracked, id);
      return;
    case "restore":
      for (const id of write.ids) {
        const entry = deleted.get(id);
        if (entry !== undefined) entries.set(id, entry);
        deleted.delete(id);
      }
      return;
    case "startTimer":
      if (write.replaces !== undefined) remove(tracked, write.replaces);
      // The server has already started the timer, but the reply was lost.
      if (tracked.timer !== null && sameFields(tracked.timer, { startedAt: write.timer.startedAt })) return;
      stop(tracked, write.stoppedLocalId, write.timer.startedAt, person);
      tracked.timer = newTimer(write.timer, person, now);
      return;
    case "updateTimer":
      if (isTimer(tracked.timer, write.of)) tracked.timer = { ...tracked.timer, ...withoutUndefined(write.set) };
      return;
    case "stopTimer":
      if (isTimer(tracked.timer, write.of)) stop(tracked, write.localId, write.at, person);
      return;
    case "discardTimer":
      if (isTimer(tracked.timer, write.of)) tracked.timer = null;
  }
}

function remove({ entries, deleted }: Tracked, id: string): void {
  const entry = entries.get(id);
  if (entry !== undefined) deleted.set(id, entry);
  entries.delete(id);
}

function stop(tracked: Tracked, id: string, at: string, person: Person): void {
  const { timer } = tracked;
  if (timer === null) return;
  const durationSeconds = Math.max(0, Math.floor((Date.parse(at) - Date.parse(timer.startedAt)) / 1000));
  const { projectId, taskId, startedAt, description, tags, billable } = timer;
  const fields = { projectId, taskId, startedAt, durationSeconds, description, tags, billable };
  tracked.entries.set(id, newEntry(id, { ...fields, source: "timer" }, person, at));
  tracked.timer = null;
}

function newTimer(timer: StartTimer, { userId }: Person, now: string): Timer {
  return {
    ...timer,
    taskId: timer.taskId ?? "",
    tags: [...timer.tags],
    userId,
    createdAt: now,
    updatedAt: now,
    version: 0,
  };
}

function newEntry(
  id: string,
  fields: EntryFields & Pick<TimeEntry, "source">,
  { userId, isBillable }: Person,
  now: string,
): TimeEntry {
  const billable = fields.billable ?? isBillable(fields.projectId, fields.taskId);
  return {
    ...fields,
    id,
    userId,
    billable,
    tags: [...fields.tags],
    billableSeconds: billable ? fields.durationSeconds : 0,
    endedAt: endOf(fields),
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
    externalRef: null,
    billed: false,
    locked: false,
    version: 0,
  };
}

function changed(entry: TimeEntry, set: Partial<EntryFields>, { isBillable }: Person): TimeEntry {
  const after = { ...entry, ...withoutUndefined(set) };
  const billable = set.billable === null ? isBillable(after.projectId, after.taskId) : after.billable === true;
  return {
    ...after,
    billable,
    tags: [...after.tags],
    // Not rounded: the server's reply will replace the value with the rounded one.
    billableSeconds: billable ? after.durationSeconds : 0,
    endedAt: endOf(after),
  };
}

function endOf({ startedAt, durationSeconds }: Pick<EntryFields, "startedAt" | "durationSeconds">): string {
  return new Date(Date.parse(startedAt) + durationSeconds * 1000).toISOString();
}

type WithoutUndefined<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

function withoutUndefined<Fields extends object>(fields: Fields): WithoutUndefined<Fields> & { tags?: string[] } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}
