import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { sendPage } from "#platform/http/replies.ts";
import { problems } from "#platform/http/resource-schemas.ts";
import type { TrackingDeps } from "#tracking/deps.ts";
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
          "Keeps an exact copy of all three, whatever their status. Oldest first: an object as it is now, or `gone` for one that was deleted or that the caller no longer sees, such as a hidden project with its tasks. An object may appear more than once: the last one counts. After a change of the caller's role, everything is listed again. After the last page, `syncedTo` is the next `since`.",
        querystring: ListProjectChanges,
        response: { 200: ProjectChangePage, ...problems(422) },
      },
    },
    async (request, reply) => sendPage(request, reply, await listProjectChanges(db, request.actor, request.query)),
  );
};
