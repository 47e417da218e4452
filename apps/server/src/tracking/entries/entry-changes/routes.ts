import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { sendPage } from "#platform/http/replies/replies.ts";
import { problems } from "#platform/http/contract/resource-schemas.ts";
import type { TrackingDeps } from "#tracking/ledger/deps.ts";
import { listChanges } from "./list-changes.ts";
import { ListTimeEntryChanges, TimeEntryChangePage } from "./schemas.ts";

export const entryChangeRoutes: FastifyPluginAsyncTypebox<TrackingDeps> = async (app, { db }) => {
  app.get(
    "/time-entries/changes",
    {
      config: { access: "time-entries:read" },
      schema: {
        operationId: "listTimeEntryChanges",
        tags: ["Time entries"],
        summary: "List changes to time entries",
        description:
          "Lets a client keep an exact copy. Oldest first: an existing entry in its current state; a deleted entry with `deletedAt` but without content; or `gone` for an entry that no longer matches the filters or that the caller may no longer see. If an entry is returned several times, the last item is current. After the last page, use `resumeCursor` as the next `cursor`. If the last run was more than 30 days ago, its cursor is refused (`expired_cursor`): start over without it.",
        querystring: ListTimeEntryChanges,
        response: { 200: TimeEntryChangePage, ...problems(422) },
      },
    },
    async (request, reply) => sendPage(request, reply, await listChanges(db, request.actor, request.query)),
  );
};
