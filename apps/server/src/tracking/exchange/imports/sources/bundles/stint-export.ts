import { type CsvFormat, inspectCsv } from "#tracking/exchange/imports/sources/files/csv-records.ts";
import type { FilePart } from "#tracking/exchange/imports/sources/files/text-file.ts";
import { csvTable, type Table } from "#tracking/exchange/imports/sources/tables/table.ts";
import { readProjectFields } from "#tracking/exchange/imports/sources/values/project-fields.ts";
import { TextReader } from "#tracking/exchange/imports/sources/values/texts.ts";
import type { Bundle } from "./bundle.ts";
import { readOwnObjects } from "./lookups.ts";
import { type Names, readItems, readNames, type Relations } from "./relations.ts";

type Parts = ReadonlyMap<string, FilePart>;

export function isStintExport(parts: Parts): boolean {
  return parts.has("organization.json") && parts.has("time-entries.csv");
}

/** A full export from Stint: entries with their names, and the lists that accompany them. */
export async function openStintExport(parts: Parts, entries: FilePart): Promise<Bundle> {
  const rows = (file: string) => () => readOwnObjects(parts.get(file));
  const relations: Relations = {
    person: { rows: rows("members.csv"), ids: [["userId"]], isEnded: (row) => Boolean(row["deactivatedAt"]) },
    client: { rows: rows("clients.csv"), ids: [["name"]], isEnded: (row) => row["archived"] === "true" },
    project: {
      rows: rows("projects.csv"),
      parent: ["clientName"],
      isEnded: (row) => row["status"] === "archived",
      fieldsOf: readProjectFields,
    },
    task: { rows: rows("tasks.csv"), parent: ["projectId"], isEnded: (row) => row["status"] === "done" },
  };
  const names = await readNames(relations);
  const table = stintTable(entries, await inspectCsv(entries), names.person);
  return { source: "stint", tables: [table], items: () => readItems(relations, names) };
}

/** The table of time-entries.csv. If the file is part of a full export, `people` has their email addresses by id. */
export function stintTable(part: FilePart, format: CsvFormat, people?: Names["person"]): Table {
  const place = (header: string) => format.headers.indexOf(header);
  const [user, deleted] = [place("userId"), place("deletedAt")];
  const texts = new TextReader();
  return {
    ...csvTable(part, format, "stint"),
    complete(row, cells) {
      const email = texts.email(people?.get(cells[user] ?? "")?.email ?? "", "userId", row.doubts);
      row.person = { ...row.person, email };
      if ((cells[deleted] ?? "") === "") return;
      row.leftOut = "deleted";
    },
  };
}
