import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { askedUsers, idsWithin, may, reachOf } from "#identity/access.ts";
import { type InPath, pathFirst } from "#identity/by-id.ts";
import type { Mutate } from "#identity/http/mutation.ts";
import { endGrant } from "#identity/oauth/end-grant.ts";
import type { Database, DatabasePool } from "#platform/database/database.ts";
import { AppError, notFound } from "#platform/errors.ts";
import { readPage, toPage } from "#platform/http/replies/newest-first.ts";
import { sendPage } from "#platform/http/replies/replies.ts";
import { IdParams, problems } from "#platform/http/contract/resource-schemas.ts";
import { Type } from "#platform/http/contract/type/type.ts";
import type { ShownGrant } from "#identity/oauth/queries.ts";
import { listUsable } from "#identity/oauth/grants/list-usable.ts";
import { GrantPage, ListMemberGrants } from "#identity/oauth/grants/schemas.ts";
import { toGrant } from "#identity/oauth/grants/to-grant.ts";

const tags = ["API keys"];

interface MemberGrantDeps {
  db: DatabasePool;
  mutate: Mutate;
  now: () => Date;
}

/** Lets owners and admins list and disconnect the programs of every member, and other members only their own. */
export const memberGrantRoutes: FastifyPluginAsyncTypebox<MemberGrantDeps> = async (app, { db, mutate, now }) => {
  const findInReach = async (source: Database, { actor, params }: InPath): Promise<ShownGrant> => {
    const [row] = await listUsable(source, actor.orgId, { id: params.id }, now());
    if (row === undefined) throw notFound("connected program");
    if (!may(actor, "keys:write", row.user_id))
      throw new AppError(
        "forbidden",
        `Another member connected this program, and with the role ${actor.role} you may disconnect only your own. Ask an owner or admin.`,
      );
    return row;
  };

  app.get(
    "/grants",
    {
      config: { access: "keys:write" },
      schema: {
        operationId: "listMemberGrants",
        tags,
        summary: "List connected programs",
        description:
          "Newest first, only those that still have access. Members get their own; owners and admins get everybody's.",
        querystring: ListMemberGrants,
        response: { 200: GrantPage, ...problems(422) },
      },
    },
    async (request, reply) => {
      const { actor, query } = request;
      const userIds = idsWithin(reachOf(actor, "keys:write"), askedUsers(actor, query.userId));
      const page = readPage(query, ["grants", userIds]);
      const rows = await listUsable(db, actor.orgId, { userIds }, now(), page);
      return sendPage(
        request,
        reply,
        toPage(rows, page, (row) => toGrant(actor, row)),
      );
    },
  );

  app.delete(
    "/grants/:id",
    {
      config: { access: "keys:write", evenWhileEnding: true },
      preValidation: pathFirst((request: InPath) => findInReach(db, request)),
      schema: {
        operationId: "endMemberGrant",
        tags,
        summary: "Disconnect a program",
        description:
          "Its tokens are refused at once, on every node. Owners and admins may disconnect everybody's programs. A program that has no access anymore is 404.",
        params: IdParams,
        response: { 204: Type.Null({ description: "Disconnected." }), ...problems(404) },
      },
    },
    async (request, reply) =>
      mutate(request, reply, async (tx) => {
        const { actor, params } = request;
        const { user_id } = await findInReach(tx, { actor, params });
        if (!(await endGrant(tx, { org_id: actor.orgId, user_id, id: params.id }, actor, now())))
          throw notFound("connected program");
        return { status: 204 };
      }),
  );
};
