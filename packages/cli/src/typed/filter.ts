// What `--project`, `--client` and `--tag` select in lists and reports.
import { chooseProject } from "@stint/grammar/choose-project.ts";
import { findBest } from "@stint/grammar/find-by-name.ts";
import { wrongInput } from "#src/failure/failure.ts";
import type { Entry } from "#src/store/records.ts";
import type { Store } from "#src/store/store.ts";
import { choices, unknownProject } from "./names.ts";

export type Wanted = { [Name in "project" | "client" | "tag"]?: readonly string[] };

/**
 * Returns the ids that the options select. A name that fits several projects, tasks or clients equally well stands for
 * all of them, whether or not they are archived or done.
 */
export function readSelection(store: Store, { project, client, tag }: Wanted) {
  const { projects, clients, tasksOf } = choices(store, undefined);
  const every = {
    projects: projects.map((each) => ({ ...each, status: "active" })),
    clients,
    tasksOf: (id: string) => tasksOf(id).map((each) => ({ ...each, status: "open" })),
    usual: undefined,
  };
  const places = project?.flatMap((typed) => {
    const found = chooseProject({ project: typed.replace(/^@/, ""), description: "" }, every).places;
    if (found.length === 0) throw unknownProject(typed, projects);
    return found.map(({ project: { id }, task }) => ({ projectId: id, taskId: task?.id }));
  });
  const clientId = client?.flatMap((typed) => {
    const found = findBest(clients, typed).map(({ id }) => id);
    if (found.length === 0) throw wrongInput(`There is no client "${typed}".`, "stint projects lists them.");
    return found;
  });
  return { places, clientId, tag: tag?.map((typed) => typed.replace(/^#/, "").toLowerCase()) };
}

/** Returns whether an entry has one of the values of each given option. */
export function readFilter(store: Store, wanted: Wanted): (entry: Entry) => boolean {
  const { places, clientId, tag } = readSelection(store, wanted);
  const clientOf = new Map(store.names().projects.map((each) => [each.id, each.clientId]));
  const isPlaced = ({ projectId, taskId }: Entry) =>
    places?.some((place) => place.projectId === projectId && (place.taskId ?? taskId) === taskId) ?? true;
  return (entry) =>
    isPlaced(entry) &&
    (clientId?.includes(clientOf.get(entry.projectId) ?? "") ?? true) &&
    (tag?.some((each) => entry.tags.some((own) => own.toLowerCase() === each)) ?? true);
}
