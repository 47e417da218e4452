// The data that the user sees: the mirror with the queued writes applied.
import type { Mirror } from "./mirror.ts";
import type { Queue } from "./queue.ts";
import { endMs, type Entry, type ProjectName, type TaskName } from "./records.ts";
import { type EntryFields, type QueuedWrite, type TimerFields, touches, type Write } from "./write.ts";

export interface View {
  timer: TimerFields | null;
  /** The entries that differ from the mirror, by id; null means deleted. */
  changed: ReadonlyMap<string, Entry | null>;
  /** Writes that are waiting for a decision. */
  held: QueuedWrite[];
  /** Writes that the server has not confirmed, excluding `held`. */
  waiting: QueuedWrite[];
}

/** Applies the queued writes to the mirror. The caller must read `writes` before the mirror. */
export function viewOf(mirror: Mirror, queue: Queue, writes: readonly QueuedWrite[]): View {
  const pending = writes.filter(({ key }) => !mirror.isApplied(key));
  const held = pending.filter(({ state }) => state !== "queued");
  const state: State = {
    timer: timerFields(mirror.settings().timer),
    changed: new Map(),
    idOf: (id) => queue.find(id)?.id ?? id,
    entry: (id) => mirror.entry(id),
    rules: billableRules(mirror),
  };
  const blocked = new Set<string>();
  const waiting: QueuedWrite[] = [];
  for (const queued of pending) {
    const touched = touches(queued.write).map(state.idOf);
    if (queued.state !== "queued" || touched.some((id) => blocked.has(id))) for (const id of touched) blocked.add(id);
    else apply(state, queued.write);
    if (queued.state === "queued") waiting.push(queued);
  }
  return { timer: state.timer, changed: state.changed, held, waiting };
}

export function timerFields(timer: TimerFields | null): TimerFields | null {
  if (timer === null) return null;
  const { projectId, taskId, startedAt, description, tags, billable } = timer;
  return { projectId, ...(taskId === undefined ? {} : { taskId }), startedAt, description, tags, billable };
}

/** Returns the entry that started last. */
export function lastEntry(view: View, mirror: Mirror, nowMs: number): Entry | undefined {
  const added = [...view.changed.values()].filter((entry) => entry !== null && entry.startedMs <= nowMs) as Entry[];
  const stored = mirror.latest(nowMs + 1, view.changed.size + 1).filter(({ id }) => !view.changed.has(id));
  return [...stored, ...added].toSorted((left, right) => right.startedMs - left.startedMs)[0];
}

/** Returns the entries that start in the half-open range, earliest first. */
export function entriesOf(view: View, mirror: Mirror, fromMs: number, toMs: number): Entry[] {
  const stored = mirror.entries(fromMs, toMs);
  if (view.changed.size === 0) return stored;
  const added = [...view.changed.values()].filter(
    (entry) => entry !== null && entry.startedMs >= fromMs && entry.startedMs < toMs,
  ) as Entry[];
  return [...stored.filter(({ id }) => !view.changed.has(id)), ...added].toSorted(
    (left, right) => left.startedMs - right.startedMs || (left.id < right.id ? -1 : 1),
  );
}

