import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import { Type } from "#platform/http/contract/type/type.ts";
import { completeScopes } from "#identity/access.ts";
import type { Mutate } from "#identity/http/mutation.ts";
import type { DatabasePool } from "#platform/database/database.ts";
import { byId, type InPath, pathFirst } from "#identity/by-id.ts";
import { readPage, toPage } from "#platform/http/replies/newest-first.ts";
import { sendPage, sendResource } from "#platform/http/replies/replies.ts";
import { etagOf, NotModified, problems } from "#platform/http/contract/resource-schemas.ts";
import { demandRankOver } from "./member-rules.ts";
import { changeMember, deactivateMember, type OnDeactivation, transferOwnership } from "./member-verbs.ts";
import { findMember, listMembers } from "./queries.ts";
import {
  ListMembers,
  Member,
  MemberPage,
  OwnershipTransfer,
  TransferOwnership,
  UpdateMember,
  UserIdParams,
} from "./schemas.ts";
import { toMember } from "./to-member.ts";

const tags = ["Members"];

interface MemberDeps {
  db: DatabasePool;
  mutate: Mutate;
  now: () => Date;
  onDeactivation: OnDeactivation;
}

export const memberRoutes: FastifyPluginAsyncTypebox<MemberDeps> = async (app, { db, mutate, now, onDeactivation }) => {
  const inPath = byId(({ actor, params }: InPath<"userId">) => findMember(db, actor.orgId, params.userId), "member");
  const belowActor = async (request: InPath<"userId">) =>
    demandRankOver(request.actor.role, (await inPath(request)).role);

  app.get(
    "/members",
    {
      config: { access: "members:read" },
      schema: {
        operationId: "listMembers",
        tags,
        summary: "List members, newest first",
        querystring: ListMembers,
        response: { 200: MemberPage, ...problems(422) },
      },
    },
    async (request, reply) => {
      const { role, status, q } = request.query;
      const page = readPage(request.query, ["members", role, status, q]);
      const rows = await listMembers(db, request.actor.orgId, { role, statuses: status, q }, page);
      return sendPage(request, reply, toPage(rows, page, toMember));
    },
  );

  app.get(
    "/members/:userId",
    {
      config: { access: "members:read" },
      preValidation: pathFirst(inPath),
      schema: {
        operationId: "getMember",
        tags,
        summary: "Get a member, active or deactivated",
        params: UserIdParams,
        response: { 200: Member, 304: NotModified, ...problems(404) },
      },
    },
    async (request, reply) => {
      const row = await inPath(request);
      return sendResource(request, reply, etagOf(row), toMember(row));
    },
  );

  app.patch(
    "/members/:userId",
    {
      config: { access: "members:write" },
      preValidation: belowActor,
      schema: {
        operationId: "updateMember",
        tags,
        summary: "Change a member's role, deactivate or reactivate them",
        description:
          "Nobody may change a member with a higher role, or assign a role above their own. A session that raises a role or reactivates a member must have authenticated in the last 10 minutes, or call `POST /auth/reauthenticate` first. An API key may make owners and admins only if it has every scope.",
        params: UserIdParams,
        body: UpdateMember,
        response: { 200: Member, ...problems(400, 404, 409, 412, 422) },
      },
    },
    async (request, reply) =>
      mutate(request, reply, async (tx) => {
        const { actor, params, body, headers } = request;
        const edit = { id: params.userId, input: body, ifMatch: headers["if-match"] };
        const row = await changeMember(tx, actor, edit, { now: now(), onDeactivation });
        return { status: 200, body: toMember(row), etag: etagOf(row) };
      }),
  );

  app.delete(
    "/members/:userId",
    {
      config: { access: "members:write", evenWhileEnding: true },
      preValidation: belowActor,
      schema: {
        operationId: "deactivateMember",
        tags,
        summary: "Deactivate a member",
        description:
          "The member's keys and sessions are revoked at once, and a running timer is stopped; entries and name are kept. The member can still be read, and can be reactivated with `PATCH`.",
        params: UserIdParams,
        response: { 204: Type.Null({ description: "Deactivated." }), ...problems(404, 409, 412) },
      },
    },
    async (request, reply) =>
      mutate(request, reply, async (tx) => {
        const { actor, params, headers } = request;
        const target = { id: params.userId, ifMatch: headers["if-match"] };
        await deactivateMember(tx, actor, target, { now: now(), onDeactivation });
        return { status: 204 };
      }),
  );

  app.delete(
    "/me/membership",
    {
      config: { access: "anyone", sessionOnly: true, evenWhileEnding: true },
      schema: {
        operationId: "leaveOrganization",
        tags,
        summary: "Leave the session's organization",
        description:
          "Your keys and sessions in this organization are revoked at once, and a running timer is stopped; your entries and name are kept. Only an owner or admin, or an invitation, can bring you back. The last active owner cannot leave.",
        response: { 204: Type.Null({ description: "You are no longer an active member." }), ...problems(409) },
      },
    },
    async (request, reply) =>
      mutate(request, reply, async (tx) => {
        const { actor } = request;
        await deactivateMember(tx, actor, { id: actor.userId, ifMatch: undefined }, { now: now(), onDeactivation });
        return { status: 204 };
      }),
  );

  app.post(
    "/organization/transfer",
    {
      config: {
        access: "organization:write",
        // The operation creates an owner, who may do everything, so the key must have every scope.
        alsoNeeds: completeScopes.filter((scope) => scope !== "organization:write"),
        ownerOnly: true,
        reauthenticated: true,
      },
      schema: {
        operationId: "transferOwnership",
        tags,
        summary: "Make another member the owner, and yourself an admin",
        body: TransferOwnership,
        response: { 200: OwnershipTransfer, ...problems(400, 404, 409, 422) },
      },
    },
    async (request, reply) =>
      mutate(request, reply, async (tx) => {
        const { actor, body: input } = request;
        const { owner, previousOwner } = await transferOwnership(tx, actor, { input }, { now: now() });
        return { status: 200, body: { owner: toMember(owner), previousOwner: toMember(previousOwner) } };
      }),
  );
};
