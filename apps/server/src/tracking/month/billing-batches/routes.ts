import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { may } from "#identity/access.ts";
import { byId, pathFirst } from "#identity/by-id.ts";
import { currencyDecimals } from "@stint/grammar/currency-decimals.ts";
import type { DatabasePool } from "#platform/database/database.ts";
import { readPage, toPage } from "#platform/http/replies/newest-first.ts";
import { sendJson, sendPage, sendResource } from "#platform/http/replies/replies.ts";
import { IdParams, NotModified, problems } from "#platform/http/contract/resource-schemas.ts";
import { withTotal } from "#platform/tables/with-total.ts";
import { wordsOfTable } from "#tracking/reports/table-words/table-words.ts";
import { answersTables, sendTable } from "#platform/http/replies/send-table.ts";
import { targetOf } from "#platform/http/contract/target.ts";
import { Type } from "#platform/http/contract/type/type.ts";
import type { TrackingDeps } from "#tracking/ledger/deps.ts";
import { createBatch, previewBatch, removeBatch } from "./billing-verbs.ts";
import { toBreakdown } from "./breakdown.ts";
import { BillingLines, BillingLinesQuery } from "./line-schemas.ts";
import { lineColumns, readLines, streamLines, wordedLineColumns } from "./lines.ts";
import { findBatch, listBatches, readBreakdown } from "./queries.ts";
import { BillingBatch, BillingBatchPage, BillingPreview, CreateBillingBatch, ListBillingBatches } from "./schemas.ts";
import { batchTag, shownBatch } from "./to-billing-batch.ts";

const tags = ["Billing"];

/** `reports` is the connection pool for long reads, such as tables of lines. */
export const billingBatchRoutes: FastifyPluginAsyncTypebox<TrackingDeps & { reports: DatabasePool }> = async (
  app,
  { db, reports, mutate, now },
) => {
  const inPath = byId(({ actor, params }) => findBatch(db, actor.orgId, params.id), "billing batch");

  app.get(
    "/billing-batches",
    {
      config: { access: "billing:read" },
      schema: {
        operationId: "listBillingBatches",
        tags,
        summary: "List billing batches",
        description: "Newest first.",
        querystring: ListBillingBatches,
        response: { 200: BillingBatchPage, ...problems(422) },
      },
    },
    async (request, reply) => {
      const { actor, query } = request;
      const page = readPage(query, ["billing-batches", query.q]);
      const rows = await listBatches(db, actor.orgId, query.q, page);
      return sendPage(
        request,
        reply,
        toPage(rows, page, (row) => shownBatch(row, actor)),
      );
    },
  );

  app.post(
    "/billing-batches",
    {
      config: { access: "billing:write" },
      schema: {
        operationId: "createBillingBatch",
        tags,
        summary: "Bill time entries, or preview it",
        description:
          "Bills all matching entries that are billable and not billed yet, at most 100,000, including those in locked periods. Each entry is billed only once, even by concurrent requests, and locked until the batch is deleted. The batch stores everything that its lines need, so later renames and rates do not change them. With `dryRun` the status is 200 and nothing is billed.",
        body: CreateBillingBatch,
        response: { 200: BillingPreview, 201: BillingBatch, ...problems(400, 409, 422) },
      },
    },
    async (request, reply) =>
      mutate(request, reply, async (tx) => {
        const { actor, body: input } = request;
        if (input.dryRun === true) return { status: 200, body: await previewBatch(tx, actor, { input }) };
        const { batch, shown } = await createBatch(tx, actor, { input }, { now: now() });
        return { status: 201, body: shown, location: `/v1/billing-batches/${batch.id}`, etag: batchTag(batch, actor) };
      }),
  );

  app.get(
    "/billing-batches/:id",
    {
      config: { access: "billing:read" },
      preValidation: pathFirst(inPath),
      schema: {
        operationId: "getBillingBatch",
        tags,
        summary: "Get a billing batch",
        params: IdParams,
        response: { 200: BillingBatch, 304: NotModified, ...problems(404) },
      },
    },
    async (request, reply) => {
      const { actor } = request;
      const row = await inPath(request);
      const { projects, names } = await readBreakdown(db, actor.orgId, row.id);
      const shown = { ...shownBatch(row, actor), ...toBreakdown(projects, names, may(actor, "costs:read")) };
      return sendResource(request, reply, batchTag(row, actor), shown);
    },
  );

  app.delete(
    "/billing-batches/:id",
    {
      config: { access: "billing:write", adminOnly: true },
      preValidation: pathFirst(inPath),
      schema: {
        operationId: "deleteBillingBatch",
        tags,
        summary: "Undo a billing batch",
        description:
          "Undoes the whole batch: its entries can be changed and billed again, and its lines are deleted. Works in locked periods too.",
        params: IdParams,
        response: { 204: Type.Null({ description: "Undone." }), ...problems(404, 412) },
      },
    },
    async (request, reply) =>
      mutate(request, reply, async (tx) => {
        await removeBatch(tx, request.actor, targetOf(request));
        return { status: 204 };
      }),
  );

  app.get(
    "/billing-batches/:id/lines",
    {
      config: { access: "billing:read" },
      preValidation: pathFirst(inPath),
      schema: {
        operationId: "getBillingBatchLines",
        tags,
        summary: "Get the lines of a billing batch, for an invoice",
        description:
          "The entries of the batch as lines with quantity, unit price and amount, as of the time of billing. Quantities and amounts add up to the batch, however the lines are grouped. More than 10,000 lines need `format=csv`.",
        params: IdParams,
        querystring: BillingLinesQuery,
        ...answersTables,
        response: { 200: BillingLines, ...problems(404, 422, 503) },
      },
    },
    async (request, reply) => {
      const { actor } = request;
      const { groupBy = ["project", "task"], format = "json" } = request.query;
      const words = wordsOfTable(request.query);
      const batch = await inPath(request);
      if (format === "json") return sendJson(reply, 200, await readLines(db, actor, batch, groupBy));
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
    },
  );
};
