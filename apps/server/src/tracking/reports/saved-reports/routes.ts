import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { Type } from "#platform/http/contract/type/type.ts";
import { byId, type InPath, pathFirst } from "#identity/by-id.ts";
import type { DatabasePool } from "#platform/database/database.ts";
import { readPage, toPage } from "#platform/http/replies/newest-first.ts";
import { sendJson, sendJsonText, sendPage, sendResource } from "#platform/http/replies/replies.ts";
import { etagOf, IdParams, NotModified, problems } from "#platform/http/contract/resource-schemas.ts";
import { editOf, targetOf } from "#platform/http/contract/target.ts";
import type { TrackingDeps } from "#tracking/ledger/deps.ts";
import { writeSummary } from "#tracking/reports/summaries/write-summary.ts";
import { computeReport } from "./compute-report.ts";
import { findSavedReport, listSavedReports } from "./queries.ts";
import { refuseForeignReport, toSavedReport } from "./saved-report.ts";
import { changeSavedReport, createSavedReport, removeSavedReport } from "./saved-report-verbs.ts";
import {
  CreateSavedReport,
  FiguresQuery,
  ListSavedReports,
  SavedReport,
  SavedReportFigures,
  SavedReportPage,
  UpdateSavedReport,
} from "./schemas.ts";

const tags = ["Saved reports"];

/** `reports` is a separate connection pool, so that slow reports do not use up the connections of other requests. */
export const savedReportRoutes: FastifyPluginAsyncTypebox<TrackingDeps & { reports: DatabasePool }> = async (
  app,
  { db, mutate, reports, now },
) => {
  const inPath = byId(({ actor, params }) => findSavedReport(db, actor.orgId, params.id, actor.userId), "saved report");
  const ownInPath = async (request: InPath): Promise<void> => refuseForeignReport(request.actor, await inPath(request));

  app.get(
    "/saved-reports",
    {
      config: { access: "reports:read" },
      schema: {
        operationId: "listSavedReports",
        tags,
        summary: "List saved reports",
        description: "The caller's own reports, and those shared by others.",
        querystring: ListSavedReports,
        response: { 200: SavedReportPage, ...problems(422) },
      },
    },
    async (request, reply) => {
      const { shared, q } = request.query;
      const { orgId, userId } = request.actor;
      const page = readPage(request.query, ["saved-reports", userId, shared, q]);
      const rows = await listSavedReports(db, orgId, userId, { shared, q }, page);
      return sendPage(request, reply, toPage(rows, page, toSavedReport));
    },
  );

  app.post(
    "/saved-reports",
    {
      config: { access: "reports:write" },
      schema: {
        operationId: "createSavedReport",
        tags,
        summary: "Save a report",
        body: CreateSavedReport,
        response: { 201: SavedReport, ...problems(400, 409, 422) },
      },
    },
    async (request, reply) =>
      mutate(request, reply, async (tx) => {
        const row = await createSavedReport(tx, request.actor, { input: request.body });
        return { status: 201, body: toSavedReport(row), location: `/v1/saved-reports/${row.id}`, etag: etagOf(row) };
      }),
  );

  app.get(
    "/saved-reports/:id",
    {
      config: { access: "reports:read" },
      preValidation: pathFirst(inPath),
      schema: {
        operationId: "getSavedReport",
        tags,
        summary: "Get a saved report",
        params: IdParams,
        response: { 200: SavedReport, 304: NotModified, ...problems(404) },
      },
    },
    async (request, reply) => {
      const row = await inPath(request);
      return sendResource(request, reply, etagOf(row), toSavedReport(row));
    },
  );

  app.get(
    "/saved-reports/:id/figures",
    {
      config: { access: "reports:read" },
      preValidation: inPath,
      schema: {
        operationId: "getSavedReportFigures",
        tags,
        summary: "Compute a saved report",
        description:
          "With the caller's rights, for the current day. `detailed` also needs `time-entries:read`, `costs` and `budgets` need `costs:read`.",
        params: IdParams,
        querystring: FiguresQuery,
        response: { 200: SavedReportFigures, ...problems(404, 422, 503) },
      },
    },
    async (request, reply) => {
      const { query } = await inPath(request);
      const { head, summary, costs, entries } = await computeReport(
        reports,
        request.actor,
        query,
        request.query,
        now(),
      );
      if (costs !== undefined) return sendJson(reply, 200, { ...head, costs });
      // Large parts are already JSON text, so they are appended to the rest of the object.
      const [name, part] =
        summary === undefined
          ? ["entries", `{"data":[${entries.data.join(",")}],"nextCursor":${JSON.stringify(entries.nextCursor)}}`]
          : ["summary", await writeSummary(summary.head, summary.groups)];
      const before = Buffer.from(`${JSON.stringify(head).slice(0, -1)},"${name}":`);
      void reply.code(200).header("content-type", "application/json");
      return sendJsonText(reply, Buffer.concat([before, Buffer.from(part), Buffer.from("}")]));
    },
  );

  app.patch(
    "/saved-reports/:id",
    {
      config: { access: "reports:write" },
      preValidation: ownInPath,
      schema: {
        operationId: "updateSavedReport",
        tags,
        summary: "Change a saved report",
        description: "`query` replaces the whole previous one. Managers and above may change others' shared reports.",
        params: IdParams,
        body: UpdateSavedReport,
        response: { 200: SavedReport, ...problems(400, 404, 412, 422) },
      },
    },
    async (request, reply) =>
      mutate(request, reply, async (tx) => {
        const row = await changeSavedReport(tx, request.actor, editOf(request));
        return { status: 200, body: toSavedReport(row), etag: etagOf(row) };
      }),
  );

  app.delete(
    "/saved-reports/:id",
    {
      config: { access: "reports:write" },
      preValidation: pathFirst(ownInPath),
      schema: {
        operationId: "deleteSavedReport",
        tags,
        summary: "Delete a saved report",
        params: IdParams,
        response: { 204: Type.Null({ description: "Deleted." }), ...problems(404, 412) },
      },
    },
    async (request, reply) =>
      mutate(request, reply, async (tx) => {
        await removeSavedReport(tx, request.actor, targetOf(request));
        return { status: 204 };
      }),
  );
};
