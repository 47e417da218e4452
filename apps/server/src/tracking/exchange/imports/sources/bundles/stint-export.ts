import { type CsvFormat, inspectCsv } from "#tracking/exchange/imports/sources/files/csv-records.ts";
import type { FilePart } from "#tracking/exchange/imports/sources/files/text-file.ts";
import { csvTable, type Table } from "#tracking/exchange/imports/sources/tables/table.ts";
import { readProjectFields } from "#tracking/exchange/imports/sources/values/project-fields.ts";
import type { SourceItem } from "#tracking/exchange/imports/sources/rows/source-row.ts";
import { TextReader } from "#tracking/exchange/imports/sources/values/texts.ts";
import type { Bundle } from "./bundle.ts";
import { cutName, NameMap, readOwnObjects } from "./lookups.ts";

type Parts = ReadonlyMap<string, FilePart>;

export function isStintExport(parts: Parts): boolean {
  return parts.has("organization.json") && parts.has("time-entries.csv");
}

/** A full export from Stint: entries with their names, and the lists that accompany them. */
export async function openStintExport(parts: Parts, entries: FilePart): Promise<Bundle> {
  const emails = new NameMap<string>();
  for await (const row of readOwnObjects(parts.get("members.csv")))
    emails.set(row["userId"] ?? "", cutName(row["email"] ?? ""));
  const table = stintTable(entries, await inspectCsv(entries), emails);
  return { source: "stint", tables: [table], items: () => readItems(parts) };
}

/** The table of time-entries.csv. If the file is part of a full export, `emails` has people's email addresses by id. */
export function stintTable(part: FilePart, format: CsvFormat, emails?: ReadonlyMap<string, string>): Table {
  const place = (header: string) => format.headers.indexOf(header);
  const [user, deleted] = [place("userId"), place("deletedAt")];
  const texts = new TextReader();
  return {
    ...csvTable(part, format, "stint"),
    complete(row, cells) {
      const email = texts.email(emails?.get(cells[user] ?? "") ?? "", "userId", row.doubts);
      row.person = { ...row.person, email };
      if ((cells[deleted] ?? "") === "") return;
      row.leftOut = "deleted";
    },
  };
}

async function* readItems(parts: Parts): AsyncGenerator<SourceItem, void> {
  for await (const row of readOwnObjects(parts.get("members.csv"))) {
    yield { kind: "person", name: row["name"] ?? "", email: row["email"] || undefined, active: !row["deactivatedAt"] };
  }
  for await (const row of readOwnObjects(parts.get("clients.csv"))) {
    yield { kind: "client", name: row["name"] ?? "", archived: row["archived"] === "true" };
  }
  const clients = new NameMap<string | undefined>();
  for await (const row of readOwnObjects(parts.get("projects.csv"))) {
    const client = cutName(row["clientName"] ?? "") || undefined;
    clients.set(row["id"] ?? "", client);
    yield {
      kind: "project",
      name: row["name"] ?? "",
      client,
      archived: row["status"] === "archived",
      fields: readProjectFields(row),
    };
  }
  for await (const row of readOwnObjects(parts.get("tasks.csv"))) {
    yield {
      kind: "task",
      name: row["name"] ?? "",
      project: row["projectName"] ?? "",
      client: clients.get(row["projectId"] ?? ""),
      done: row["status"] === "done",
    };
  }
}
