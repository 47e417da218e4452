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
  return { ...placeIn(store, described), tags: [...new Set([...tags, ...tag])], billable };
}

/** Returns the fields of the place that the text names. An entry of a project without tasks names none. */
export function placeIn(
  store: Store,
  described: Parameters<typeof choosePlace>[1],
): Pick<Work, "projectId" | "taskId" | "description"> {
  const { project, task, description } = choosePlace(store, described);
  return { projectId: project.id, ...(task === undefined ? {} : { taskId: task.id }), description };
}
