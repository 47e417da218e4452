import { addOperations, type Operations } from "#identity/http/operations.ts";
import type { HttpApp } from "#platform/http/server/create-http-app.ts";
import type { Mutate } from "#identity/http/mutation.ts";
import { visitorOf } from "#identity/visitor.ts";
import type { DatabasePool } from "#platform/database/database.ts";
import { changeMe, describeMe, type MeDeps } from "./me-verbs.ts";
import { Me, UpdateMe } from "./schemas.ts";

const operations = {
  getMe: {
    at: "GET /me",
    access: "anyone",
    summary: "Get the caller, their organization, and their permissions",
    reply: Me,
    others: [],
  },
  updateMe: {
    at: "PATCH /me",
    access: "anyone",
    sessionOnly: true,
    evenWhileEnding: true,
    summary: "Change your name and preferences",
    description:
      "A person has one name and one set of preferences, so they change in every organization that the person is a member of.",
    body: UpdateMe,
    reply: Me,
    others: [400, 422],
  },
} as const satisfies Operations;

export async function meRoutes(app: HttpApp, deps: MeDeps & { db: DatabasePool; mutate: Mutate }): Promise<void> {
  addOperations(
    app,
    operations,
    { tag: "Members", mutate: deps.mutate },
    {
      getMe: async ({ actor }) => ({ body: await describeMe(deps.db, actor, deps) }),
      async updateMe(tx, request) {
        const { actor, body: input } = request;
        const { checkFavourites } = deps;
        await changeMe(tx, actor, { input }, { visitor: visitorOf(request), checkFavourites });
        return { body: await describeMe(tx, actor, deps) };
      },
    },
  );
}
