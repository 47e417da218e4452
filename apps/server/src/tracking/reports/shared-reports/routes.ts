import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { visitorOf } from "#identity/http/visitor.ts";
import { sendJson, sendJsonText } from "#platform/http/replies/replies.ts";
import { problems } from "#platform/http/contract/resource-schemas.ts";
import { writeSummary } from "#tracking/reports/summaries/write-summary.ts";
import { followLink, openSharedReport, type SharedReportDeps } from "./open-shared-report.ts";
import { SharedReport, SharedReportQuery, TokenParams } from "./schemas.ts";

/** Serves reports to people outside the organization. They have a link instead of a key. */
export const sharedReportRoutes: FastifyPluginAsyncTypebox<SharedReportDeps> = async (app, deps) => {
  app.get(
    "/:token",
    {
      config: { withoutKey: true },
      schema: {
        operationId: "getSharedReport",
        tags: ["Saved reports"],
        summary: "Read a report by its link",
        description:
          "Needs no key: the link's token is enough. It shows what the link's creator chose to show, computed now. 404 for a link that is revoked or expired, or whose creator may no longer publish it.",
        params: TokenParams,
        querystring: SharedReportQuery,
        response: { 200: SharedReport, ...problems(404, 422, 503) },
      },
    },
    async (request, reply) => {
      const visitor = visitorOf(request);
      const link = await followLink(request.params.token, deps);
      const asked = { link, page: request.query, isOpening: request.method === "GET" };
      const { head, groups } = await openSharedReport(visitor, asked, deps);
      void reply.header("x-robots-tag", "noindex");
      if (groups === undefined) return sendJson(reply, 200, head);
      void reply.code(200).header("content-type", "application/json");
      return sendJsonText(reply, await writeSummary(head, groups));
    },
  );
};
