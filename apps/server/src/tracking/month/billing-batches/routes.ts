import type { FastifyReply } from "fastify";
import { currencyDecimals } from "@stint/grammar/currency-decimals.ts";
import { may } from "#identity/access.ts";
import { byId } from "#identity/by-id.ts";
import { addOperations, type Operations, type RequestOf } from "#identity/http/operations.ts";
import type { DatabasePool } from "#platform/database/database.ts";
import { targetOf } from "#platform/http/contract/target.ts";
import { readPage, toPage } from "#platform/http/replies/pages.ts";
import { answersTables, sendTable } from "#platform/http/replies/send-table.ts";
import type { HttpApp } from "#platform/http/server/create-http-app.ts";
import { withTotal } from "#platform/tables/with-total.ts";
import type { TrackingDeps } from "#tracking/ledger/deps.ts";
import { wordsOfTable } from "#tracking/reports/table-language.ts";
import { createBatch, previewBatch, removeBatch } from "./billing-verbs.ts";
import { toBreakdown } from "./breakdown.ts";
import { BillingLines, BillingLinesQuery, type LineGrouping } from "./line-schemas.ts";
import { lineColumns, readLines, streamLines, wordedLineColumns } from "./lines.ts";
import { findBatch, listBatches, readBreakdown } from "./queries.ts";
import { BillingBatch, BillingBatchPage, BillingPreview, CreateBillingBatch, ListBillingBatches } from "./schemas.ts";
import { batchTag, type BillingBatchRow, shownBatch } from "./billing-batch.ts";

const operations = {
  listBillingBatches: {
    at: "GET /billing-batches",
    access: "billing:read",
    summary: "List billing batches",
    description: "Newest first.",
    query: ListBillingBatches,
    reply: BillingBatchPage,
    others: [422],
  },
  createBillingBatch: {
    at: "POST /billing-batches",
    access: "billing:write",
    summary: "Bill time entries, or preview it",
    description:
      "Bills all matching entries that are billable and not billed yet, at most 100,000, including those in locked periods. Each entry is billed only once, even by concurrent requests, and locked until the batch is deleted. The batch stores everything that its lines need, so later renames and rates do not change them. With `dryRun` the status is 200 and nothing is billed.",
    body: CreateBillingBatch,
    reply: BillingBatch,
    status: 201,
    schema: { response: { 200: BillingPreview } },
    others: [400, 409, 422],
  },
  getBillingBatch: {
    at: "GET /billing-batches/:id",
    access: "billing:read",
    summary: "Get a billing batch",
    reply: BillingBatch,
    others: [304, 404],
  },
  deleteBillingBatch: {
    at: "DELETE /billing-batches/:id",
    access: "billing:write",
    adminOnly: true,
    summary: "Undo a billing batch",
    description:
      "Undoes the whole batch: its entries can be changed and billed again, and its lines are deleted. Works in locked periods too.",
    reply: "Undone.",
    others: [404, 412],
  },
  getBillingBatchLines: {
    at: "GET /billing-batches/:id/lines",
    access: "billing:read",
    summary: "Get the lines of a billing batch, for an invoice",
    description:
      "The entries of the batch as lines with quantity, unit price and amount, as of the time of billing. Quantities and amounts add up to the batch, however the lines are grouped. More than 10,000 lines need `format=csv`.",
    query: BillingLinesQuery,
    schema: answersTables,
    reply: BillingLines,
    others: [404, 422, 503],
  },
} as const satisfies Operations;

type AsksLines = RequestOf<typeof operations.getBillingBatchLines>;

interface BillingDeps extends TrackingDeps {
  /** The connection pool for long reads, such as tables of lines. */
  reports: DatabasePool;
}

export async function billingBatchRoutes(app: HttpApp, { db, reports, mutate, now }: BillingDeps): Promise<void> {
  const find = byId(({ actor, params }) => findBatch(db, actor.orgId, params.id), "billing batch");
  addOperations(
    app,
    operations,
    { tag: "Billing", mutate, find },
    {
      async listBillingBatches({ actor, query }) {
        const page = readPage(query, ["billing-batches", query.q]);
        const rows = await listBatches(db, actor.orgId, query.q, page);
        return { body: toPage(rows, page, (row) => shownBatch(row, actor)) };
      },
      async createBillingBatch(tx, { actor, body: input }) {
        if (input.dryRun === true) return { status: 200, body: await previewBatch(tx, actor, { input }) };
        const { batch, shown } = await createBatch(tx, actor, { input }, { now: now() });
        return { body: shown, location: `/v1/billing-batches/${batch.id}`, etag: batchTag(batch, actor) };
      },
      async getBillingBatch(request) {
        const { actor } = request;
        const row = await find(request);
        const { projects, names } = await readBreakdown(db, actor.orgId, row.id);
        const breakdown = toBreakdown(projects, names, may(actor, "costs:read"));
        return { body: { ...shownBatch(row, actor), ...breakdown }, etag: batchTag(row, actor) };
      },
      deleteBillingBatch: (tx, request) => removeBatch(tx, request.actor, targetOf(request)),
      async getBillingBatchLines(request, reply) {
        const { groupBy = ["project", "task"], format = "json" } = request.query;
        const batch = await find(request);
        if (format === "json") return { body: await readLines(db, request.actor, batch, groupBy) };
        return sendLines(request, reply, { reports, batch, groupBy, format });
      },
    },
  );
}

interface Lines {
  reports: DatabasePool;
  batch: BillingBatchRow;
  groupBy: readonly LineGrouping[];
  format: "csv" | "xlsx";
}

async function sendLines(
  request: AsksLines,
  reply: FastifyReply,
  { reports, batch, groupBy, format }: Lines,
): Promise<FastifyReply> {
  const { actor, query } = request;
  const words = wordsOfTable(query);
  const file = {
    format,
    filename: `billing-lines-${batch.billed_on}.${format}`,
    sheet: "Lines",
    decimals: currencyDecimals(batch.currency),
  };
  const batches = streamLines(reports, actor, batch, groupBy);
  if (words === undefined)
    return sendTable(request, reply, { ...file, columns: lineColumns(actor, batch, groupBy), batches });
  const columns = wordedLineColumns(actor, batch, { groupBy, words });
  return sendTable(request, reply, { ...file, ...withTotal(columns, batches, { label: words.total }) });
}
