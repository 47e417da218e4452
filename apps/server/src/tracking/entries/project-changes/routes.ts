import { addOperations, type Operations } from "#identity/http/operations.ts";
import type { HttpApp } from "#platform/http/server/create-http-app.ts";
import type { TrackingDeps } from "#tracking/ledger/deps.ts";
import { listProjectChanges } from "./list-project-changes.ts";
import { ListProjectChanges, ProjectChangePage } from "./schemas.ts";

const operations = {
  listProjectChanges: {
    at: "GET /projects/changes",
    access: "projects:read",
    summary: "List changes to projects, tasks and clients",
    description:
      "Lets a client keep an exact copy of all three, whatever their status. Oldest first: an object in its current state, or `gone` for an object that was deleted or that the caller no longer sees, such as a hidden project with its tasks. If an object is returned several times, the last item is current. After a change of the caller's role, everything is listed again. After the last page, use `resumeCursor` as the next `cursor`.",
    query: ListProjectChanges,
    reply: ProjectChangePage,
    others: [422],
  },
} as const satisfies Operations;

export async function projectChangeRoutes(app: HttpApp, { db }: TrackingDeps): Promise<void> {
  addOperations(
    app,
    operations,
    { tag: "Projects" },
    { listProjectChanges: async ({ actor, query }) => ({ body: await listProjectChanges(db, actor, query) }) },
  );
}
