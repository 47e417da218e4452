import type { FastifyReply } from "fastify";
import { currencyDecimals } from "@stint/grammar/currency-decimals.ts";
import { addOperations, type Operations, type RequestOf } from "#identity/http/operations.ts";
import type { DatabasePool } from "#platform/database/database.ts";
import { rowsOfTurn } from "#platform/process/row-counts.ts";
import { sendJsonText } from "#platform/http/replies/replies.ts";
import { answersTables, sendTable } from "#platform/http/replies/send-table.ts";
import type { HttpApp } from "#platform/http/server/create-http-app.ts";
import { withTotal } from "#platform/tables/with-total.ts";
import type { TrackingDeps } from "#tracking/ledger/deps.ts";
import { wordsOfTable } from "#tracking/reports/table-language.ts";
import { reportCosts } from "#tracking/reports/summaries/costs/costs.ts";
import { type GroupRow, readClientNames } from "#tracking/reports/summaries/queries.ts";
import { readSummaryRequest, type SummaryRequest } from "#tracking/reports/summaries/summary-request.ts";
import { answerSummary } from "./read-summary.ts";
import { Costs, CostsQuery, Summary, SummaryQuery } from "#tracking/reports/summaries/schemas.ts";
import { groupMapper, overlaps, planSummary, sumAll } from "#tracking/reports/summaries/summarize.ts";
import { writeSummary } from "./summary-json.ts";
import { wordedCostColumns, wordedSummaryColumns } from "./worded-tables.ts";
import { costColumns, summaryColumns, type SummaryLine } from "./tables.ts";

const noGroup = { key: null, name: null };

const operations = {
  getSummary: {
    at: "GET /reports/summary",
    access: "reports:read",
    summary: "Sum up time entries in groups",
    description:
      "An entry belongs to the day on which it starts in `tz`. Groups add up to the totals (except with tags and teams, which overlap), and both equal the sums over the list with the same filters. Members get their own entries, and leads of teams also see those of their teams' members.",
    query: SummaryQuery,
    schema: answersTables,
    reply: Summary,
    others: [422, 503],
  },
  getCosts: {
    at: "GET /reports/costs",
    access: "costs:read",
    summary: "Revenue, costs and budgets of projects",
    description:
      "A budget is measured over its own period that contains `asOf`, in the organization's time zone, whatever range is requested.",
    query: CostsQuery,
    schema: answersTables,
    reply: Costs,
    others: [422, 503],
  },
} as const satisfies Operations;

type Asked<Name extends keyof typeof operations> = RequestOf<(typeof operations)[Name]>;

interface ReportDeps extends TrackingDeps {
  /** A separate connection pool, so that slow reports do not use up the connections of other requests. */
  reports: DatabasePool;
}

export async function reportRoutes(app: HttpApp, { reports, now }: ReportDeps): Promise<void> {
  addOperations(
    app,
    operations,
    { tag: "Reports" },
    {
      async getSummary(request, reply) {
        const summary = await readSummaryRequest(reports, request.actor, request.query);
        const { format = "json" } = request.query;
        if (format !== "json") return sendSummaryTable(request, reply, { reports, summary, format });
        const { head, groups } = await answerSummary(reports, request.query, summary);
        void reply.code(200).header("content-type", "application/json");
        return sendJsonText(reply, await writeSummary(head, groups));
      },
      async getCosts(request, reply) {
        const { format = "json" } = request.query;
        const report = await reportCosts(reports, request.actor, request.query, now());
        return format === "json" ? { body: report } : sendCostsTable(request, reply, { reports, report, format });
      },
    },
  );
}

async function sendSummaryTable(
  request: Asked<"getSummary">,
  reply: FastifyReply,
  { reports, summary, format }: { reports: DatabasePool; summary: SummaryRequest; format: "csv" | "xlsx" },
): Promise<FastifyReply> {
  const { groupBy, organization, money } = summary;
  const { currency } = organization;
  const words = wordsOfTable(request.query);
  const sums = await sumAll(reports, summary);
  const file = {
    format,
    filename: `summary-by-${groupBy.join("-and-")}.${format}`,
    sheet: "Summary",
    decimals: currencyDecimals(currency),
  };
  const batches = streamSummary(reports, summary);
  if (words === undefined)
    return sendTable(request, reply, { ...file, columns: summaryColumns(groupBy, money, currency), batches });
  const columns = wordedSummaryColumns(groupBy, { words, money, currency });
  // Overlapping groups don't add up to the total, so the total row shows the sums of all entries.
  const last = groupBy.some(overlaps) ? { first: noGroup, second: undefined, sums } : undefined;
  return sendTable(request, reply, { ...file, ...withTotal(columns, batches, { label: words.total, last }) });
}

async function sendCostsTable(
  request: Asked<"getCosts">,
  reply: FastifyReply,
  {
    reports,
    report,
    format,
  }: { reports: DatabasePool; report: Awaited<ReturnType<typeof reportCosts>>; format: "csv" | "xlsx" },
): Promise<FastifyReply> {
  const words = wordsOfTable(request.query);
  const file = {
    format,
    filename: `costs-${report.asOf}.${format}`,
    sheet: "Costs",
    decimals: currencyDecimals(report.currency),
  };
  const batches = once(report.projects);
  if (words === undefined)
    return sendTable(request, reply, { ...file, columns: costColumns(report.currency), batches });
  const clientNames = await readClientNames(reports, request.actor.orgId);
  const columns = wordedCostColumns(report, { words, clientNames });
  return sendTable(request, reply, { ...file, ...withTotal(columns, batches, { label: words.total }) });
}

async function* once<Row>(rows: Row[]): AsyncGenerator<Row[]> {
  yield rows;
}

/** Yields the rows of a summary of any size, in the order of its groups. */
async function* streamSummary(reports: DatabasePool, summary: SummaryRequest): AsyncGenerator<SummaryLine[]> {
  const plan = await planSummary(reports, summary);
  const toGroup = groupMapper(plan, summary.money);
  const hasTwo = plan.groupBy.length === 2;
  for await (const rows of reports.stream<GroupRow>(plan.statement(0), { batchSize: rowsOfTurn })) {
    yield rows.map((row) => {
      const leaf = toGroup(row, hasTwo ? 2 : 1);
      return { first: hasTwo ? toGroup(row, 1) : leaf, second: hasTwo ? leaf : undefined, sums: leaf };
    });
  }
}
