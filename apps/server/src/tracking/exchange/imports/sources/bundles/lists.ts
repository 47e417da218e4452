import type { CsvFormat } from "#tracking/exchange/imports/sources/files/csv-records.ts";
import type { FilePart } from "#tracking/exchange/imports/sources/files/text-file.ts";
import type { SourceName, SourcePlace } from "#tracking/exchange/imports/sources/rows/source-row.ts";
import type { Bundle } from "#tracking/exchange/imports/sources/tables/table.ts";
import { readObjects } from "./lookups.ts";

/** A CSV that lists clients or projects, without any time rows. */
interface List {
  source: SourceName;
  /** The headers by which it is recognized. */
  headers: readonly string[];
  placesOf(row: Record<string, string>): SourcePlace[];
}

const lists: readonly List[] = [
  {
    source: "harvest",
    headers: ["Client Name", "Address"],
    placesOf: (row) => [{ kind: "client", client: row["Client Name"], hasEnded: false, fields: {} }],
  },
  { source: "harvest", headers: ["Client", "Project", "Budget By"], placesOf: harvestProject },
  { source: "harvest", headers: ["Client", "Project", "Project Code", "Total Hours"], placesOf: harvestProject },
  { source: "clockify", headers: ["Project", "Status", "Billability"], placesOf: clockifyProject },
];

/** Recognizes Harvest's clients and projects, and Clockify's projects; undefined for anything else. */
export function recognizeList(part: FilePart, format: CsvFormat): Bundle | undefined {
  const list = lists.find(({ headers }) => headers.every((name) => format.headers.includes(name)));
  return (
    list && {
      source: list.source,
      tables: [],
      encoding: format.guess,
      async *items() {
        for await (const row of readObjects(part)) yield* list.placesOf(row);
      },
    }
  );
}

function harvestProject(row: Record<string, string>): SourcePlace[] {
  const { Client: client, Project: project, "Project Code": code } = row;
  return [{ kind: "project", client, project, hasEnded: false, fields: { code } }];
}

function clockifyProject(row: Record<string, string>): SourcePlace[] {
  const { Client: client, Project: project } = row;
  const tasks = (row["Tasks"] ?? row["Task"] ?? row["Activities"] ?? "").split(",");
  const fields = { billable: row["Billability"] === "Yes" };
  return [
    { kind: "project", client, project, hasEnded: row["Status"] === "Archived", fields },
    ...tasks.map((task): SourcePlace => ({ kind: "task", client, project, task, hasEnded: false, fields: {} })),
  ];
}
