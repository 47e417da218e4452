import { chooseProject, usualTask } from "@stint/grammar/choose-project.ts";
import { editsBetween } from "@stint/grammar/edits-between.ts";
import { findByName } from "@stint/grammar/find-by-name.ts";
import { wrongInput } from "#src/failure/failure.ts";
import { oneLine } from "#src/context/printable.ts";
import { placeText } from "#src/output/words.ts";
import type { Names, ProjectName } from "#src/store/records.ts";
import type { Store } from "#src/store/store.ts";
import { lastEntry } from "#src/store/view.ts";

interface Described {
  project: string | undefined;
  description: string;
  after?: string;
}

const known = new WeakMap<Names, ReadonlyMap<string, string>>();

/** Returns the name of a project, task or client, on one line. */
export function nameOf(store: Pick<Store, "names">, id: string): string | undefined {
  const names = store.names();
  const { projects, tasks, clients } = names;
  const byId =
    known.get(names) ?? new Map([...projects, ...tasks, ...clients].map(({ id, name }) => [id, oneLine(name)]));
  known.set(names, byId);
  return byId.get(id);
}

/** Formats a project and task as `Website/Build`, or as `Website` if the task is General. */
export function placeName(
  store: Pick<Store, "names">,
  { projectId, taskId = "" }: { projectId: string; taskId?: string | undefined },
): string {
  return placeText(nameOf(store, projectId) ?? "a hidden project", nameOf(store, taskId));
}

/**
 * Returns the names that the grammar can match. `usual` is the default project, which is used if there is no
 * `@project`.
 */
export function choices(store: Store) {
  const { projects, tasks, clients } = store.names();
  const byProject = Map.groupBy(tasks, ({ projectId }) => projectId);
  const last = store.view.timer ?? lastEntry(store.view, store.mirror, store.nowMs);
  const usual = last && { projectId: last.projectId, taskId: last.taskId };
  return { projects, clients, tasksOf: (id: string) => byProject.get(id) ?? [], usual };
}

/**
 * Finds the project and task that a description names. Without a task, an entry gets the project's task General, which
 * need not exist yet. Throws with a hint if nothing matches.
 */
export function choosePlace(
  store: Store,
  described: Described,
): { projectId: string; taskId: string | undefined; description: string } {
  const names = choices(store);
  const { project, task, description } = chooseProject(described, names);
  if (project === undefined) throw unknownProject(described.project, names.projects);
  return { projectId: project.id, taskId: (task ?? usualTask(names.tasksOf(project.id)))?.id, description };
}

export function unknownProject(named: string | undefined, projects: readonly ProjectName[]): Error {
  if (named === undefined) return wrongInput("Which project?", "Add one with @, as in @website.");
  const active = projects.filter(({ status }) => status === "active");
  const near = nearest(named, active);
  const archived = findByName(projects, named)[0];
  if (archived !== undefined)
    return wrongInput(`The project "${archived.name}" is archived.`, "Reactivate it, or choose another one.");
  return wrongInput(
    `There is no project "${named}".`,
    near === undefined ? "stint projects lists them." : `Did you mean @${near}?`,
  );
}

/** Returns the name with the smallest edit distance, if it is close enough. */
function nearest(named: string, projects: readonly { name: string }[]): string | undefined {
  const [best] = projects
    .map(({ name }) => ({ name, edits: editsBetween(named.toLowerCase(), name.toLowerCase()) }))
    .toSorted((left, right) => left.edits - right.edits);
  return best !== undefined && best.edits <= Math.max(1, named.length / 3) ? best.name : undefined;
}