export function entryOf(view: View, mirror: Mirror, id: string): Entry | undefined {
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

type Fields = Partial<EntryFields>;

export const updateOf = (entry: Entry, seen: Fields, set: Fields) =>
  ({ kind: "update", id: entry.id, version: entry.version, seen, set, entry: fieldsOf(entry) }) as const;

export const undoUpdateOf = (entry: Entry, seen: Fields, set: Fields) =>
  ({ kind: "update", id: entry.id, version: 0, seen: set, set: seen, entry: { ...fieldsOf(entry), ...set } }) as const;

interface State {
  timer: TimerFields | null;
  changed: Map<string, Entry | null>;
  idOf: (id: string) => string;
  entry: (id: string) => Entry | undefined;
  rules: BillableRules;
}

function apply(state: State, write: Write): void {
  const { idOf, changed } = state;
  const put = (id: string, fields: EntryFields, version: number) =>
    changed.set(id, withFields(state, id, fields, version));
  switch (write.kind) {
    case "create":
      for (const { localId, ...fields } of write.entries) put(localId, fields, 0);
      return;
    case "update": {
      const id = idOf(write.id);
      const entry = changed.has(id) ? changed.get(id) : state.entry(id);
      const fields = entry ? fieldsOf(entry) : write.isForced === true ? write.entry : undefined;
      if (fields !== undefined) put(id, { ...fields, ...write.set }, entry?.version ?? 0);
      return;
    }
    case "delete":
      changed.set(idOf(write.id), null);
      return;
    case "restore":
      put(idOf(write.id), write.entry, 0);
      return;
    case "start":
      if (state.timer !== null) endTimer(state, state.timer, write.timer.startedAt, write.localId);
      state.timer = write.timer;
      return;
    case "stop":
      if (state.timer !== null) endTimer(state, state.timer, write.endedAt, write.localId);
      state.timer = null;
      return;
    case "changeTimer":
      if (state.timer !== null) state.timer = { ...state.timer, ...write.set };
      return;
    case "discard":
      state.timer = null;
      return;
  }
}

function endTimer(state: State, timer: TimerFields, endedAt: string, localId: string): void {
  const seconds = Math.max(0, Math.floor((Date.parse(endedAt) - Date.parse(timer.startedAt)) / 1000));
  const { projectId, taskId = "", startedAt, description, tags, billable } = timer;
  const fields = { projectId, taskId, startedAt, durationSeconds: seconds, description, tags, billable };
  state.changed.set(localId, withFields(state, localId, { ...fields, externalRef: null }, 0));
}

function withFields({ rules }: State, id: string, fields: EntryFields, version: number): Entry {
  const billable = rules.isBillable(fields);
  return {
    id,
    startedMs: Date.parse(fields.startedAt),
    seconds: fields.durationSeconds,
    billableSeconds: billable ? rules.rounded(fields) : 0,
    billable,
    projectId: fields.projectId,
    taskId: fields.taskId,
    description: fields.description,
    tags: fields.tags,
    externalRef: fields.externalRef,
    source: version === 0 ? "cli" : null,
    version,
    locked: false,
  };
}

interface BillableRules {
  isBillable: (fields: EntryFields) => boolean;
  rounded: (fields: EntryFields) => number;
}

/**
 * Returns the server's rules for billability and rounding. Reads the names only when needed, because most commands find
 * an empty queue.
 */
function billableRules(mirror: Mirror): BillableRules {
  let known: { projects: Map<string, ProjectName>; tasks: Map<string, TaskName> } | undefined;
  const names = () => {
    if (known !== undefined) return known;
    const { projects, tasks } = mirror.names();
    const byId = <Named extends { id: string }>(all: Named[]) => new Map(all.map((each) => [each.id, each]));
    return (known = { projects: byId(projects), tasks: byId(tasks) });
  };
  return {
    isBillable: ({ billable, taskId, projectId }) =>
      billable ?? names().tasks.get(taskId)?.billable ?? names().projects.get(projectId)?.billable ?? true,
    rounded({ projectId, durationSeconds }) {
      const rounding = names().projects.get(projectId)?.rounding ?? null;
      if (rounding === null) return durationSeconds;
      const step = rounding.minutes * 60;
      switch (rounding.mode) {
        case "up":
          return Math.ceil(durationSeconds / step) * step;
        case "down":
          return Math.floor(durationSeconds / step) * step;
        case "nearest":
          return Math.floor((durationSeconds * 2 + step) / (2 * step)) * step;
      }
    },
  };
}

/** Returns the end of the entry that ends last; undefined if there are no entries. */
export function latestEnd(entries: readonly Entry[]): number | undefined {
  return entries.length === 0 ? undefined : Math.max(...entries.map(endMs));
}
