// What `--project`, `--client` and `--tag` select in lists and reports.
import { chooseProject } from "@stint/grammar/choose-project.ts";
import { findBest } from "@stint/grammar/find-by-name.ts";
import { wrongInput } from "#src/failure/failure.ts";
import type { Entry } from "#src/store/records.ts";
import type { Store } from "#src/store/store.ts";
import { choices, unknownProject } from "./names.ts";

interface Wanted {
  project?: readonly string[];
  client?: readonly string[];
  tag?: readonly string[];
}

/**
 * Returns whether an entry has one of the values of each option that is given. A name that fits several projects or
 * clients equally well stands for all of them, also for archived ones.
 */
export function readFilter(store: Store, { project, client, tag }: Wanted): (entry: Entry) => boolean {
  const names = choices(store, undefined);
  const every = {
    ...names,
    projects: names.projects.map((each) => ({ ...each, status: "active" })),
    tasksOf: (id: string) => names.tasksOf(id).map((each) => ({ ...each, status: "open" })),
  };
  const placesOf = (typed: string) => {
    const named = typed.replace(/^@/, "");
    const { places } = chooseProject({ project: named, description: "" }, every);
    if (places.length === 0) throw unknownProject(named, names.projects);
    return places.map((place) => (place.task ?? place.project).id);
  };
  const clientsOf = (typed: string) => {
    const found = findBest(names.clients, typed.replace(/^@/, ""));
    if (found.length === 0) throw wrongInput(`There is no client "${typed}".`, "stint projects lists them.");
    const ids = found.map(({ id }) => id);
    return names.projects.filter(({ clientId }) => clientId !== null && ids.includes(clientId)).map(({ id }) => id);
  };
  const places = project && new Set(project.flatMap(placesOf));
  const ofClients = client && new Set(client.flatMap(clientsOf));
  const tags = tag?.map((each) => each.replace(/^#/, "").toLowerCase());
  return (entry) =>
    (places === undefined || places.has(entry.projectId) || places.has(entry.taskId)) &&
    (ofClients === undefined || ofClients.has(entry.projectId)) &&
    (tags === undefined || entry.tags.some((each) => tags.includes(each.toLowerCase())));
}
