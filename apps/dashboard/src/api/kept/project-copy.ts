// A copy of the projects, tasks and clients that the person may see. It is shown at once from the device and then
// brought up to date: `refresh` reads all changes in one request, and events carry their objects, so they need no
// request.
import {
  type ChangedClient,
  type Project,
  type ProjectChange,
  type Stint,
  type StreamedEvent,
  type Task,
} from "@stint/sdk";
import { isUnreachable } from "#api/is-unreachable.ts";
import type { StreamPosition } from "#api/event-stream.ts";

export interface Objects {
  project: Project;
  task: Task;
  client: ChangedClient["object"];
}
type Kind = keyof Objects;
type AnyObject = Objects[Kind];

/** The device's storage for the copy of one person in one organization. */
export interface KeptObjects {
  read: <Value>(name: string) => Promise<Value | undefined>;
  readAll: <Item>(kind: string) => Promise<Item[]>;
  /** Writes all changes or none; an undefined value removes the item. */
  write: (changes: Iterable<{ kind: string; id?: string; value: unknown }>) => Promise<void>;
}

interface Deps {
  stint: Pick<Stint, "projects">;
  kept: KeptObjects;
  /** Runs `work` exclusively across all tabs. */
  alone: (work: () => Promise<void>) => Promise<void>;
  /** Called with all objects of a kind, newest first, after any of them has changed. */
  show: <K extends Kind>(kind: K, objects: readonly Objects[K][]) => void;
}

interface Cursor {
  form: number;
  since: string;
  /** The position in the event stream shortly before `since`. */
  position?: StreamPosition | undefined;
}

const kinds = ["project", "task", "client"] as const;
const cursorName = "project-copy";
/** Increment this when the objects gain a field, because objects stored earlier lack it. */
const form = 1;

export type ProjectCopy = ReturnType<typeof createProjectCopy>;

