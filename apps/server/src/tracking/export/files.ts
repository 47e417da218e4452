import type { OrganizationRow } from "#identity/organizations/queries.ts";
import { toOrganization } from "#identity/organizations/to-organization.ts";
import type { Snapshot } from "#platform/database/stream-rows.ts";
import type { Sql } from "#platform/database/database.ts";
import { writeCsv } from "#platform/tables/csv.ts";
import type { Column } from "#platform/tables/table.ts";
import type { ZippedFile } from "#platform/tables/zip.ts";
import {
  selectApiKeys,
  selectChanges,
  selectClients,
  selectInvitations,
  selectMembers,
  selectProjects,
  selectRates,
  selectTasks,
  selectTimeEntries,
  selectTimers,
  selectWebhooks,
} from "./queries.ts";
import { readme } from "./readme.ts";

type Row = Record<string, unknown>;

interface ExportedTable {
  path: string;
  select: (orgId: string) => Sql;
  columns: string;
}

// In the order in which a reader needs them: names before what refers to them.
const tables: ExportedTable[] = [
  {
    path: "members.csv",
    select: selectMembers,
    columns: "userId email name role deactivatedAt createdAt updatedAt",
  },
  {
    path: "invitations.csv",
    select: selectInvitations,
    columns: "id email role invitedBy expiresAt acceptedAt revokedAt lastSentAt createdAt updatedAt",
  },
  { path: "clients.csv", select: selectClients, columns: "id name note archived createdAt updatedAt" },
  {
    path: "projects.csv",
    select: selectProjects,
    columns:
      "id name code clientId clientName color description status billable roundingMode roundingMinutes budget visibility memberIds createdAt updatedAt",
  },
  {
    path: "tasks.csv",
    select: selectTasks,
    columns: "id name projectId projectName description status billable estimateSeconds createdAt updatedAt",
  },
  {
    path: "rates.csv",
    select: selectRates,
    columns:
      "id kind scope userId userName projectId projectName taskId taskName rateMinor currency effectiveFrom createdAt updatedAt",
  },
  {
    path: "time-entries.csv",
    select: selectTimeEntries,
    columns:
      "id userId userName clientId clientName projectId projectName taskId taskName startedAt endedAt durationSeconds description tags billable billableSeconds rateMinor rateSource amountMinor costRateMinor costRateSource costMinor currency externalRef createdAt updatedAt deletedAt",
  },
  {
    path: "timers.csv",
    select: selectTimers,
    columns:
      "userId userName projectId projectName taskId taskName startedAt description tags billable createdAt updatedAt",
  },
  {
    path: "webhooks.csv",
    select: selectWebhooks,
    columns:
      "id url events description projectId userId showsMoney status disabledAt disabledReason createdAt updatedAt",
  },
  {
    path: "api-keys.csv",
    select: selectApiKeys,
    columns:
      "id kind userId userName name scopes lastFour expiresAt revokedAt lastUsedAt lastUsedAddress createdAt updatedAt",
  },
];

// Each batch is written out in one turn of the event loop, which other requests wait for.
const batchSize = 400;

/** The files of a full export, of one state of the database. */
export function exportedFiles(snapshot: Snapshot, organization: OrganizationRow, beganAt: Date): ZippedFile[] {
  const rowsOf = (select: ExportedTable["select"]) => snapshot.stream<Row>(select(organization.id), { batchSize });
  return [
    { path: "README.txt", contents: Buffer.from(readme(organization, beganAt)) },
    { path: "organization.json", contents: Buffer.from(`${JSON.stringify(toOrganization(organization), null, 2)}\n`) },
    ...tables.map(({ path, select, columns }) => ({
      path,
      contents: writeCsv(columns.split(" ").map(toColumn), rowsOf(select), { decimals: 0 }),
    })),
    { path: "audit-events.jsonl", contents: writeLines(rowsOf(selectChanges)) },
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
      // Lists and objects as JSON, so that nothing in them can be mistaken for what stands between them.
      return JSON.stringify(value);
    },
  };
}

async function* writeLines(batches: AsyncIterable<Row[]>): AsyncGenerator<string, void> {
  for await (const rows of batches) {
    yield rows.map(({ org_id: _organization, ...row }) => `${JSON.stringify(row)}\n`).join("");
  }
}
