import { byId, type InPath } from "#identity/by-id.ts";
import { addOperations, type Operations } from "#identity/http/operations.ts";
import { readPage, toPage } from "#platform/http/replies/pages.ts";
import type { HttpApp } from "#platform/http/server/create-http-app.ts";
import type { TrackingDeps } from "#tracking/ledger/deps.ts";
import { findSavedReport } from "#tracking/reports/saved-reports/queries.ts";
import { demandPublisher } from "./link-rights.ts";
import { createReportLink, revokeReportLink } from "./link-verbs.ts";
import { ofReport, reportLinks, toReportLink } from "./report-link.ts";
import {
  CreateReportLink,
  ListReportLinks,
  ReportLink,
  ReportLinkPage,
  ReportLinkParams,
  ReportLinkWithToken,
} from "./schemas.ts";

const operations = {
  listReportLinks: {
    at: "GET /saved-reports/:id/links",
    access: "reports:read",
    summary: "List the links to a saved report",
    description: "Includes expired ones, but not the links themselves.",
    query: ListReportLinks,
    reply: ReportLinkPage,
    others: [404, 422],
  },
  createReportLink: {
    at: "POST /saved-reports/:id/links",
    access: "reports:write",
    alsoNeeds: ["reports:read"],
    summary: "Publish a saved report by a link",
    description:
      "For managers and above. The page always shows current figures, but later changes to the report's query are not published. The figures are computed with the current rights of the link's creator each time the page is opened. The page stops working at `expiresAt`, or when the creator loses the rights to publish it. A session must have authenticated in the last 10 minutes. The caller needs the scopes that the report itself needs and, for `showsAmounts`, `costs:read`.",
    body: CreateReportLink,
    reply: ReportLinkWithToken,
    status: 201,
    others: [400, 404, 409, 422],
  },
  getReportLink: {
    at: "GET /saved-reports/:id/links/:linkId",
    access: "reports:read",
    summary: "Get a link to a saved report",
    params: ReportLinkParams,
    reply: ReportLink,
    others: [404],
  },
  revokeReportLink: {
    at: "DELETE /saved-reports/:id/links/:linkId",
    access: "reports:write",
    summary: "Revoke a link to a saved report",
    description: "For managers and above. The page stops working at once.",
    params: ReportLinkParams,
    reply: "Revoked.",
    others: [404],
  },
} as const satisfies Operations;

interface ReportLinkDeps extends TrackingDeps {
  publicUrl: string;
  sharedLinkMaxDays: number;
}

/** Publishes saved reports to people outside the organization. */
export async function reportLinkRoutes(
  app: HttpApp,
  { db, mutate, now, publicUrl, sharedLinkMaxDays: maxDays }: ReportLinkDeps,
): Promise<void> {
  const report = byId(
    ({ actor, params }: InPath) => findSavedReport(db, actor.orgId, params.id, actor.userId),
    "saved report",
  );
  const link = byId(async (request: InPath<"id" | "linkId">) => {
    const { id } = await report(request);
    return reportLinks.find(db, request.actor.orgId, request.params.linkId, ofReport(id));
  }, "link");
  const find = {
    listReportLinks: report,
    async createReportLink(request: InPath) {
      await report(request);
      demandPublisher(request.actor);
    },
    getReportLink: link,
    async revokeReportLink(request: InPath<"id" | "linkId">) {
      await link(request);
      demandPublisher(request.actor);
    },
  };
  addOperations(
    app,
    operations,
    { tag: "Saved reports", mutate, find },
    {
      async listReportLinks(request) {
        const { id } = await report(request);
        const page = readPage(request.query, ["report-links", id]);
        return {
          body: toPage(await reportLinks.list(db, request.actor.orgId, ofReport(id), page), page, toReportLink),
        };
      },
      async createReportLink(tx, { actor, params, body: input }) {
        const target = { reportId: params.id, input };
        const { row, token } = await createReportLink(tx, actor, target, { now: now(), maxDays });
        return {
          body: { ...toReportLink(row), token, link: `${publicUrl}/shared/${token}` },
          isSecret: true,
          location: `/v1/saved-reports/${row.saved_report_id}/links/${row.id}`,
        };
      },
      getReportLink: async (request) => ({ body: toReportLink(await link(request)) }),
      revokeReportLink: (tx, { actor, params }) =>
        revokeReportLink(tx, actor, { reportId: params.id, id: params.linkId }),
    },
  );
}
