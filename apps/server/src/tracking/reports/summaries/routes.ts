import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { currencyDecimals } from "@stint/grammar/currency-decimals.ts";
import type { DatabasePool } from "#platform/database/database.ts";
import { sendJson, sendJsonText } from "#platform/http/replies/replies.ts";
import { problems } from "#platform/http/contract/resource-schemas.ts";
import { answersTables, sendTable } from "#platform/http/replies/send-table.ts";
import { withTotal } from "#platform/tables/with-total.ts";
import { wordsOfTable } from "#tracking/reports/table-words/table-words.ts";
import type { TrackingDeps } from "#tracking/ledger/deps.ts";
import { reportCosts } from "./costs.ts";
import { type GroupRow, readClientNames } from "./queries.ts";
import { readSummaryRequest, type SummaryRequest } from "./summary-request.ts";
import { answerSummary } from "./read-summary.ts";
import { Costs, CostsQuery, Summary, SummaryQuery } from "./schemas.ts";
import { groupMapper, overlaps, planSummary, sumAll } from "./summarize.ts";
import { writeSummary } from "./write-summary.ts";
import { wordedCostColumns, wordedSummaryColumns } from "./worded-tables.ts";
import { costColumns, summaryColumns, type SummaryLine } from "./tables.ts";

const tags = ["Reports"];
// The number of rows formatted at a time: small, because formatting blocks the event loop.
const batchSize = 100;
const noGroup = { key: null, name: null };

/** `reports` is a separate connection pool, so that slow reports do not use up the connections of other requests. */
export const reportRoutes: FastifyPluginAsyncTypebox<TrackingDeps & { reports: DatabasePool }> = async (
  app,
  { reports, now },
) => {
  app.get(
    "/reports/summary",
    {
      config: { access: "reports:read" },
      schema: {
        operationId: "getSummary",
        tags,
        summary: "Sum up time entries in groups",
        description:
          "An entry belongs to the day on which it starts in `tz`. Groups add up to the totals (except with tags and teams, which overlap), and both equal the sums over the list with the same filters. Members get their own entries, and leads of teams also see those of their teams' members.",
        querystring: SummaryQuery,
        ...answersTables,
        response: { 200: Summary, ...problems(422, 503) },
      },
    },
    async (request, reply) => {
      const summary = await readSummaryRequest(reports, request.actor, request.query);
      const { format = "json" } = request.query;
      const words = wordsOfTable(request.query);
      const { groupBy, organization, money } = summary;
      if (format !== "json") {
        const { currency } = organization;
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
      const { head, groups } = await answerSummary(reports, request.query, summary);
      void reply.code(200).header("content-type", "application/json");
      return sendJsonText(reply, await writeSummary(head, groups));
    },
  );

  app.get(
    "/reports/costs",
    {
      config: { access: "costs:read" },
      schema: {
        operationId: "getCosts",
        tags,
        summary: "Revenue, costs and budgets of projects",
        description:
          "A budget is measured over its own period that contains `asOf`, in the organization's time zone, whatever range is requested.",
        querystring: CostsQuery,
        ...answersTables,
        response: { 200: Costs, ...problems(422, 503) },
      },
    },
    async (request, reply) => {
      const { format = "json" } = request.query;
      const words = wordsOfTable(request.query);
      const report = await reportCosts(reports, request.actor, request.query, now());
      if (format === "json") return sendJson(reply, 200, report);
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
    },
  );
};

async function* once<Row>(rows: Row[]): AsyncGenerator<Row[]> {
  yield rows;
}

/** Yields the rows of a summary of any size, in the order of its groups. */
async function* streamSummary(reports: DatabasePool, summary: SummaryRequest): AsyncGenerator<SummaryLine[]> {
  const plan = await planSummary(reports, summary);
  const toGroup = groupMapper(plan, summary.money);
  const hasTwo = plan.groupBy.length === 2;
  for await (const rows of reports.stream<GroupRow>(plan.statement(0), { batchSize })) {
    yield rows.map((row) => {
      const leaf = toGroup(row, hasTwo ? 2 : 1);
      return { first: hasTwo ? toGroup(row, 1) : leaf, second: hasTwo ? leaf : undefined, sums: leaf };
    });
  }
}
