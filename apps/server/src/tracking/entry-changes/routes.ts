import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { sendPage } from "#platform/http/replies.ts";
import { problems } from "#platform/http/resource-schemas.ts";
import type { TrackingDeps } from "#tracking/deps.ts";
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
          "Keeps an exact copy. Oldest first: an entry as it is now; `deletedAt` without content for a deleted one; `gone` for one that no longer matches the filters or that the caller may no longer see. An entry may appear more than once: the last one counts. After the last page, `syncedTo` is the next `since`. After more than 30 days, start over without `since`.",
        querystring: ListTimeEntryChanges,
        response: { 200: TimeEntryChangePage, ...problems(422) },
      },
    },
    async (request, reply) => sendPage(request, reply, await listChanges(db, request.actor, request.query)),
  );
};
