import { listAuditEvents, viewOf } from "#identity/audit-log/list-audit-events.ts";
import { HistoryPage, ListHistory } from "#identity/audit-log/schemas.ts";
import { byId, type InPath } from "#identity/by-id.ts";
import { knownActions, type Resource } from "#identity/history/resource.ts";
import { addOperations, type Operations } from "#identity/http/operations.ts";
import type { HttpApp } from "#platform/http/server/create-http-app.ts";
import { findTimeEntry } from "#tracking/entries/time-entries/queries.ts";
import { checkReach, isRestorableOrLive } from "#tracking/entries/time-entries/reach-time-entry.ts";
import type { TrackingDeps } from "#tracking/ledger/deps.ts";
import { seenPart } from "./seen-part.ts";

const operations = {
  listTimeEntryHistory: {
    at: "GET /time-entries/:id/history",
    access: "time-entries:read",
    summary: "List the history of a time entry",
    description:
      "Newest first, including that of a deleted entry while it can be restored. Omits changes made while the entry was on a project that you cannot see, or belonged to a member whose entries you may not read.",
    query: ListHistory,
    reply: HistoryPage,
    others: [404, 422],
  },
} as const satisfies Operations;

interface HistoryDeps extends TrackingDeps {
  resources: readonly Resource[];
}

export async function entryHistoryRoutes(app: HttpApp, { db, now, resources }: HistoryDeps): Promise<void> {
  const known = knownActions(resources);
  const findInPath = byId(async ({ actor, params }) => {
    const row = await findTimeEntry(db, actor.orgId, params.id);
    return row !== undefined && isRestorableOrLive(row, now()) ? row : undefined;
  }, "time entry");
  const find = async (request: InPath): Promise<string> => {
    const row = await findInPath(request);
    await checkReach(db, request.actor, "time-entries:read", row);
    return row.id;
  };
  addOperations(
    app,
    operations,
    { tag: "Time entries", find },
    {
      async listTimeEntryHistory(request) {
        const { actor, query } = request;
        const id = await find(request);
        const { only, ...former } = await seenPart(db, actor, id);
        // Leaves out IP addresses, which only the audit log shows.
        const view = { ...viewOf(actor, known), ...former, addresses: false };
        return { body: await listAuditEvents(db, actor.orgId, { targetIds: [id], only }, view, query) };
      },
    },
  );
}
