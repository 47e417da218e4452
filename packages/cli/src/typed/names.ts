import {
  choosePlace as choosePlaceOf,
  type Described,
  type KnownNames,
  type Place,
  taskToMake,
} from "@stint/grammar/choose-project.ts";
import { editsBetween } from "@stint/grammar/edits-between.ts";
import { findByName } from "@stint/grammar/find-by-name.ts";
import { readUnknownTask } from "@stint/grammar/read-unknown-task.ts";
import { Failure, Unclear, wrongInput } from "#src/failure/failure.ts";
import { oneLine } from "#src/context/printable.ts";
import { placeText, quoted } from "#src/output/words.ts";
import type { Names } from "#src/store/records.ts";
import type { Store } from "#src/store/store.ts";
import { lastEntry } from "#src/store/view.ts";

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

type Usual = KnownNames["usual"];

/** Returns the names that the grammar can match. */
export function choices(store: Store, usual: Usual): KnownNames {
  const { projects, tasks, clients } = store.names();
  const byProject = Map.groupBy(tasks, ({ projectId }) => projectId);
  const { timer } = store.view;
  return {
    projects,
    clients,
    tasksOf: (id) => byProject.get(id) ?? [],
    usual,
    lastTaskIn: (id) => (timer?.projectId === id ? timer : lastEntry(store, id))?.taskId,
    preferred: store.chosen,
  };
}

/**
 * Returns the project for texts without one: that of the repository in the current folder, or else that of the running
 * timer or of the last entry.
 */
export function usualPlace(store: Store): Usual {
  const project = store.repositoryProject();
  if (project === undefined) return store.view.timer ?? lastEntry(store);
  try {
    return choosePlace(store, { project, description: "" });
  } catch (error) {
    if (!(error instanceof Failure) || error instanceof Unclear) throw error;
    throw wrongInput(`${error.message} git config stint.project names it.`, error.next);
  }
}

/**
 * Finds the project and task that a description names. Without a project, they are `usual`. Without a task, the timer
 * or entry is for the project's task General, which need not exist yet. Throws with a hint if nothing matches, or if
 * several match.
 */
export function choosePlace(
  store: Store,
  described: Described,
  usual = described.project === undefined ? usualPlace(store) : undefined,
): { projectId: string; taskId: string | undefined; description: string } {
  const names = choices(store, usual);
  const { project, taskId, description, places } = choosePlaceOf(described, names);
  if (project === undefined) throw unknownProject(described.project, names.projects);
  demandClear(places, names, described.project);
  return { projectId: project.id, taskId: taskId === taskToMake ? undefined : taskId, description };
}

/** Throws if the text can mean several places, and typing more can tell which. */
export function demandClear(places: readonly Place[], known: KnownNames, typed: string | undefined): void {
  const [first] = places;
  if (first === undefined || places.length === 1) return;
  const options = places.slice(0, 20).map(({ project, task }) => {
    const isShared = known.projects.some(({ id, name }) => name === project.name && id !== project.id);
    const client = isShared && task === undefined && known.clients.find(({ id }) => id === project.clientId);
    const name = [client, project, task].flatMap((each) => (each ? each.name : [])).join("/");
    return { id: (task ?? project).id, name: `@${quoted(oneLine(name))}` };
  });
  if (options.every(({ name }) => name === options[0]?.name)) return;
  options.sort((left, right) => left.name.localeCompare(right.name));
  const isTask = places.every(({ project }) => project === first.project);
  const what = first.task === undefined ? "projects" : "tasks";
  throw new Unclear(isTask ? `Which task of ${first.project.name}?` : `"@${typed}" can mean several ${what}.`, options);
}

export function unknownProject(named: string | undefined, projects: KnownNames["projects"]): Error {
  if (named === undefined) return wrongInput("Which project?", "Add one with @, as in @website.");
  const active = projects.filter(({ status }) => status === "active");
  const near = nearest(named, active);
  const archived = findByName(projects, named)[0];
  if (archived !== undefined)
    return wrongInput(`The project "${archived.name}" is archived.`, "Reactivate it, or choose another one.");
  const { project, task } = readUnknownTask(named, projects) ?? {};
  if (project !== undefined)
    return wrongInput(`${oneLine(project.name)} has no open task "${task}".`, "stint projects lists its tasks.");
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
