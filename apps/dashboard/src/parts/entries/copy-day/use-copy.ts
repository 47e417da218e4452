import type { TimeEntry } from "@stint/sdk";
import { useQuery } from "@tanstack/react-query";
import { byId } from "#api/by-id.ts";
import { organizationQuery, useAllTasks, useLockedBefore, useProjects } from "#api/queries.ts";
import { useAreChoicesLoading } from "#parts/entries/choices/use-project-choices.ts";
import { useFormat } from "#i18n/format.ts";
import { useText } from "#i18n/text.ts";
import { useSettings } from "#state/settings/settings.ts";
import { type EntryFields, newLocalId } from "@stint/offline/write.ts";
import { useUndoable } from "#state/undo.ts";
import { batchSize } from "#parts/entries/batches.ts";
import { plural } from "#i18n/catalogue.ts";
import { startMs } from "#time/start-ms.ts";
import { dayOf } from "#time/zoned.ts";
import { copyToDay, type DayCopy } from "./copy-to-day.ts";

/**
 * Plans and makes copies of entries on other days. `write` sends a single write, which the server applies entirely or
 * not at all.
 */
export function useCopy() {
  const text = useText();
  const format = useFormat();
  const { zone, language } = useSettings();
  const lockedBefore = useLockedBefore();
  const projects = useProjects();
  const tasks = useAllTasks();
  const areChoicesLoading = useAreChoicesLoading();
  const { isLoading } = useQuery(organizationQuery);
  const { run } = useUndoable();

  function obstacleOf({ projectId, taskId }: TimeEntry) {
    const project = byId(projects).get(projectId);
    // Until the projects have loaded, nothing is refused here: the server decides.
    if (project === undefined) return projects.length > 0 ? "gone" : undefined;
    if (project.status === "archived") return "archived";
    return byId(tasks).get(taskId)?.status === "done" ? "done" : undefined;
  }

  /** The days that get entries: by name, or as a count if there are more than two. */
  function sayDays({ made }: DayCopy): string {
    const days = [...new Set(made.map((fields) => dayOf(startMs(fields), zone)))].toSorted();
    return days.length > 2 ? plural(language, days.length, text.entries.days) : format.list(days.map(format.day));
  }

  return {
    /** Whether it isn't known yet which entries can be copied. */
    isLoading: areChoicesLoading || isLoading,
    sayDays,
    plan: (entries: readonly TimeEntry[], day: string): DayCopy =>
      copyToDay(entries, day, { zone, lockedBefore, obstacleOf }),
    isTooMuch: ({ made }: DayCopy): boolean => made.length > batchSize,
    write(copy: DayCopy): void {
      const { made } = copy;
      const entries = made.map((fields: EntryFields) => ({ ...fields, localId: newLocalId() }));
      run(
        { kind: "create", entries },
        text.entries.copiedTo(plural(language, made.length, text.time.entry), sayDays(copy)),
      );
    },
  };
}
