import { addOperations, type Operations } from "#identity/http/operations.ts";
import type { HttpApp } from "#platform/http/server/create-http-app.ts";
import type { TrackingDeps } from "#tracking/ledger/deps.ts";
import { repriceRates, reroundEntries } from "./revise-entries.ts";
import { Repriced, Rerounded, Revise } from "./schemas.ts";

const operations = {
  repriceRates: {
    at: "POST /rates/reprice",
    access: "rates:write",
    summary: "Preview or apply the current rates to past entries",
    description:
      "Determines the rates of every matching entry again, as of the entry's start. Filters are combined with AND; an id that does not exist matches nothing. Entries before the lock date are never changed.",
    body: Revise,
    reply: Repriced,
    others: [400, 409, 422],
  },
  reroundTimeEntries: {
    at: "POST /time-entries/reround",
    access: "rates:write",
    tag: "Time entries",
    summary: "Preview or apply the current rounding to past entries",
    description:
      "Rounds the billable time of all matching entries by their projects' current settings, and determines again whether entries without an explicit `billable` are billable. Each entry keeps its rates. Filters are combined with AND; an id that does not exist matches nothing. Entries before the lock date are never changed.",
    body: Revise,
    reply: Rerounded,
    others: [400, 409, 422],
  },
} as const satisfies Operations;

export async function revisionRoutes(app: HttpApp, { mutate }: TrackingDeps): Promise<void> {
  addOperations(
    app,
    operations,
    { tag: "Rates", mutate },
    {
      repriceRates: async (tx, { actor, body }) => ({ body: await repriceRates(tx, actor, { input: body }) }),
      reroundTimeEntries: async (tx, { actor, body }) => ({ body: await reroundEntries(tx, actor, { input: body }) }),
    },
  );
}
