import type { ProjectChange, SyncStart } from "@stint/sdk";
import type { StreamPosition } from "#api/connection/event-stream.ts";
import { type AnyObject, objectKinds } from "./object-lists.ts";

/** The device's storage for the copy of one person in one organization. */
export interface KeptObjects {
  read: <Value>(name: string) => Promise<Value | undefined>;
  readAll: <Item>(kind: string) => Promise<Item[]>;
  /** Writes all changes or none; an undefined value removes the item. */
  write: (changes: Iterable<{ kind: string; id?: string; value: unknown }>) => Promise<unknown>;
}

interface Cursor {
  form: number;
  /** Undefined if an earlier version, which had no cursors, stored the copy. */
  cursor?: string | undefined;
  since: string;
  /** The position in the event stream shortly before `since`. */
  position?: StreamPosition | undefined;
}

const cursorName = "project-copy";
/** Increment this when the objects gain a field, because objects stored earlier lack it. */
const form = 1;

/** The copy as stored on the device, for all tabs. `alone` runs work exclusively across them. */
export function createStoredCopy(kept: KeptObjects, alone: (work: () => Promise<void>) => Promise<void>) {
  /** Whether, by the server's clock, a read of this tab ended before it began. Instants then can't be compared. */
  let isDisordered = false;

  async function readCursor(): Promise<Cursor | undefined> {
    const cursor = await kept.read<Cursor>(cursorName);
    return cursor?.form === form ? cursor : undefined;
  }

  /** The objects of each kind, in the order of `objectKinds`. */
  function readObjects(): Promise<AnyObject[][]> {
    return Promise.all(objectKinds.map((kind) => kept.readAll<AnyObject>(kind)));
  }

  return {
    readCursor,
    readObjects,

    /** Stores the result of a read, unless another tab has stored a state that it can't be applied to. */
    keep(start: SyncStart, changes: readonly ProjectChange[], position: StreamPosition | undefined): Promise<void> {
      return alone(async () => {
        const found = await readCursor();
        const end = changes.at(-1);
        if (end?.kind !== "synced") return;
        isDisordered ||= start.since !== undefined && Date.parse(end.since) < Date.parse(start.since);
        const isNext = found?.cursor === start.cursor && found?.since === start.since;
        if (!isNext && (isDisordered || !fits(found?.since, start.since, end.since))) return;
        // A read from the beginning replaces all objects of an older copy.
        const stale = changes[0]?.kind === "reset" ? (await readObjects()).flatMap(toRemovals) : [];
        const cursor: Cursor = { form, cursor: end.cursor, since: end.since, position };
        await kept.write([...stale, ...changes.flatMap(toKept), { kind: cursorName, value: cursor }]);
      }).catch(() => undefined);
    },
  };
}

/**
 * Whether the changes from `start` to `end` can be applied to a copy that is complete up to `kept`. A copy that is
 * further ahead is left alone; the next read adds what it lacks.
 */
function fits(kept: string | undefined, start: string | undefined, end: string): boolean {
  if (kept === undefined || start === undefined) return kept === undefined && start === undefined;
  return Date.parse(start) <= Date.parse(kept) && Date.parse(kept) <= Date.parse(end);
}

function toRemovals(objects: readonly AnyObject[], at: number) {
  return objects.map(({ id }) => ({ kind: objectKinds[at] ?? "", id, value: undefined }));
}

function toKept(change: ProjectChange): { kind: string; id?: string; value: unknown }[] {
  if (change.kind === "reset" || change.kind === "synced") return [];
  if (change.kind === "remove") return [{ kind: change.of, id: change.id, value: undefined }];
  return [{ kind: change.kind, id: change.object.id, value: change.object }];
}
