import { stint } from "#api/client.ts";
import { projectsQuery, queryClient } from "#api/queries.ts";

/** Creates a project with nothing but a name and adds it to the lists; returns its id. */
export async function createProject(name: string): Promise<string> {
  const { id } = await stint.projects.create({ name });
  await queryClient.invalidateQueries({ queryKey: projectsQuery.queryKey });
  return id;
}
