import { useState } from "react";
import { knownTaskOf } from "#api/task-of-choice.ts";
import type { EntryFields } from "@stint/offline/write.ts";
import type { Choice } from "#parts/entries/choices/project-picker.tsx";

export type EntryDraft = ReturnType<typeof useEntryDraft>;

/** Until the person chooses a project, uses the project of `initial`, which may load later. */
export function useEntryDraft(initial: EntryFields) {
  const [changed, setFields] = useState(initial);
  const { projectId, taskId } = initial;
  const fields = changed.projectId === "" ? { ...changed, projectId, taskId } : changed;
  const [isChoosing, setIsChoosing] = useState(false);
  const change = (set: Partial<EntryFields>) => setFields((before) => ({ ...before, ...set }));
  return {
    fields,
    change,
    /** Whether the chosen project's task is still being looked up. */
    isChoosing,
    async choose(choice: Choice): Promise<void> {
      setIsChoosing(true);
      // Without a task, saving uses the project's task General.
      change({ projectId: choice.projectId, taskId: await knownTaskOf(choice).catch(() => "") });
      setIsChoosing(false);
    },
  };
}
