import type { TimeEntry } from "@stint/sdk";
import { Star } from "lucide-react";
import { byId } from "#api/by-id.ts";
import { useAllTasks, useProjects } from "#api/queries.ts";
import { useOpenWork } from "#api/use-open-work.ts";
import { useText } from "#i18n/text.ts";
import type { Draft } from "#state/drafts/timer-draft.ts";
import { keyOfFavourite, useFavourites } from "#state/use-favourites.ts";
import { useNow } from "#state/use-now.ts";
import { useTracked } from "#state/use-tracking.ts";
import { begunOf } from "#time/begun.ts";
import { findByName } from "@stint/grammar/find-by-name.ts";
import type { FieldChoice } from "#ui/choices/field-with-choices.tsx";
import { ColorDot } from "#ui/color-dot.tsx";
import { projectColor } from "#ui/project-color.ts";

/** Recent entries and favourites that match what is typed; none if it is undefined. */
export function useSuggestedChoices(
  typed: string | undefined,
  onChoose: (fields: SuggestedFields) => void,
): (FieldChoice & { fields: SuggestedFields })[] {
  const { time } = useText();
  const projects = byId(useProjects());
  return useSuggestions(typed).map(({ key, name, isFavourite, fields }) => {
    const project = projects.get(fields.projectId);
    return {
      key,
      fields,
      label: (
        <span className="between fill">
          <span>
            {isFavourite && <Star size={12} fill="currentColor" aria-label={time.favourite} />} {name}
          </span>
          <span className="dim">
            <ColorDot color={projectColor(project)} /> {project?.name}
          </span>
        </span>
      ),
      choose: () => onChoose(fields),
    };
  });
}

/** The fields that a new entry takes over from an earlier one or from a favourite. */
export interface SuggestedFields extends Partial<Draft> {
  description: string;
  projectId: string;
}

interface Suggestion {
  key: string;
  name: string;
  isFavourite: boolean;
  fields: SuggestedFields;
}

const none: readonly TimeEntry[] = [];
const maxSuggested = 6;

/**
 * Suggests favourites, then distinct earlier descriptions on open projects and tasks, newest first. While the person
 * types, shows only matches, best first.
 */
function useSuggestions(typed: string | undefined): readonly Suggestion[] {
  const entries = useTracked((view) => (typed === undefined ? none : view.entries));
  const now = useNow();
  const isOpen = useOpenWork(typed !== undefined);
  const favourites = useFavouriteSuggestions(typed !== undefined, isOpen);
  if (typed === undefined) return [];
  const seen = new Map<string, Suggestion>();
  for (const entry of begunOf(entries, now).slice(0, 1000)) {
    const { id, description, projectId, taskId, tags, billable } = entry;
    const key = keyOfFavourite({ projectId, taskId, description });
    if (description === "" || !isOpen(entry) || seen.has(key) || favourites.some((one) => one.key === key)) continue;
    const fields = { description, projectId, taskId, tags, billable };
    seen.set(key, { key: id, name: description, isFavourite: false, fields });
  }
  return [favourites, [...seen.values()]].flatMap((all) =>
    (typed.trim() === "" ? all : findByName(all, typed)).slice(0, maxSuggested),
  );
}

/**
 * The favourites whose project and task are open and visible to the person. A favourite without a description is named
 * after its task.
 */
function useFavouriteSuggestions(isNeeded: boolean, isOpen: ReturnType<typeof useOpenWork>): Suggestion[] {
  const favourites = useFavourites();
  const projects = byId(useProjects());
  const tasks = byId(useAllTasks(isNeeded && favourites.length > 0));
  return favourites.flatMap((favourite) => {
    const { projectId, taskId, description } = favourite;
    const project = projects.get(projectId);
    const task = tasks.get(taskId ?? "");
    if (project === undefined || !isOpen(favourite)) return [];
    const name = description === "" ? (task?.name ?? project.name) : description;
    const fields = { description, projectId, taskId: taskId ?? undefined };
    return [{ key: keyOfFavourite(favourite), name, isFavourite: true, fields }];
  });
}
