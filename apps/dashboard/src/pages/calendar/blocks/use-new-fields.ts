import { clock } from "#api/connection/client.ts";
import { projectsQuery, queryClient } from "#api/queries.ts";
import { openTaskOf } from "#api/task-of-choice.ts";
import { entryFieldsOf, timesOf } from "#parts/entries/entry-edits.ts";
import type { EntryFields } from "@stint/offline/write.ts";
import { useTracking, useTrackingView } from "#state/use-tracking.ts";
import { begunOf } from "#time/begun.ts";
import type { Span } from "./pieces.ts";
import { modelOf } from "./suggestions.ts";

/**
 * Returns a function that fills in a new entry: from the last entry with the same title, or else with the last tracked
 * project, or else with the first active one. `taskId` is empty if there is no project, or no open task in it.
 */
export function useNewFields(): (span: Span, title?: string) => Promise<EntryFields> {
  const tracking = useTracking();
  const { timer } = useTrackingView();
  return async ({ start, end }, title = "") => {
    const when = timesOf(start, end);
    // The projects may not have loaded yet.
    const projects = await queryClient.fetchQuery(projectsQuery).catch(() => []);
    const open = new Set(projects.filter(({ status }) => status === "active").map(({ id }) => id));
    const begun = begunOf(tracking.getView().entries, clock.now());
    const { alike, last: lastEntry } = modelOf(begun, title, (id) => open.has(id));
    if (alike !== undefined) return { ...entryFieldsOf(alike), ...when, taskId: await openTaskOf(alike) };
    const last = timer !== null && open.has(timer.projectId) ? timer : lastEntry;
    const projectId = last?.projectId ?? [...open][0] ?? "";
    const taskId = projectId === "" ? "" : await openTaskOf({ projectId, taskId: last?.taskId });
    return {
      ...when,
      projectId,
      taskId,
      description: title,
      tags: [],
      billable: null,
    };
  };
}
