import { addOperations, type Operations } from "#identity/http/operations.ts";
import type { HttpApp } from "#platform/http/server/create-http-app.ts";
import type { TrackingDeps } from "#tracking/ledger/deps.ts";
import { listChanges } from "./list-changes.ts";
import { ListTimeEntryChanges, TimeEntryChangePage } from "./schemas.ts";

const operations = {
  listTimeEntryChanges: {
    at: "GET /time-entries/changes",
    access: "time-entries:read",
    summary: "List changes to time entries",
    description:
      "Lets a client keep an exact copy. Oldest first: an existing entry in its current state; a deleted entry with `deletedAt` but without content; or `gone` for an entry that no longer matches the filters or that the caller may no longer see. If an entry is returned several times, the last item is current. After the last page, use `resumeCursor` as the next `cursor`. If the last run was more than 30 days ago, its cursor is refused (`expired_cursor`): start over without it.",
    query: ListTimeEntryChanges,
    reply: TimeEntryChangePage,
    others: [422],
  },
} as const satisfies Operations;

export async function entryChangeRoutes(app: HttpApp, { db }: TrackingDeps): Promise<void> {
  addOperations(
    app,
    operations,
    { tag: "Time entries" },
    { listTimeEntryChanges: async ({ actor, query }) => ({ body: await listChanges(db, actor, query) }) },
  );
}
