import type { JsonItem } from "#tracking/exchange/imports/sources/files/json-items.ts";
import { inspectCsv } from "#tracking/exchange/imports/sources/files/csv-records.ts";
import type { FilePart } from "#tracking/exchange/imports/sources/files/text-file.ts";
import { csvTable } from "#tracking/exchange/imports/sources/tables/table.ts";
import type { SourceRow } from "#tracking/exchange/imports/sources/rows/source-row.ts";
import { readCurrency } from "#tracking/exchange/imports/sources/values/money.ts";
import { readTags, TextReader } from "#tracking/exchange/imports/sources/values/texts.ts";
import type { Bundle } from "./bundle.ts";
import { colorOf, readObjects, textOf } from "./lookups.ts";
import { readItems, readNames, type Relations } from "./relations.ts";

type Parts = ReadonlyMap<string, FilePart>;

export function isSolidtimeExport(parts: Parts): boolean {
  return parts.has("time_entries.csv") && (parts.has("members.csv") || parts.has("meta.json"));
}

function listRelations(parts: Parts): Relations {
  const rows = (file: string) => () => readObjects(parts.get(file));
  const isArchived = (row: JsonItem) => Boolean(row["archived_at"]);
  return {
    person: {
      rows: rows("members.csv"),
      ids: [["id"], ["user_id"]],
      isEnded: (row) => row["role"] === "placeholder",
    },
    client: { rows: rows("clients.csv"), isEnded: isArchived },
    project: {
      rows: rows("projects.csv"),
      parent: ["client_id"],
      isEnded: isArchived,
      fieldsOf: (row) => ({ color: colorOf(textOf(row["color"])), billable: row["is_billable"] === "true" }),
    },
    task: { rows: rows("tasks.csv"), parent: ["project_id"], isEnded: (row) => Boolean(row["done_at"]) },
    tag: { rows: rows("tags.csv") },
  };
}

/** solidtime's export of an organization, which has one CSV per table. The tables refer to each other by id. */
export async function openSolidtimeExport(parts: Parts, entries: FilePart): Promise<Bundle> {
  const relations = listRelations(parts);
  const names = await readNames(relations);
  let currency: string | undefined;
  for await (const row of readObjects(parts.get("organizations.csv"))) currency ??= readCurrency(row["currency"] ?? "");
  const format = await inspectCsv(entries);
  const places = new Map(format.headers.map((header, index) => [header, index]));
  const texts = new TextReader();
  const complete = (row: SourceRow, cells: readonly string[]) => {
    const cell = (header: string) => cells[places.get(header) ?? -1] ?? "";
    const { doubts } = row;
    const name = (named: { name: string } | undefined, column: string) => texts.name(named?.name ?? "", column, doubts);
    const project = names.project.get(cell("project_id"));
    const member = names.person.get(cell("member_id")) ?? names.person.get(cell("user_id"));
    const email = texts.email(member?.email ?? "", "member_id", doubts);
    row.person = { name: name(member, "member_id") ?? email ?? "", email };
    row.project = name(project, "project_id");
    row.client = name(names.client.get(cell("client_id")) ?? project?.parent, "client_id");
    row.task = name(names.task.get(cell("task_id")), "task_id");
    const tags = idsOf(cell("tags")).map((id) => names.tag.get(id)?.name ?? "");
    const read = readTags(tags, "tags");
    row.tags = read.value;
    doubts.push(...read.doubts);
    row.currency = currency ?? row.currency;
  };
  const table = { ...csvTable(entries, format, "solidtime"), complete };
  return { source: "solidtime", tables: [table], items: () => readItems(relations, names) };
}

function idsOf(text: string): string[] {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.map(String) : [];
  } catch {
    return [];
  }
}
