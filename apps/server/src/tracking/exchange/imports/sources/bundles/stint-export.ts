import { type CsvFormat, inspectCsv } from "#tracking/exchange/imports/sources/files/csv-records.ts";
import type { FilePart } from "#tracking/exchange/imports/sources/files/text-file.ts";
import { type Bundle, csvTable, type Table } from "#tracking/exchange/imports/sources/tables/table.ts";
import { storableFields } from "#tracking/exchange/imports/sources/values/project-fields.ts";
import { readEmail } from "#tracking/exchange/imports/sources/values/texts.ts";
import { type Parts, readOwnObjects } from "./lookups.ts";
import { type Names, readNames } from "./relations.ts";

/** A full export from Stint: entries with their names, and the lists that accompany them. */
export async function openStintExport(parts: Parts): Promise<Bundle | undefined> {
  const entries = parts.get("time-entries.csv");
  if (entries === undefined || !parts.has("organization.json")) return undefined;
  const rows = (file: string) => () => readOwnObjects(parts.get(file));
  const names = await readNames({
    person: { rows: rows("members.csv"), ids: [["userId"]] },
    client: { rows: rows("clients.csv"), ids: [["name"]], isEnded: (row) => row["archived"] === "true" },
    project: {
      rows: rows("projects.csv"),
      parent: ["clientName"],
      isEnded: (row) => row["status"] === "archived",
      fieldsOf: storableFields,
    },
    task: { rows: rows("tasks.csv"), parent: ["projectId"], isEnded: (row) => row["status"] === "done" },
  });
  const table = stintTable(entries, await inspectCsv(entries), names.person);
  return { source: "stint", tables: [table], items: () => names.items };
}

/** The table of time-entries.csv. If the file is part of a full export, `people` has their email addresses by id. */
export function stintTable(part: FilePart, format: CsvFormat, people?: Names["person"]): Table {
  const user = format.headers.indexOf("userId");
  return {
    ...csvTable(part, format, "stint"),
    complete(row, cells) {
      const email = readEmail(people?.get(cells[user] ?? "")?.email ?? "", "userId", row.doubts);
      row.person = { ...row.person, email };
    },
  };
}
