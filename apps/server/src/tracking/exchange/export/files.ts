import { selectChanges } from "#identity/audit-log/queries.ts";
import { type Resource, selectExported } from "#identity/history/resource.ts";
import type { OrganizationRow } from "#identity/organizations/queries.ts";
import { toOrganization } from "#identity/organizations/organization.ts";
import type { Snapshot } from "#platform/database/pool/stream-rows.ts";
import type { Sql } from "#platform/database/database.ts";
import { rowsOfTurn } from "#platform/process/row-counts.ts";
import { writeCsv } from "#platform/tables/csv.ts";
import type { Column } from "#platform/tables/table.ts";
import type { ZippedFile } from "#platform/tables/zip.ts";
import { resources } from "#tracking/exchange/resources.ts";

type Row = Record<string, unknown>;

/** The CSV files in import order: each file comes after the files to which its rows refer. */
export const csvFiles = resources.flatMap((resource: Resource) =>
  (resource.files ?? []).map((file) => ({ ...file, path: `${file.table.replaceAll("_", "-")}.csv` })),
);

/** The files of a full export, all from one snapshot of the database. */
export function exportedFiles(snapshot: Snapshot, organization: OrganizationRow, beganAt: Date): ZippedFile[] {
  const rowsOf = (statement: Sql) => snapshot.stream<Row>(statement, { batchSize: rowsOfTurn });
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

function readme(
  { id, name }: Pick<OrganizationRow, "id" | "name">,
  files: readonly { path: string; about: string }[],
  beganAt: Date,
): string {
  return `All data that Stint stores for one organization, as of ${beganAt.toISOString()}:
${name} (${id})

organization.json    its settings
${files.map(toLine).join("\n")}
audit-events.jsonl   every change, in the order of the ids: actor, action, the row afterwards (object), and the previous
                     values (previous); one JSON object per line, with the columns of the database. Seals of the
                     log are the changes audit.sealed

All files are from the same snapshot, so they are consistent.
CSV is UTF-8 according to RFC 4180. Instants are ISO 8601 in UTC, durations whole seconds. Money (…Minor) is in whole minor
units of currency, cents for EUR; rates are per hour. Lists and budgets are JSON. Empty means no value.
A text that a spreadsheet would read as a formula (=, +, -, @ …) is prefixed with an apostrophe.
`;
}

const margin = 21;

function toLine({ path, about }: { path: string; about: string }): string {
  return path.padEnd(margin) + about.replaceAll("\n", `\n${" ".repeat(margin)}`);
}
