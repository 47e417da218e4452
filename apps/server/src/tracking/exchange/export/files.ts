import { selectChanges } from "#identity/audit-log/queries.ts";
import { type Resource, selectExported } from "#identity/history/resource.ts";
import type { OrganizationRow } from "#identity/organizations/queries.ts";
import { toOrganization } from "#identity/organizations/to-organization.ts";
import type { Snapshot } from "#platform/database/stream-rows.ts";
import type { Sql } from "#platform/database/database.ts";
import { writeCsv } from "#platform/tables/csv.ts";
import type { Column } from "#platform/tables/table.ts";
import type { ZippedFile } from "#platform/tables/zip.ts";
import { resources } from "#tracking/exchange/resources.ts";
import { readme } from "./readme.ts";

type Row = Record<string, unknown>;

/** The CSV files in import order: each file comes after the files to which its rows refer. */
export const csvFiles = resources.flatMap((resource: Resource) =>
  (resource.files ?? []).map((file) => ({ ...file, path: `${file.table.replaceAll("_", "-")}.csv` })),
);

// Small, because formatting a batch blocks the event loop.
const batchSize = 400;

/** The files of a full export, all from one snapshot of the database. */
export function exportedFiles(snapshot: Snapshot, organization: OrganizationRow, beganAt: Date): ZippedFile[] {
  const rowsOf = (statement: Sql) => snapshot.stream<Row>(statement, { batchSize });
  return [
    { path: "README.txt", contents: Buffer.from(readme(organization, csvFiles, beganAt)) },
    { path: "organization.json", contents: Buffer.from(`${JSON.stringify(toOrganization(organization), null, 2)}\n`) },
    ...csvFiles.map((file) => ({
      path: file.path,
      contents: writeCsv(file.columns.split(" ").map(toColumn), rowsOf(selectExported(file, organization.id)), {
        decimals: 0,
      }),
    })),
    { path: "audit-events.jsonl", contents: writeLines(rowsOf(selectChanges(organization.id))) },
  ];
}

function toColumn(header: string): Column<Row> {
  return {
    header,
    kind: /(?:Seconds|Minutes|Minor)$/.test(header) ? "integer" : "text",
    value(row) {
      const value = row[header];
      if (value === undefined) throw new Error(`the export selects no ${header}`);
      if (value === null || typeof value === "string" || typeof value === "number") return value;
      // JSON keeps lists and objects unambiguous, whatever characters they contain.
      return JSON.stringify(value);
    },
  };
}

async function* writeLines(batches: AsyncIterable<Row[]>): AsyncGenerator<string, void> {
  for await (const rows of batches) {
    yield rows.map(({ org_id: _organization, ...row }) => `${JSON.stringify(row)}\n`).join("");
  }
}
