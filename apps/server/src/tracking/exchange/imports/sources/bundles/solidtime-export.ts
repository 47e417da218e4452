import { type JsonItem, textOf } from "#tracking/exchange/imports/sources/files/json-items.ts";
import { inspectCsv } from "#tracking/exchange/imports/sources/files/csv-records.ts";
import { type Bundle, csvTable } from "#tracking/exchange/imports/sources/tables/table.ts";
import type { SourceRow } from "#tracking/exchange/imports/sources/rows/source-row.ts";
import { readCurrency } from "#tracking/exchange/imports/sources/values/money.ts";
import { readEmail, readJsonTexts, readName, readTags } from "#tracking/exchange/imports/sources/values/texts.ts";
import { colorOf, type Parts, readObjects } from "./lookups.ts";
import { readNames, type Relations } from "./relations.ts";

function listRelations(parts: Parts): Relations {
  const rows = (file: string) => () => readObjects(parts.get(file));
  const isArchived = (row: JsonItem) => Boolean(row["archived_at"]);
  return {
    person: { rows: rows("members.csv"), ids: [["id"], ["user_id"]] },
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
export async function openSolidtimeExport(parts: Parts): Promise<Bundle | undefined> {
  const entries = parts.get("time_entries.csv");
  if (entries === undefined || !(parts.has("members.csv") || parts.has("meta.json"))) return undefined;
  const names = await readNames(listRelations(parts));
  let currency: string | undefined;
  for await (const row of readObjects(parts.get("organizations.csv"))) currency ??= readCurrency(row["currency"] ?? "");
  const format = await inspectCsv(entries);
  const places = new Map(format.headers.map((header, index) => [header, index]));
  const complete = (row: SourceRow, cells: readonly string[]) => {
    const cell = (header: string) => cells[places.get(header) ?? -1] ?? "";
    const { doubts } = row;
    const name = (named: { name: string } | undefined, column: string) => readName(named?.name ?? "", column, doubts);
    const project = names.project.get(cell("project_id"));
    const member = names.person.get(cell("member_id")) ?? names.person.get(cell("user_id"));
    const email = readEmail(member?.email ?? "", "member_id", doubts);
    row.person = { name: name(member, "member_id") ?? email ?? "", email };
    row.project = name(project, "project_id");
    row.client = name(names.client.get(cell("client_id")) ?? project?.parent, "client_id");
    row.task = name(names.task.get(cell("task_id")), "task_id");
    const tags = readJsonTexts(cell("tags")).map((id) => names.tag.get(id)?.name ?? "");
    row.tags = readTags(tags, "tags", doubts);
    row.currency = currency ?? row.currency;
  };
  const table = { ...csvTable(entries, format, "solidtime"), complete };
  return { source: "solidtime", tables: [table], items: () => names.items };
}
