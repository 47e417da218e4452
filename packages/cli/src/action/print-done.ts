// Prints the JSON result of a command that writes: the entries that it wrote, or the timer.
import type { Context } from "#src/context/context.ts";
import { checkFields, writeJson } from "#src/output/json.ts";
import type { Store } from "#src/store/store.ts";
import { entryOf, viewOf } from "#src/store/view.ts";
import { touched, type Write } from "@stint/offline/write.ts";
import { jsonFields } from "#src/shown/json-fields.ts";
import { statusOf, toRow } from "#src/shown/rows.ts";

/**
 * Returns the function that prints the effect of the writes, to be called when they are queued or sent; with `isDry`,
 * prints the effect that they would have. Throws if `json` names an unknown field, so that nothing is written then.
 */
export function prepareJson(context: Context, store: Store, writes: readonly Write[], json: string) {
  const isTimer = writes.some(({ kind }) => ["startTimer", "updateTimer", "discardTimer"].includes(kind));
  // `edit` and `stop` print one or the other.
  checkFields(json, isTimer ? jsonFields.timer : jsonFields.written);
  const { queue, mirror } = store;
  const ids = writes.flatMap(touched);
  const former = new Map(ids.map((id) => [id, entryOf(store, id)]));
  return ({ isDry }: { isDry: boolean }) => {
    const after = { ...store, view: viewOf(mirror, queue, queue.list(), isDry ? writes : []) };
    const rows = ids.flatMap((id) => {
      const entry = entryOf(after, id);
      const shown = entry ?? former.get(id);
      return shown === undefined ? [] : { ...toRow(after, shown), deleted: entry === undefined };
    });
    const { deleted: _deleted, ...stopped } = rows[0] ?? {};
    const timer = () => ({ ...statusOf(after), stopped: rows.length === 0 ? null : stopped });
    writeJson(context, isTimer ? timer() : rows, json);
  };
}
