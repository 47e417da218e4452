import { inspectCsv } from "#tracking/exchange/imports/sources/files/csv-records.ts";
import { type JsonItem, readJsonItems, textOf } from "#tracking/exchange/imports/sources/files/json-items.ts";
import type { FilePart } from "#tracking/exchange/imports/sources/files/text-file.ts";
import { recognizeHeaders } from "#tracking/exchange/imports/sources/tables/columns.ts";
import { type Bundle, csvTable, jsonTable, type Table } from "#tracking/exchange/imports/sources/tables/table.ts";
import { colorOf, type Parts } from "./lookups.ts";
import { keyOf, type Names, readNames, type Relations } from "./relations.ts";

const lists = ["clients.json", "projects.json", "workspace_users.json", "tags.json"];

const keys = {
  sourceId: "id",
  startedAt: "start",
  endedAt: "stop",
  duration: "duration",
  person: "user",
  email: "email",
  client: "client",
  project: "project",
  task: "task",
  description: "description",
  tags: "tags",
  billable: "billable",
  deleted: "server_deleted_at",
};

function listRelations(parts: Parts): Relations {
  const rows = (files: RegExp) => () => readParts(parts, files);
  const isInactive = (row: JsonItem) => row["active"] === false;
  return {
    person: { rows: rows(/^workspace_users\.json$/), ids: [["uid", "user_id", "id"]] },
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
export async function openTogglWorkspace(parts: Parts): Promise<Bundle | undefined> {
  if (!lists.some((name) => parts.has(name))) return undefined;
  const names = await readNames(listRelations(parts));
  const tables: Table[] = [];
  for (const [name, part] of parts) {
    if (/time[-_ ]?entr[^/]*\.json$/i.test(name)) tables.push(entriesTable(part, names));
    if (!name.toLowerCase().endsWith(".csv")) continue;
    const format = await inspectCsv(part);
    if (recognizeHeaders(format.headers) === "toggl") tables.push(csvTable(part, format, "toggl"));
  }
  return { source: "toggl", tables, items: () => names.items };
}

function entriesTable(part: FilePart, names: Names): Table {
  return jsonTable(part, "toggl", keys, (item) => {
    const user = names.person.get(keyOf(item, ["user_id", "uid"]));
    const project = names.project.get(keyOf(item, ["project_id", "pid"]));
    const tagIds = Array.isArray(item["tag_ids"]) ? item["tag_ids"] : [];
    const isRunning = Number(item["duration"]) < 0;
    return {
      ...item,
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
  });
}
