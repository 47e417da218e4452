import { addOperations, type Operations } from "#identity/http/operations.ts";
import { visitorOf } from "#identity/visitor.ts";
import { sendJson, sendJsonText } from "#platform/http/replies/replies.ts";
import type { HttpApp } from "#platform/http/server/create-http-app.ts";
import { writeSummary } from "#tracking/reports/summaries/operations/summary-json.ts";
import { followLink, openSharedReport, type SharedReportDeps } from "./open-shared-report.ts";
import { SharedReport, SharedReportQuery, TokenParams } from "./schemas.ts";

const operations = {
  getSharedReport: {
    at: "GET /:token",
    withoutKey: true,
    summary: "Read a report by its link",
    description:
      "Needs no key: the link's token is enough. It shows what the link's creator chose to show, computed now. 404 for a link that is revoked or expired, or whose creator may no longer publish it.",
    params: TokenParams,
    query: SharedReportQuery,
    reply: SharedReport,
    others: [404, 422, 503],
  },
} as const satisfies Operations;

/** Serves reports to people outside the organization. They have a link instead of a key. */
export async function sharedReportRoutes(app: HttpApp, deps: SharedReportDeps): Promise<void> {
  addOperations(
    app,
    operations,
    { tag: "Saved reports" },
    {
      async getSharedReport(request, reply) {
        const visitor = visitorOf(request);
        const link = await followLink(request.params.token, deps);
        const asked = { link, page: request.query, isOpening: request.method === "GET" };
        const { head, groups } = await openSharedReport(visitor, asked, deps);
        void reply.header("x-robots-tag", "noindex");
        if (groups === undefined) return sendJson(reply, 200, head);
        void reply.code(200).header("content-type", "application/json");
        return sendJsonText(reply, await writeSummary(head, groups));
      },
    },
  );
}
