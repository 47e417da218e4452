import { wrongInput } from "#src/failure/failure.ts";
import type { Entry } from "#src/store/records.ts";
import type { Store } from "#src/store/store.ts";
import { entryOf, lastEntry } from "#src/store/view.ts";

/**
 * Finds an entry by `last`, or by the end of its id as `list` shows it. Before the entry was sent, `list` showed a
 * local id, which is found too.
 */
export function findEntry(store: Store, ref: string): Entry {
  const { view, mirror, queue, nowMs } = store;
  if (ref === "last") {
    const last = lastEntry(view, mirror, nowMs);
    if (last === undefined) throw wrongInput("There are no entries yet.", 'Log one: stint log "45m @project text"');
    return last;
  }
  const isId = /^(?:time_|local_)?[0-9a-f]{4,}$/i.test(ref);
  const changed = [...view.changed.keys()].filter((id) => id.endsWith(ref));
  const ids = isId ? new Set([...mirror.idsEndingWith(ref), ...changed, ...queue.idsOf(ref)]) : [];
  const found = [...ids].flatMap((id) => entryOf(view, mirror, id) ?? []);
  const [entry] = found;
  if (entry === undefined)
    throw wrongInput(`There is no entry "${ref}".`, "Use last, timer, or an id from stint list, such as 3fa9c2.");
  if (found.length > 1) throw wrongInput(`${found.length} entries end with "${ref}".`, "Type more of the id.");
  return entry;
}
