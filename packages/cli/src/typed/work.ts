import { parseDescription } from "@stint/grammar/parse-description.ts";
import type { TimerFields } from "@stint/offline/write.ts";
import type { Entry } from "#src/store/records.ts";
import type { Store } from "#src/store/store.ts";
import { choosePlace } from "./names.ts";

/** What a timer or an entry is for. */
export type Work = Omit<TimerFields, "startedAt">;

/** What options add to a text. */
export interface More {
  tag?: readonly string[];
  billable?: boolean;
}

/** Reads `@project/task #tag text`. */
export function readWork(store: Store, typed: string, { tag = [], billable }: More = {}): Work {
  const { tags, ...described } = parseDescription(typed);
  return { ...choosePlace(store, described), tags: [...new Set([...tags, ...tag])], billable: billable ?? null };
}

/** Returns the work of an entry, so that a timer can go on with it. */
export function workOf(store: Store, entry: Entry, { tag = [], billable = entry.billable }: More): Work {
  // Choose the project and task again, because they may have been closed since.
  const { projectId, taskId } = choosePlace(store, { project: undefined, description: "" }, entry);
  return { projectId, taskId, description: entry.description, tags: [...new Set([...entry.tags, ...tag])], billable };
}
