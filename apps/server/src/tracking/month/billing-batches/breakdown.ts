import { sumOfEntries, totalOf, type UnbilledEntry } from "./find-unbilled.ts";
import type { ProjectSums } from "./queries.ts";
import { toSums } from "./billing-batch.ts";

/** The sums by client and by project. Clients are ordered by name, and projects by client and name. */
export function toBreakdown(projects: ProjectSums[], names: ReadonlyMap<string, string>, showsMoney: boolean) {
  const nameOf = (id: string | null) => (id === null ? null : (names.get(id) ?? null));
  const ofClients = [...Map.groupBy(projects, (project) => project.client_id)].map(([clientId, members]) => ({
    clientId,
    name: nameOf(clientId),
    ...toSums(totalOf(members), showsMoney),
  }));
  const ofProjects = projects.map((project) => ({
    projectId: project.project_id,
    name: nameOf(project.project_id) ?? "",
    clientId: project.client_id,
    ...toSums(project, showsMoney),
  }));
  const place = ({ clientId, name }: { clientId: string | null; name: string | null }) =>
    [nameOf(clientId) ?? "", clientId ?? "", name ?? ""] as const;
  return {
    clients: ofClients.toSorted((a, b) => compare(place(a), place(b))),
    projects: ofProjects.toSorted((a, b) => compare([...place(a), a.projectId], [...place(b), b.projectId])),
  };
}

/** The sums and the price of each task, in the order of the projects' names and their own. */
export function toTasks(entries: UnbilledEntry[], names: ReadonlyMap<string, string>, showsMoney: boolean) {
  const tasks = [...Map.groupBy(entries, (entry) => entry.task_id)].map(([taskId, own]) => {
    const [price, ...otherPrices] = new Set(own.map((entry) => entry.rate_minor));
    const unrated = sumOfEntries(own.filter((entry) => entry.unrated));
    const money = {
      unratedSeconds: unrated.billable_seconds,
      unitPriceMinor: otherPrices.length > 0 ? null : (price ?? null),
    };
    const task = { taskId, projectId: own[0]?.project_id ?? "", name: names.get(taskId) ?? "" };
    return { ...task, ...toSums(sumOfEntries(own), showsMoney), ...(showsMoney && money) };
  });
  const place = ({ taskId, projectId, name }: (typeof tasks)[number]) =>
    [names.get(projectId) ?? "", projectId, name, taskId] as const;
  return tasks.toSorted((one, other) => compare(place(one), place(other)));
}

function compare(one: readonly string[], other: readonly string[]): number {
  const at = one.findIndex((text, index) => text !== other[index]);
  return at === -1 ? 0 : (one[at] ?? "") < (other[at] ?? "") ? -1 : 1;
}
