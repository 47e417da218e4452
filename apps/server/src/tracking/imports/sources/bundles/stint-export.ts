import { type CsvFormat, inspectCsv } from "#tracking/imports/sources/files/csv-records.ts";
import type { FilePart } from "#tracking/imports/sources/files/text-file.ts";
import { csvTable, type Table } from "#tracking/imports/sources/programs/table.ts";
import type { SourceItem } from "#tracking/imports/sources/source-row.ts";
import { longestCode, TextReader } from "#tracking/imports/sources/values/texts.ts";
import type { Bundle } from "./bundle.ts";
import { colorOf, heldName, NameMap, readOwnObjects } from "./lookups.ts";

type Parts = ReadonlyMap<string, FilePart>;

/** The person and project of entries, from other files of the export. */
interface Beside {
  emails: Map<string, string>;
  codes: Map<string, string>;
}

export function isStintExport(parts: Parts): boolean {
  return parts.has("organization.json") && parts.has("time-entries.csv");
}

/** The full export of a Stint: entries with their names, and the lists beside them. */
export async function openStintExport(parts: Parts, entries: FilePart): Promise<Bundle> {
  const emails = new NameMap<string>();
  for await (const row of readOwnObjects(parts.get("members.csv")))
    emails.set(row["userId"] ?? "", heldName(row["email"] ?? ""));
  const codes = new NameMap<string>();
  for await (const row of readOwnObjects(parts.get("projects.csv"))) {
    if (row["code"]) codes.set(row["id"] ?? "", heldName(row["code"]));
  }
  const table = stintTable(entries, await inspectCsv(entries), { emails, codes });
  return { source: "stint", tables: [table], items: () => readItems(parts) };
}

/** The table of time-entries.csv, alone or with its export. */
export function stintTable(part: FilePart, format: CsvFormat, beside?: Beside): Table {
  const place = (header: string) => format.headers.indexOf(header);
  const [user, project, deleted] = [place("userId"), place("projectId"), place("deletedAt")];
  const texts = new TextReader();
  return {
    ...csvTable(part, format, "stint"),
    complete(row, cells) {
      const email = texts.email(beside?.emails.get(cells[user] ?? "") ?? "", "userId", row.doubts);
      row.person = { ...row.person, email };
      row.projectCode = texts.name(beside?.codes.get(cells[project] ?? "") ?? "", "projectId", row.doubts, longestCode);
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
    const client = heldName(row["clientName"] ?? "") || undefined;
    clients.set(row["id"] ?? "", client);
    yield {
      kind: "project",
      name: row["name"] ?? "",
      code: row["code"] || undefined,
      client,
      color: colorOf(row["color"] ?? ""),
      billable: row["billable"] === "true",
      archived: row["status"] === "archived",
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
