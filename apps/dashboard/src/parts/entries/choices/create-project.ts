import { stint } from "#api/connection/client.ts";
import { refresh } from "#api/queries.ts";

/** Creates a project with only a name, adds it to the cached lists, and returns its id. */
export async function createProject(name: string): Promise<string> {
  const { id } = await stint.projects.create({ name });
  await refresh("projects");
  return id;
}
