// The data that the user sees: the mirror with the queued writes applied.
import type { Project, Task } from "@stint/sdk";
import { apply, type Shapes } from "@stint/offline/apply.ts";
import { billed, type Places } from "@stint/offline/billable.ts";
import { differing, pick } from "@stint/offline/fields.ts";
import { type EntryFields, resolved, type TimerFields, type Write, type WriteOf } from "@stint/offline/write.ts";
import type { Mirror } from "./mirror.ts";
import type { Queue } from "./queue.ts";
import { elapsed, type Entry } from "./records.ts";
import type { Store } from "./store.ts";
import { type QueuedWrite, unblocked } from "./write.ts";
import type { Days } from "@stint/grammar/read-period.ts";
import { rangeOfDays } from "@stint/grammar/zone.ts";

export interface View {
  timer: TimerFields | null;
  /** The entries that differ from the mirror, by id; null means deleted. */
  changed: ReadonlyMap<string, Entry | null>;
  /** Writes that are waiting for a decision. */
  held: QueuedWrite[];
  /** Writes that the server has not confirmed, excluding `held`. */
  waiting: QueuedWrite[];
}

/**
 * Applies the queued writes to the mirror, and then those that are only planned. The caller must read `writes` before
 * the mirror.
 */
export function viewOf(
  mirror: Mirror,
  queue: Queue,
  writes: readonly QueuedWrite[],
  planned: readonly Write[] = [],
): View {
  const pending = writes.filter(({ key }) => !mirror.isApplied(key));
  const changed = new Map<string, Entry | null>();
  const tracked = {
    timer: timerFields(mirror.settings().timer),
    entries: {
      get: (id: string) => (changed.has(id) ? (changed.get(id) ?? undefined) : mirror.entry(id)),
      set: (id: string, entry: Entry) => changed.set(id, entry),
      delete: (id: string) => changed.set(id, null),
    },
    deleted: new Map<string, Entry>(),
  };
  const shapes = shapesOf(mirror);
  const effective = [...unblocked(pending, queue.find).map(({ write }) => write), ...planned];
  for (const write of effective) apply(tracked, resolved(write, {}, queue.find), shapes);
  const held = pending.filter(({ state }) => state !== "queued");
  const waiting = pending.filter(({ state }) => state === "queued");
  return { timer: tracked.timer, changed, held, waiting };
}

function timerFields(timer: TimerFields | null): TimerFields | null {
  if (timer === null) return null;
  const { projectId, taskId, startedAt, description, tags, billable } = timer;
  return { projectId, ...(taskId === undefined ? {} : { taskId }), startedAt, description, tags, billable };
}

const changedEntries = ({ changed }: View): Entry[] => [...changed.values()].filter((entry) => entry !== null);

/** Returns the entry that started last, in any project or in this one. */
export function lastEntry({ view, mirror, nowMs }: Store, projectId?: string): Entry | undefined {
  const added = changedEntries(view).filter(
    (entry) => entry.startedMs <= nowMs && [undefined, entry.projectId].includes(projectId),
  );
  const latest = mirror.latest(nowMs + 1, view.changed.size + 1, projectId);
  const stored = latest.filter(({ id }) => !view.changed.has(id));
  return [...stored, ...added].toSorted((left, right) => right.startedMs - left.startedMs)[0];
}

/** The id of the running timer among entries. */
export const runningId = "timer";

/** Returns the entry that the running timer would be if it stopped now. */
function runningEntry({ view: { timer }, mirror, nowMs }: Store): Entry | undefined {
  if (timer === null) return undefined;
  const durationSeconds = elapsed(Date.parse(timer.startedAt), nowMs);
  return shapesOf(mirror).toEntry(runningId, { ...timer, taskId: timer.taskId ?? "", durationSeconds });
}

/** Returns the entries that start in the half-open range, earliest first. */
export function entriesOf({ view, mirror }: Store, fromMs: number, toMs: number): Entry[] {
  const stored = mirror.entries(fromMs, toMs);
  if (view.changed.size === 0) return stored;
  const added = changedEntries(view).filter(({ startedMs }) => startedMs >= fromMs && startedMs < toMs);
  return [...stored.filter(({ id }) => !view.changed.has(id)), ...added].toSorted(
    (left, right) => left.startedMs - right.startedMs || (left.id < right.id ? -1 : 1),
  );
}

