import { object, text, type ValueOf } from "#src/protocol/schema.ts";
import { ToolError } from "#src/protocol/tool-error.ts";
import { clean } from "#src/text/mark.ts";
import type { ToolContext } from "#src/protocol/tool.ts";
import { findClient, findNamedTask, findPerson, findProject } from "./find.ts";

/** Whose time a result is about if it is not about one person. */
export const everyone = "everyone this key sees";

/** A filter for time entries that uses names. */
export const filterFields = {
  project: text("Only this project, by name (Client/Project if names are equal).", "Website"),
  task: text("Only this task of the project.", "Build"),
  client: text("Only projects of this client.", "Acme"),
  person: text("me (the default), everyone whom the key may see, or a name.", "me", "everyone", "Ada"),
  tag: text("Only entries with this tag.", "meeting"),
  text: text("Only entries whose description contains this.", "review"),
};
const filter = object(filterFields);

/** Converts the filter to a filter of the API, which uses ids. Also says whose time it selects. */
export async function readFilter(context: ToolContext, args: ValueOf<typeof filter>) {
  const { project, task, client, person = "me", tag, text: q = "" } = args;
  const found = project === undefined ? undefined : await findProject(context, project, client, true);
  if (task !== undefined && found === undefined) throw new ToolError("Send the task's project too.");
  const ofTask =
    task === undefined || found === undefined ? undefined : await findNamedTask(context, found, task, true);
  const ofClient = client === undefined || found !== undefined ? undefined : await findClient(context, client);
  const ofPerson = person === "everyone" ? undefined : await findPerson(context, person);
  const query = {
    projectId: found?.id,
    taskId: ofTask?.id,
    clientId: ofClient?.id,
    userId: ofPerson?.id,
    tag: tag === undefined ? undefined : [tag],
    q: q.slice(0, 200) || undefined,
  };
  return { query, person: ofPerson === undefined ? everyone : clean(ofPerson.name) };
}
