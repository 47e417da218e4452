import type { Timer } from "@stint/sdk";
import { findByName } from "@stint/grammar/find-by-name.ts";
import { parseDescription } from "@stint/grammar/parse-description.ts";
import { useProjects } from "#api/queries.ts";
import { useText } from "#i18n/text.ts";
import { type Draft, useDraft } from "#state/drafts/timer-draft.ts";
import { useUndoable } from "#state/undo.tsx";
import { useUsualPlace } from "./use-usual-place.ts";

/** The fields that the bar shows: those of the running timer, or else of the next one. */
export function useTimerDraft(timer: Timer | null) {
  const { time } = useText();
  const { run } = useUndoable();
  const projects = useProjects();
  const [draft, setDraft] = useDraft();
  const usual = useUsualPlace();
  const next = draft.projectId === undefined ? { ...draft, ...usual } : draft;
  const shown: Draft = timer === null ? next : { ...timer, taskId: timer.taskId === "" ? undefined : timer.taskId };

  /** Changes the draft or, immediately, the running timer. */
  function change(set: Partial<Draft>): void {
    if (timer === null) return setDraft({ ...draft, ...set });
    const { projectId, ...rest } = set;
    const seen = Object.fromEntries(Object.keys(set).map((name) => [name, timer[name as keyof Draft]]));
    run({ kind: "updateTimer", set: projectId === undefined ? rest : { ...rest, projectId }, seen }, time.timerChanged);
  }

  /** Extracts `@project` and `#tag` from a typed description. The beginning of a project's name is enough. */
  function read(typed: string, from: Draft): Draft {
    const active = projects.filter(({ status }) => status === "active");
    const found = (name: string) => findByName(active, name)[0];
    const { description, project, tags } = parseDescription(typed, (name) => found(name) !== undefined);
    const chosen = project === undefined ? undefined : found(project);
    return {
      ...from,
      description,
      tags: [...new Set([...from.tags, ...tags])],
      ...(chosen === undefined ? {} : { projectId: chosen.id, taskId: undefined }),
    };
  }

  /** Applies a typed description, including its `@project` and `#tag`. */
  function describe(typed: string): void {
    const { description, tags, projectId, taskId } = read(typed, shown);
    const set: Partial<Draft> = {
      ...(description === shown.description ? {} : { description }),
      ...(projectId === shown.projectId ? {} : { projectId, taskId }),
      ...(tags.length === shown.tags.length ? {} : { tags }),
    };
    if (Object.keys(set).length > 0) change(set);
  }

  return { draft, setDraft, next, shown, change, read, describe };
}