export function createProjectCopy({ stint, kept, alone, show }: Deps) {
  const objects: { [K in Kind]: Map<string, Objects[K]> } = { project: new Map(), task: new Map(), client: new Map() };
  const lists: { [K in Kind]?: readonly Objects[K][] } = {};
  const changed = new Set<Kind>();
  /** Objects deleted by an event. A page read before the event must not bring them back. */
  const deleted = new Set<string>();
  let since: string | undefined;
  let position: StreamPosition | undefined;
  /** The position of the event stream before the next read starts. */
  let nextPosition: StreamPosition | undefined;
  /** Events that arrived before the copy was loaded. */
  const early: StreamedEvent[] = [];
  let restoring: Promise<void> | undefined;
  let reading: Promise<void> | undefined;
  let nextReading: Promise<void> | undefined;
  let hasAsked = false;

  function put(kind: Kind, object: AnyObject): void {
    const all = objects[kind] as Map<string, AnyObject>;
    const known = all.get(object.id);
    if (deleted.has(object.id) || (known !== undefined && known.version > object.version)) return;
    all.set(object.id, object);
    note(kind);
  }

  function remove(kind: Kind, id: string): void {
    if (objects[kind].delete(id)) note(kind);
  }

  function note(kind: Kind): void {
    delete lists[kind];
    changed.add(kind);
  }

  /** Returns the same array until something changes. */
  function list<K extends Kind>(kind: K): readonly Objects[K][] {
    const newestFirst = () => [...objects[kind].values()].toSorted((left, right) => (left.id < right.id ? 1 : -1));
    return (lists[kind] ??= newestFirst() as (typeof lists)[K]) as readonly Objects[K][];
  }

  function showChanged(): void {
    if (since === undefined) return;
    for (const kind of changed) show(kind, list(kind));
    changed.clear();
  }

  async function restore(): Promise<void> {
    const cursor = await kept.read<Cursor>(cursorName);
    if (cursor?.form !== form) return;
    const found = await Promise.all(kinds.map((kind) => kept.readAll<AnyObject>(kind)));
    for (const [at, kind] of kinds.entries()) for (const object of found[at] ?? []) put(kind, object);
    changed.clear();
    ({ since, position } = cursor);
    apply(early.splice(0));
  }

  async function read(): Promise<void> {
    await (restoring ??= restore());
    // Waits a tick, so callers in the same tick share one read.
    await new Promise((resolve) => setTimeout(resolve, 0));
    hasAsked = true;
    const start = since;
    const positionBefore = nextPosition;
    const changes: ProjectChange[] = [];
    for await (const change of stint.projects.sync({ since: start })) changes.push(change);
    for (const change of changes) {
      if (change.kind === "remove") remove(change.of, change.id);
      else if (change.kind === "synced") ({ since } = change);
      else if (change.kind !== "reset") put(change.kind, change.object);
    }
    // After the first read, every kind is shown, because a kind without items must become an empty list.
    if (start === undefined) for (const kind of kinds) changed.add(kind);
    position = positionBefore ?? position;
    apply(early.splice(0));
    showChanged();
    void keep(start, changes, position);
  }

  /**
   * Reads the changes since the last read. A read in flight may miss the change that prompted this call, so another one
   * follows it.
   */
  function readChanges(): Promise<void> {
    if (reading !== undefined && hasAsked)
      return (nextReading ??= reading
        .catch(() => undefined)
        .then(() => {
          nextReading = undefined;
          return readChanges();
        }));
    hasAsked = false;
    return (reading ??= read().finally(() => (reading = undefined)));
  }

  /** Stores the result of a read, unless another tab has stored a state that it can't be applied to. */
  function keep(
    start: string | undefined,
    changes: readonly ProjectChange[],
    positionBefore: StreamPosition | undefined,
  ): Promise<void> {
    return alone(async () => {
      const found = await kept.read<Cursor>(cursorName);
      const end = changes.at(-1);
      if (end?.kind !== "synced" || !fits(found?.form === form ? found.since : undefined, start, end.since)) return;
      const stale = start === undefined ? await listKept() : [];
      const cursor: Cursor = { form, since: end.since, position: positionBefore };
      await kept.write([...stale, ...changes.flatMap(toKept), { kind: cursorName, value: cursor }]);
    }).catch(() => undefined);
  }

  /** The changes that remove all objects of an older copy. */
  async function listKept() {
    const found = await Promise.all(kinds.map((kind) => kept.readAll<AnyObject>(kind)));
    return kinds.flatMap((kind, at) => (found[at] ?? []).map(({ id }) => ({ kind, id, value: undefined })));
  }

  function apply(events: readonly StreamedEvent[]): void {
    let isIncomplete = false;
    for (const { type, data } of events) {
      const [kind = "", action] = type.split(".");
      if (!isKind(kind)) continue;
      const object = data.object as AnyObject;
      if (action === "deleted") {
        deleted.add(object.id);
        remove(kind, object.id);
      } else if (objects[kind].has(object.id)) put(kind, object);
      else if (isBeforeCopy(object)) continue;
      else if (action === "created") put(kind, object);
      // The project has only now become visible to the person. No event has reported its tasks, so they must be read.
      else isIncomplete = true;
    }
    if (isIncomplete) void refresh().catch(() => undefined);
  }

  /**
   * Whether an object is older than the copy. The copy is complete up to `since`, so an older object that it lacks was
   * deleted or hidden.
   */
  function isBeforeCopy({ updatedAt }: AnyObject): boolean {
    return since !== undefined && Date.parse(updatedAt) < Date.parse(since);
  }

  /** Reads the changes since the last read; returns false if the server is unreachable. */
  async function refresh(newPosition?: StreamPosition): Promise<boolean> {
    nextPosition = newPosition ?? nextPosition;
    try {
      await readChanges();
      return true;
    } catch (error) {
      if (isUnreachable(error)) return false;
      throw error;
    }
  }

  return {
    /** Returns all objects of a kind, from the device if it has them, otherwise from the server. */
    async open<K extends Kind>(kind: K): Promise<readonly Objects[K][]> {
      await (restoring ??= restore());
      if (since === undefined) await (reading ?? readChanges());
      return list(kind);
    },
    refresh,
    readChanges,
    async readPosition(): Promise<StreamPosition | undefined> {
      const cursor = await kept.read<Cursor>(cursorName);
      return cursor?.form === form ? cursor.position : undefined;
    },
    applyEvents(events: readonly StreamedEvent[]): void {
      if (since === undefined) return void early.push(...events);
      apply(events);
      showChanged();
    },
  };
}

function isKind(text: string): text is Kind {
  return (kinds as readonly string[]).includes(text);
}

/**
 * Whether the changes from `start` to `end` can be applied to a copy that is complete up to `kept`. A copy that is
 * further ahead is left alone; the next read adds what it lacks.
 */
function fits(kept: string | undefined, start: string | undefined, end: string): boolean {
  if (kept === undefined || start === undefined) return kept === undefined && start === undefined;
  return Date.parse(start) <= Date.parse(kept) && Date.parse(kept) <= Date.parse(end);
}

function toKept(change: ProjectChange): { kind: string; id?: string; value: unknown }[] {
  if (change.kind === "reset" || change.kind === "synced") return [];
  if (change.kind === "remove") return [{ kind: change.of, id: change.id, value: undefined }];
  return [{ kind: change.kind, id: change.object.id, value: change.object }];
}
