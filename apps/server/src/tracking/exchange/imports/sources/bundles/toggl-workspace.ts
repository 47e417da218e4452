import { inspectCsv } from "#tracking/exchange/imports/sources/files/csv-records.ts";
import { type JsonItem, readJsonItems } from "#tracking/exchange/imports/sources/files/json-items.ts";
import type { FilePart } from "#tracking/exchange/imports/sources/files/text-file.ts";
import { columnsOfKeys, recognizeHeaders } from "#tracking/exchange/imports/sources/tables/columns.ts";
import type { Field } from "#tracking/exchange/imports/sources/tables/header-lists.ts";
import { csvTable, jsonTable, type Table } from "#tracking/exchange/imports/sources/tables/table.ts";
import type { Bundle } from "./bundle.ts";
import { colorOf, textOf } from "./lookups.ts";
import { keyOf, type Names, readItems, readNames, type Relations } from "./relations.ts";

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

function listRelations(parts: Parts): Relations {
  const rows = (files: RegExp) => () => readParts(parts, files);
  const isInactive = (row: JsonItem) => row["active"] === false;
  return {
    person: {
      rows: rows(/^workspace_users\.json$/),
      ids: [["uid", "user_id", "id"]],
      isEnded: (row) => row["inactive"] === true || isInactive(row),
    },
    client: { rows: rows(/^clients\.json$/), isEnded: (row) => row["archived"] === true },
    project: {
      rows: rows(/^projects\.json$/),
      parent: ["client_id", "cid"],
      isEnded: isInactive,
      fieldsOf: ({ color, billable }) => ({
        color: colorOf(textOf(color)),
        billable: typeof billable === "boolean" ? billable : undefined,
      }),
    },
    task: { rows: rows(/^tasks(?:\.json$|\/)/), parent: ["project_id", "pid"], isEnded: isInactive },
    tag: { rows: rows(/^tags\.json$/) },
  };
}

async function* readParts(parts: Parts, files: RegExp): AsyncGenerator<JsonItem, void> {
  for (const [name, part] of parts) if (files.test(name)) for await (const items of readJsonItems(part)) yield* items;
}

/** The export of a Toggl workspace: lists as JSON, and possibly the time entries as CSV or JSON. */
export async function openTogglWorkspace(parts: Parts): Promise<Bundle> {
  const relations = listRelations(parts);
  const names = await readNames(relations);
  const tables: Table[] = [];
  for (const [name, part] of parts) {
    if (/time[-_ ]?entr[^/]*\.json$/i.test(name)) tables.push(entriesTable(part, names));
    if (!name.toLowerCase().endsWith(".csv")) continue;
    const format = await inspectCsv(part);
    if (recognizeHeaders(format.headers) === "toggl") tables.push(csvTable(part, format, "toggl"));
  }
  return { source: "toggl", tables, items: () => readItems(relations, names) };
}

function entriesTable(part: FilePart, names: Names): Table {
  const table = jsonTable(part, "toggl", columnsOfKeys(fields), (item) => {
    const user = names.person.get(keyOf(item, ["user_id", "uid"]));
    const project = names.project.get(keyOf(item, ["project_id", "pid"]));
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
      client: project?.parent?.name ?? item["client"],
      task: names.task.get(keyOf(item, ["task_id", "tid"]))?.name ?? item["task"],
      tags: JSON.stringify(item["tags"] ?? tagIds.map((id) => names.tag.get(textOf(id))?.name ?? "")),
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
