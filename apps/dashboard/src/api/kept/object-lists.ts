import type { ChangedClient, Project, Task } from "@stint/sdk";

export interface Objects {
  project: Project;
  task: Task;
  client: ChangedClient["object"];
}
export type Kind = keyof Objects;
export type AnyObject = Objects[Kind];
/** Called with all objects of a kind, newest first, after any of them has changed. */
export type ShowObjects = <K extends Kind>(kind: K, objects: readonly Objects[K][]) => void;

export const objectKinds = ["project", "task", "client"] as const;

/** The latest versions of the copy's objects, and which kinds have changed since they were last shown. */
export function createObjectLists(show: ShowObjects) {
  const objects: { [K in Kind]: Map<string, Objects[K]> } = { project: new Map(), task: new Map(), client: new Map() };
  const lists: { [K in Kind]?: readonly Objects[K][] } = {};
  const changed = new Set<Kind>();
  /** Objects deleted by an event. A page read before the event must not bring them back. */
  const deleted = new Set<string>();

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

  return {
    has: (kind: Kind, id: string) => objects[kind].has(id),
    put,
    remove,
    list,

    /** Removes all objects, because a read that lists all of them follows. */
    clear(): void {
      for (const kind of objectKinds) for (const id of objects[kind].keys()) remove(kind, id);
    },

    /** Removes an object that an event reported as deleted. */
    delete(kind: Kind, id: string): void {
      deleted.add(id);
      remove(kind, id);
    },

    /** Loads the objects stored on the device, in the order of `objectKinds`, without marking them as changed. */
    restore(found: readonly (readonly AnyObject[])[]): void {
      for (const [at, kind] of objectKinds.entries()) for (const object of found[at] ?? []) put(kind, object);
      changed.clear();
    },

    showChanged(): void {
      for (const kind of changed) show(kind, list(kind));
      changed.clear();
    },

    /** Marks every kind as changed, so that a kind without objects is shown as an empty list next time. */
    markAllChanged(): void {
      for (const kind of objectKinds) changed.add(kind);
    },
  };
}
