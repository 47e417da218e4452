import { dayOf } from "@stint/grammar/zone.ts";
import { wrongInput } from "#src/failure/failure.ts";
import type { Entry } from "#src/store/records.ts";
import type { Store } from "#src/store/store.ts";
import { entryOf, lastEntry } from "#src/store/view.ts";
import { only } from "#src/store/write.ts";
import { shortIdLength } from "#src/output/words.ts";

/** Returns the entry that the user has just edited, if this was the last action, and today. */
function justEdited(store: Store): Entry | undefined {
  const { atMs = null, inverse = [] } = store.queue.lastAction() ?? {};
  const [write, ...more] = inverse;
  const isToday = atMs !== null && dayOf(atMs, store.zone) === store.today;
  return isToday && more.length === 0 && write?.kind === "update" ? entryOf(store, only(write.changes).id) : undefined;
}

/**
 * Finds an entry by `last`, or by the end of its id as `list` shows it. Before the entry was sent, `list` showed a
 * local id, which is found too.
 */
export function findEntry(store: Store, ref: string): Entry {
  if (ref === "last") {
    const last = justEdited(store) ?? lastEntry(store);
    if (last === undefined) throw wrongInput("There are no entries yet.", 'Log one: stint log "45m @project text"');
    return last;
  }
  const found = endingWith(store, ref);
  const [entry] = found;
  if (entry === undefined)
    throw wrongInput(`There is no entry "${ref}".`, "Use last, timer, or an id from stint list, such as 3fa9c2.");
  if (found.length > 1) throw wrongInput(`${found.length} entries end with "${ref}".`, "Type more of the id.");
  return entry;
}

/** Returns the entry that a text refers to; undefined if the text is only a text. */
export function findMentioned(store: Store, text: string): Entry | undefined {
  // Shorter ids are words too often: "feed", "cafe".
  const isRef = text === "last" || (text.length >= shortIdLength && endingWith(store, text).length > 0);
  return isRef ? findEntry(store, text) : undefined;
}

function endingWith(store: Store, ref: string): Entry[] {
  const { view, mirror, queue } = store;
  if (!/^(?:time_|local_)?[0-9a-f]{4,}$/i.test(ref)) return [];
  const changed = [...view.changed.keys()].filter((id) => id.endsWith(ref));
  const ids = new Set([...mirror.idsEndingWith(ref), ...changed, ...queue.idsOf(ref)]);
  return [...ids].flatMap((id) => entryOf(store, id) ?? []);
}
