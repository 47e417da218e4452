import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { sendPage } from "#platform/http/replies/replies.ts";
import { problems } from "#platform/http/contract/resource-schemas.ts";
import type { TrackingDeps } from "#tracking/ledger/deps.ts";
import { listProjectChanges } from "./list-project-changes.ts";
import { ListProjectChanges, ProjectChangePage } from "./schemas.ts";

export const projectChangeRoutes: FastifyPluginAsyncTypebox<TrackingDeps> = async (app, { db }) => {
  app.get(
    "/projects/changes",
    {
      config: { access: "projects:read" },
      schema: {
        operationId: "listProjectChanges",
        tags: ["Projects"],
        summary: "List changes to projects, tasks and clients",
        description:
          "Lets a client keep an exact copy of all three, whatever their status. Oldest first: an object in its current state, or `gone` for an object that was deleted or that the caller no longer sees, such as a hidden project with its tasks. If an object is returned several times, the last item is current. After a change of the caller's role, everything is listed again. After the last page, use `resumeCursor` as the next `cursor`.",
        querystring: ListProjectChanges,
        response: { 200: ProjectChangePage, ...problems(422) },
      },
    },
    async (request, reply) => sendPage(request, reply, await listProjectChanges(db, request.actor, request.query)),
  );
};
