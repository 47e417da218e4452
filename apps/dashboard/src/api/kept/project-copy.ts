// A copy of the projects, tasks and clients that are visible to the person. It is shown at once from the device and
// then brought up to date: `refresh` reads all changes in one request, and events carry the changed objects, so
// applying them needs no request.
import type { ProjectChange, Stint, StreamedEvent, SyncStart } from "@stint/sdk";
import { isUnreachable } from "#api/connection/is-unreachable.ts";
import type { StreamPosition } from "#api/connection/event-stream.ts";
import {
  type AnyObject,
  createObjectLists,
  type Kind,
  objectKinds,
  type Objects,
  type ShowObjects,
} from "./object-lists.ts";
import { createSharedRead } from "./shared-read.ts";
import { createStoredCopy, type KeptObjects } from "./stored-copy.ts";

interface Deps {
  stint: Pick<Stint, "projects">;
  kept: KeptObjects;
  /** Runs `work` exclusively across all tabs. */
  alone: (work: () => Promise<void>) => Promise<void>;
  show: ShowObjects;
}

export type ProjectCopy = ReturnType<typeof createProjectCopy>;

export function createProjectCopy({ stint, kept, alone, show }: Deps) {
  const objects = createObjectLists(show);
  const stored = createStoredCopy(kept, alone);
  const changesRead = createSharedRead(read);
  let synced: SyncStart = {};
  let position: StreamPosition | undefined;
  /** The position of the event stream before the next read starts. */
  let nextPosition: StreamPosition | undefined;
  /** Events that arrived before the copy was loaded. */
  const early: StreamedEvent[] = [];
  let restoring: Promise<void> | undefined;

  async function restore(): Promise<void> {
    const found = await stored.readCursor();
    if (found === undefined) return;
    objects.restore(await stored.readObjects());
    synced = { cursor: found.cursor, since: found.since };
    ({ position } = found);
    apply(early.splice(0));
  }

  async function read(noteAsked: () => void): Promise<void> {
    await (restoring ??= restore());
    // Waits a tick, so callers in the same tick share one read.
    await new Promise((resolve) => setTimeout(resolve, 0));
    noteAsked();
    const start = synced;
    const positionBefore = nextPosition;
    const changes: ProjectChange[] = [];
    for await (const change of stint.projects.sync(start)) changes.push(change);
    for (const change of changes) {
      if (change.kind === "remove") objects.remove(change.of, change.id);
      else if (change.kind === "synced") synced = { cursor: change.cursor, since: change.since };
      else if (change.kind === "reset") objects.clear();
      else objects.put(change.kind, change.object);
    }
    if (changes[0]?.kind === "reset") objects.markAllChanged();
    position = positionBefore ?? position;
    apply(early.splice(0));
    if (synced.since !== undefined) objects.showChanged();
    void stored.keep(start, changes, position);
  }

  function apply(events: readonly StreamedEvent[]): void {
    let isIncomplete = false;
    for (const { type, data } of events) {
      const [kind = "", action] = type.split(".");
      if (!isKind(kind)) continue;
      const object = data.object as AnyObject;
      if (action === "deleted") objects.delete(kind, object.id);
      else if (objects.has(kind, object.id)) objects.put(kind, object);
      else if (isBeforeCopy(object)) continue;
      else if (action === "created") objects.put(kind, object);
      // An unknown object was changed, so its project has only now become visible to the person. No event has reported
      // the project's tasks, so they must be read.
      else isIncomplete = true;
    }
    if (isIncomplete) void refresh().catch(() => undefined);
  }

  /**
   * Whether an object last changed before the instant up to which the copy is complete. If the copy lacks such an
   * object, the object was deleted or hidden.
   */
  function isBeforeCopy({ updatedAt }: AnyObject): boolean {
    return synced.since !== undefined && Date.parse(updatedAt) < Date.parse(synced.since);
  }

  /** Reads the changes since the last read; returns false if the server is unreachable. */
  async function refresh(newPosition?: StreamPosition): Promise<boolean> {
    nextPosition = newPosition ?? nextPosition;
    try {
      await changesRead.start();
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
      if (synced.since === undefined) await changesRead.join();
      return objects.list(kind);
    },
    refresh,
    readChanges: changesRead.start,
    async readPosition(): Promise<StreamPosition | undefined> {
      return (await stored.readCursor())?.position;
    },
    applyEvents(events: readonly StreamedEvent[]): void {
      if (synced.since === undefined) return void early.push(...events);
      apply(events);
      objects.showChanged();
    },
  };
}

function isKind(text: string): text is Kind {
  return (objectKinds as readonly string[]).includes(text);
}
