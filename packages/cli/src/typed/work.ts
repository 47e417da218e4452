import { parseDescription } from "@stint/grammar/parse-description.ts";
import type { TimerFields } from "@stint/offline/write.ts";
import type { Store } from "#src/store/store.ts";
import { choosePlace } from "./names.ts";

/** What a timer or an entry is for. */
export type Work = Omit<TimerFields, "startedAt">;

/** Reads `@project/task #tag text`. */
export function readWork(
  store: Store,
  typed: string,
  { tag = [], billable = null }: { tag?: readonly string[]; billable?: boolean | null } = {},
): Work {
  const { tags, ...described } = parseDescription(typed);
  return { ...choosePlace(store, described), tags: [...new Set([...tags, ...tag])], billable };
}
