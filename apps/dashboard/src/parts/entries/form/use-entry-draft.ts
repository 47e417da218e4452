import { useEffect, useEffectEvent, useState } from "react";
import { knownTaskOf } from "#api/task-of-choice.ts";
import type { TimeEntry } from "@stint/sdk";
import { useFormDraft } from "#state/drafts/use-form-draft.ts";
import type { EntryFields } from "@stint/offline/write.ts";
import type { SuggestedFields } from "#parts/entries/choices/use-suggested-choices.tsx";
import type { Choice } from "#parts/entries/choices/project-picker.tsx";

export type EntryDraft = ReturnType<typeof useEntryDraft>;

/**
 * The fields of an entry, or of a new one, which keep what was typed when the form closes. Until the person chooses a
 * project, uses the project of `initial`, which may load later.
 */
export function useEntryDraft(initial: EntryFields, entry?: TimeEntry) {
  const { projectId, taskId, startedAt, durationSeconds, description } = initial;
  // A new entry is at the time that the person chose, and has the description that another app shared.
  const given = entry === undefined ? { startedAt, durationSeconds, ...(description !== "" && { description }) } : {};
  const [changed, change, form] = useFormDraft("entry", entry, initial, given);
  const fields = changed.projectId === "" ? { ...changed, projectId, taskId } : changed;
  const [isChoosing, setIsChoosing] = useState(false);
  return {
    fields,
    change,
    form,
    /** Whether the chosen project's task is still being looked up. */
    isChoosing,
    /** Takes over the description, place and tags of an earlier entry. */
    take: ({ taskId = "", ...fields }: SuggestedFields) => change({ ...fields, taskId }),
    async choose(choice: Choice): Promise<void> {
      setIsChoosing(true);
      // Without a task, saving uses the project's task General.
      change({ projectId: choice.projectId, taskId: await knownTaskOf(choice).catch(() => "") });
      setIsChoosing(false);
    },
  };
}

/** Returns a function that keeps what was typed, if `mayKeep`, and closes the form. The Back button keeps it too. */
export function useLeave({ form }: EntryDraft, mayKeep: boolean, onClose: () => void): () => void {
  const keep = () => mayKeep && form.keep({});
  const onBack = useEffectEvent(keep);
  useEffect(() => {
    const listen = () => onBack();
    // Captured, because the router removes the form when it sees the event.
    addEventListener("popstate", listen, { capture: true });
    return () => removeEventListener("popstate", listen, { capture: true });
  }, []);
  return () => (keep(), onClose());
}
