import { findByName } from "@stint/grammar/find-by-name.ts";
import { openFresh } from "#src/action/open-data.ts";
import type { Flags } from "#src/application/commands.ts";
import type { Context } from "#src/context/context.ts";
import { writeJson } from "#src/output/json.ts";
import { writeTable } from "#src/output/table.ts";

export async function projects(this: Context, { all, json, fresh }: Flags<"projects">, part?: string): Promise<void> {
  using store = await openFresh(this, fresh);
  const names = store.names();
  const tasks = Map.groupBy(names.tasks, ({ projectId }) => projectId);
  const clients = new Map(names.clients.map((client) => [client.id, client.name]));
  const shown = names.projects.filter(({ status }) => all || status === "active");
  const sorted =
    part === undefined ? shown.toSorted((left, right) => left.name.localeCompare(right.name)) : findByName(shown, part);
  const rows = sorted.map(({ id, name, clientId, status, billable }) => ({
    id,
    name,
    client: clients.get(clientId ?? "") ?? null,
    status,
    billable,
    tasks: (tasks.get(id) ?? []).filter((task) => all || task.status === "open").map((task) => task.name),
  }));
  type Row = (typeof rows)[number];
  const cells = {
    project: ({ name, status }: Row) => (status === "active" ? name : `${name} (${status})`),
    client: ({ client }: Row) => client ?? "",
    tasks: (row: Row) => row.tasks.toSorted().join(", "),
  };
  if (json !== undefined) writeJson(this, rows, json);
  else writeTable(this, rows, cells);
}
