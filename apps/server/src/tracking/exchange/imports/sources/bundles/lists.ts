import type { CsvFormat } from "#tracking/exchange/imports/sources/files/csv-records.ts";
import type { FilePart } from "#tracking/exchange/imports/sources/files/text-file.ts";
import type { SourceItem, SourceName } from "#tracking/exchange/imports/sources/rows/source-row.ts";
import { readObjects } from "./lookups.ts";

/** A CSV that lists clients or projects, without any time rows. */
export interface List {
  source: SourceName;
  items(): AsyncGenerator<SourceItem, void>;
}

/** Recognizes Harvest's clients and projects, and Clockify's projects; undefined for anything else. */
export function recognizeList(part: FilePart, { headers }: CsvFormat): List | undefined {
  const has = (...names: string[]) => names.every((name) => headers.includes(name));
  if (has("Client Name", "Address")) return { source: "harvest", items: () => harvestClients(part) };
  if (has("Client", "Project", "Budget By") || has("Client", "Project", "Project Code", "Total Hours")) {
    return { source: "harvest", items: () => harvestProjects(part) };
  }
  if (has("Project", "Status", "Billability")) return { source: "clockify", items: () => clockifyProjects(part) };
  return undefined;
}

async function* harvestClients(part: FilePart): AsyncGenerator<SourceItem, void> {
  for await (const row of readObjects(part)) {
    yield { kind: "client", name: row["Client Name"] ?? "", archived: false };
  }
}

async function* harvestProjects(part: FilePart): AsyncGenerator<SourceItem, void> {
  for await (const row of readObjects(part)) {
    yield {
      kind: "project",
      name: row["Project"] ?? "",
      client: row["Client"] || undefined,
      archived: false,
      fields: { code: row["Project Code"] },
    };
  }
}

async function* clockifyProjects(part: FilePart): AsyncGenerator<SourceItem, void> {
  for await (const row of readObjects(part)) {
    const [project, client] = [row["Project"] ?? "", row["Client"] || undefined];
    yield {
      kind: "project",
      name: project,
      client,
      archived: row["Status"] === "Archived",
      fields: { billable: row["Billability"] === "Yes" },
    };
    for (const name of (row["Tasks"] ?? row["Task"] ?? row["Activities"] ?? "").split(",")) {
      if (name.trim() !== "") yield { kind: "task", name: name.trim(), project, client, done: false };
    }
  }
}
