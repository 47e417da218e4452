// What `--project`, `--client` and `--tag` select in lists and reports.
import { chooseProject } from "@stint/grammar/choose-project.ts";
import { findBest } from "@stint/grammar/find-by-name.ts";
import { wrongInput } from "#src/failure/failure.ts";
import type { Entry } from "#src/store/records.ts";
import type { Store } from "#src/store/store.ts";
import { choices, unknownProject } from "./names.ts";

type Wanted = { [Name in "project" | "client" | "tag"]?: readonly string[] };

/**
 * Returns whether an entry has one of the values of each given option. A name that fits several projects, tasks or
 * clients equally well stands for all of them, whether or not they are archived or done.
 */
export function readFilter(store: Store, { project, client, tag }: Wanted): (entry: Entry) => boolean {
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
    return found.map((place) => (place.task ?? place.project).id);
  });
  const ofClients = client?.flatMap((typed) => {
    const found = findBest(clients, typed).map(({ id }) => id);
    if (found.length === 0) throw wrongInput(`There is no client "${typed}".`, "stint projects lists them.");
    return projects.filter(({ clientId }) => found.includes(clientId ?? "")).map(({ id }) => id);
  });
  const tags = tag?.map((typed) => typed.replace(/^#/, "").toLowerCase());
  return ({ projectId, taskId, tags: own }) => {
    const given = [
      [places, [projectId, taskId]],
      [ofClients, [projectId]],
      [tags, own.map((each) => each.toLowerCase())],
    ] as const;
    return given.every(([wanted, values]) => wanted?.some((each) => values.includes(each)) ?? true);
  };
}