/** Returns the entry with this id, which can also be the local one that it had before it was sent. */
export function entryOf({ view, mirror, queue }: Store, local: string): Entry | undefined {
  const { id } = queue.find(local) ?? { id: local };
  const changed = view.changed.get(id);
  return changed === undefined ? mirror.entry(id) : (changed ?? undefined);
}

export function fieldsOf(entry: Entry): EntryFields {
  const { projectId, taskId, seconds, description, tags, billable, externalRef, startedMs } = entry;
  return {
    projectId,
    taskId,
    startedAt: new Date(startedMs).toISOString(),
    durationSeconds: seconds,
    description,
    tags,
    billable,
    externalRef,
  };
}

/** Returns the new values of the fields that change, and those that the user saw. */
export function changeOf<Fields extends object>(before: Fields, wanted: Partial<Fields>) {
  const names = differing(before, wanted);
  return { seen: pick(before, names) as Partial<Fields>, set: pick(wanted, names) as Partial<Fields> };
}

export function updateOf(entry: Entry, wanted: Partial<EntryFields>, more: { isForced?: true } = {}): Write {
  const { id, version } = entry;
  const before = fieldsOf(entry);
  return { kind: "update", changes: [{ id, version, ...changeOf(before, wanted), entry: before, ...more }] };
}

export const deleteOf = (entry: Entry): Write => ({
  kind: "delete",
  ids: [entry.id],
  seen: [{ version: entry.version, entry: fieldsOf(entry) }],
});

const newEntries = (mirror: Mirror, { entries }: WriteOf<"create">): Entry[] =>
  entries.map(({ localId, ...fields }) => shapesOf(mirror).toEntry(localId, fields));

function shapesOf(mirror: Mirror): Shapes<Entry, TimerFields> {
  const places: Places = { project: (id) => mirror.named<Project>(id), task: (id) => mirror.named<Task>(id) };
  return {
    fieldsOf,
    toTimer: (timer) => timer,
    toEntry(id, fields, former) {
      const { version = 0, lockedBy = null } = former ?? {};
      const { startedAt, durationSeconds: seconds, projectId, taskId, description, tags, externalRef = null } = fields;
      return {
        id,
        startedMs: Date.parse(startedAt),
        seconds,
        ...billed(fields, places),
        projectId,
        taskId,
        description,
        tags: [...tags],
        externalRef,
        source: version === 0 ? "cli" : null,
        version,
        lockedBy,
      };
    },
  };
}

/** Returns the entries that start on these days, earliest first. */
export function entriesOfDays(store: Store, { from, to }: Days): Entry[] {
  const { fromMs, toMs } = rangeOfDays(from, to, store.zone);
  return entriesOf(store, fromMs, toMs);
}

/** Returns the entries and the running timer, if they start on these days, earliest first. */
export function trackedOnDays(store: Store, days: Days): Entry[] {
  const { fromMs, toMs } = rangeOfDays(days.from, days.to, store.zone);
  const running = [runningEntry(store) ?? []].flat().filter(({ startedMs }) => startedMs >= fromMs && startedMs < toMs);
  return [...entriesOfDays(store, days), ...running].toSorted((left, right) => left.startedMs - right.startedMs);
}

/** Returns the new entries on these days that the server refused, each with the number of its write. */
export function refusedOfDays({ view, mirror, zone }: Store, { from, to }: Days): { seq: number; entry: Entry }[] {
  const { fromMs, toMs } = rangeOfDays(from, to, zone);
  const isInRange = ({ startedMs }: Entry) => startedMs >= fromMs && startedMs < toMs;
  return view.held.flatMap(({ seq, write }) =>
    write.kind === "create"
      ? newEntries(mirror, write)
          .filter(isInRange)
          .map((entry) => ({ seq, entry }))
      : [],
  );
}

export const secondsOf = (entries: readonly { seconds: number }[]): number =>
  entries.reduce((sum, { seconds }) => sum + seconds, 0);

/** Sums the seconds of the entries and the timer that started today. */
export const todaySeconds = (store: Store): number =>
  secondsOf(trackedOnDays(store, { from: store.today, to: store.today }));
