import type { FastifyReply } from "fastify";
import { currencyDecimals } from "@stint/grammar/currency-decimals.ts";
import { addOperations, type Operations, type RequestOf } from "#identity/http/operations.ts";
import { findOrganization } from "#identity/organizations/queries.ts";
import type { DatabasePool } from "#platform/database/database.ts";
import { rowsOfTurn } from "#platform/process/row-counts.ts";
import { gone } from "#platform/errors.ts";
import { sendTable, tableContents } from "#platform/http/replies/send-table.ts";
import type { HttpApp } from "#platform/http/server/create-http-app.ts";
import { withTotal } from "#platform/tables/with-total.ts";
import { readFilter } from "#tracking/entries/time-entries/read-filter.ts";
import { wordsOfTable } from "#tracking/reports/table-language.ts";
import { recordColumns, toRecord, wordedColumns } from "./columns.ts";
import { type ReportedEntryRow, reportedEntries } from "./queries.ts";
import { EntryReportQuery } from "./schemas.ts";

const operations = {
  getEntries: {
    at: "GET /reports/entries",
    access: "reports:read",
    alsoNeeds: ["time-entries:read"],
    summary: "Download time entries as a table",
    description:
      "One row for each entry, the earliest first and without a limit. The filters and the visible entries are those of `GET /reports/summary`, the visible amounts those of `GET /time-entries`.",
    query: EntryReportQuery,
    reply: { content: tableContents },
    others: [422, 503],
  },
} as const satisfies Operations;

interface ReportDeps {
  reports: DatabasePool;
}

export async function entryReportRoutes(app: HttpApp, deps: ReportDeps): Promise<void> {
  addOperations(
    app,
    operations,
    { tag: "Reports" },
    { getEntries: (request, reply) => sendEntries(request, reply, deps) },
  );
}

async function sendEntries(
  request: RequestOf<typeof operations.getEntries>,
  reply: FastifyReply,
  { reports }: ReportDeps,
) {
  const { actor, query } = request;
  const { format = "csv" } = query;
  const organization = await findOrganization(reports, actor.orgId);
  if (organization === undefined) throw gone("organization");
  const { currency, time_zone: ownZone } = organization;
  const timeZone = query.tz ?? ownZone;
  const filter = await readFilter(reports, actor, { ...query, tz: timeZone }, "reports:read");
  const batches = reports.stream<ReportedEntryRow>(reportedEntries(actor.orgId, filter), { batchSize: rowsOfTurn });
  const words = wordsOfTable(query);
  const file = {
    format,
    filename: `time-entries.${format}`,
    sheet: words?.entries ?? "Time entries",
    decimals: currencyDecimals(currency),
  };
  if (words === undefined) {
    const records = mapBatches(batches, (row) => toRecord(row, actor, currency));
    return sendTable(request, reply, { ...file, columns: recordColumns(actor), batches: records });
  }
  const columns = wordedColumns(actor, { words, currency, timeZone });
  return sendTable(request, reply, { ...file, ...withTotal(columns, batches, { label: words.total }) });
}

async function* mapBatches<Row, Mapped>(batches: AsyncIterable<Row[]>, map: (row: Row) => Mapped) {
  for await (const rows of batches) yield rows.map(map);
}
