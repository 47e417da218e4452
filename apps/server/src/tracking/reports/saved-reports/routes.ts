import type { FastifyReply } from "fastify";
import { byId, type InPath } from "#identity/by-id.ts";
import { addOperations, type Operations } from "#identity/http/operations.ts";
import type { DatabasePool } from "#platform/database/database.ts";
import { etagOf } from "#platform/http/contract/resource-schemas.ts";
import { editOf, targetOf } from "#platform/http/contract/target.ts";
import { readPage, toPage } from "#platform/http/replies/pages.ts";
import { sendJsonText } from "#platform/http/replies/replies.ts";
import type { HttpApp } from "#platform/http/server/create-http-app.ts";
import type { TrackingDeps } from "#tracking/ledger/deps.ts";
import { writeSummary } from "#tracking/reports/summaries/operations/summary-json.ts";
import { computeReport, type Figures } from "./compute-report.ts";
import { findSavedReport, listSavedReports } from "./queries.ts";
import { changeSavedReport, createSavedReport, removeSavedReport, type RevokeLinks } from "./saved-report-verbs.ts";
import { refuseForeignReport, type SavedReportRow, toSavedReport } from "./saved-report.ts";
import { CreateSavedReport, ListSavedReports, SavedReport, SavedReportPage, UpdateSavedReport } from "./schemas.ts";
import { FiguresQuery, SavedReportFigures } from "./figures-schemas.ts";

const operations = {
  listSavedReports: {
    at: "GET /saved-reports",
    access: "reports:read",
    summary: "List saved reports",
    description: "The caller's own reports, and those shared by others.",
    query: ListSavedReports,
    reply: SavedReportPage,
    others: [422],
  },
  createSavedReport: {
    at: "POST /saved-reports",
    access: "reports:write",
    summary: "Save a report",
    body: CreateSavedReport,
    reply: SavedReport,
    status: 201,
    others: [400, 409, 422],
  },
  getSavedReport: {
    at: "GET /saved-reports/:id",
    access: "reports:read",
    summary: "Get a saved report",
    reply: SavedReport,
    others: [304, 404],
  },
  getSavedReportFigures: {
    at: "GET /saved-reports/:id/figures",
    access: "reports:read",
    summary: "Compute a saved report",
    description:
      "With the caller's rights, for the current day. `detailed` also needs `time-entries:read`, `costs` and `budgets` need `costs:read`.",
    query: FiguresQuery,
    reply: SavedReportFigures,
    others: [404, 422, 503],
  },
  updateSavedReport: {
    at: "PATCH /saved-reports/:id",
    access: "reports:write",
    summary: "Change a saved report",
    description: "`query` replaces the whole previous one. Managers and above may change others' shared reports.",
    body: UpdateSavedReport,
    reply: SavedReport,
    others: [400, 404, 412, 422],
  },
  deleteSavedReport: {
    at: "DELETE /saved-reports/:id",
    access: "reports:write",
    summary: "Delete a saved report",
    reply: "Deleted.",
    others: [404, 412],
  },
} as const satisfies Operations;

interface SavedReportDeps extends TrackingDeps {
  /** A separate connection pool, so that slow reports do not use up the connections of other requests. */
  reports: DatabasePool;
  revokeLinksOf: RevokeLinks;
}

export async function savedReportRoutes(app: HttpApp, deps: SavedReportDeps): Promise<void> {
  const { db, mutate, reports, now } = deps;
  const find = byId(({ actor, params }) => findSavedReport(db, actor.orgId, params.id, actor.userId), "saved report");
  const findOwn = async (request: InPath): Promise<void> => refuseForeignReport(request.actor, await find(request));
  addOperations(
    app,
    operations,
    {
      tag: "Saved reports",
      mutate,
      find: {
        getSavedReport: find,
        getSavedReportFigures: find,
        updateSavedReport: findOwn,
        deleteSavedReport: findOwn,
      },
    },
    {
      async listSavedReports({ actor, query }) {
        const { shared, q } = query;
        const { orgId, userId } = actor;
        const page = readPage(query, ["saved-reports", userId, shared, q]);
        return { body: toPage(await listSavedReports(db, orgId, userId, { shared, q }, page), page, toSavedReport) };
      },
      async createSavedReport(tx, { actor, body }) {
        const row = await createSavedReport(tx, actor, { input: body });
        return { ...shown(row), location: `/v1/saved-reports/${row.id}` };
      },
      getSavedReport: async (request) => shown(await find(request)),
      async getSavedReportFigures(request, reply) {
        const { query } = await find(request);
        const figures = await computeReport(reports, request.actor, query, request.query, now());
        if (figures.costs !== undefined) return { body: { ...figures.head, costs: figures.costs } };
        return sendFigures(reply, figures);
      },
      updateSavedReport: async (tx, request) => shown(await changeSavedReport(tx, request.actor, editOf(request))),
      deleteSavedReport: (tx, request) => removeSavedReport(tx, request.actor, targetOf(request), deps),
    },
  );
}

function shown(row: SavedReportRow) {
  return { body: toSavedReport(row), etag: etagOf(row) };
}

/** Sends a large part, which is already JSON text, appended to the rest of the object. */
async function sendFigures(
  reply: FastifyReply,
  { head, summary, entries }: Exclude<Figures, { costs: object }>,
): Promise<FastifyReply> {
  const [name, part] =
    summary === undefined
      ? ["entries", `{"data":[${entries.data.join(",")}],"nextCursor":${JSON.stringify(entries.nextCursor)}}`]
      : ["summary", await writeSummary(summary.head, summary.groups)];
  const before = Buffer.from(`${JSON.stringify(head).slice(0, -1)},"${name}":`);
  void reply.code(200).header("content-type", "application/json");
  return sendJsonText(reply, Buffer.concat([before, Buffer.from(part), Buffer.from("}")]));
}
