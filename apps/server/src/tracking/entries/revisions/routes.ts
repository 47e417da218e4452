import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { problems } from "#platform/http/contract/resource-schemas.ts";
import type { TrackingDeps } from "#tracking/ledger/deps.ts";
import { repriceRates, reroundEntries } from "./revise-entries.ts";
import { Repriced, Rerounded, Revise } from "./schemas.ts";

export const revisionRoutes: FastifyPluginAsyncTypebox<TrackingDeps> = async (app, { mutate }) => {
  app.post(
    "/rates/reprice",
    {
      config: { access: "rates:write" },
      schema: {
        operationId: "repriceRates",
        tags: ["Rates"],
        summary: "Preview or apply the current rates to past entries",
        description:
          "Determines the rates of every matching entry again, as of the entry's start. Filters are combined with AND; an id that does not exist matches nothing. Entries before the lock date are never changed.",
        body: Revise,
        response: { 200: Repriced, ...problems(400, 409, 422) },
      },
    },
    async (request, reply) =>
      mutate(request, reply, async (tx) => ({
        status: 200,
        body: await repriceRates(tx, request.actor, { input: request.body }),
      })),
  );

  app.post(
    "/time-entries/reround",
    {
      config: { access: "rates:write" },
      schema: {
        operationId: "reroundTimeEntries",
        tags: ["Time entries"],
        summary: "Preview or apply the current rounding to past entries",
        description:
          "Rounds the billable time of all matching entries by their projects' current settings, and determines again whether entries without an explicit `billable` are billable. Each entry keeps its rates. Filters are combined with AND; an id that does not exist matches nothing. Entries before the lock date are never changed.",
        body: Revise,
        response: { 200: Rerounded, ...problems(400, 409, 422) },
      },
    },
    async (request, reply) =>
      mutate(request, reply, async (tx) => ({
        status: 200,
        body: await reroundEntries(tx, request.actor, { input: request.body }),
      })),
  );
};
