import { inspectCsv } from "#tracking/exchange/imports/sources/files/csv-records.ts";
import { type JsonItem, readJsonItems } from "#tracking/exchange/imports/sources/files/json-items.ts";
import type { FilePart } from "#tracking/exchange/imports/sources/files/text-file.ts";
import { columnsOfKeys, recognizeHeaders } from "#tracking/exchange/imports/sources/tables/columns.ts";
import type { Field } from "#tracking/exchange/imports/sources/tables/header-lists.ts";
import { csvTable, jsonTable, type Table } from "#tracking/exchange/imports/sources/tables/table.ts";
import type { SourceItem } from "#tracking/exchange/imports/sources/rows/source-row.ts";
import type { Bundle } from "./bundle.ts";
import { colorOf, cutName, NameMap, textOf } from "./lookups.ts";

type Parts = ReadonlyMap<string, FilePart>;

const lists = ["clients.json", "projects.json", "workspace_users.json", "tags.json"];

export function isTogglWorkspace(parts: Parts): boolean {
  return lists.some((name) => parts.has(name));
}

const fields = [
  ["sourceId", "id"],
  ["startedAt", "start"],
  ["endedAt", "stop"],
  ["duration", "duration"],
  ["person", "user"],
  ["email", "email"],
  ["client", "client"],
  ["project", "project"],
  ["task", "task"],
  ["description", "description"],
  ["tags", "tags"],
  ["billable", "billable"],
] as const satisfies [Field, string][];

/** The export of a Toggl workspace: lists as JSON, and possibly the time entries as CSV or JSON. */
export async function openTogglWorkspace(parts: Parts): Promise<Bundle> {
  const names = await readNames(parts);
  const tables: Table[] = [];
  for (const [name, part] of parts) {
    if (/time[-_ ]?entr[^/]*\.json$/i.test(name)) tables.push(entriesTable(part, names));
    if (!name.toLowerCase().endsWith(".csv")) continue;
    const format = await inspectCsv(part);
    if (recognizeHeaders(format.headers) === "toggl") tables.push(csvTable(part, format, "toggl"));
  }
  return { source: "toggl", tables, items: () => readItems(parts, names) };
}

interface Names {
  clients: Map<string, string>;
  projects: Map<string, { name: string; client: string | undefined }>;
  tasks: Map<string, string>;
  users: Map<string, { name: string; email: string }>;
  tags: Map<string, string>;
}

const keyOf = (item: JsonItem, ...keys: string[]) =>
  textOf(keys.map((key) => item[key]).find((id) => id !== undefined && id !== null));

async function readNames(parts: Parts): Promise<Names> {
  const named = async (file: string) => {
    const names = new NameMap<string>();
    for await (const item of readParts(parts, file)) names.set(keyOf(item, "id"), nameOf(item));
    return names;
  };
  const clients = await named("clients.json");
  const projects = new NameMap<{ name: string; client: string | undefined }>();
  for await (const item of readParts(parts, "projects.json")) {
    projects.set(keyOf(item, "id"), { name: nameOf(item), client: clients.get(keyOf(item, "client_id", "cid")) });
  }
  const users = new NameMap<{ name: string; email: string }>();
  for await (const item of readParts(parts, "workspace_users.json")) {
    users.set(keyOf(item, "uid", "user_id", "id"), { name: nameOf(item), email: cutName(textOf(item["email"])) });
  }
  const tasks = new NameMap<string>();
  for await (const task of readTasks(parts)) tasks.set(keyOf(task, "id"), nameOf(task));
  return { clients, projects, tasks, users, tags: await named("tags.json") };
}

const nameOf = (item: JsonItem) => cutName(textOf(item["name"]));

async function* readTasks(parts: Parts): AsyncGenerator<JsonItem, void> {
  for (const [name, part] of parts) {
    if (!/^tasks(?:\.json$|\/)/.test(name)) continue;
    for await (const items of readJsonItems(part)) yield* items;
  }
}

function entriesTable(part: FilePart, names: Names): Table {
  const table = jsonTable(part, "toggl", columnsOfKeys(fields), (item) => {
    const user = names.users.get(keyOf(item, "user_id", "uid"));
    const project = names.projects.get(keyOf(item, "project_id", "pid"));
    const tagIds = Array.isArray(item["tag_ids"]) ? item["tag_ids"] : [];
    const isRunning = Number(item["duration"]) < 0;
    const values: Record<string, unknown> = {
      ...item,
      start: item["start"],
      stop: item["stop"] ?? item["end"],
      // A running timer has a negative duration, which is omitted.
      duration: isRunning ? "" : item["duration"],
      user: user?.name ?? item["user"],
      email: user?.email ?? item["email"],
      project: project?.name ?? item["project"],
      client: project?.client ?? item["client"],
      task: names.tasks.get(keyOf(item, "task_id", "tid")) ?? item["task"],
      tags: JSON.stringify(item["tags"] ?? tagIds.map((id) => names.tags.get(textOf(id)) ?? "")),
    };
    return [...fields.map(([, key]) => textOf(values[key])), textOf(item["server_deleted_at"])];
  });
  return {
    ...table,
    headers: [...table.headers, "server_deleted_at"],
    complete(row, cells) {
      if (cells.at(-1) !== "") row.leftOut = "deleted";
    },
  };
}

async function* readItems(parts: Parts, { clients, projects }: Names): AsyncGenerator<SourceItem, void> {
  for await (const item of readParts(parts, "workspace_users.json")) {
    const active = item["inactive"] !== true && item["active"] !== false;
    yield { kind: "person", name: textOf(item["name"]), email: textOf(item["email"]) || undefined, active };
  }
  for await (const item of readParts(parts, "clients.json")) {
    yield { kind: "client", name: textOf(item["name"]), archived: item["archived"] === true };
  }
  for await (const item of readParts(parts, "projects.json")) {
    yield {
      kind: "project",
      name: textOf(item["name"]),
      client: clients.get(keyOf(item, "client_id", "cid")),
      archived: item["active"] === false,
      fields: {
        color: colorOf(textOf(item["color"])),
        billable: typeof item["billable"] === "boolean" ? item["billable"] : undefined,
      },
    };
  }
  for await (const item of readTasks(parts)) {
    const project = projects.get(keyOf(item, "project_id", "pid"));
    if (project === undefined) continue;
    yield {
      kind: "task",
      name: textOf(item["name"]),
      project: project.name,
      client: project.client,
      done: item["active"] === false,
    };
  }
  for await (const item of readParts(parts, "tags.json")) yield { kind: "tag", name: textOf(item["name"]) };
}

async function* readParts(parts: Parts, name: string): AsyncGenerator<JsonItem, void> {
  const part = parts.get(name);
  if (part === undefined) return;
  for await (const items of readJsonItems(part)) yield* items;
}
