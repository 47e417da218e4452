import { findByName } from "@stint/grammar/find-by-name.ts";
import { findClient } from "#src/names/find.ts";
import { cursor, flag, number, object, out, responseFormat, text, type ValueOf } from "#src/protocol/schema.ts";
import { type ToolContext, type Result, tool } from "#src/protocol/tool.ts";
import { fit } from "#src/text/fit.ts";
import { clean } from "#src/text/mark.ts";
import { plural } from "@stint/grammar/plural.ts";

const input = object({
  query: text("Part of the project's name, its code or its client's name; without it, all projects.", "web"),
  client: text("Only projects of this client, by name.", "Acme"),
  include_archived: flag("Also archived projects, which accept no new time."),
  limit: number("How many at most; 20 by default.", 1, 50),
  cursor,
  response_format: responseFormat,
});

export const findProjectsTool = tool({
  name: "find_projects",
  title: "Find projects",
  description:
    "Projects by part of their name, their code or their client's name, with clients and open tasks. Other tools accept the names that it returns.",
  input,
  output: out.object({
    projects: out.list(
      out.object(
        {
          project: out.text,
          id: out.text,
          client: out.textOrNull,
          code: out.textOrNull,
          tasks: out.texts,
          archived: out.flag,
          billable: out.flag,
          description: out.text,
        },
        "billable",
        "description",
      ),
    ),
    other_clients: { ...out.texts, description: "Clients that match too; send client for their projects." },
    next_cursor: out.textOrNull,
  }),
  scopes: ["projects:read"],
  effect: "reads",
  run: (context, args) => fit(args.limit ?? 20, (limit) => readPage(context, args, limit)),
});

async function readPage(
  context: ToolContext,
  { query = "", client, include_archived: any, cursor: after, response_format }: ValueOf<typeof input>,
  limit: number,
): Promise<Result> {
  const { stint } = context;
  const of = client === undefined ? undefined : await findClient(context, client);
  const q = query.slice(0, 200) || undefined;
  const status = any === true ? undefined : "active";
  let page = await stint.projects.list({ limit, q, clientId: of?.id, status, cursor: after });
  const directory = await context.directory();
  const clients =
    q === undefined || of !== undefined ? [] : findByName([...directory.clients.values()], q).slice(0, 10);
  const isOfClients = page.data.length === 0 && clients.length > 0;
  if (isOfClients) page = await stint.projects.list({ limit, clientId: clients.map(({ id }) => id), status });
  // List the best matches of the page first.
  const ranked = query === "" ? page.data : findByName(page.data, query);
  const ordered = [...new Set([...ranked, ...page.data])];
  const isDetailed = response_format === "detailed";
  const open = [...directory.tasks.values()].filter((task) => task.status === "open");
  const tasksOf = Map.groupBy(open, ({ projectId }) => projectId);
  const projects = ordered.map(({ id, name, clientId, code, billable, description, ...project }) => ({
    project: clean(name),
    id,
    client: clientId === null ? null : clean(directory.clients.get(clientId)?.name ?? ""),
    code: code === null ? null : clean(code, 60),
    tasks: (tasksOf.get(id) ?? []).slice(0, isDetailed ? 50 : 10).map((task) => clean(task.name, 120)),
    archived: project.status === "archived",
    ...(isDetailed ? { billable, description: clean(description, 500) } : {}),
  }));
  const found =
    projects.length === 0
      ? "No project and no client matches. Try a shorter part of the name."
      : `${plural(projects.length, "project")}${isOfClients ? ", by the name of the client" : ""}.`;
  const next = isOfClients ? "send client to page through them" : "pass next_cursor as cursor, or a longer query";
  const more = page.nextCursor === null ? "" : ` There are more: ${next}.`;
  return {
    data: {
      projects,
      other_clients: isOfClients ? [] : clients.map((each) => clean(each.name)),
      next_cursor: isOfClients ? null : page.nextCursor,
    },
    summary: found + more,
  };
}
