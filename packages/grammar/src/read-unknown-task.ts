import { findBest } from "./find-by-name.ts";

/** Reads a name that means nothing as that of a task to create: the project before its slash, and what follows it. */
export function readUnknownTask<Project extends { name: string; status: string }>(
  named: string,
  projects: readonly Project[],
): { project: Project; task: string } | undefined {
  const at = named.indexOf("/");
  const task = named.slice(at + 1).trim();
  if (at < 1 || task === "") return undefined;
  const active = projects.filter(({ status }) => status === "active");
  const [project, other] = findBest(active, named.slice(0, at));
  return project === undefined || other !== undefined ? undefined : { project, task };
}
