import type { Timer } from "@stint/sdk";
import { parseDescription } from "@stint/grammar/parse-description.ts";
import { chooseProject } from "@stint/grammar/choose-project.ts";
import { useAllTasks, useClients, useProjects } from "#api/queries.ts";
import { useText } from "#i18n/text.ts";
import { type Draft, useDraft } from "#state/drafts/timer-draft.ts";
import { useUndoable } from "#state/undo.ts";
import { useUsualPlace } from "./use-usual-place.ts";

/** The fields that the bar shows: those of the running timer, or else of the next one. */
export function useTimerDraft(timer: Timer | null) {
  const { time } = useText();
  const { run } = useUndoable();
  const projects = useProjects();
  const clients = useClients();
  // Reads only the tasks that other components, such as the list of projects, have already loaded.
  const tasks = useAllTasks(false);
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

  /** Extracts `@project` and `#tag` from a typed description, as in a typed day. */
  function read(typed: string, from: Draft): Draft {
    const tasksOf = (id: string) => tasks.filter(({ projectId }) => projectId === id);
    const names = { projects, clients, tasksOf, usual: undefined };
    const find = (project: string, after: string) => chooseProject({ project, after, description: after }, names);
    const described = parseDescription(typed, (name, after) => find(name, after).project !== undefined);
    const tags = [...new Set([...from.tags, ...described.tags])];
    if (described.project === undefined) return { ...from, description: described.description, tags };
    const { project, task, description } = chooseProject(described, names);
    return { ...from, description, tags, projectId: project?.id, taskId: task?.id };
  }

  /** Applies a typed description, including its `@project` and `#tag`. */
  function describe(typed: string): void {
    const { description, tags, projectId, taskId } = read(typed, shown);
    const isSamePlace = projectId === shown.projectId && (taskId === undefined || taskId === shown.taskId);
    const set: Partial<Draft> = {
      ...(description === shown.description ? {} : { description }),
      ...(isSamePlace ? {} : { projectId, taskId }),
      ...(tags.length === shown.tags.length ? {} : { tags }),
    };
    if (Object.keys(set).length > 0) change(set);
  }

  return { draft, setDraft, next, shown, change, read, describe };
}
