import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { listAuditEvents, viewOf } from "#identity/audit-log/list-audit-events.ts";
import { knownActions, type Resource } from "#identity/history/resource.ts";
import { HistoryPage, ListHistory } from "#identity/audit-log/schemas.ts";
import { byId, type InPath, pathFirst } from "#identity/by-id.ts";
import { sendPage } from "#platform/http/replies/replies.ts";
import { IdParams, problems } from "#platform/http/contract/resource-schemas.ts";
import type { TrackingDeps } from "#tracking/ledger/deps.ts";
import { checkReach, isRestorableOrLive } from "#tracking/entries/time-entries/reach-time-entry.ts";
import { findTimeEntry } from "#tracking/entries/time-entries/queries.ts";
import { seenPart } from "./seen-part.ts";

export const entryHistoryRoutes: FastifyPluginAsyncTypebox<TrackingDeps & { resources: readonly Resource[] }> = async (
  app,
  { db, now, resources },
) => {
  const known = knownActions(resources);
  const findInPath = byId(async ({ actor, params }) => {
    const row = await findTimeEntry(db, actor.orgId, params.id);
    return row !== undefined && isRestorableOrLive(row, now()) ? row : undefined;
  }, "time entry");
  const inPath = async (request: InPath): Promise<string> => {
    const row = await findInPath(request);
    await checkReach(db, request.actor, "time-entries:read", row);
    return row.id;
  };

  app.get(
    "/time-entries/:id/history",
    {
      config: { access: "time-entries:read" },
      preValidation: pathFirst(inPath),
      schema: {
        operationId: "listTimeEntryHistory",
        tags: ["Time entries"],
        summary: "List the history of a time entry",
        description:
          "Newest first, including that of a deleted entry while it can be restored. Omits changes made while the entry was on a project that you cannot see, or belonged to a member whose entries you may not read.",
        params: IdParams,
        querystring: ListHistory,
        response: { 200: HistoryPage, ...problems(404, 422) },
      },
    },
    async (request, reply) => {
      const { actor, query } = request;
      const id = await inPath(request);
      const { only, ...former } = await seenPart(db, actor, id);
      // Leaves out IP addresses, which only the audit log shows.
      const view = { ...viewOf(actor, known), ...former, addresses: false };
      return sendPage(request, reply, await listAuditEvents(db, actor.orgId, { targetIds: [id], only }, view, query));
    },
  );
};
