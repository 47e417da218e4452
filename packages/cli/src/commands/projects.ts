import { findByName } from "@stint/grammar/find-by-name.ts";
import type { Context } from "#src/context/context.ts";
import { writeJson } from "#src/output/json.ts";
import { writeTable } from "#src/output/table.ts";
import { openFresh } from "./open-fresh.ts";

export interface ProjectsFlags {
  all: boolean;
  json?: string;
  fresh: boolean;
}

export async function projects(this: Context, { all, json, fresh }: ProjectsFlags, name?: string): Promise<void> {
  using store = await openFresh(this, fresh);
  const names = store.names();
  const tasks = Map.groupBy(names.tasks, ({ projectId }) => projectId);
  const clients = new Map(names.clients.map((client) => [client.id, client.name]));
  const shown = names.projects.filter(({ status }) => all || status === "active");
  const sorted =
    name === undefined ? shown.toSorted((left, right) => left.name.localeCompare(right.name)) : findByName(shown, name);
  const rows = sorted.map(({ id, name: projectName, clientId, status, billable }) => ({
    id,
    name: projectName,
    client: clients.get(clientId ?? "") ?? null,
    status,
    billable,
    tasks: (tasks.get(id) ?? []).filter((task) => all || task.status === "open").map((task) => task.name),
  }));
  if (json !== undefined) writeJson(this, rows, json, ["id", "name", "client", "status", "billable", "tasks"]);
  else
    writeTable(
      this,
      [{ name: "project" }, { name: "client" }, { name: "tasks" }],
      rows.map((row) => [
        row.status === "active" ? row.name : `${row.name} (${row.status})`,
        row.client ?? "",
        row.tasks.toSorted().join(", "),
      ]),
    );
}
