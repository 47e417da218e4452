import { text, type Schema } from "#src/protocol/schema.ts";
import type { Context } from "#src/protocol/tool.ts";
import { findClient, findNamedTask, findPerson, findProject } from "./find.ts";
import { ToolError } from "#src/protocol/tool-error.ts";

/** A filter for time entries that uses names. */
export interface FilterArgs {
  project?: string;
  task?: string;
  client?: string;
  person?: string;
  tag?: string;
  text?: string;
}

export const filterFields: Record<string, Schema> = {
  project: text("Only this project, by name (Client/Project if names are equal).", "Website"),
  task: text("Only this task of the project.", "Build"),
  client: text("Only projects of this client.", "Acme"),
  person: text("me (the default), everyone whom the key may see, or a name.", "me", "everyone", "Ada"),
  tag: text("Only entries with this tag.", "meeting"),
  text: text("Only entries whose description contains this.", "review"),
};

/** Converts the filter to a filter of the API, which uses ids. */
export async function readFilter(context: Context, args: FilterArgs) {
  const { project, task, client, person = "me", tag, text: q } = args;
  const found = project === undefined ? undefined : await findProject(context, project, client, true);
  if (task !== undefined && found === undefined) throw new ToolError("Send the task's project too.");
  const ofTask =
    task === undefined || found === undefined ? undefined : (await findNamedTask(context, found, task, true)).id;
  const ofClient = client === undefined || found !== undefined ? undefined : await findClient(context, client);
  return {
    ...(found === undefined ? {} : { projectId: found.id }),
    ...(ofTask === undefined ? {} : { taskId: ofTask }),
    ...(ofClient === undefined ? {} : { clientId: ofClient.id }),
    ...(person === "everyone" ? {} : { userId: (await findPerson(context, person)).id }),
    ...(tag === undefined ? {} : { tag: [tag] }),
    ...(q === undefined || q === "" ? {} : { q: q.slice(0, 200) }),
  };
}
