import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Mutate } from "#identity/http/mutation.ts";
import { visitorOf } from "#identity/http/visitor.ts";
import type { DatabasePool } from "#platform/database/database.ts";
import { sendJson } from "#platform/http/replies/replies.ts";
import { problems } from "#platform/http/contract/resource-schemas.ts";
import { changeMe, describeMe, type MeDeps } from "./me-verbs.ts";
import { Me, UpdateMe } from "./schemas.ts";

const tags = ["Members"];

export const meRoutes: FastifyPluginAsyncTypebox<MeDeps & { db: DatabasePool; mutate: Mutate }> = async (
  app,
  { db, mutate, ...service },
) => {
  app.get(
    "/me",
    {
      config: { access: "anyone" },
      schema: {
        operationId: "getMe",
        tags,
        summary: "Get the caller, their organization, and their permissions",
        response: { 200: Me },
      },
    },
    async (request, reply) => sendJson(reply, 200, await describeMe(db, request.actor, service)),
  );

  app.patch(
    "/me",
    {
      config: { access: "anyone", sessionOnly: true, evenWhileEnding: true },
      schema: {
        operationId: "updateMe",
        tags,
        summary: "Change your name and preferences",
        description:
          "A person has one name and one set of preferences, so they change in every organization that the person is a member of.",
        body: UpdateMe,
        response: { 200: Me, ...problems(400, 422) },
      },
    },
    async (request, reply) =>
      mutate(request, reply, async (tx) => {
        await changeMe(
          tx,
          request.actor,
          { input: request.body },
          {
            visitor: visitorOf(request),
            checkFavourites: service.checkFavourites,
          },
        );
        return { status: 200, body: await describeMe(tx, request.actor, service) };
      }),
  );
};
