import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { Type } from "#platform/http/contract/type/type.ts";
import type { Actor } from "#identity/access.ts";
import { byId, pathFirst } from "#identity/by-id.ts";
import { readPage, toPage } from "#platform/http/replies/newest-first.ts";
import { sendJson, sendPage } from "#platform/http/replies/replies.ts";
import { IdParams, problems } from "#platform/http/contract/resource-schemas.ts";
import type { TrackingDeps } from "#tracking/ledger/deps.ts";
import { findSavedReport } from "#tracking/reports/saved-reports/queries.ts";
import { demandPublisher } from "./link-rights.ts";
import { createReportLink, revokeReportLink } from "./link-verbs.ts";
import { findReportLink, listReportLinks } from "./queries.ts";
import {
  CreateReportLink,
  ListReportLinks,
  ReportLink,
  ReportLinkPage,
  ReportLinkParams,
  ReportLinkWithToken,
} from "./schemas.ts";
import { toReportLink } from "./to-report-link.ts";

const tags = ["Saved reports"];

interface InReport {
  actor: Actor;
  params: { id: string };
}

interface ReportLinkDeps extends TrackingDeps {
  publicUrl: string;
  sharedLinkMaxDays: number;
}

/** Publishes saved reports to people outside the organization. */
export const reportLinkRoutes: FastifyPluginAsyncTypebox<ReportLinkDeps> = async (
  app,
  { db, mutate, now, publicUrl, sharedLinkMaxDays },
) => {
  const report = byId(
    ({ actor, params }: InReport) => findSavedReport(db, actor.orgId, params.id, actor.userId),
    "saved report",
  );
  const publishable = async (request: InReport): Promise<void> => {
    await report(request);
    demandPublisher(request.actor);
  };
  const inPath = async (request: { actor: Actor; params: { id: string; linkId: string } }) => {
    await report(request);
    const { actor, params } = request;
    return byId(() => findReportLink(db, actor.orgId, params.id, params.linkId), "link")(request);
  };
  const revocable = async (request: Parameters<typeof inPath>[0]): Promise<void> => {
    await inPath(request);
    demandPublisher(request.actor);
  };

  app.get(
    "/saved-reports/:id/links",
    {
      config: { access: "reports:read" },
      preValidation: report,
      schema: {
        operationId: "listReportLinks",
        tags,
        summary: "List the links to a saved report",
        description: "Includes expired ones, but not the links themselves.",
        params: IdParams,
        querystring: ListReportLinks,
        response: { 200: ReportLinkPage, ...problems(404, 422) },
      },
    },
    async (request, reply) => {
      const { actor, params } = request;
      const page = readPage(request.query, ["report-links", params.id]);
      const rows = await listReportLinks(db, actor.orgId, params.id, page);
      return sendPage(request, reply, toPage(rows, page, toReportLink));
    },
  );

  app.post(
    "/saved-reports/:id/links",
    {
      config: { access: "reports:write", alsoNeeds: ["reports:read"] },
      preValidation: publishable,
      schema: {
        operationId: "createReportLink",
        tags,
        summary: "Publish a saved report by a link",
        description:
          "For managers and above. The page always shows current figures, but later changes to the report's query are not published. The figures are computed with the current rights of the link's creator each time the page is opened. The page stops working at `expiresAt`, or when the creator loses the rights to publish it. A session must have authenticated in the last 10 minutes. The caller needs the scopes that the report itself needs and, for `showsAmounts`, `costs:read`.",
        params: IdParams,
        body: CreateReportLink,
        response: { 201: ReportLinkWithToken, ...problems(400, 404, 409, 422) },
      },
    },
    async (request, reply) =>
      mutate(request, reply, async (tx) => {
        const target = { reportId: request.params.id, input: request.body };
        const { row, token } = await createReportLink(tx, request.actor, target, {
          now: now(),
          maxDays: sharedLinkMaxDays,
        });
        return {
          status: 201,
          body: { ...toReportLink(row), token, link: `${publicUrl}/shared/${token}` },
          isSecret: true,
          location: `/v1/saved-reports/${row.saved_report_id}/links/${row.id}`,
        };
      }),
  );

  app.get(
    "/saved-reports/:id/links/:linkId",
    {
      config: { access: "reports:read" },
      preValidation: pathFirst(inPath),
      schema: {
        operationId: "getReportLink",
        tags,
        summary: "Get a link to a saved report",
        params: ReportLinkParams,
        response: { 200: ReportLink, ...problems(404) },
      },
    },
    async (request, reply) => sendJson(reply, 200, toReportLink(await inPath(request))),
  );

  app.delete(
    "/saved-reports/:id/links/:linkId",
    {
      config: { access: "reports:write" },
      preValidation: revocable,
      schema: {
        operationId: "revokeReportLink",
        tags,
        summary: "Revoke a link to a saved report",
        description: "For managers and above. The page stops working at once.",
        params: ReportLinkParams,
        response: { 204: Type.Null({ description: "Revoked." }), ...problems(404) },
      },
    },
    async (request, reply) =>
      mutate(request, reply, async (tx) => {
        const { id: reportId, linkId: id } = request.params;
        await revokeReportLink(tx, request.actor, { reportId, id });
        return { status: 204 };
      }),
  );
};
